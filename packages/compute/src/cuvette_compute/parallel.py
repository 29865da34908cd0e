"""Independent pieces of a job on all of its cores: one process for each core, the job's own among them.

Conformers, spin states, fragments and ions need nothing from each other. With one thread they run in turn in this process. With more, this
process works on them with one thread and further processes take the next piece as they become free; what they report passes through this
process, so that steps, calculations and their order on the wire are those of one job. Each piece then computes on one core: for small
molecules many single-core pieces are faster than threads inside one, and the numerical libraries do not share threads between processes.

What passes between these processes is pickled, and not JSON: pieces and results are molecules, RDKit molecules with their properties, and
arrays whose last digits count. Pickle runs what it reads, so it may only read what this job wrote itself: the pipes have no name, both
ends are processes of the same user in the same sandbox, started from the same source with the same rights, and nothing that was stored,
uploaded or sent over the network is ever unpickled. Whoever could write into such a pipe is that process already.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from .children import running
from .errors import RandomError
from .job import Job

Item = TypeVar("Item")
Result = TypeVar("Result")


def each(job: Job, function: Callable[[Job, Item], Result], items: Sequence[Item], words: str, name: str = "piece") -> list[Result]:
    """The results of `function(job, item)` for each item, in the order of the items.

    `function` is a module's own function; items and results can be pickled. `words` says in the progress what is done to all ("Optimizing
    spin states"); in turn, each piece reports its own progress inside its share. The first exception ends the work and is raised.
    """
    with Crew(job, function, words, name) as crew:
        return crew.map(items)


class _Muted:
    """A job's emitter without its progress: with several pieces at once, the crew reports it for all."""

    def __init__(self, emitter: Any) -> None:
        self._emitter = emitter

    def send(self, event: dict[str, Any]) -> None:
        self._emitter.send(event)

    def log(self, text: str) -> None:
        self._emitter.log(text)

    def progress(self, *_: Any) -> None:
        return

    def inside(self, *_: Any) -> None:
        return


class Crew:
    """The processes of a job while the block runs, for work that comes in several rounds; `each` is a crew of one round."""

    def __init__(self, job: Job, function: Callable[[Job, Any], Any], words: str, name: str = "piece") -> None:
        self._job, self._function, self._words, self._name = job, function, words, name
        self._own: Job | None = None
        self._processes: dict[int, subprocess.Popen] = {}
        self._stack = contextlib.ExitStack()
        self._lock = threading.Lock()
        self._begin([])

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: Any) -> None:
        for process in self._processes.values():
            with contextlib.suppress(OSError):
                process.stdin.close()
        self._stack.close()

    def prepare(self, most: int) -> None:
        """Start the further processes for at most so many items at a time: they load what they need while the first item is under way."""
        for number in range(min(self._job.threads, most) - 1):
            self._process(number)

    def map(self, items: Sequence[Any]) -> list[Any]:
        """The results for each item, in their order."""
        count = len(items)
        if self._job.threads < 2 or count < 2:
            results = []
            for index, item in enumerate(items):
                with self._job.share(index / count, (index + 1) / count):
                    results.append(self._function(self._job, item))
            return results
        self._begin(list(items))
        return self._work()

    def _begin(self, items: list[Any]) -> None:
        self._items = items
        self._waiting = deque(range(len(items)))
        self._results: list[Any] = [None] * len(items)
        self._done = 0
        self._error: BaseException | None = None

    def _work(self) -> list[Any]:
        helpers = min(self._job.threads, len(self._items)) - 1
        threads = [threading.Thread(target=self._direct, args=(number,), daemon=True) for number in range(helpers)]
        self._job.progress(self._words, 0, len(self._items))
        for thread in threads:
            thread.start()
        with _one_thread():
            if self._own is None:
                with self._lock:
                    self._own = self._job.apart(_Muted(self._job.emitter), self._job.new_directory(self._name))
            while (index := self._next()) is not None:
                try:
                    self._finish(index, self._function(self._own, self._items[index]))
                except BaseException as error:
                    self._fail(error)
        for thread in threads:
            thread.join()
        if self._error is not None:
            raise self._error
        return self._results

    def _process(self, number: int) -> subprocess.Popen:
        """The further process of a number; it is started once and then waits for pieces."""
        if number not in self._processes:
            with self._lock:
                directory = self._job.new_directory(f"{self._name}-{number}")
                process = self._processes[number] = self._stack.enter_context(running(_start()))
            _send(process.stdin, (self._job.plain(), directory, self._function))
        return self._processes[number]

    def _next(self) -> int | None:
        with self._lock:
            return self._waiting.popleft() if self._waiting and self._error is None else None

    def _finish(self, index: int, result: Any) -> None:
        with self._lock:
            self._results[index] = result
            self._done += 1
            self._job.progress(self._words, self._done, len(self._items))

    def _fail(self, error: BaseException) -> None:
        with self._lock:
            self._error = self._error or error
            self._waiting.clear()

    def _direct(self, number: int) -> None:
        """Give pieces to one process until none is left; its reports are passed on."""
        try:
            process = self._process(number)
            while (index := self._next()) is not None:
                _send(process.stdin, self._items[index])
                self._finish(index, self._listen(process))
        except BaseException as error:
            self._fail(error)

    def _listen(self, process: subprocess.Popen) -> Any:
        while True:
            try:
                kind, value = pickle.load(process.stdout)
            except (EOFError, pickle.UnpicklingError) as error:
                status = process.wait()
                raise RandomError(f"A process of this job ended with status {status} in the middle of its work.") from error
            if kind == "event":
                self._job.emitter.send(value)
            elif kind == "error":
                raise value
            else:
                return value


