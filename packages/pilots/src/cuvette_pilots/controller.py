"""The controller: asks what waits, and has pilots submitted and cancelled, until it is ended."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from .batch import Batch, SubmissionFailed, prune_logs
from .demand import Demand, DemandRefused, DemandUnknown, read_demand
from .plan import Decision, plan, worker_name
from .schedulers import Pilot, SystemAway, list_pilots, pilot_name
from .settings import PilotKind, Settings

_LONGEST_REST = 900.0
#: Seconds within which the batch system lists what was submitted; one that ended before it was ever listed has failed.
_LISTED_WITHIN = 60.0


@dataclass
class _Rest:
    """A kind whose pilots fail rests before the next is submitted, longer each time."""

    failures: int = 0
    until: float = 0.0

    def fail(self, now: float) -> float:
        self.failures += 1
        seconds = min(_LONGEST_REST, 15.0 * 2**self.failures)
        self.until = now + seconds
        return seconds


class Controller:
    """Keeps as many pilots as there is work for.

    All of its times are counted here (`time.monotonic`): no clock of another machine matters.
    """

    def __init__(self, settings: Settings, token: str, batch: Batch, log: Callable[[str], None]) -> None:
        self._settings = settings
        self._token = token
        self._batch = batch
        self._log = log
        self._said: dict[str, str] = {}
        self._began: dict[str, float] = {}
        self._running: dict[str, Pilot] = {}
        self._known: set[str] | None = None
        self._unseen: dict[str, tuple[str, float]] = {}
        self._rests = {kind.name: _Rest() for kind in settings.pilots}
        self._denied: set[str] = set()

    def _say(self, subject: str, text: str) -> None:
        """Log a line about a subject when it differs from the last one about it."""
        if self._said.get(subject) != text:
            self._said[subject] = text
            self._log(text)

    def run(self, end: Event) -> None:
        """Work until `end` is set, then cancel what still waits in the batch system. Pilots that run go on and end when they are idle."""
        try:
            while not end.is_set():
                self.step()
                end.wait(self._settings.poll_seconds)
        finally:
            self._cancel_waiting()

    def step(self) -> None:
        """One round.

        What cannot be reached changes nothing: the next round asks again. Raises DemandRefused when the server refuses the
        token.
        """
        try:
            pilots = list_pilots(self._settings.system, self._settings.name)
        except SystemAway as error:
            self._say("system", f"The batch system does not answer; pilots stay as they are. {error}")
            return
        self._say("system", f"The batch system answers ({self._settings.system}).")
        self._note_ends(pilots)
        pilots = [*pilots, *self._not_yet_listed(pilots)]
        try:
            demand = read_demand(self._settings.server, self._token)
        except DemandRefused:
            raise
        except DemandUnknown as error:
            self._say("server", f"The server does not say what waits; nothing is submitted. {error}")
            return
        self._say("server", f"The server answers ({self._settings.server}).")
        self._note_denied(demand)
        for decision in plan(self._settings, demand, pilots):
            self._say(decision.kind.name, decision.why)
            self._carry_out(decision)

    def _carry_out(self, decision: Decision) -> None:
        for pilot in decision.cancel:
            self._cancel(pilot)
        rest = self._rests[decision.kind.name]
        if decision.submit == 0 or time.monotonic() < rest.until:
            return
        # After failures one at a time, to see whether they go on.
        count = 1 if rest.failures else decision.submit
        for _ in range(count):
            name = pilot_name(self._settings.name, decision.kind.name, secrets.token_hex(4))
            try:
                self._batch.submit(decision.kind, name)
            except SubmissionFailed as error:
                seconds = rest.fail(time.monotonic())
                self._log(f"{decision.kind.name}: {error} The next try is in {seconds:.0f} s.")
                return
            self._unseen[name] = (decision.kind.name, time.monotonic())
            self._log(f"{decision.kind.name}: {name} was submitted.")
        prune_logs(self._settings.state)

    def _not_yet_listed(self, pilots: list[Pilot]) -> list[Pilot]:
        """Pilots that were submitted and that the batch system does not list yet: they count, so that no more are submitted in their place.

        One that does not come within a minute counts as failed.
        """
        now = time.monotonic()
        for pilot in pilots:
            self._unseen.pop(pilot.name, None)
        for name, (kind, since) in list(self._unseen.items()):
            if now - since > _LISTED_WITHIN:
                del self._unseen[name]
                seconds = self._rests[kind].fail(now)
                self._log(f"{kind}: the batch system does not list {name}, which was submitted. The next one is tried in {seconds:.0f} s.")
        return [Pilot("", name, kind, "running") for name, (kind, _) in self._unseen.items()]

    def _note_ends(self, pilots: list[Pilot]) -> None:
        """Note what ended.

        A pilot that ran for less than a minute, and less than it may be idle, has failed: its kind rests before the next one.
        """
        now = time.monotonic()
        names = {pilot.name for pilot in pilots}
        if self._known is None and pilots:
            self._log(f"Found {len(pilots)} pilots of an earlier controller: {', '.join(sorted(names))}.")
        for name in sorted((self._known or set()) - names):
            began = self._began.pop(name, None)
            pilot = self._running.pop(name, None)
            if began is None or pilot is None:
                self._log(f"{name} has ended, or was cancelled before it began.")
                continue
            lived = now - began
            rest = self._rests.get(pilot.kind)
            if rest is not None and lived < min(60.0, 0.95 * self._settings.idle_seconds):
                seconds = rest.fail(now)
                log = self._settings.state / "logs" / f"{name}.log"
                self._log(f"{name} ended {lived:.0f} s after it began: read {log}. The next of its kind is tried in {seconds:.0f} s.")
            else:
                if rest is not None:
                    rest.failures = 0
                self._log(f"{name} has ended.")
        for pilot in pilots:
            if pilot.state == "running":
                self._running[pilot.name] = pilot
                # How long one of an earlier controller has run is not known: it is not judged as a short one.
                self._began.setdefault(pilot.name, now if self._known is not None else float("-inf"))
        self._known = names

    def _note_denied(self, demand: Demand) -> None:
        ours = {worker_name(self._settings, kind) for kind in self._settings.pilots}
        denied = {f"{worker.name} on {worker.host}": worker.denied for worker in demand.workers if worker.denied and worker.name in ours}
        for name in sorted(set(denied) - self._denied):
            self._log(f"The server gives no more items to {name}: {denied[name]}")
        self._denied = set(denied)

    def _cancel(self, pilot: Pilot) -> None:
        try:
            self._batch.cancel(pilot)
            self._log(f"{pilot.kind}: {pilot.name} was cancelled before it began.")
        except SubmissionFailed as error:
            self._log(f"{pilot.name} could not be cancelled; the next round tries again. {error}")

    def _cancel_waiting(self) -> None:
        try:
            pilots = list_pilots(self._settings.system, self._settings.name)
        except SystemAway as error:
            self._log(f"Pilots that wait could not be cancelled. {error}")
            return
        for pilot in pilots:
            if pilot.state == "queued":
                self._cancel(pilot)
        running = [pilot.name for pilot in pilots if pilot.state == "running"]
        if running:
            self._log(f"These pilots run on and end when they have been idle: {', '.join(running)}.")


def describe(settings: Settings, kind: PilotKind) -> str:
    """What a pilot of a kind asks for, in one line."""
    parts = [f"{kind.cores} cores", f"{kind.memory_mb} MB", *([f"{kind.gpus} GPUs"] if kind.gpus else []), f"{kind.walltime_seconds} s"]
    for title, value in (
        ("partition", kind.partition),
        ("account", kind.account),
        ("reservation", kind.reservation),
        ("container", kind.container),
    ):
        if value is not None:
            parts.append(f"{title} {value}")
    if kind.modules:
        parts.append(f"modules {' '.join(kind.modules)}")
    return f"{kind.name}: {', '.join(parts)}; its workers are called {worker_name(settings, kind)}"
