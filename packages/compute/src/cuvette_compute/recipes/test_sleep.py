"""A recipe for tests of servers and workers, known only where CUVETTE_TEST_RECIPES=1: sleeps in steps, or misbehaves.

data: {"seconds": n, "behaviour": "ok" | "crash" | "hang" | "spam" | "exit" | "error" | "poison" | "look",
"error_class": ..., "message": ..., "files": false for a poison that leaves none}.
Each second is a stored step, so that resuming can be observed, and a partial result.
"""

from __future__ import annotations

import builtins
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from rdkit import Chem

from ..errors import ComputeError, InputError
from ..runtime.job import Job, host_name, now_iso
from . import Result

_CLASSES = ("input_error", "resource_error", "convergence_error", "random_error", "compute_lost", "unknown_error")


def run(job: Job) -> Result:
    """Sleep `seconds` in steps of one second, then end as the settings ask; a crash or hang happens after half of the steps."""
    seconds = job.data.get("seconds", 1)
    behaviour = job.data.get("behaviour", "ok")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= 86_400:
        raise InputError(f"The seconds must be between 0 and 86400, not {seconds!r}.", field="seconds")
    count = int(seconds)
    slept = 0
    for index in range(count):
        job.progress("Sleeping", index, count)
        if not job.has_step(f"second/{index}", index):
            slept += 1
        job.step(f"second/{index}", index, lambda index=index: _sleep_one(index, job.attempt))
        job.partial({"seconds_so_far": index + 1})
        if behaviour != "ok" and index + 1 >= (count + 1) // 2:
            break
    _behave(job, behaviour)
    job.progress("Sleeping", count, count)
    provenance = {
        "stages": [],
        "deviations": [],
        "seed": None,
        "host": host_name(),
        "started_at": job.started_at,
        "ended_at": now_iso(),
    }
    return Result({"slept": slept, "steps": count, "attempt": job.attempt}, provenance)


def _sleep_one(index: int, attempt: int) -> dict[str, Any]:
    time.sleep(1.0)
    return {"second": index, "attempt": attempt}


def _behave(job: Job, behaviour: str) -> None:
    if behaviour == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
        time.sleep(60)
    elif behaviour == "hang":
        _ignore_sigterm()
        job.log("Nothing but SIGKILL ends this now.")
        while True:
            time.sleep(3600)
    elif behaviour == "spam":
        line = "spam " * 200
        while True:
            job.log(line)
            print(line, file=sys.stderr)
    elif behaviour == "exit":
        os._exit(3)
    elif behaviour == "error":
        error = ComputeError(str(job.data.get("message") or "The test recipe was told to fail."))
        asked = str(job.data.get("error_class") or "unknown_error")
        error.error_class = asked if asked in _CLASSES else "unknown_error"
        raise error
    elif behaviour == "poison":
        _poison(files=job.data.get("files") is not False)
    elif behaviour == "look":
        raise ComputeError(f"Found: {', '.join(_poisoned()) or 'nothing'}.")
    elif behaviour != "ok":
        raise InputError(f"The behaviour {behaviour!r} is not known.", field="behaviour")


_POISON = "cuvette-poison"


def _places() -> list[Path]:
    """Where a job could leave something for the next: the folder of all jobs among them."""
    return [Path(place) / _POISON for place in (Path.cwd().parent, Path.home().parent, "/tmp", "/dev/shm", "/run")]


def _poison(files: bool) -> None:
    """Leave all that could change the next job of the same process: objects of this one, its environment, a process, and files."""
    setattr(builtins, _POISON, True)
    os.environ[_POISON] = "1"
    Chem.MolFromSmiles = lambda *_, **__: None
    for place in _places() if files else ():
        with contextlib.suppress(OSError):
            place.write_text("")
    quiet = subprocess.DEVNULL
    subprocess.Popen(["sleep", "277"], start_new_session=True, stdin=quiet, stdout=quiet, stderr=quiet)


def _poisoned() -> list[str]:
    """What `_poison` left and this job finds."""
    found = [name for name, there in (("objects", hasattr(builtins, _POISON)), ("environment", _POISON in os.environ)) if there]
    if Chem.MolFromSmiles("C") is None:
        found.append("chemistry")
    return found + [str(place) for place in _places() if place.exists()]


def _ignore_sigterm() -> None:
    """Undo the prompt exit on SIGTERM, as a stuck program would: only SIGKILL ends this process then."""
    from ..runtime.children import ignore_sigterm

    ignore_sigterm()
