"""What the workers of training_speed.py share: clocks around parts of a trainer, and the talk with the driver.

It needs nothing but Python, so that it also runs in the environment of a peer.

A worker says in a first line of JSON what it has built, or why it could not. For every number of seconds that it then
reads, it makes updates for about so long and says in one line how many decisions it learned from, and what took how
much of the time.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

ENVIRONMENT, INFERENCE, LEARNING = "environment", "inference", "learning"
PARTS = (ENVIRONMENT, INFERENCE, LEARNING)


class Parts:
    """Seconds by part, taken by wrapping methods from outside.

    Attributes:
        seconds: part -> seconds so far. Parts in several threads at once count once for each.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._lock = threading.Lock()

    def add(self, part: str, seconds: float) -> None:
        """Count seconds of a part."""
        with self._lock:
            self.seconds[part] += seconds

    def wrap(self, owner: Any, name: str, part: str) -> None:
        """Let the time of every call of `owner.name` count for `part`."""
        inner = getattr(owner, name)

        def timed(*arguments: Any, **named: Any) -> Any:
            start = time.perf_counter()
            try:
                return inner(*arguments, **named)
            finally:
                self.add(part, time.perf_counter() - start)

        setattr(owner, name, timed)


class Built:
    """What a worker has set up.

    Args:
        update: makes one update and returns how many decisions it learned from.
        parameters: of the network.
        parts: is written by `update`.
        about: what else is to be known of the setting, in words.
    """

    def __init__(self, update: Callable[[], int], parameters: int, parts: Parts, about: str = "") -> None:
        self.update, self.parameters, self.parts, self.about = update, parameters, parts, about

    def run(self, seconds: float) -> dict[str, Any]:
        """Make whole updates until `seconds` are over, at least one; return decisions, seconds, seconds by part."""
        self.parts.seconds.clear()
        decisions, start = 0, time.perf_counter()
        while not decisions or time.perf_counter() - start < seconds:
            decisions += self.update()
        return {
            "decisions": decisions,
            "seconds": time.perf_counter() - start,
            "parts": dict(self.parts.seconds),
        }


def use_cores(cores: int) -> None:
    """Keep this process to so many cores, where the system allows it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:cores]))


def serve(build: Callable[[], Built]) -> int:
    """Be a worker; return the exit code. What libraries print goes to stderr."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    try:
        built = build()
    except ImportError as error:
        say({"missing": " ".join(str(error).split())})
        return 0
    built.run(0)  # what is compiled or filled once is so now
    say({"parameters": built.parameters, "about": built.about})
    for line in sys.stdin:
        say(built.run(float(line)))
    return 0
