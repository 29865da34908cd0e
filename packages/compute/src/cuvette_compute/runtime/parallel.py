"""Independent pieces of a job on all of its cores, or on the machines of a Dask cluster.

Conformers, spin states, fragments and ions need nothing from each other. With one thread they run in turn in this process. With more, the
job has as many further processes (`helpers.py`) that take the next piece as they become free; what they report passes through this
process, so that steps, calculations and their order on the wire are those of one job. Each piece then computes on one core: for small
molecules many single-core pieces are faster than threads inside one. GFN2-xTB gains nothing from a second thread at thirty atoms.

Where the worker has a Dask cluster (`cluster/`), pieces go there, in rounds of more than this machine does at once.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from .cluster.helpers import ClusterHelpers, channel_here
from .helpers import Helpers
from .job import Job, Task

Item = TypeVar("Item")
Result = TypeVar("Result")

# On a cluster the count is part of the stage, which therefore changes with each piece.
_SECONDS_BETWEEN_COUNTS = 0.2


@contextlib.contextmanager
def further_processes(job: Job, load: Callable[[], None]) -> Iterator[None]:
    """Give a job of several threads its further processes while the block runs; to be entered before anything has computed.

    `load` loads what all of them need; it is called before they are forked. A job whose worker has a cluster has one of them at least.
    """
    channel = channel_here()
    if job.threads < 2 and channel is None:
        yield
        return
    if channel is not None:
        # The bridge loads its libraries while this process loads those of the engines.
        channel.send({"kind": "hello"})
    load()
    helpers = Helpers(job, job.threads) if channel is None else ClusterHelpers(job, job.threads, channel)
    job.helpers = helpers
    try:
        yield
    finally:
        helpers.close()
        job.helpers = None


def each(
    job: Job,
    function: Callable[[Job, Item], Result],
    items: Sequence[Item],
    words: str,
    name: str = "piece",
    size: Callable[[Item], float] | None = None,
    *,
    things: str = "pieces",
) -> list[Result]:
    """The results of `function(job, item)` for each item, in the order of the items.

    `function` is a module's own function (or a `functools.partial` of one, whose arguments all items share); items and results can be
    pickled. `words` says in the progress what is done to all ("Optimizing spin states"), and `things` what they are ("spin states"); in
    turn, each piece reports its own progress inside its share. With `size`, larger items begin first, so that no core waits long for the
    last one. The first exception ends the work and is raised.
    """
    return Crew(job, function, words, name, size, things=things).map(items)


class Crew:
    """One kind of work on a job's processes, in one round or several; `each` is a crew of one round."""

    def __init__(
        self,
        job: Job,
        function: Callable[[Job, Any], Any],
        words: str,
        name: str = "piece",
        size: Callable[[Any], float] | None = None,
        *,
        things: str = "pieces",
    ) -> None:
        self._job, self._function, self._words, self._name, self._size = job, function, words, name, size
        self._things = things
        self._directories: dict[int, Path] = {}
        self._counted = 0.0

    def map(self, items: Sequence[Any]) -> list[Any]:
        """The results for each item, in their order."""
        if self._job.helpers is None or len(items) < 2:
            return self._in_turn(items)
        size = self._size
        order = sorted(range(len(items)), key=lambda place: -size(items[place])) if size else range(len(items))
        near = len(items) <= self._job.threads
        tasks = {place: self.begin(items[place], near=near) for place in order}
        for _ in self.finished(list(tasks.values())):
            pass
        return [tasks[place].result for place in range(len(items))]

    def begin(self, item: Any, heard: Callable[[Any], None] | None = None, *, near: bool = False) -> Task:
        """Begin one item beside what this process does next; `heard` is called with its result as soon as it has come.

        Where the job has no further process the item is done at once. One that is `near` is done on this machine.
        """
        task = Task(self._job, self._function, item, self._directories, self._name, heard, near)
        if self._job.helpers is not None:
            return self._job.helpers.begin(task)
        task.result, task.done = self._function(self._job, item), True
        if heard:
            heard(task.result)
        return task

    def finished(self, tasks: Sequence[Task], before: int = 0) -> Iterator[Task]:
        """The tasks that were begun, as they end. The first exception of one ends the work and is raised.

        `before` is how many things of this kind were done before: the progress counts them too.
        """
        if self._job.helpers is None:
            yield from tasks
            return
        self._count(before, before + len(tasks))
        error: BaseException | None = None
        for done, task in enumerate(self._job.helpers.finished(tasks), before + 1):
            if error is None and task.error is None:
                self._count(done, before + len(tasks))
                yield task
            elif error is None:
                error = task.error
                self._job.helpers.drop(tasks)
        if error is not None:
            raise error

    def _count(self, done: int, total: int) -> None:
        """Report how many are done, and on how many machines of a cluster where it is one."""
        machines = self._job.helpers.machines if self._job.helpers is not None else 0
        if not machines:
            self._job.progress(self._words, done, total)
            return
        now = time.monotonic()
        if now - self._counted < _SECONDS_BETWEEN_COUNTS and done < total:
            return
        self._counted = now
        places = "1 machine" if machines == 1 else f"{machines:,} machines"
        self._job.progress(f"{self._words}: {done:,} of {total:,} {self._things} on {places}", done, total)

    def _in_turn(self, items: Sequence[Any]) -> list[Any]:
        results = []
        for index, item in enumerate(items):
            with self._job.share(index / len(items), (index + 1) / len(items)):
                results.append(self._function(self._job, item))
        return results
