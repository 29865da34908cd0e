"""`warm`: a process that has loaded what short recipes need, and forks a child for each job. The protocol is in PROTOCOL.md.

What a start of Python and its libraries costs (about a second of a processor) is paid once. A job is a process of its own all the same,
with its directory, its limits and its output: a crash ends that one. It begins as this process was before any job.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from ..schemas import validator
from . import landlock, walls
from .protocol import to_line
from .run import Catalogue, run
from .threads import set_threads

CONTROL = 4
"""The descriptor on which the worker asks for jobs and gets how they ended; no job has it."""


def load(name: str, catalogue: Catalogue) -> None:
    """Load the recipe of a type with everything that is the same for each of its jobs. Raises ValueError for one that is not warm."""
    catalogue.warm_up(name)
    for schema in ("job", f"settings/{name}", f"results/{name}"):
        validator(schema)
    # Objects that are here stay: a child's collector does not write to their pages, which would copy them.
    gc.collect()
    gc.freeze()


Shut = Literal["walls", "rules"]
"""What shuts each job in: namespaces of its own, or rules of its own within those of this process (`landlock.py`)."""


def serve(descriptor: int, shut: Shut | None, catalogue: Catalogue) -> int:
    """Carry out jobs as the control channel asks for them until it is closed; returns the exit status.

    `descriptor` is where jobs print their lines. Nothing is served where what shuts jobs in does not hold.
    """
    set_threads(1)
    # A stop is the job's to obey; this process ends after it.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    loaded: set[str] = set()
    walls.hide_memory()
    # What a job leaves running is found and ended after it, also where no walls do so.
    walls.adopt_orphans()
    problem = try_walls(CONTROL) if shut == "walls" else None
    _tell({"ready": problem is None, "reason": problem})
    if problem is not None:
        return 1
    with open(CONTROL, "rb", closefd=False) as control:
        while line := control.readline():
            request = json.loads(line)
            if "flush" in request:
                # All that jobs printed lies before this.
                for place in (descriptor, 2):
                    _write_all(place, f"\n{request['flush']}\n".encode())
                continue
            if request["type"] not in loaded:
                loaded.add(request["type"])
                _load_or_leave(request["type"], catalogue)
            status, peak = _fork(lambda request=request: _carry_out(request, descriptor, shut, catalogue))
            walls.end_children()
            _tell({"status": status, "peak_kb": peak})
            if signal.SIGTERM in signal.sigpending():
                return 143
    return 0


def _load_or_leave(name: str, catalogue: Catalogue) -> None:
    """Load a type before its first job. What cannot be loaded is left to the job, which says so to a person."""
    with contextlib.suppress(Exception):
        load(name, catalogue)


def _tell(value: dict[str, Any]) -> None:
    _write_all(CONTROL, to_line(value))


def _write_all(descriptor: int, text: bytes) -> None:
    while text:
        text = text[os.write(descriptor, text) :]


def _fork(work: Callable[[], int]) -> tuple[int, int]:
    """Do the work in a child; its exit status (128 + n after signal n) and the most memory in kB that it or one of its own held."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            walls.die_with_parent()
            status = work()
        except BaseException as error:
            _write_all(2, f"{type(error).__name__}: {error}\n".encode())
        finally:
            os._exit(status)
    _, ended, usage = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(ended)
    return (128 - code if code < 0 else code), usage.ru_maxrss


def _carry_out(request: dict[str, Any], descriptor: int, shut: Shut | None, catalogue: Catalogue) -> int:
    """The job's child: limits, walls, then the job as `run` carries it out."""
    os.close(CONTROL)
    directory = Path(request["directory"])
    seconds = int(request["cpu_seconds"])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    os.environ.update(request["environment"])
    tempfile.tempdir = None

    def job() -> int:
        return run(str(directory / "job.json"), str(directory), descriptor, catalogue)

    if shut == "rules":
        landlock.write_only_in(directory)
    return walled(directory, job) if shut == "walls" else job()


def walled(directory: Path, work: Callable[[], int]) -> int:
    """Do the work behind walls, as the second process of a tree of its own: the first takes up what the job leaves, and ends with it."""
    walls.leave_namespaces()

    def first() -> int:
        walls.build(directory.parent, directory)
        return _fork(work)[0]

    return _fork(first)[0]


def try_walls(control: int) -> str | None:
    """Why walls do not hold here, or None: a child tries them as a job would, without the channel `control`."""
    jobs = Path.cwd()
    with tempfile.TemporaryDirectory(dir=jobs) as other, tempfile.TemporaryDirectory(dir=jobs) as own:
        Path(other, "secret").write_text("")
        read, write = os.pipe()

        def trial() -> int:
            os.close(control)

            def look() -> int:
                found = walls.gaps(jobs, Path(own))
                os.write(write, "; ".join(found or ["whole"]).encode())
                return 0

            try:
                return walled(Path(own), look)
            except OSError as error:
                os.write(write, str(error).encode())
                return 1

        _fork(trial)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            text = pipe.read().decode()
    return None if text == "whole" else text or "a walled process ended without a word"
