"""External programs, run to their end in a job's directory: a clean environment, a limit of time, and their output where they fail."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ..errors import ComputeError, RandomError
from .children import running

_TOLD = 4000
# Seconds between two looks at a program that runs: what it has written so far is asked for this often.
_LOOK = 0.5


def run_program(
    title: str,
    command: Sequence[str],
    directory: Path,
    *,
    seconds: float,
    environment: Mapping[str, str],
    watch: Callable[[], None] | None = None,
    log_name: str = "program.log",
) -> str:
    """Run a program to its end and return its log, which stays in `directory`.

    `title` is what people call it; `watch` is called now and then meanwhile, to report how far it is. Raises ComputeError with the last
    line of its output where its status is not 0, RandomError where a signal or the limit of time (`seconds`) ended it.
    """
    path = directory / log_name
    with path.open("wb") as log:
        with running(
            subprocess.Popen(
                [*command],
                cwd=directory,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=_obey_sigterm,
            )
        ) as process:
            ends = time.monotonic() + seconds
            while True:
                try:
                    status = process.wait(min(_LOOK, max(0.01, ends - time.monotonic())))
                    break
                except subprocess.TimeoutExpired:
                    if time.monotonic() >= ends:
                        _end_with_children(process.pid)
                        words = f"{title} did not end within {_duration(seconds)} and was stopped."
                        raise RandomError(words, detail=_end_of(path)) from None
                    if watch is not None:
                        watch()
    text = path.read_text("utf-8", "replace")
    if status < 0:
        raise RandomError(f"{title} was ended by the signal {signal.Signals(-status).name}.", detail=text[-_TOLD:])
    if status > 0:
        raise ComputeError(f"{title} failed with status {status}: {last_line(text)}", detail=text[-_TOLD:])
    return text


def last_line(text: str) -> str:
    """The last line with words in it."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:300] if lines else "it printed nothing"


def _end_of(path: Path) -> str:
    with contextlib.suppress(OSError):
        return path.read_text("utf-8", "replace")[-_TOLD:]
    return ""


def _duration(seconds: float) -> str:
    return f"{seconds / 3600:g} hours" if seconds >= 7200 else f"{seconds:g} seconds"


def _obey_sigterm() -> None:
    """In the child: the signals that this process holds back for itself arrive there."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def _end_with_children(pid: int) -> None:
    """Kill a process and all that it started; they stay in the job's process group, which must live on."""
    found: set[int] = set()
    while fresh := _tree(pid) - found:
        found |= fresh
        # Stopped first: what still runs could start another process between the look and the kill.
        for one in fresh:
            with contextlib.suppress(OSError):
                os.kill(one, signal.SIGSTOP)
    for one in found:
        with contextlib.suppress(OSError):
            os.kill(one, signal.SIGKILL)


def _tree(pid: int) -> set[int]:
    """A process and all that descend from it, as they are now."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    waiting, found = [pid], set()
    while waiting:
        one = waiting.pop()
        found.add(one)
        waiting += children.get(one, [])
    return found
