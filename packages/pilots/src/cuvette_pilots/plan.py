"""How many pilots of each kind to submit or to cancel, and why: a function of the settings, the demand and the pilots that there are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .demand import Demand, Group
from .schedulers import Pilot
from .settings import PilotKind, Settings


@dataclass
class Decision:
    """What to do about one kind of pilot; `why` is for people."""

    kind: PilotKind
    submit: int = 0
    cancel: list[Pilot] = field(default_factory=list)
    why: str = ""


def worker_name(settings: Settings, kind: PilotKind) -> str:
    """What the workers of a kind are called on the server: one name for all of a kind, so that a node with a fault is known as the same
    one again.
    """
    return f"{settings.name}-{kind.name}"


def lack(kind: PilotKind, group: Group, known: frozenset[str] | None) -> str | None:
    """Why a pilot of this kind cannot run the items of a group, or None.

    `known` is what its workers offered lately, None where none was there.
    """
    offered = frozenset(kind.capabilities) if kind.capabilities else known
    missing = sorted(group.requirements - offered) if offered is not None else []
    if missing:
        return f"it does not offer {', '.join(missing)}"
    if group.memory_mb is not None and group.memory_mb > kind.job_memory_mb:
        return f"{group.memory_mb} MB are more than the {kind.job_memory_mb} MB that a calculation has there"
    if group.gpus > kind.gpus:
        return f"it needs {group.gpus} GPUs"
    if group.seconds_needed is not None and group.seconds_needed > kind.usable_seconds:
        return f"about {group.seconds_needed:.0f} s are more than the {kind.usable_seconds:.0f} s that are left of its walltime"
    return None


def plan(settings: Settings, demand: Demand, pilots: list[Pilot]) -> list[Decision]:
    """Decide for each kind.

    A waiting item goes to the first kind that can run it; pilots that have not begun, and those that are idle, are counted first.
    """
    ours = {worker_name(settings, kind) for kind in settings.pilots}
    connected = [worker for worker in demand.workers if worker.connected and worker.name in ours]
    places: Counter[str | None] = Counter()
    for worker in connected:
        if worker.busy:
            places[worker.person] += 1
    wanted: Counter[str] = Counter()
    refused: list[str] = []
    held = 0
    for group in demand.groups:
        allowed = group.slots
        if group.person is not None:
            allowed = max(0, min(group.slots, settings.per_person - places[group.person]))
            held += group.slots - allowed
        kind = _kind_for(settings, demand, group, refused)
        if kind is not None:
            wanted[kind.name] += allowed
            places[group.person] += allowed
    room = settings.at_once - len(pilots)
    decisions = []
    for kind in settings.pilots:
        decision = _decide(settings, kind, wanted[kind.name], pilots, demand, room)
        room -= decision.submit
        if held:
            decision.why += f" {held} items are more than one person may have pilots for at once."
        decisions.append(decision)
    if refused and not any(decision.submit for decision in decisions):
        decisions[0].why += f" No kind of pilot can run some items: {'; '.join(sorted(set(refused))[:3])}."
    return decisions


def _kind_for(settings: Settings, demand: Demand, group: Group, refused: list[str]) -> PilotKind | None:
    reasons = []
    for kind in settings.pilots:
        seen = [worker.capabilities for worker in demand.workers if worker.name == worker_name(settings, kind)]
        reason = lack(kind, group, frozenset().union(*seen) if seen else None)
        if reason is None:
            return kind
        reasons.append(f"{kind.name}: {reason}")
    refused.append(", ".join(reasons))
    return None


def _decide(settings: Settings, kind: PilotKind, wanted: int, pilots: list[Pilot], demand: Demand, room: int) -> Decision:
    own = [pilot for pilot in pilots if pilot.kind == kind.name]
    queued = [pilot for pilot in own if pilot.state == "queued"]
    there = [worker for worker in demand.workers if worker.connected and worker.name == worker_name(settings, kind)]
    idle = sum(1 for worker in there if not worker.busy and worker.denied is None)
    starting = max(0, len(own) - len(there))
    decision = Decision(kind)
    state = f"items that wait for it: {wanted}; pilots queued: {len(queued)}, running: {len(own) - len(queued)}; idle workers: {idle}"
    if wanted == 0:
        decision.cancel = queued
        decision.why = f"{kind.name}: {state}."
        if queued:
            decision.why += " The queued pilots are cancelled."
        return decision
    need = max(0, wanted - starting - idle)
    decision.submit = max(0, min(need, kind.at_once - len(own), room))
    decision.why = f"{kind.name}: {state}. Submitted now: {decision.submit}."
    if decision.submit < need:
        decision.why += f" {need} would be of use; at_once allows no more."
    return decision
