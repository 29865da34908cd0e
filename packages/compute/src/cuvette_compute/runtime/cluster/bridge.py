"""`bridge`: passes the pieces of one job on to a Dask cluster, and what comes of them back.

It has a network and no sandbox, and therefore reads nothing that the job pickled: pieces and results are bytes here. Dask schedules; this
process submits a few pieces more than the cluster has threads, so that machines that come later get their part, and only to Dask workers
that compute as this machine does.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import time
import uuid
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .channel import Channel
from .clusters import Cluster, NoCluster, check_wish, connected, read_wish
from .tasks import carry_out

if TYPE_CHECKING:
    from distributed import Future

    from .workers import DaskWorkers

# Seconds between two looks at which Dask workers there are, and without a scheduler until it counts as gone.
_LOOK, _PATIENCE = 1.0, 3.0
# Fetching a result that is there takes milliseconds.
_SECONDS_FOR_RESULT = 60.0
# Pieces for each thread of the cluster that are submitted: one that runs and one that is there when it ends.
_AHEAD = 2


_SETTING = "CUVETTE_DASK"


class _Over(Exception):
    """The job has ended."""


@dataclass
class _Piece:
    """A piece of the job that the cluster is to do."""

    function: str
    item: bytes
    future: Future | None = None
    tries: int = 0
    # The Dask workers that it may run on.
    places: frozenset[str] = frozenset()


@dataclass
class Bridge:
    """The pieces of one job, and the cluster that does them."""

    channel: Channel
    cluster: Cluster
    inbox: queue.SimpleQueue[tuple[Any, ...]]
    workers: DaskWorkers
    session: str = field(default_factory=lambda: uuid.uuid4().hex[:12])
    blobs: dict[str, bytes] = field(default_factory=dict)
    shared: dict[str, Future] = field(default_factory=dict)
    pieces: dict[int, _Piece] = field(default_factory=dict)
    waiting: deque[int] = field(default_factory=deque)
    clock_offset_ms: float = 0.0
    told: tuple[int, int] = (0, 0)
    since: float | None = None
    looked: float = 0.0

    def run(self) -> None:
        """Pass on what comes until the job or the scheduler is gone. Raises NoCluster for the latter."""
        self.open_events()
        while True:
            with contextlib.suppress(queue.Empty):
                message = self.inbox.get(timeout=_LOOK)
                while True:
                    self.take(*message)
                    message = self.inbox.get_nowait()
            if time.monotonic() - self.looked >= _LOOK:
                self.look()
                self.looked = time.monotonic()
            self.hand_out()

    def take(self, kind: str, *values: Any) -> None:
        """One message of the job, or the end of a piece. Raises _Over at the end of the job."""
        if kind == "over":
            raise _Over
        if kind == "done":
            self.done(*values)
            return
        head, body = values
        if head["kind"] == "session":
            self.clock_offset_ms = float(head["clock_offset_ms"])
            self.blobs["session"] = body
        elif head["kind"] == "function":
            self.blobs[str(head["function"])] = body
        elif head["kind"] == "task":
            self.pieces[head["task"]] = _Piece(str(head["function"]), body)
            self.waiting.append(head["task"])
            self.cluster.grow(len(self.pieces))
        elif head["kind"] == "want":
            self.cluster.grow(head["pieces"])
        elif head["kind"] == "drop":
            for number in head["tasks"]:
                self.forget(number)

    def open_events(self) -> None:
        """Make the place on the scheduler where pieces that run for long leave what they report."""
        from distributed import Queue

        self.events = Queue(f"cuvette-{self.session}", client=self.cluster.client)

    def on_cluster(self, name: str) -> Future:
        """Bytes that many pieces need, on the cluster: a task of its own, which Dask repeats where a machine with them is lost."""
        found = self.shared.get(name)
        if found is None or found.cancelled():
            key = f"cuvette-{self.session}-{name}-{uuid.uuid4().hex[:6]}"
            found = self.shared[name] = self.cluster.client.submit(bytes, self.blobs[name], key=key, pure=False)
        return found

    def forget(self, number: int) -> None:
        """Nobody wants this piece any more."""
        piece = self.pieces.pop(number, None)
        if piece is not None and piece.future is not None:
            piece.future.cancel()

    def look(self) -> None:
        """See which Dask workers there are, ask those that are new what they are, and tell the job how many machines it has."""
        client = self.cluster.client
        if client.status != "running":
            self.since = self.since or time.monotonic()
            if time.monotonic() - self.since > _PATIENCE:
                raise NoCluster("The Dask scheduler is gone.")
            return
        try:
            if self.since is not None:
                # Another scheduler may answer under this address, which knows nothing of the job.
                self.since = None
                self.open_events()
            self.workers.look()
            self.pass_events()
        except OSError:
            # It is not there at the moment; the next look counts for how long.
            return
        good = self.workers.good()
        for number, piece in self.pieces.items():
            if piece.future is not None and not piece.places & good:
                self.again(number)
        self.tell()
        if not good and self.pieces:
            self.channel.send({"kind": "back", "tasks": sorted(self.pieces)})
            for number in list(self.pieces):
                self.forget(number)
            self.waiting.clear()

    def tell(self) -> None:
        """Tell the job how many machines it has, where that has changed."""
        now = self.workers.size()
        if now != self.told:
            self.told = now
            self.channel.send({"kind": "machines", "machines": now[0], "threads": now[1]})

    def hand_out(self) -> None:
        """Submit pieces until each thread of the cluster has enough."""
        good = self.workers.good()
        if self.since is not None or self.cluster.client.status != "running":
            return
        room = _AHEAD * self.told[1] - sum(piece.future is not None for piece in self.pieces.values())
        offsets = self.workers.clock_offsets(self.clock_offset_ms)
        while room > 0 and self.waiting and good:
            number = self.waiting.popleft()
            piece = self.pieces.get(number)
            if piece is None:
                continue
            room -= 1
            piece.tries += 1
            piece.places = good
            piece.future = self.cluster.client.submit(
                carry_out,
                self.on_cluster("session"),
                self.on_cluster(piece.function),
                piece.item,
                name=self.session,
                number=number,
                function_name=piece.function,
                offsets=offsets,
                key=f"cuvette-{self.session}-piece-{number}-{piece.tries}",
                workers=sorted(good),
                pure=False,
            )
            piece.future.add_done_callback(lambda future, number=number: self.inbox.put(("done", number, future)))

    def again(self, number: int) -> None:
        """Submit a piece anew: no Dask worker that it could run on is left."""
        piece = self.pieces[number]
        if piece.future is not None:
            piece.future.cancel()
        piece.future = None
        self.waiting.appendleft(number)

    def done(self, number: int, future: Future) -> None:
        """A piece has ended, in whichever way."""
        piece = self.pieces.get(number)
        if piece is None or piece.future is not future:
            return
        if future.status in ("cancelled", "lost"):
            # Not by us: the scheduler forgot it.
            self.again(number)
            return
        answer: Any = None
        if future.status == "finished":
            try:
                answer = future.result(timeout=_SECONDS_FOR_RESULT)
            except Exception:
                # Its machine was lost before the result was fetched.
                self.again(number)
                return
        del self.pieces[number]
        if answer is None:
            error: Any = future.exception()
            self.channel.send({"kind": "failed", "task": number, "reason": _words(error)})
            return
        kind, body, lines, streamed = answer
        if streamed:
            self.pass_events()
        for line in lines:
            self.channel.send({"kind": "event", "task": number}, line)
        head = {"kind": kind, "task": number}
        if kind == "failed":
            self.channel.send({**head, "reason": body.decode()})
        else:
            self.channel.send(head, body)

    def pass_events(self) -> None:
        """Pass on what pieces that still run have reported."""
        reported: Any = self.events.get(batch=True)
        for number, lines in reported:
            for line in lines:
                self.channel.send({"kind": "event", "task": number}, line)


def _words(error: BaseException | None) -> str:
    """Why Dask gave a piece up, as a sentence."""
    if type(error).__name__ == "KilledWorker":
        return "Several Dask workers ended in the middle of one piece of this job; it may need more memory than they have."
    return f"A piece of this job failed on the Dask cluster ({type(error).__name__}: {error})."


def _read(channel: Channel, inbox: queue.SimpleQueue[tuple[Any, ...]]) -> None:
    """Read all that the job writes, at once: a job that writes is never kept waiting by a bridge that writes too."""
    with contextlib.suppress(EOFError, OSError, ValueError):
        while True:
            inbox.put(("message", *channel.receive()))
    inbox.put(("over",))


def check() -> int:
    """Print what is wrong with CUVETTE_DASK, or that Dask is missing; returns the exit status."""
    try:
        check_wish(read_wish(os.environ.get(_SETTING, "")))
    except NoCluster as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def main(descriptor: int) -> int:
    """Be the bridge between standard input and `descriptor` (the job) and the cluster of CUVETTE_DASK; returns the exit status."""
    channel, inbox = Channel(0, descriptor), queue.SimpleQueue()
    threading.Thread(target=_read, args=(channel, inbox), daemon=True, name="job").start()
    try:
        with connected(read_wish(os.environ.get(_SETTING, ""))) as cluster:
            from .workers import DaskWorkers

            needs_sandbox = os.environ.get("CUVETTE_SANDBOX") == "required"
            workers = DaskWorkers(cluster.client, needs_sandbox, lambda text: channel.send({"kind": "log", "text": text}))
            bridge = Bridge(channel, cluster, inbox, workers)
            try:
                bridge.run()
            finally:
                for number in list(bridge.pieces):
                    bridge.forget(number)
    except NoCluster as error:
        with contextlib.suppress(OSError):
            channel.send({"kind": "gone", "reason": str(error)})
        return 1
    except (_Over, BrokenPipeError):
        return 0
    return 0
