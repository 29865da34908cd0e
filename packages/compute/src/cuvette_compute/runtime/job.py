"""A job as recipes see it: its data, its steps from earlier attempts, and its way to report."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from .protocol import Emitter, to_line


def now_iso() -> str:
    """The time by the server's clock as ISO 8601 in UTC, with milliseconds.

    The worker says in CUVETTE_CLOCK_OFFSET_MS how far that is ahead of this machine's clock, so that the times of one item agree
    whichever machines computed it. This machine's clock is read once for each job, and a clock that nobody sets goes on from there: a clock
    that is set while a job runs changes none of its times.
    """
    stated = os.environ.get("CUVETTE_CLOCK_OFFSET_MS", "0")
    began, steady = _beginning(os.getpid(), stated)
    return (began + timedelta(seconds=time.monotonic() - steady)).isoformat(timespec="milliseconds")


@cache
def _beginning(process: int, stated: str) -> tuple[datetime, float]:
    """The server's time when this process, a job of its own, first asked for it, and the steady clock's seconds at that moment."""
    try:
        offset = float(stated)
    except ValueError:
        offset = 0.0
    return datetime.now(UTC) + timedelta(milliseconds=offset), time.monotonic()


def host_name() -> str:
    """The name of the machine that computes."""
    return platform.node() or "unknown"


def input_hash(inputs: Any) -> str:
    """A short hash of everything that a step's result depends on."""
    return hashlib.sha256(json.dumps(inputs, sort_keys=True, allow_nan=False, default=str).encode()).hexdigest()[:16]


class FurtherProcesses(Protocol):
    """What carries out tasks of a job beside its own process (`helpers.py`, `cluster/helpers.py`)."""

    machines: int
    """How many machines of a cluster carry them out at the moment; 0 without one."""
    most_machines: int
    """How many there were at most at a time."""

    def begin(self, task: Task) -> Task:
        """Give a task to the next process that is free."""
        ...

    def drop(self, tasks: Sequence[Task]) -> None:
        """Forget those of the tasks that no process has yet."""
        ...

    def finished(self, tasks: Sequence[Task]) -> Iterator[Task]:
        """The tasks as they end, in whichever order."""
        ...