# How numerical libraries say and take their number of threads. Packages bring their own OpenMP (tblite, PySCF) and OpenBLAS (numpy, scipy).
THREAD_CALLS = (
    ("omp_get_max_threads", "omp_set_num_threads"),
    ("openblas_get_num_threads", "openblas_set_num_threads"),
    ("scipy_openblas_get_num_threads", "scipy_openblas_set_num_threads"),
    ("scipy_openblas_get_num_threads64_", "scipy_openblas_set_num_threads64_"),
)


@contextlib.contextmanager
def _one_thread():
    """Keep this process's numerical libraries on one core while the block runs.

    A further process computes on one core too. Sums over threads round in another way, and which piece meets which process depends on the
    machine's load: only so do all processes give the same digits for a piece.
    """
    before = []
    for library in numerical_libraries():
        for ask, tell in THREAD_CALLS:
            if hasattr(library, ask) and hasattr(library, tell):
                before.append((getattr(library, tell), getattr(library, ask)()))
    for tell, _ in before:
        tell(1)
    try:
        yield
    finally:
        for tell, number in before:
            tell(number)


def numerical_libraries() -> list[ctypes.CDLL]:
    """The OpenMP and OpenBLAS libraries that this process has loaded."""
    try:
        lines = Path("/proc/self/maps").read_text().splitlines()
    except OSError:
        return []
    paths = {line.split()[-1] for line in lines if any(name in line for name in ("libgomp", "libomp", "openblas"))}
    return [ctypes.CDLL(path) for path in sorted(paths)]


def _start() -> subprocess.Popen:
    """A process that waits for pieces; its standard error is ours."""
    source = str(Path(__file__).resolve().parent.parent)
    paths = [source, *[path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path and path != source]]
    environment = os.environ | dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return subprocess.Popen(
        [sys.executable, "-m", "cuvette_compute.parallel"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment | {"PYTHONPATH": os.pathsep.join(paths)},
    )


def _send(stream: Any, value: Any) -> None:
    pickle.dump(value, stream)
    stream.flush()


class _Passed:
    """The emitter of a further process: everything but progress goes to the job's own process."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def send(self, event: dict[str, Any]) -> None:
        _send(self._stream, ("event", event))

    def log(self, text: str) -> None:
        self.send({"event": "log", "text": text})

    def progress(self, *_: Any) -> None:
        return

    def inside(self, *_: Any) -> None:
        return


def _load() -> None:
    """Load what nearly every piece needs, most of it only at its first use: at best before the first piece has come."""
    with contextlib.suppress(ImportError):
        import tblite.interface  # noqa: F401

        from .chemistry import perceive  # noqa: F401
        from .optimization import step_control  # noqa: F401


def _serve() -> None:
    """A further process: read the job, then one piece after the other, and answer each with its result."""
    from .errors import explain
    from .protocol import claim_stdout

    answers = os.fdopen(claim_stdout(), "wb")
    questions = sys.stdin.buffer
    job, directory, function = pickle.load(questions)
    os.chdir(directory)
    job = job.apart(_Passed(answers), directory)
    _load()
    while True:
        try:
            item = pickle.load(questions)
        except EOFError:
            return
        try:
            _send(answers, ("result", function(job, item)))
        except BrokenPipeError:
            return
        except Exception as error:
            _send(answers, ("error", explain(error)))


if __name__ == "__main__":
    _serve()
