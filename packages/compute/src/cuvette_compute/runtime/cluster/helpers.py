"""The job's side: its pieces go to a Dask cluster while that has machines for them, and to the further processes here while it has none.

Both compute on one thread and with the same seeds, so that it makes no difference to a result which of them does a piece. Until the first
machine of the cluster is there, and after the last one is gone, pieces run here: a cluster that goes away costs the pieces that were under
way on it, which are done again. Steps are passed on as they come and belong to the item from then on.
"""

from __future__ import annotations

import itertools
import json
import os
import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from ...errors import RandomError
from ..helpers import Helpers
from ..job import Job, Task
from .channel import Channel

CHANNEL = "CUVETTE_CLUSTER_CHANNEL"
"""The variable with the number of the inherited descriptor that leads to the bridge."""


def has_cluster() -> bool:
    """Whether the worker gave this job a channel to a bridge."""
    return CHANNEL in os.environ


def channel_here() -> Channel | None:
    """The channel to the bridge, where the worker gave this job one. It is taken once: no other process of the job uses it."""
    stated = os.environ.pop(CHANNEL, "")
    return Channel(int(stated)) if stated.isdigit() else None


class ClusterHelpers(Helpers):
    """The further processes of a job that may use a cluster."""

    def __init__(self, job: Job, count: int, channel: Channel) -> None:
        super().__init__(job, count)
        self._channel: Channel | None = channel
        self._count = count
        self._asked = 0
        self.most_machines = 0
        """How many machines of the cluster there were at most at a time."""
        self._job = job
        self._away: dict[int, Task] = {}
        self._numbers = itertools.count()
        # Kept alive, so that no other function gets the identity of one.
        self._functions: dict[int, Callable[..., Any]] = {}
        sent = replace(job, emitter=None, helpers=None, directory=Path(), threads=1)
        self._send({"kind": "session", "clock_offset_ms": os.environ.get("CUVETTE_CLOCK_OFFSET_MS", "0")}, pickle.dumps(sent))

    def drop(self, tasks: Sequence[Task]) -> None:
        """Forget those of the tasks that did not begin here, wherever they are."""
        super().drop(tasks)
        numbers = [number for number, task in self._away.items() if any(task is one for one in tasks)]
        for number in numbers:
            self._away.pop(number).done = True
        if numbers:
            self._send({"kind": "drop", "tasks": numbers})

    def close(self) -> None:
        """End the processes here, and the use of the cluster: the bridge notices that nobody listens any more."""
        self._leave()
        super().close()

    def _give(self) -> None:
        while self._channel is not None and self._channel.poll(0):
            self._hear_cluster()
        if self.machines:
            # A round that this machine does at once gains nothing from others.
            for task in [task for task in self._waiting if not task.near]:
                self._waiting.remove(task)
                self._send_away(task)
        super()._give()

    def _send_away(self, task: Task) -> None:
        number, name = next(self._numbers), id(task.function)
        if name not in self._functions:
            self._functions[name] = task.function
            self._send({"kind": "function", "function": name}, pickle.dumps(task.function))
        self._away[number] = task
        self._send({"kind": "task", "task": number, "function": name}, pickle.dumps(task.item))

    def _ask_for_machines(self) -> None:
        """Say how many pieces a cluster could take, where it has no machine yet: one of a batch system grows by it."""
        pieces = sum(not task.near for task in self._waiting)
        if not self.machines and pieces > self._asked:
            self._asked = pieces
            self._send({"kind": "want", "pieces": pieces})

    def _listen(self) -> None:
        self._ask_for_machines()
        busy = [helper for helper in self._helpers if helper.task is not None]
        channel = self._channel.reading if self._channel else None
        ready = wait([*(helper.connection for helper in busy), *([channel] if channel else [])])
        if channel in ready:
            self._hear_cluster()
        for helper in busy:
            if helper.connection in ready:
                self._hear(helper)
        self._give()

    def _hear_cluster(self) -> None:
        """Read one message of the bridge."""
        try:
            head, body = self._channel.receive() if self._channel else ({}, b"")
        except (EOFError, OSError, ValueError):
            self._lose("The process that speaks with the Dask cluster has ended.")
            return
        kind, task = head.get("kind"), self._away.get(head.get("task", -1))
        if kind == "machines":
            self.machines = head["machines"]
            self.most_machines = max(self.most_machines, self.machines)
        elif kind == "log":
            self._job.log(head["text"])
        elif kind == "gone":
            self._lose(head["reason"])
        elif kind == "back":
            self._take_back(head["tasks"])
        elif task is not None and kind == "event":
            task.job.emitter.send(json.loads(body))
        elif task is not None and kind in ("result", "error", "failed"):
            del self._away[head["task"]]
            self._end(task, kind, body, head)

    def _end(self, task: Task, kind: str, body: bytes, head: dict[str, Any]) -> None:
        """A piece has ended there. What is unpickled here was pickled by a process that carries out pieces of this very job."""
        if kind == "result":
            task.end(pickle.loads(body))
        else:
            task.end(error=pickle.loads(body) if kind == "error" else RandomError(head["reason"]))

    def _take_back(self, numbers: Sequence[int]) -> None:
        """Pieces that no machine of the cluster does wait again, before all others."""
        back = [self._away.pop(number) for number in numbers if number in self._away]
        self._waiting.extendleft(reversed(back))

    def _lose(self, reason: str) -> None:
        """Go on without the cluster."""
        if self._channel is None:
            return
        self._leave()
        words = "process" if self._count == 1 else "processes"
        self._job.log(f"{reason} The pieces of this job run on this machine, in {self._count} {words}.")
        self._take_back(sorted(self._away))

    def _leave(self) -> None:
        channel, self._channel = self._channel, None
        self.machines = 0
        if channel is not None:
            channel.close()

    def _send(self, head: dict[str, Any], body: bytes = b"") -> None:
        if self._channel is None:
            return
        try:
            self._channel.send(head, body)
        except OSError:
            # What it has ended is read as the end of the channel.
            return
