"""How a command starts: before anything heavy is imported, so that Ctrl-C is heard from the first moment on."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

BAD_INPUT, INTERRUPTED = 2, 130  # exit codes
_MEMORY = ("allocate", "out of memory", "start new thread", "size calculation overflowed", "invalid buffer size")


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and takes no abbreviations."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Leave with one line on stderr."""
        line = " ".join(message.split())
        self.exit(BAD_INPUT, f"{self.prog}: {line} (--help lists what there is)\n")


def start(module: str, argv: Sequence[str] | None) -> int:
    """Import the module of a command, run its `main(argv)` and return its exit code; 130 after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # names and messages of others may hold any character
    try:
        command = _imported(module)
        return command.main(argv)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED


class Interrupt:
    """Ctrl-C that is not lost: Python drops a KeyboardInterrupt that comes up inside callbacks of libraries.

    While `watched`, Ctrl-C raises KeyboardInterrupt as ever and is remembered; `check` raises it again.
    """

    _heard = False

    @classmethod
    @contextlib.contextmanager
    def watched(cls) -> Iterator[None]:
        """Remember Ctrl-C within this context. Does nothing outside the main thread, which alone hears signals."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def handle(number: int, frame: Any) -> None:
            cls._heard = True
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGINT, handle)
        try:
            yield
        finally:
            cls._heard = False
            signal.signal(signal.SIGINT, before)

    @classmethod
    def check(cls) -> None:
        """Raise KeyboardInterrupt if there has been one."""
        if cls._heard:
            raise KeyboardInterrupt


def _imported(name: str) -> Any:
    """Import a module. Ctrl-C ends the process at once: nothing has been done, and imports are bad at being cut off."""
    if threading.current_thread() is not threading.main_thread() or name in sys.modules:
        return importlib.import_module(name)

    def leave(number: int, frame: Any) -> None:
        os.write(2, b"\ninterrupted\n")
        os._exit(INTERRUPTED)

    before = signal.signal(signal.SIGINT, leave)
    try:
        return importlib.import_module(name)
    finally:
        signal.signal(signal.SIGINT, before)


def lack_of_memory(error: BaseException) -> bool:
    """Return whether an exception says that memory or threads could not be had."""
    return isinstance(error, MemoryError) or (
        isinstance(error, RuntimeError) and any(word in str(error) for word in _MEMORY)
    )
