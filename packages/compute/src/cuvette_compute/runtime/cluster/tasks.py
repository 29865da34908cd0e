"""What a Dask worker runs: tasks that hand a piece, as bytes, to a child of this machine's process for pieces (`host.py`)."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from .. import landlock
from .channel import Channel
from .host import Shut

_SOURCE = Path(__file__).resolve().parents[3]
# Seconds after which a child without work ends, and with it what it holds of its job.
_IDLE_SECONDS = 30.0
# What a piece reports is passed on at its end, and while it runs once it takes longer than this.
_SECONDS_UNTIL_EVENTS = 5.0
_LAUNCHER = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from cuvette_compute.runtime import landlock; sys.exit(landlock.main(sys.argv[1:]))"
)


def _bubblewrap(root: str) -> list[str]:
    """Bubblewrap's words for a process that writes in one folder only: those that a worker has for its jobs (`sandbox.ts`)."""
    gpus = [str(device) for device in Path("/dev").glob("nvidia*")]
    return [
        *("bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev"),
        *(word for device in gpus for word in ("--dev-bind", device, device)),
        *("--proc", "/proc", "--tmpfs", "/run", "--bind", root, root, "--chdir", root, "--"),
    ]


@cache
def shut_in_by() -> Shut | None:
    """What shuts pieces in on this machine, tried as they would use it; None where nothing does, or CUVETTE_SANDBOX is "off"."""
    if os.environ.get("CUVETTE_SANDBOX") == "off":
        return None
    with tempfile.TemporaryDirectory() as root, contextlib.suppress(OSError, subprocess.SubprocessError):
        subprocess.run([*_bubblewrap(root), "true"], check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=10)
        return "walls"
    try:
        landlock.version()
    except OSError:
        return None
    return "rules"


class _Host:
    """The process for pieces of this Dask worker, with its folder. It is started once, and ends with the Dask worker."""

    def __init__(self, folder: str) -> None:
        # Dask removes what a worker that was killed left in its folder.
        self.root = Path(tempfile.mkdtemp(prefix="cuvette-pieces-", dir=folder)).resolve()
        # Messages that keep their bounds.
        self._control, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        begun: list[subprocess.Popen[bytes]] = []
        ready = threading.Event()

        def stay() -> None:
            # What is shut in ends with the thread that started it: this one waits for it.
            try:
                begun.append(self._start(theirs))
            finally:
                ready.set()
            for process in begun:
                process.wait()

        threading.Thread(target=stay, daemon=True, name="cuvette-pieces").start()
        ready.wait()
        theirs.close()
        if not begun:
            raise OSError("The process for pieces could not be started on this machine.")
        self._process = begun[0]

    def _start(self, control: socket.socket) -> subprocess.Popen[bytes]:
        shut, root = shut_in_by(), str(self.root)
        command = [sys.executable, "-m", "cuvette_compute", "pieces", "--control", str(control.fileno()), *([f"--{shut}"] if shut else [])]
        if shut == "walls":
            command = [*_bubblewrap(root), *command]
        elif shut == "rules":
            command = [sys.executable, "-I", "-c", _LAUNCHER, str(_SOURCE), root, "--", *command]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(_SOURCE), os.environ.get("PYTHONPATH")]))}
        return subprocess.Popen(command, pass_fds=[control.fileno()], stdin=subprocess.DEVNULL, stdout=2, env=environment)

    @property
    def alive(self) -> bool:
        """Whether it can fork another child."""
        return self._process.poll() is None

    def fork(self, directory: Path) -> tuple[Channel, int]:
        """A child with a directory of its own: the channel to it and its number. Raises OSError where this process has ended."""
        ours, theirs = socket.socketpair()
        with self._lock, theirs:
            socket.send_fds(self._control, [str(directory).encode()], [theirs.fileno()])
            number = os.read(self._control.fileno(), 32)
        if not number:
            ours.close()
            raise OSError("the process for pieces has ended")
        return Channel(ours.detach()), int(number)

    def end(self, number: int) -> None:
        """End a child with all programs that it started."""
        with self._lock, contextlib.suppress(OSError):
            self._control.send(str(number).encode())


