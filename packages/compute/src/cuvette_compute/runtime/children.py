"""Programs that are running for us, so that a stop ends them too."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from typing import Protocol, TypeVar


class Child(Protocol):
    """A process of ours, as `subprocess.Popen` is one."""

    def kill(self) -> None: ...
    def poll(self) -> int | None: ...
    def wait(self) -> int | None: ...


Process = TypeVar("Process", bound=Child)

_children: set[Child] = set()
_obey = threading.Event()
_obey.set()


@contextlib.contextmanager
def running(process: Process) -> Iterator[Process]:
    """Keep the process known while the block runs; it is dead afterwards in any case."""
    _children.add(process)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        _children.discard(process)


def exit_on_sigterm(lock: threading.Lock) -> None:
    """Exit with status 143 as soon as SIGTERM arrives, even while a library computes.

    A Python signal handler would wait for the library call to return, so a thread waits for the signal instead. It takes the
    lock of the protocol writer first, so that the last line is whole, but not longer than a second.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})

    def wait() -> None:
        signal.sigwait({signal.SIGTERM})
        while not _obey.is_set():
            signal.sigwait({signal.SIGTERM})
        lock.acquire(timeout=1.0)
        for child in list(_children):
            with contextlib.suppress(OSError):
                child.kill()
        os._exit(143)

    threading.Thread(target=wait, daemon=True, name="sigterm").start()


def ignore_sigterm() -> None:
    """Stop obeying SIGTERM (for the test recipe that hangs)."""
    _obey.clear()


def forget() -> None:
    """After a fork: what ran for the process that forked runs for it alone."""
    _children.clear()
