"""The further processes of a job: forked from its own once, before anything has computed, and there until it ends.

A fork has at once what this process has loaded: the recipe, the engines, the job. Started anew, each would load them again, most of a
second in which a small job is done. They are forked before the first engine call, because OpenMP's threads do not outlive a fork; what
they do not use costs no memory. Each computes on one thread, for good: sums over threads round in another way, and which piece meets
which process depends on the machine's load.

What passes between these processes is pickled, and not JSON: pieces and results are molecules, RDKit molecules with their properties, and
arrays whose last digits count. Pickle runs what it reads, so it may only read what this job wrote itself: the pipes have no name, both
ends are processes of the same user in the same sandbox, one a fork of the other with the same rights, and nothing that was stored,
uploaded or sent over the network is ever unpickled (but by `cluster/`, from the Dask cluster that an administrator named). Whoever could
write into such a pipe is that process already.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

from ..errors import RandomError, explain
from . import children, walls
from .job import Job, Task
from .threads import use_one_thread


class Helper:
    """A further process of a job, and the task that it has at the moment."""

    def __init__(self, job: Job, number: int, earlier: Sequence[Helper]) -> None:
        self.number = number
        self.task: Task | None = None
        self._status: int | None = None
        self.connection, theirs = Pipe()
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            _be_helper(job, parent, theirs, [self, *earlier])
        theirs.close()

    def kill(self) -> None:
        """End the process, in whatever it is doing."""
        if self._status is None:
            os.kill(self.pid, signal.SIGKILL)

    def poll(self) -> int | None:
        """The exit status (-n after signal n), or None while the process runs."""
        return self._reap(os.WNOHANG)

    def wait(self) -> int | None:
        """The exit status, once the process has ended."""
        return self._reap(0)

    def _reap(self, options: int) -> int | None:
        if self._status is None:
            ended, status = os.waitpid(self.pid, options)
            if ended:
                self._status = os.waitstatus_to_exitcode(status)
        return self._status


class Helpers:
    """The further processes of a job and the tasks that wait for them. One thread uses this, that of the recipe."""

    machines = 0
    """How many machines of a cluster carry out tasks beside this one (`cluster/helpers.py`)."""
    most_machines = 0
    """How many there were at most at a time."""

    def __init__(self, job: Job, count: int) -> None:
        self._helpers: list[Helper] = []
        self._waiting: deque[Task] = deque()
        with contextlib.ExitStack() as stack:
            for number in range(count):
                helper = Helper(job, number, self._helpers)
                stack.enter_context(children.running(helper))
                stack.callback(helper.connection.close)
                self._helpers.append(helper)
            self._stack = stack.pop_all()

    def close(self) -> None:
        """End the processes, whatever they do: all are killed before any is waited for."""
        for helper in self._helpers:
            helper.kill()
        self._stack.close()

    def begin(self, task: Task) -> Task:
        """Give a task to the next process that is free."""
        self._waiting.append(task)
        self._give()
        return task

    def drop(self, tasks: Sequence[Task]) -> None:
        """Forget those of the tasks that no process has yet."""
        dropped = [task for task in self._waiting if any(task is one for one in tasks)]
        for task in dropped:
            self._waiting.remove(task)
            task.done = True

    def finished(self, tasks: Sequence[Task]) -> Iterator[Task]:
        """The tasks as they end, in whichever order; what they report meanwhile is passed on."""
        reported: set[int] = set()
        while len(reported) < len(tasks):
            for task in tasks:
                if task.done and id(task) not in reported:
                    reported.add(id(task))
                    yield task
            if not all(task.done for task in tasks):
                self._listen()

    def _give(self) -> None:
        for helper in self._helpers:
            if not self._waiting:
                return
            if helper.task is not None or helper.connection.closed:
                continue
            task = helper.task = self._waiting.popleft()
            if helper.number not in task.directories:
                task.directories[helper.number] = task.job.new_directory(f"{task.name}-{helper.number}")
            try:
                helper.connection.send((task.function, task.item, task.directories[helper.number]))
            except OSError as error:
                self._lost(helper, error)
        if all(helper.connection.closed for helper in self._helpers):
            for task in self._waiting:
                task.done, task.error = True, RandomError("The further processes of this job have ended.")
            self._waiting.clear()

    def _listen(self) -> None:
        """Wait for output of a process, and read it."""
        busy = [helper for helper in self._helpers if helper.task is not None]
        ready = wait([helper.connection for helper in busy])
        for helper in busy:
            if helper.connection in ready:
                self._hear(helper)
        self._give()

    def _hear(self, helper: Helper) -> None:
        """Read what a process says: an event of its task, or the end of it."""
        task = helper.task
        if task is None:
            return
        try:
            kind, value = helper.connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            self._lost(helper, error)
            return
        if kind == "event":
            task.job.emitter.send(value)
            return
        helper.task = None
        if kind == "error":
            task.end(error=value)
        else:
            task.end(value)

    def _lost(self, helper: Helper, error: BaseException) -> None:
        """A process is gone: its task fails, and it gets no other."""
        helper.connection.close()
        task, helper.task = helper.task, None
        if task is None:
            return
        task.error = RandomError(f"A process of this job ended with status {helper.wait()} in the middle of its work.")
        task.error.__cause__ = error
        task.done = True


def _be_helper(job: Job, parent: int, connection: Connection, others: list[Helper]) -> None:
    """Run a further process from its fork to its end."""
    status = 1
    try:
        with contextlib.suppress(AttributeError):
            walls.die_with_parent()
        if os.getppid() != parent:
            return
        # The job's own process obeys a stop and ends this one.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for other in others:
            other.connection.close()
        children.forget()
        # What is here stays: the collector does not write to its pages, which would copy them.
        gc.freeze()
        use_one_thread()
        _serve(job, connection)
        status = 0
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(status)


def _serve(job: Job, connection: Connection) -> None:
    """Carry out one task after the other and answer each with its result, until the job's own process is done."""
    passed = _Passed(connection)
    own = None
    while True:
        try:
            function, item, directory = connection.recv()
        except (EOFError, OSError):
            return
        if own is None or own.directory != directory:
            os.chdir(directory)
            own = job.apart(passed, directory)
        try:
            connection.send(("result", function(own, item)))
        except BrokenPipeError:
            return
        except Exception as error:
            connection.send(("error", explain(error)))


class _Passed:
    """The emitter of a further process: everything but progress goes to the job's own process, which reports for all."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, event: dict[str, Any]) -> None:
        self._connection.send(("event", event))

    def log(self, text: str) -> None:
        self.send({"event": "log", "text": text})

    def progress(self, *_: Any) -> None:
        return

    def inside(self, *_: Any) -> None:
        return