class _Child:
    """A process that carries out pieces of one job, one at a time."""

    def __init__(self, host: _Host, session: bytes, clock_offset_ms: float) -> None:
        self.host = host
        self._directory = Path(tempfile.mkdtemp(dir=host.root))
        self._channel, self._number = host.fork(self._directory)
        self._functions: set[str] = set()
        self.used = time.monotonic()
        self._channel.send({"kind": "session", "clock_offset_ms": clock_offset_ms}, session)

    def carry_out(self, name: str, function: bytes, item: bytes) -> Iterator[tuple[str, bytes] | None]:
        """What a piece reports, and at last its result or error; None about once a second while there is nothing."""
        if name not in self._functions:
            self._channel.send({"kind": "function", "function": name}, function)
            self._functions.add(name)
        self._channel.send({"kind": "piece", "function": name}, item)
        while True:
            if not self._channel.poll(1.0):
                yield None
                continue
            head, body = self._channel.receive()
            yield head["kind"], body
            if head["kind"] != "event":
                return

    def end(self) -> None:
        """End the process and the programs that it started, whatever they do; its folder goes too."""
        self._channel.close()
        self.host.end(self._number)
        shutil.rmtree(self._directory, ignore_errors=True)


class _Children:
    """The children of this Dask worker that have no piece at the moment, by their jobs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._host: _Host | None = None
        self._idle: dict[str, list[_Child]] = {}
        self._watched = False

    def take(self, folder: str, name: str, session: bytes, clock_offset_ms: float) -> _Child:
        """A child of this job: one that is idle, else a new one. `folder` is that of the Dask worker."""
        with self._lock:
            if not self._watched:
                self._watched = True
                threading.Thread(target=self._watch, daemon=True, name="cuvette-idle-pieces").start()
            host = self._host_here(folder)
            while kept := self._idle.get(name):
                child = kept.pop()
                if child.host is host:
                    return child
                child.end()
        return _Child(host, session, clock_offset_ms)

    def warm_up(self, folder: str) -> None:
        """Start the process for pieces, so that it has loaded what they need when the first one comes."""
        with self._lock, contextlib.suppress(OSError):
            self._host_here(folder)

    def _host_here(self, folder: str) -> _Host:
        if self._host is None or not self._host.alive:
            self._host = _Host(folder)
        return self._host

    def give_back(self, name: str, child: _Child) -> None:
        """Keep a child for the next piece of its job, for a while."""
        child.used = time.monotonic()
        with self._lock:
            self._idle.setdefault(name, []).append(child)

    def _watch(self) -> None:
        while True:
            time.sleep(_IDLE_SECONDS / 3)
            with self._lock:
                self._end_idle()

    def _end_idle(self) -> None:
        for name, kept in list(self._idle.items()):
            for child in [one for one in kept if time.monotonic() - one.used > _IDLE_SECONDS]:
                kept.remove(child)
                child.end()
            if not kept:
                del self._idle[name]


_children = _Children()


def warm_up(dask_worker: Any) -> None:
    """Have this Dask worker start its process for pieces, and do not wait for it."""
    threading.Thread(target=_children.warm_up, args=(dask_worker.local_directory,), daemon=True).start()


def carry_out(
    session: bytes, function: bytes, item: bytes, *, name: str, number: int, function_name: str, offsets: dict[str, float]
) -> Any:
    """Carry out one piece in a child of this machine; the task that the bridge submits.

    :param session: the pickled job, read by the child alone, as `function` and `item` are
    :param name: of the session; `number` of the piece in it
    :param offsets: how far the server's clock is ahead of each Dask worker's, in milliseconds, by address
    :returns: the kind of the end ("result", "error", "failed"), its bytes (or the reason), and the lines of events not yet passed on
    """
    from distributed import Queue, get_worker

    worker = get_worker()
    wanted = _wish(worker)
    began, lines, queue, child, whole = time.monotonic(), [], None, None, False
    try:
        child = _children.take(worker.local_directory, name, session, offsets.get(worker.address, 0.0))
        for told in child.carry_out(function_name, function, item):
            if told is not None and told[0] != "event":
                whole = True
                return (*told, lines, queue is not None)
            if told is not None:
                lines.append(told[1])
            if not wanted():
                return "failed", b"Nobody wants this piece any more.", [], False
            if lines and time.monotonic() - began > _SECONDS_UNTIL_EVENTS:
                queue = queue or Queue(f"cuvette-{name}")
                queue.put((number, lines))
                lines = []
    except (EOFError, OSError, ValueError):
        reason = f"A process of this job on {socket.gethostname()} ended in the middle of its work."
        return "failed", reason.encode(), lines, queue is not None
    finally:
        if child is not None and whole:
            _children.give_back(name, child)
        elif child is not None:
            child.end()
    raise AssertionError("a piece ends with a result or an error")


def _wish(worker: Any) -> Callable[[], bool]:
    """Whether somebody still waits for the task of this thread: Dask cannot stop a task, so the task asks."""
    key = worker.get_current_task()

    def wanted() -> bool:
        state = worker.state.tasks.get(key)
        return state is not None and state.state not in ("cancelled", "released", "forgotten")

    return wanted
