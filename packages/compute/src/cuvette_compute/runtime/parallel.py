"""Independent pieces of a job on all of its cores.

Conformers, spin states, fragments and ions need nothing from each other. With one thread they run in turn in this process. With more, the
job has as many further processes (`helpers.py`) that take the next piece as they become free; what they report passes through this
process, so that steps, calculations and their order on the wire are those of one job. Each piece then computes on one core: for small
molecules many single-core pieces are faster than threads inside one. GFN2-xTB gains nothing from a second thread at thirty atoms.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from .helpers import Helpers
from .job import Job, Task

Item = TypeVar("Item")
Result = TypeVar("Result")


@contextlib.contextmanager
def further_processes(job: Job, load: Callable[[], None]) -> Iterator[None]:
    """Give a job of several threads its further processes while the block runs; to be entered before anything has computed.

    `load` loads what all of them need; it is called before they are forked.
    """
    if job.threads < 2:
        yield
        return
    load()
    helpers = Helpers(job, job.threads)
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
) -> list[Result]:
    """The results of `function(job, item)` for each item, in the order of the items.

    `function` is a module's own function; items and results can be pickled. `words` says in the progress what is done to all ("Optimizing
    spin states"); in turn, each piece reports its own progress inside its share. With `size`, larger items begin first, so that no core
    waits long for the last one. The first exception ends the work and is raised.
    """
    return Crew(job, function, words, name, size).map(items)


class Crew:
    """One kind of work on a job's processes, in one round or several; `each` is a crew of one round."""

    def __init__(
        self,
        job: Job,
        function: Callable[[Job, Any], Any],
        words: str,
        name: str = "piece",
        size: Callable[[Any], float] | None = None,
    ) -> None:
        self._job, self._function, self._words, self._name, self._size = job, function, words, name, size
        self._directories: dict[int, Path] = {}

    def map(self, items: Sequence[Any]) -> list[Any]:
        """The results for each item, in their order."""
        if self._job.helpers is None or len(items) < 2:
            return self._in_turn(items)
        size = self._size
        order = sorted(range(len(items)), key=lambda place: -size(items[place])) if size else range(len(items))
        tasks = {place: self.begin(items[place]) for place in order}
        for _ in self.finished(list(tasks.values())):
            pass
        return [tasks[place].result for place in range(len(items))]

    def begin(self, item: Any, heard: Callable[[Any], None] | None = None) -> Task:
        """Begin one item beside what this process does next; `heard` is called with its result as soon as it has come.

        Where the job has no further process the item is done at once.
        """
        task = Task(self._job, self._function, item, self._directories, self._name, heard)
        if self._job.helpers is not None:
            return self._job.helpers.begin(task)
        task.result, task.done = self._function(self._job, item), True
        if heard:
            heard(task.result)
        return task

    def finished(self, tasks: Sequence[Task]) -> Iterator[Task]:
        """The tasks that were begun, as they end. The first exception of one ends the work and is raised."""
        if self._job.helpers is None:
            yield from tasks
            return
        self._job.progress(self._words, 0, len(tasks))
        error: BaseException | None = None
        for done, task in enumerate(self._job.helpers.finished(tasks), 1):
            if error is None and task.error is None:
                self._job.progress(self._words, done, len(tasks))
                yield task
            elif error is None:
                error = task.error
                self._job.helpers.drop(tasks)
        if error is not None:
            raise error

    def _in_turn(self, items: Sequence[Any]) -> list[Any]:
        results = []
        for index, item in enumerate(items):
            with self._job.share(index / len(items), (index + 1) / len(items)):
                results.append(self._function(self._job, item))
        return results