@dataclass
class Job:
    """One attempt at one workflow."""

    uuid: str
    attempt: int
    type: str
    data: dict[str, Any]
    options: dict[str, Any]
    threads: int
    seed: int
    steps: dict[str, Any]
    directory: Path
    emitter: Emitter
    proteins: dict[str, Any] = field(default_factory=dict)
    """Structures of the platform's proteins that the data name, by identifier, in core's shape `Pdb`."""
    uploaded_heterogens: dict[str, Any] = field(default_factory=dict)
    """For proteins that were prepared: `non_polymer` and `branched` of the uploaded structure, by identifier."""
    started_at: str = field(default_factory=now_iso)
    helpers: FurtherProcesses | None = None
    """The job's further processes, where it has more than one thread and a recipe with independent pieces (`parallel.py`)."""
    _share: tuple[float, float] = (0.0, 100.0)
    _directories: int = 0

    def replacements(self) -> list[dict[str, str]]:
        """Return what the server replaced in the submission because nothing here runs it, as deviations."""
        given = self.options.get("replacements")
        return [
            {
                "kind": "substitution",
                "what": str(one.get("text") or str(one.get("action")).removeprefix("Use ") + " was used"),
                "reason": str(one.get("reason")),
            }
            for one in (given if isinstance(given, list) else [])
            if isinstance(one, dict)
        ]

    def choices(self) -> list[dict[str, Any]]:
        """Settings that nobody chose and that the server filled by the expected time, as it recorded them."""
        given = self.options.get("choices")
        return [one for one in (given if isinstance(given, list) else []) if isinstance(one, dict)]

    def log(self, text: str) -> None:
        """A line for the attempt's log."""
        self.emitter.log(text)

    def progress(self, stage: str, done: int, total: int, fraction: float | None = None) -> None:
        """Report progress inside the current share of the job; `fraction` (0 to 1) defaults to done/total."""
        if fraction is None:
            fraction = done / total if total else 1.0
        start, end = self._share
        self.emitter.progress(stage, done, total, start + (end - start) * max(0.0, min(1.0, fraction)))

    def cycle(self, number: int) -> None:
        """Tell of a cycle of a self-consistent field, the only sign of life inside one large calculation."""
        self.emitter.inside(f"cycle {number} of the self-consistent field")

    @contextmanager
    def share(self, start: float, end: float):
        """Let the block's progress run from `start` to `end` (fractions 0 to 1) of the current share."""
        outer = self._share
        width = outer[1] - outer[0]
        self._share = (outer[0] + width * start, outer[0] + width * end)
        try:
            yield
        finally:
            self._share = outer

    def step(self, name: str, inputs: Any, compute: Callable[[], Any]) -> Any:
        """The result of a resumable piece of work: stored by an earlier attempt, or computed now and sent for storing.

        The key is the name and a hash of the inputs, so that changed inputs never meet an old result. The result is passed
        through JSON in both cases: a resumed run sees exactly what the first run saw.
        """
        key = f"{name}/{input_hash(inputs)}"
        if key in self.steps:
            self.log(f"{name}: taken from an earlier attempt")
            return self.steps[key]
        event = {"event": "step", "key": key, "result": compute()}
        # What was written is read again; a process that only hands events on writes nothing.
        return json.loads(self.emitter.send(event) or to_line(event))["result"]

    def has_step(self, name: str, inputs: Any) -> bool:
        """Whether an earlier attempt stored this piece of work."""
        return f"{name}/{input_hash(inputs)}" in self.steps

    def calculation_uuid(self, name: str) -> str:
        """The same for each attempt: uuid5 of the workflow's uuid and the step's name."""
        return str(uuid.uuid5(uuid.UUID(self.uuid), name))

    def calculation(self, name: str, calculation: dict[str, Any]) -> str:
        """Send a calculation (again, if it changed) and return its uuid."""
        identifier = self.calculation_uuid(name)
        self.emitter.send({"event": "calculation", "uuid": identifier, "calculation": calculation})
        return identifier

    def partial(self, data: dict[str, Any]) -> None:
        """Results so far, merged into the item's data."""
        self.emitter.send({"event": "partial", "data": data})

    def protein(self, name: str, structure: dict[str, Any], ancestor: str | None = None, pocket: list[list[float]] | None = None) -> str:
        """Make a structure (core's shape `Pdb`) a protein of the item's project; returns its uuid, which the item's data then name.

        The uuid follows from the item and the structure: the same structure in a later attempt is the same protein. `name` is what people
        read; `ancestor` is the uuid of the platform's protein that it was made from; `pocket` is its box (centre and edges, Å).
        """
        identifier = str(uuid.uuid5(uuid.UUID(self.uuid), f"protein/{input_hash(structure)}"))
        line = {"event": "protein", "uuid": identifier, "name": name[:200], "structure": structure, "ancestor_uuid": ancestor}
        self.emitter.send(line | ({"pocket": pocket} if pocket else {}))
        return identifier

    def keep(self, name: str, inputs: Any, result: Any) -> None:
        """Store how far a long piece of work is, in place of what was stored under this name before; `kept` reads it in a later attempt."""
        self.emitter.send({"event": "step", "key": f"{name}/{input_hash(inputs)}", "result": result})

    def kept(self, name: str, inputs: Any) -> Any:
        """Return what an earlier attempt stored last with `keep`; None where it stored nothing."""
        return self.steps.get(f"{name}/{input_hash(inputs)}")

    def file(self, name: str, kind: str, path: Path, media_type: str = "application/octet-stream", **details: Any) -> None:
        """Hand a large file of the job's directory to the item; one of the same name is replaced.

        The file must be whole and stay until the job ends. `kind` is "trajectory" (little-endian float32 positions in Å, frame after frame;
        details replicate, num_atoms, num_frames), "orbitals" (a JSON object; detail keys) or "msa" (detail msa_format).
        """
        relative = str(path.resolve().relative_to(self.directory))
        self.emitter.send({"event": "file", "name": name, "kind": kind, "media_type": media_type, "path": relative, "details": details})

    def apart(self, emitter: Any, directory: Path) -> Job:
        """The same job for one of several processes: it reports through `emitter`, writes in `directory`, and computes on one thread."""
        return replace(self, emitter=emitter, directory=directory, threads=1, helpers=None, _share=(0.0, 100.0), _directories=0)

    def new_directory(self, name: str) -> Path:
        """A fresh directory for one engine's files, inside the job's own."""
        self._directories += 1
        path = self.directory / f"{self._directories:05d}-{name}"
        path.mkdir()
        return path


@dataclass(eq=False)
class Task:
    """One piece of work for a further process: `function(job, item)`, with the job whose emitter and directory it reports to."""

    job: Job
    function: Callable[[Job, Any], Any]
    item: Any
    # The directory of each process, by its number, for all tasks of the same work.
    directories: dict[int, Path] = field(default_factory=dict)
    name: str = "piece"
    # Called with the result as soon as it has come.
    heard: Callable[[Any], None] | None = None
    # Whether it is to be done on this machine, as another one would not make the job faster.
    near: bool = False
    done: bool = False
    result: Any = None
    error: BaseException | None = None

    def end(self, result: Any = None, error: BaseException | None = None) -> None:
        """Keep how it has ended, and tell who waits for its result."""
        self.result, self.error, self.done = result, error, True
        if error is None and self.heard is not None:
            self.heard(result)


@dataclass
class Result:
    """The end of a job: the result keys of its data, messages for the item, and the item's provenance."""

    data: dict[str, Any]
    provenance: dict[str, Any]
    messages: list[dict[str, str]] = field(default_factory=list)
    caveats: list[dict[str, Any]] = field(default_factory=list)
    """What a reader must know of the numbers (`stage.caveat`); kept in the item's provenance."""
