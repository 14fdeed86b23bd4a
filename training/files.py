"""Files and folders: written whole or not at all, read with errors that name them, made only if they can be written."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from pathlib import Path
from typing import Any

MOST_CHARACTERS = 200


def printable(text: str) -> str:
    """Return `text` in at most 200 characters of one line: what cannot be printed becomes `\\n` and the like."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:MOST_CHARACTERS])
    return line if len(line) < MOST_CHARACTERS else line[: MOST_CHARACTERS - 3] + "..."


def reason(error: BaseException) -> str:
    """Return what an exception says, in one line."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return printable(" ".join(text.split()) or type(error).__name__)


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path`, which is never seen half-written; nothing is left behind if that fails.

    Lone surrogates, which UTF-8 does not have, become `\\udcff` and so on: in JSON that is what stands for them.
    """
    beside = path.with_name(f".{path.name}.partial")
    try:
        beside.write_bytes(text.encode("utf-8", "backslashreplace"))
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def read_text(path: Path) -> str:
    """Return the text of a file; raise ValueError in one line that names it."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(f"{printable(str(path))}: is missing") from None
    except (OSError, ValueError) as error:
        raise ValueError(f"{printable(str(path))}: cannot be read ({reason(error)})") from None


def read_json(path: Path) -> dict[str, Any]:
    """Return the keys and values of a JSON file; raise ValueError in one line that names it."""
    text = read_text(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{printable(str(path))}: not valid JSON ({reason(error)})") from None
    if not isinstance(data, dict):
        raise ValueError(f"{printable(str(path))}: got a {type(data).__name__}, allowed are keys with values")
    return data


def is_taken(place: Path, option: str) -> bool:
    """Return whether there is a file, or a folder with something in it; ValueError in one line if it cannot be seen."""
    try:
        return place.exists() and (not place.is_dir() or any(place.iterdir()))
    except (OSError, ValueError) as error:
        raise ValueError(f"{option}: got {printable(str(place))}, which cannot be used ({reason(error)})") from None


def make_folder(place: Path, option: str) -> list[Path]:
    """Make a folder, and try that files can be written there.

    Args:
        place: the folder; its parents are made as well.
        option: what to call it in messages.

    Returns:
        The folders that were not there before, the innermost first: see `remove_folders`.

    Raises:
        ValueError: in one line, with nothing left behind.
    """
    made: list[Path] = []
    try:
        os.fsencode(place).decode()  # TensorBoard and others take no names but those in UTF-8
        for folder in (place, *place.parents):
            if folder.exists():
                break
            made.append(folder)
        if not made and not place.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "is a file")
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            pass
    except (OSError, ValueError) as error:
        remove_folders(made)
        raise ValueError(
            f"{option}: got {printable(str(place))}, which cannot be written ({reason(error)}); allowed is a folder "
            f"that can be made and written"
        ) from None
    return made


def remove_folders(made: list[Path]) -> None:
    """Remove those of these folders that are empty, the innermost first."""
    for folder in made:
        try:
            folder.rmdir()
        except OSError:
            continue
