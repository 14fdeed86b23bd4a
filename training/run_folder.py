"""The folder of a run: what lies where, and how it is written so that nothing is ever half there.

    config.yaml        the config with every default filled in
    versions.json      versions of the packages and of the rules
    metrics.jsonl      one line for each update
    tensorboard/       the same for TensorBoard
    opponents/         0/ and so on: copies of the policies of other runs that are opponents here
    checkpoints/       0000001048576/ and so on, by decisions: a policy, and all that a run needs to go on exactly
    rated/, ratings.jsonl, ratings.json     rated games on the way, see `training.ladder`
    policy.zip, policy.json, policy.pt     the final policy; in a league that of the first learner, those of the others
                       in members/NAME/, here and in the checkpoints
    evaluation.json    how the final policies do against others

Files and checkpoints are written beside their place and renamed into it. `metrics.jsonl` grows line by line; a resumed
run cuts it back to where its checkpoint was written.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from training.files import is_taken, make_folder, printable, read_text, reason, remove_folders, write_whole
from training.policy import EXPORT_FILE, FACTS_FILE, MEMBERS, POLICY_FILE

try:
    import fcntl
except ImportError:  # not on Windows: nothing keeps two runs out of one folder there
    fcntl = None  # type: ignore[assignment]

CONFIG, VERSIONS, METRICS, EVALUATION = "config.yaml", "versions.json", "metrics.jsonl", "evaluation.json"
CHECKPOINTS, TENSORBOARD, OPPONENTS, LOCK = "checkpoints", "tensorboard", "opponents", ".lock"
RATINGS_TEXT, RATINGS_PICTURE = "ratings.md", "ratings.png"
RATED, RATINGS, RATINGS_ON_THE_WAY, REPORT = "rated", "ratings.json", "ratings.jsonl", "report.html"
OWN_FILES = (
    CONFIG,
    VERSIONS,
    METRICS,
    EVALUATION,
    RATINGS,
    RATINGS_ON_THE_WAY,
    RATINGS_TEXT,
    RATINGS_PICTURE,
    REPORT,
    POLICY_FILE,
    FACTS_FILE,
    EXPORT_FILE,
)


OWN_FOLDERS = (CHECKPOINTS, TENSORBOARD, OPPONENTS, MEMBERS, RATED)
FIRST = ".first"
"""Where the first checkpoint is written, until it is put in its place."""


class RunFolder:
    """The folder of one run.

    Attributes:
        path: where it is.
        shown: the same for messages.
    """

    def __init__(self, path: str | os.PathLike) -> None:
        self.path = Path(path)
        self.shown = printable(str(path))
        self._lock: Any = None

    # Opening ---------------------------------------------------------------------------------------------------------

    def check_free(self, *, overwrite: bool = False) -> None:
        """Raise ValueError if something is here already, unless it is a run and may be overwritten."""
        if not is_taken(self.path, "--run-folder"):
            return
        if not (self.path / CONFIG).is_file():
            if self._never_began():
                return
            raise ValueError(f"{self.shown}: is not empty and no run folder, choose another with --run-folder")
        if not overwrite:
            raise ValueError(
                f"{self.shown}: there is a run already; --resume goes on with it, --overwrite deletes it, "
                f"--run-folder chooses another place"
            )

    def _never_began(self) -> bool:
        """Return whether nothing is here but what a run has left that was killed while it was set up."""
        names = {entry.name for entry in self.path.iterdir()} if self.path.is_dir() else set()
        return LOCK in names and CONFIG not in names and names <= {LOCK, FIRST, *OWN_FILES, *OWN_FOLDERS}

    def create(
        self,
        config: str,
        versions: Mapping[str, Any],
        write_first: Callable[[Path], None],
        *,
        opponents: Sequence[Path] = (),
        overwrite: bool = False,
    ) -> None:
        """Begin a new run here. If that fails, everything is as it was before.

        Args:
            config: text of the resolved config.
            versions: what `versions.json` says.
            write_first: writes the checkpoint of 0 decisions to the folder it is given.
            opponents: policy files of other runs, to be copied with what lies beside them to say what they are.
            overwrite: delete the run that is here.

        Raises:
            ValueError: something is here already, or it cannot be written.
        """
        self.check_free(overwrite=overwrite)
        made = make_folder(self.path, "--run-folder")
        fresh = not any(self.path.iterdir()) or self._never_began()
        beside = self.path / FIRST
        self._take()  # before anything that would have to be taken back: it may be another's
        try:
            shutil.rmtree(beside, ignore_errors=True)
            beside.mkdir()
            write_first(beside)  # whatever may fail comes before anything is deleted
            _copy_policies(opponents, beside / OPPONENTS)
            self._delete_run()
            if opponents:
                os.replace(beside / OPPONENTS, self.path / OPPONENTS)
            (self.path / METRICS).touch()
            write_whole(self.path / VERSIONS, json.dumps(versions, indent=2) + "\n")
            (self.path / CHECKPOINTS).mkdir()
            os.replace(beside, self.path / CHECKPOINTS / f"{0:013d}")
            write_whole(self.path / CONFIG, config)
        except BaseException as error:
            shutil.rmtree(beside, ignore_errors=True)
            if fresh:
                self._delete_run()
                (self.path / LOCK).unlink(missing_ok=True)
                remove_folders(made)
            self.close()
            if isinstance(error, OSError):
                raise ValueError(f"--run-folder: {self.shown} cannot be written ({reason(error)})") from None
            raise

    def open(self) -> str:
        """Return the config text of the run that is here, to go on with it; raise ValueError if there is none."""
        try:
            there = (self.path / CONFIG).is_file()
        except (OSError, ValueError) as error:
            raise ValueError(f"--run-folder: got {self.shown}, which cannot be used ({reason(error)})") from None
        if not there:
            raise ValueError(f"{self.shown}: there is no run to resume")
        if not self.checkpoints():
            raise ValueError(f"{self.shown}: the run has no checkpoint to go on from; start it again with --overwrite")
        self._take()
        return read_text(self.path / CONFIG)

    def _take(self) -> None:
        """Keep other runs out of the folder until this process ends."""
        if fcntl is None or self._lock is not None:
            return
        try:
            lock = open(self.path / LOCK, "a")  # noqa: SIM115
        except OSError as error:
            raise ValueError(f"{self.shown}: cannot be written ({reason(error)})") from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise ValueError(f"{self.shown}: another process is running here") from None
        self._lock = lock

    def close(self) -> None:
        """Let others use the folder."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _delete_run(self) -> None:
        for name in OWN_FILES:
            (self.path / name).unlink(missing_ok=True)
        for name in OWN_FOLDERS:
            _remove(self.path / name)

    def remove_results(self) -> None:
        """Remove what the end of a run has written: it goes on, or ends anew. The evaluation goes first."""
        for name in (EVALUATION, RATINGS_TEXT, RATINGS_PICTURE, EXPORT_FILE, POLICY_FILE, FACTS_FILE):
            (self.path / name).unlink(missing_ok=True)
        _remove(self.path / MEMBERS)

    def opponent(self, number: int) -> Path:
        """Return the policy of an opponent of another run that was copied when this one began."""
        return self.path / OPPONENTS / str(number) / POLICY_FILE

    # Checkpoints -----------------------------------------------------------------------------------------------------

    def checkpoints(self) -> list[Path]:
        """Return the folders of the checkpoints, the oldest first."""
        return sorted(path for path in (self.path / CHECKPOINTS).glob("[0-9]*") if path.is_dir())

    def newest_checkpoint(self) -> Path:
        """Return the newest checkpoint; there must be one."""
        return self.checkpoints()[-1]

    def add_checkpoint(self, decisions: int, write: Callable[[Path], None], keep: int) -> Path:
        """Write a checkpoint with `write(folder)`, put it in its place whole, and delete all but the newest `keep`."""
        home = self.path / CHECKPOINTS
        home.mkdir(exist_ok=True)
        for leftover in home.glob(".*"):
            shutil.rmtree(leftover)
        place, beside = home / f"{decisions:013d}", home / ".partial"
        beside.mkdir()
        write(beside)
        if place.exists():  # the run has not moved on since
            _remove_whole(place)
        os.replace(beside, place)
        for old in self.checkpoints()[:-keep]:
            _remove_whole(old)
        return place

    # Metrics ---------------------------------------------------------------------------------------------------------

    def metrics_size(self) -> int:
        """Return the length of `metrics.jsonl` in bytes."""
        return (self.path / METRICS).stat().st_size

    def add_metrics(self, row: Mapping[str, Any]) -> None:
        """Append a line to `metrics.jsonl`."""
        with open(self.path / METRICS, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def cut_metrics(self, size: int) -> None:
        """Cut `metrics.jsonl` back to `size` bytes; raise ValueError if it cannot be."""
        try:
            if self.metrics_size() < size:
                raise OSError("it is shorter than it was then")
            os.truncate(self.path / METRICS, size)
        except OSError as error:
            raise ValueError(
                f"{printable(str(self.path / METRICS))}: cannot be cut back to the checkpoint ({reason(error)})"
            ) from None


def _remove(place: Path) -> None:
    """Remove a folder with all that is in it, or a file of that name."""
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place, ignore_errors=True)
    else:
        place.unlink(missing_ok=True)


def _copy_policies(files: Sequence[Path], place: Path) -> None:
    for number, file in enumerate(files):
        folder = place / str(number)
        folder.mkdir(parents=True)
        shutil.copyfile(file, folder / POLICY_FILE)
        shutil.copyfile(file.with_name(FACTS_FILE), folder / FACTS_FILE)


def _remove_whole(folder: Path) -> None:
    """Delete a folder so that it is never seen with only some of its files."""
    aside = folder.with_name(f".{folder.name}.old")
    os.replace(folder, aside)
    shutil.rmtree(aside)
