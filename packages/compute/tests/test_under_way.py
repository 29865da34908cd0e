"""What is there of a calculation while it runs, and so when it is stopped."""

from __future__ import annotations

import itertools
import json
import signal
import subprocess
import sys

import pytest
from conftest import UUID, Run, from_smiles, process_environment

from cuvette_compute.calculations import under_way
from cuvette_compute.recipes import basic_calculation, conformer_search
from cuvette_compute.runtime.job import Job
from cuvette_compute.runtime.protocol import Emitter
from cuvette_compute.schemas import violation

ETHANOL = {
    "initial_molecule": from_smiles("CCO").to_json(),
    "settings": {"method": "gfn2_xtb", "mode": "careful", "tasks": ["optimize", "frequencies"]},
}


@pytest.fixture
def watched(tmp_path, monkeypatch):
    """Runs a recipe in this process and gives its lines; the steps of an optimization are sent as soon as there are new ones."""

    def run(recipe, type_, data, steps=None):
        monkeypatch.setattr(under_way, "_LEAST_SECONDS", 0)
        monkeypatch.setattr(under_way, "_LEAST_PART", 0)
        monkeypatch.chdir(tmp_path)
        output = tmp_path / "lines"
        with output.open("wb") as stream:
            job = Job(UUID, 1, type_, data, {}, 1, 42, steps or {}, tmp_path, Emitter(stream.fileno()))
            result = recipe.run(job)
        events = [json.loads(line) for line in output.read_bytes().splitlines()]
        for event in events:
            assert violation(event, "event") is None, violation(event, "event")
        return Run(0, [*events, {"event": "result", "data": result.data}], "", tmp_path)

    return run


def test_a_running_optimization_shows_its_steps_and_each_sending_replaces_the_one_before(watched):
    done = watched(basic_calculation, "basic_calculation", ETHANOL)
    uuid = done.result["data"]["calculation_uuid"]
    assert {event["uuid"] for event in done.all("calculation")} == {uuid}
    sent = [event["calculation"] for event in done.all("calculation")]
    *running, optimized, last = sent
    assert len(running) >= 3
    assert [calculation["status"] for calculation in sent] == [*[1] * (len(sent) - 1), 2]
    whole = [atoms_of(molecule) for molecule in last["molecules"]]
    counts = [len(calculation["molecules"]) for calculation in sent]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    for calculation in running:
        frames = [atoms_of(molecule) for molecule in calculation["molecules"]]
        assert frames == whole[: len(frames)]
        assert all(molecule["energy"] is not None and molecule["gradient"] for molecule in calculation["molecules"])
        assert calculation["provenance"]["ended_at"] is calculation["provenance"]["convergence"] is None
        assert calculation["provenance"]["ran"] == last["provenance"]["ran"]
    # Before the frequencies all is there but them.
    assert [atoms_of(molecule) for molecule in optimized["molecules"]] == whole
    assert optimized["provenance"]["convergence"]["converged"] is True
    assert optimized["molecules"][-1]["mulliken_charges"] == last["molecules"][-1]["mulliken_charges"]
    assert optimized["molecules"][-1]["vibrational_modes"] is None
    assert last["molecules"][-1]["vibrational_modes"]


def test_the_item_names_a_calculation_only_after_it_was_sent(watched):
    done = watched(basic_calculation, "basic_calculation", ETHANOL)
    kinds = [event["event"] for event in done.events if event["event"] in ("calculation", "partial")]
    assert kinds[0] == "calculation"
    assert done.all("partial")[0]["data"] == {"calculation_uuid": done.all("calculation")[0]["uuid"]}


def test_a_later_attempt_sends_the_stored_optimization_before_its_frequencies(watched):
    first = watched(basic_calculation, "basic_calculation", ETHANOL)
    stored = {key: value for key, value in first.steps.items() if "optimize" in key}
    second = watched(basic_calculation, "basic_calculation", ETHANOL, stored)
    assert [len(event["calculation"]["molecules"]) for event in second.all("calculation")] == [
        len(first.all("calculation")[-1]["calculation"]["molecules"])
    ] * 2


def test_long_optimizations_send_ever_less_often(monkeypatch, tmp_path):
    now = [0.0]
    sent: list[float] = []
    monkeypatch.setattr(under_way.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(under_way, "report_steps", lambda *_: sent.append(now[0]))
    monkeypatch.setattr(under_way, "frame_record", lambda frame: {})
    so_far = under_way.StepsSoFar(None, None)
    for second in range(1, 3601):
        now[0] = float(second)
        so_far.offer(lambda: [None] * int(now[0]))
    assert sent[0] == 3
    assert min(later - earlier for earlier, later in itertools.pairwise(sent)) == 3
    assert 30 < len(sent) < 70


def test_a_stop_during_the_frequencies_leaves_the_optimized_geometry(tmp_path):
    data = {**ETHANOL, "initial_molecule": from_smiles("CCCCCCCCCC").to_json()}
    job = {"protocol": 1, "uuid": UUID, "type": "basic_calculation", "data": data, "attempt": 1}
    process = subprocess.Popen(
        [sys.executable, "-m", "cuvette_compute", "run", "--job", "-", "--dir", str(tmp_path / "job")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=process_environment(),
    )
    process.stdin.write(json.dumps(job).encode())
    process.stdin.close()
    events = []
    for line in process.stdout:
        events.append(json.loads(line))
        if events[-1].get("stage", "").startswith("Frequencies"):
            process.send_signal(signal.SIGTERM)
            break
    events += [json.loads(line) for line in process.stdout.read().splitlines()]
    assert process.wait(timeout=400) == 143
    done = Run(143, events, "", tmp_path)
    kept = done.all("calculation")[-1]
    assert kept["calculation"]["status"] == 1
    assert len(kept["calculation"]["molecules"]) > 1
    assert kept["calculation"]["provenance"]["convergence"]["converged"] is True
    assert done.all("partial")[-1]["data"] == {"calculation_uuid": kept["uuid"]}


def test_a_conformer_search_shows_what_each_level_has_so_far(watched, monkeypatch):
    monkeypatch.setattr(conformer_search, "_SECONDS_BETWEEN_PARTIALS", 0)
    level = {"method": "mmff94", "mode": "rapid", "tasks": ["optimize"]}
    data = {
        "initial_smiles": "CCCC",
        "conf_gen_mode": "rapid",
        "multistage_opt_settings": {
            "mode": "manual",
            "optimization_settings": [level, {**level, "method": "gfn2_xtb"}],
            "singlepoint_settings": None,
        },
    }
    done = watched(conformer_search, "conformer_search", data)
    sent: dict[str, dict] = {}
    told = []
    for event in done.events:
        if event["event"] == "calculation":
            sent[event["uuid"]] = event["calculation"]
        if event["event"] == "partial":
            listed = event["data"]
            assert all(uuid in sent for uuids in listed["conformer_uuids"] for uuid in uuids)
            # The energies are those of the calculations that are listed last, all of one level.
            last = [sent[uuids[-1]] for uuids in listed["conformer_uuids"]]
            assert [calculation["molecules"][-1]["energy"] for calculation in last] == pytest.approx(listed["energies"])
            assert len({calculation["settings"]["method"] for calculation in last}) == 1
            told.append((last[0]["settings"]["method"], len(last)))
    assert told[0] == ("mmff94", 1)
    assert told[-1] == ("gfn2_xtb", len(done.result["data"]["conformer_uuids"]))
    assert ("gfn2_xtb", 1) in told


def atoms_of(molecule):
    return [atom["position"] for atom in molecule["atoms"]]
