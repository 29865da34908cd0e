"""`pieces`: a process that has loaded what most pieces need, and forks a child for each job whose pieces a Dask worker gets.

A Dask worker starts it, shut in as a warm process of a worker is (`warm.py`): in bubblewrap, whose jobs have walls of their own, or under
the kernel's own rules (`landlock.py`), which they narrow. What a piece holds is unpickled here and not in the Dask worker, and what is
computed reaches no network and writes in one directory only. A child belongs to one job.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import resource
import signal
import socket
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from ...errors import explain
from .. import children, landlock, walls
from ..job import Job
from ..protocol import to_line
from ..threads import set_threads, use_one_thread
from ..warm import try_walls, walled
from .channel import Channel

Shut = Literal["walls", "rules"]
"""What shuts each child in: namespaces of its own, or rules of its own within those of this process."""


def serve(descriptor: int, load: Callable[[], None], shut: Shut | None) -> int:
    """Fork children as they are asked for, until the control channel is closed; returns the exit status.

    The channel is a socket. A message of the Dask worker is a directory, with the channel of the child as a descriptor, and the answer is
    a number; or it is the number of a child, which is ended then. `load` loads what nearly every piece needs.
    """
    set_threads(1)
    load()
    gc.collect()
    gc.freeze()
    if shut == "walls" and (problem := try_walls(descriptor)) is not None:
        # They share what bubblewrap leaves them: no network, and the folder of all pieces of this Dask worker.
        os.write(2, f"Pieces have no walls of their own: {problem}\n".encode())
        shut = None
    # Nobody asks how a child ended: the end of its channel says that it did.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=descriptor) as control:
        while True:
            text, descriptors, _, _ = socket.recv_fds(control, 4096, 1)
            if not text:
                return 0
            if not descriptors:
                with contextlib.suppress(OSError):
                    os.killpg(int(text), signal.SIGKILL)
                continue
            child = os.fork()
            if child == 0:
                os.setpgid(0, 0)
                control.close()
                _be_child(descriptors[0], Path(text.decode()), shut)
            os.close(descriptors[0])
            with contextlib.suppress(OSError):
                os.setpgid(child, child)
            control.send(str(child).encode())


def _be_child(descriptor: int, directory: Path, shut: Shut | None) -> None:
    """Run a child from its fork to its end."""
    status = 1
    try:
        with contextlib.suppress(AttributeError):
            walls.die_with_parent()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        children.forget()
        os.chdir(directory)
        os.environ["HOME"] = os.environ["TMPDIR"] = str(directory)
        tempfile.tempdir = None
        limit = os.environ.get("CUVETTE_JOB_MEMORY_MB", "")
        if limit.isdigit():
            resource.setrlimit(resource.RLIMIT_AS, (int(limit) * 2**20, int(limit) * 2**20))
        if shut == "rules":
            landlock.write_only_in(directory)

        def work() -> int:
            use_one_thread()
            _carry_out(Channel(descriptor), directory)
            return 0

        status = walled(directory, work) if shut == "walls" else work()
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(status)


def _carry_out(channel: Channel, directory: Path) -> None:
    """Carry out one piece after the other, all of one job, and answer each with its result."""
    head, body = channel.receive()
    # The times of a job are the server's: the bridge knows how far its clock is ahead of this machine's.
    os.environ["CUVETTE_CLOCK_OFFSET_MS"] = str(head["clock_offset_ms"])
    job: Job = pickle.loads(body)
    own = job.apart(_Passed(channel), directory)
    received: dict[str, bytes] = {}
    functions: dict[str, Callable[[Job, Any], Any]] = {}
    while True:
        try:
            head, body = channel.receive()
        except (EOFError, OSError):
            return
        if head["kind"] == "function":
            received[head["function"]] = body
            continue
        name = head["function"]
        try:
            if name not in functions:
                functions[name] = pickle.loads(received.pop(name))
            kind, answer = "result", pickle.dumps(functions[name](own, pickle.loads(body)))
        except Exception as error:
            kind, answer = "error", pickle.dumps(explain(error))
        channel.send({"kind": kind}, answer)


class _Passed:
    """The emitter of a piece: what it reports goes to the job's own process as lines, but for progress, which that reports for all."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def send(self, event: dict[str, Any]) -> None:
        if event["event"] == "file":
            raise NotImplementedError("a piece on another machine cannot hand over a file")
        self._channel.send({"kind": "event"}, to_line(event))

    def log(self, text: str) -> None:
        self.send({"event": "log", "text": text})

    def progress(self, *_: Any) -> None:
        return

    def inside(self, *_: Any) -> None:
        return
