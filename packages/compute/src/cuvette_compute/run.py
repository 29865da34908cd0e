"""`run`: one job from JSON to JSON lines."""

from __future__ import annotations

import gc
import json
import os
import sys
import uuid as uuid_module
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from . import PROTOCOL_VERSION
from .children import exit_on_sigterm
from .errors import InputError, explain
from .protocol import Emitter

_THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
MAX_THREADS = 256
# The one kind of job that belongs to no workflow.
PROTEIN_PREPARATION = "protein_preparation"
_OBJECTS_BETWEEN_COLLECTIONS = 20_000


def read_job(source: str) -> dict[str, Any]:
    """Read the job from a file, or from standard input for "-". Raises InputError."""
    try:
        text = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        value = json.loads(text, parse_constant=_refuse_constant)
    except (OSError, ValueError, RecursionError) as error:
        raise InputError("The job could not be read.", detail=str(error)) from error
    if not isinstance(value, dict):
        raise InputError("The job is not a JSON object.")
    return value


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number that JSON allows")


def set_threads(value: Any) -> int:
    """Give the numerical libraries their threads; only effective before they are loaded. Returns the number."""
    threads = value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_THREADS else 1
    for name in _THREAD_VARIABLES:
        os.environ[name] = str(threads)
    os.environ.setdefault("OMP_STACKSIZE", "1G")
    return threads


def run(source: str, directory: str, descriptor: int) -> int:
    """Run a job; returns the exit status (0 after `result`, 1 after `error`)."""
    return carry_out(source, directory, descriptor, _execute)


def carry_out(source: str, directory: str, descriptor: int, execute: Callable[[dict[str, Any], int, Path, Emitter], dict[str, Any]]) -> int:
    """Read a job, carry it out with its directory as home, and print its result or why there is none; returns the exit status.

    `execute` gets the job, its threads, the directory and where to report, and gives what the result line holds.
    """
    emitter = Emitter(descriptor)
    exit_on_sigterm(emitter.lock)
    try:
        job_json = read_job(source)
        threads = set_threads(job_json.get("threads", 1))
        path = Path(directory).resolve()
        path.mkdir(parents=True, exist_ok=True)
        os.environ["HOME"] = str(path)
        os.chdir(path)
        emitter.send({"event": "result", **execute(job_json, threads, path, emitter)})
        return 0
    except BrokenPipeError:
        return 1
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        explained = explain(error)
        emitter.send(
            {
                "event": "error",
                "error_class": explained.error_class,
                "message": explained.message,
                "detail": explained.detail,
                "field": explained.field,
            }
        )
        return 1


def _collect_rarely() -> None:
    """Let Python look seldom for rings of dead objects, and never among what is loaded: records are large, and hardly any is a ring."""
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, 20, 20)


def _execute(job_json: dict[str, Any], threads: int, directory: Path, emitter: Emitter) -> dict[str, Any]:
    from .job import Job
    from .parallel import further_processes
    from .recipes import has_pieces, recipe
    from .schemas import check_job, check_results

    if job_json.get("protocol") != PROTOCOL_VERSION:
        raise InputError(f"This worker speaks job protocol {PROTOCOL_VERSION}, the job {job_json.get('protocol')!r}.", field="protocol")
    if job_json.get("type") == PROTEIN_PREPARATION:
        return _prepare_protein(job_json, emitter)
    function = recipe(str(job_json.get("type")))
    _collect_rarely()
    check_job(job_json)
    try:
        identifier = str(uuid_module.UUID(str(job_json.get("uuid"))))
    except ValueError as error:
        raise InputError("The job has no usable uuid.", field="uuid") from error
    data, options, steps = job_json.get("data"), job_json.get("options") or {}, job_json.get("steps") or {}
    if not isinstance(data, dict) or not isinstance(options, dict) or not isinstance(steps, dict):
        raise InputError("The job's data, options and steps must be objects.")
    seed = job_json.get("seed")
    job = Job(
        uuid=identifier,
        attempt=int(job_json.get("attempt") or 1),
        type=str(job_json["type"]),
        data=data,
        options=options,
        threads=threads,
        seed=seed % 2**31 if isinstance(seed, int) and not isinstance(seed, bool) else 42,
        steps=steps,
        directory=directory,
        emitter=emitter,
        proteins=job_json.get("proteins") or {},
    )
    with further_processes(job) if has_pieces(job.type, data) else nullcontext():
        result = function(job)
    check_results(job.type, result.data)
    if job.replacements():
        result.provenance["deviations"] = [*job.replacements(), *(result.provenance.get("deviations") or [])]
    if result.provenance:
        result.provenance.setdefault("cores", threads)
    return {"data": result.data, "messages": result.messages, "provenance": result.provenance}


def _prepare_protein(job_json: dict[str, Any], emitter: Emitter) -> dict[str, Any]:
    from .proteins import prepare_protein

    return prepare_protein(job_json, emitter)
