"""`run`: one job from JSON to JSON lines."""

from __future__ import annotations

import gc
import json
import os
import sys
import uuid as uuid_module
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from .. import PROTOCOL_VERSION
from ..errors import InputError, explain
from ..schemas import check_job, check_results
from .children import exit_on_sigterm
from .cluster.helpers import has_cluster
from .job import Job, Result
from .notes import split_caveats
from .parallel import further_processes
from .protocol import Emitter
from .threads import set_threads

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


@dataclass(frozen=True)
class Catalogue:
    """What jobs there are. The entry (`catalogue.py` of the package) hands it in: nothing in `runtime` knows a recipe."""

    recipe: Callable[[str], Callable[[Job], Result]]
    """The recipe of a workflow type; raises InputError for a type that it does not know."""
    has_pieces: Callable[[str, bool], bool]
    """Whether a job of this type gets a process for each of its threads, and whether there is a cluster for its pieces."""
    load_for_pieces: Callable[[], None]
    """Loads what the pieces of nearly every job need."""
    warm_up: Callable[[str], None]
    """Loads a type for a warm process; raises ValueError for one that is not warm."""
    others: Mapping[str, Callable[[dict[str, Any], Emitter], dict[str, Any]]]
    """Kinds of jobs that belong to no workflow, by type: from the job and the place to report to, what its result line holds."""


def run(source: str, directory: str, descriptor: int, catalogue: Catalogue) -> int:
    """Run a job; returns the exit status (0 after `result`, 1 after `error`)."""
    return carry_out(source, directory, descriptor, partial(execute, catalogue))


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


def execute(catalogue: Catalogue, job_json: dict[str, Any], threads: int, directory: Path, emitter: Emitter) -> dict[str, Any]:
    """Carry out a job that was read; returns what its result line holds (data, messages, provenance). Raises whatever stops it."""
    if job_json.get("protocol") != PROTOCOL_VERSION:
        raise InputError(f"This worker speaks job protocol {PROTOCOL_VERSION}, the job {job_json.get('protocol')!r}.", field="protocol")
    other = catalogue.others.get(str(job_json.get("type")))
    if other is not None:
        return other(job_json, emitter)
    function = catalogue.recipe(str(job_json.get("type")))
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
        uploaded_heterogens=job_json.get("uploaded_heterogens") or {},
    )
    with further_processes(job, catalogue.load_for_pieces) if catalogue.has_pieces(job.type, has_cluster()) else nullcontext():
        result = function(job)
        machines = job.helpers.most_machines if job.helpers is not None else 0
    check_results(job.type, result.data)
    result.messages, of_steps = split_caveats(result.messages)
    result.caveats += of_steps
    if job.replacements():
        result.provenance["deviations"] = [*job.replacements(), *(result.provenance.get("deviations") or [])]
    if result.provenance:
        result.provenance.setdefault("cores", threads)
        if machines:
            result.provenance["machines"] = machines
        if job.choices():
            result.provenance["choices"] = job.choices()
        if result.caveats:
            result.provenance["caveats"] = result.caveats
    return {"data": result.data, "messages": result.messages, "provenance": result.provenance}
