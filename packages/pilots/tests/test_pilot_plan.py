"""How many pilots there should be: by capability, size, person and limits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from cuvette_pilots.demand import Demand, Group, Worker
from cuvette_pilots.plan import Decision, plan
from cuvette_pilots.schedulers import Pilot
from cuvette_pilots.settings import PilotKind, Settings

CPU = PilotKind("cpu", 4, 16_000, 0, 14_400, 10, None, None, None, (), None, "apptainer", (), ("xtb", "dft"), ())
GPU = replace(CPU, name="gpu", gpus=1, capabilities=("xtb", "dft", "cofolding"))
SETTINGS = Settings(
    "lab", "https://c.example.org", "slurm", Path("/s"), Path("/t"), Path("/k"), ("w",), 8, 5, 300, 15.0, "open", None, None, (CPU, GPU)
)


def group(slots: int, *requirements: str, person: str | None = "ann", **sizes: Any) -> Group:
    return Group(frozenset(requirements), sizes.get("memory_mb"), sizes.get("gpus", 0), sizes.get("seconds"), person, slots)


def worker(busy: bool, person: str | None = None, name: str = "lab-cpu", denied: str | None = None) -> Worker:
    return Worker(name, "node1", True, busy, person, frozenset({"xtb", "dft"}), denied)


def pilots(*states: str, kind: str = "cpu") -> list[Pilot]:
    return [Pilot(str(number), f"cuvette-lab-{kind}-{number}", kind, state) for number, state in enumerate(states)]


def decide(
    groups: list[Group], workers: list[Worker] | None = None, there: list[Pilot] | None = None, settings: Settings = SETTINGS
) -> dict[str, Decision]:
    demand = Demand(sum(one.slots for one in groups), tuple(groups), tuple(workers or ()))
    return {decision.kind.name: decision for decision in plan(settings, demand, there or [])}


def submitted(*arguments: Any, **named: Any) -> tuple[int, int]:
    found = decide(*arguments, **named)
    return found["cpu"].submit, found["gpu"].submit


def test_an_item_goes_to_the_first_kind_that_can_run_it() -> None:
    assert submitted([group(2, "xtb"), group(1, "cofolding")]) == (2, 1)
    assert submitted([group(1, "xtb", gpus=1)]) == (0, 1)
    # Too large and too long for all kinds: nothing is submitted, and the words say why.
    for big in (group(1, "xtb", memory_mb=15_500), group(1, "xtb", seconds=14_300.0), group(1, "crest")):
        found = decide([big])
        assert (found["cpu"].submit, found["gpu"].submit) == (0, 0)
        assert "No kind of pilot can run some items" in found["cpu"].why
    assert submitted([group(1, "xtb", memory_mb=14_000, seconds=14_000.0)]) == (1, 0)


def test_pilots_that_wait_start_or_are_idle_are_counted_and_busy_ones_are_not() -> None:
    three = [group(3, "xtb")]
    assert submitted(three, [], pilots("queued", "queued")) == (1, 0)
    assert submitted(three, [], pilots("running")) == (2, 0)
    assert submitted(three, [worker(False)], pilots("running")) == (2, 0)
    assert submitted(three, [worker(True, "ann")], pilots("running")) == (3, 0)
    # A worker that is denied items helps nobody.
    assert submitted(three, [worker(False, denied="it failed three items")], pilots("running")) == (3, 0)


def test_limits_at_once_of_a_kind_of_all_and_of_a_person() -> None:
    many = [group(100, "xtb", person=name) for name in ("ann", "ben", "cas")]
    assert submitted(many) == (8, 0)
    assert submitted(many, settings=replace(SETTINGS, at_once=50)) == (10, 0)
    assert submitted([group(100, "xtb")]) == (5, 0)
    # Two of hers run already, so three more.
    assert submitted([group(100, "xtb")], [worker(True, "ann"), worker(True, "ann")], pilots("running", "running")) == (3, 0)
    assert "more than one person may have" in decide([group(100, "xtb")])["cpu"].why
    assert submitted([group(3, "xtb")], settings=replace(SETTINGS, at_once=0)) == (0, 0)
    assert submitted(many, [], pilots(*["running"] * 12)) == (0, 0)


def test_what_waits_in_the_batch_system_is_cancelled_when_nothing_waits_here() -> None:
    there = pilots("queued", "running", "queued")
    found = decide([], [worker(False)], there)
    assert [pilot.native_id for pilot in found["cpu"].cancel] == ["0", "2"]
    assert found["gpu"].cancel == []
    assert decide([group(1, "xtb")], [worker(False)], there)["cpu"].cancel == []


def test_what_workers_of_a_kind_offered_lately_counts_where_the_settings_do_not_say() -> None:
    settings = replace(SETTINGS, pilots=(replace(CPU, capabilities=()),))
    assert decide([group(1, "crest")], settings=settings)["cpu"].submit == 1
    seen = Worker("lab-cpu", "node1", False, False, None, frozenset({"xtb"}), None)
    assert decide([group(1, "crest")], [seen], settings=settings)["cpu"].submit == 0
    assert decide([group(1, "xtb")], [seen], settings=settings)["cpu"].submit == 1
