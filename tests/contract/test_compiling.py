"""What is said about compiling, and when it is no longer said."""

from __future__ import annotations

from pathlib import Path

import pytest

import envs.nineteen61
from envs.core.compiling import COMPILED, cache_folder, mark_complete

FOLDER = Path(envs.nineteen61.__file__).parent


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in plain Python")
def test_every_process_says_that_it_compiles_until_all_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MANORFARM_CACHE_DIR", str(tmp_path))
    told = []
    try:
        for _ in range(3):
            cache_folder.cache_clear()  # as in another process
            cache_folder(FOLDER)
            told.append("compiling nineteen61" in capsys.readouterr().err)
            if len(told) == 2:
                mark_complete(FOLDER)
    finally:
        cache_folder.cache_clear()
    assert told == [True, True, False]
