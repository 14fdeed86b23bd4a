"""Where the runs of a sweep are: processes on this machine, or tasks on a Ray cluster that start such processes."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import secrets
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from training.config import ConfigError, short
from training.files import reason, write_whole

INSTALL_RAY = "pip install 'manorfarm[ray]'"
TOKEN = "; one that asks for a token needs RAY_AUTH_MODE=token in the environment"
LOCAL, ANY = "local", "auto"  # addresses: a cluster of this machine alone, and the one that is running here
_STORE = 100 * 2**20  # bytes of a local Ray's object store, which no run uses


class Workers(Protocol):
    """Where the processes of runs are."""

    def room(self) -> int:
        """Return how many can run at once."""

    def start(self, name: str, command: list[str], log: Path) -> None:
        """Start a run: `train.py` with arguments. What it prints is added to `log`."""

    def ended(self) -> list[tuple[str, int]]:
        """Return name and exit code of the runs that have ended since the last call."""

    def stop(self) -> None:
        """Tell all to stop with a checkpoint; the second time: at once."""


class LocalWorkers:
    """Processes on this machine, at most `jobs` at a time."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.processes: dict[str, subprocess.Popen] = {}

    def room(self) -> int:
        """Return how many can run at once."""
        return self.jobs

    def start(self, name: str, command: list[str], log: Path) -> None:
        """Start a run. In a session of its own, so that Ctrl-C reaches it once: from `stop`."""
        with open(log, "ab") as file:
            self.processes[name] = subprocess.Popen(
                [sys.executable, *command],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def ended(self) -> list[tuple[str, int]]:
        """Return name and exit code of the runs that have ended since the last call."""
        codes = [(name, process.poll()) for name, process in self.processes.items()]
        ended = [(name, code) for name, code in codes if code is not None]
        for name, _ in ended:
            del self.processes[name]
        return ended

    def stop(self) -> None:
        """Tell all to stop with a checkpoint; the second time: at once."""
        for process in self.processes.values():
            process.terminate()


class RayWorkers:
    """Tasks on a Ray cluster, each of which starts the process of a run.

    All machines have to see the folder of the sweep under the same path, and have the package installed.

    Args:
        address: "local" for a cluster of this machine alone, or that of one to join.
        jobs: at most so many at a time; None: as many as the cluster has cores for.
        threads: cores that a run takes.
        gpus: GPUs that a run takes.
        folder: where the sweep's own files are.

    Raises:
        ValueError: in one line, if Ray is not there or the cluster cannot run anything of this size.
    """

    def __init__(self, address: str, jobs: int | None, threads: int, gpus: int, folder: Path) -> None:
        self.ray = import_ray(address == LOCAL)
        self.jobs, self.threads, self.gpus = jobs, threads, gpus
        self.folder, self.stop_file = folder, folder / "stop"
        self.stop_file.unlink(missing_ok=True)
        self.stops = 0
        self.tasks: dict[str, Any] = {}
        self._connect(address)
        largest = max((node["Resources"].get("CPU", 0) for node in self.ray.nodes() if node["Alive"]), default=0)
        if largest < threads:
            self.close()
            raise ValueError(
                f"tables.threads: got {threads}, allowed with this Ray cluster is up to {largest:.0f}, the cores of "
                f"its largest machine"
            )

    def _connect(self, address: str) -> None:
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
        if address == LOCAL:
            settings |= {
                "num_cpus": max(self.threads * (self.jobs or 1), cores()),
                "include_dashboard": False,
                "object_store_memory": _STORE,
            }
        try:
            self.ray.init(address, **settings)
        except Exception as error:  # many kinds
            raise ValueError(f"--ray {address}: no Ray cluster can be used there ({reason(error)}{TOKEN})") from None

    def room(self) -> int:
        """Return how many can run at once; grows with the cluster."""
        free = int(self.ray.cluster_resources().get("CPU", 0) // self.threads)
        return max(1, free if self.jobs is None else min(free, self.jobs))

    def start(self, name: str, command: list[str], log: Path) -> None:
        """Start a run, or have it wait for a machine that is free."""
        task = self.ray.remote(max_retries=0, num_cpus=self.threads, num_gpus=self.gpus)(task_function())
        self.tasks[name] = task.remote(command, os.getcwd(), str(log), str(self.stop_file))

    def ended(self) -> list[tuple[str, int]]:
        """Return name and exit code of the runs that have ended since the last call."""
        if not self.tasks:
            return []
        ready, _ = self.ray.wait(list(self.tasks.values()), num_returns=len(self.tasks), timeout=0)
        ended = []
        for name, task in list(self.tasks.items()):
            if task in ready:
                del self.tasks[name]
                try:
                    code, message = self.ray.get(task)
                except Exception as error:  # the machine is gone, or its Ray
                    code, message = 1, f"Ray: {type(error).__name__}: {reason(error)}"
                if message:
                    with open(self.folder / f"{name}.log", "a", encoding="utf-8") as file:
                        file.write(f"{message}\n")
                ended.append((name, code))
        return ended

    def stop(self) -> None:
        """Tell all to stop with a checkpoint; the second time: at once."""
        self.stops += 1
        write_whole(self.stop_file, f"{self.stops}\n")

    def close(self) -> None:
        """Leave the cluster; end it if it was a local one."""
        self.ray.shutdown()
        self.stop_file.unlink(missing_ok=True)


def check_ray(address: str) -> None:
    """Raise ValueError in one line if Ray is not installed or this cannot be an address of it."""
    if address not in (LOCAL, ANY) and not re.fullmatch(r"[\w.:\[\]-]{1,200}:\d{1,5}", address):
        raise ConfigError(f"--ray: got {short(address)}, allowed is HOST:PORT, {ANY}, or nothing for a Ray of its own")
    if importlib.util.find_spec("ray") is None:
        raise ValueError(f"--ray: needs Ray, which is not installed: {INSTALL_RAY}")
    host, _, port = address.rpartition(":")
    try:  # Ray itself goes on trying for minutes
        if host:
            socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, ValueError, OverflowError) as error:
        raise ValueError(f"--ray {address}: no Ray cluster can be reached there ({reason(error)})") from None


def import_ray(own: bool) -> Any:
    """Return the module ray, told not to report to its makers; `own`: and to let nobody else into its cluster."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what its next version does; otherwise it warns
    if own:  # its ports are open to the network, and whoever reaches one of them can run anything
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    return importlib.import_module("ray")  # not by an import statement: it is an extra


def task_function() -> Callable[[list[str], str, str, str], tuple[int, str]]:
    """Return what a Ray task does. It travels as it is, and imports nothing of the project's on the other machine."""

    def task(command: list[str], folder: str, log: str, stop_file: str) -> tuple[int, str]:
        """Run a command until it ends or the stop file appears; return its exit code and what else is to be said."""
        import os
        import socket
        import subprocess
        import sys
        import time

        def stops() -> int:
            try:
                with open(stop_file) as file:
                    return int(file.read())
            except (OSError, ValueError):
                return 0

        if stops():
            return 130, ""
        if not os.path.isdir(os.path.dirname(log)):
            where = f"{socket.gethostname()} does not see {os.path.dirname(log)}"
            return 2, f"{where}: --run-folder has to be on a disk that all machines share"
        if not os.path.isfile(command[0]):  # the package is elsewhere on this machine
            command = ["-m", "training.train", *command[1:]]
        with open(log, "ab") as file:
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=folder if os.path.isdir(folder) else None,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        told = 0
        try:
            while process.poll() is None:
                time.sleep(0.1)
                while told < stops():
                    told += 1
                    process.terminate()
        finally:
            if process.poll() is None:  # Ray ends the task
                process.terminate()
        return process.returncode, ""

    return task


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
