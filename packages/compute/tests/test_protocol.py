"""The job protocol as the worker sees it: lines, exit status, signals, bad jobs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import UUID, WATER, atoms, check_lines, from_smiles, judge, process_environment

from cuvette_compute import schemas
from cuvette_compute.recipes import TYPES
from cuvette_compute.runtime.protocol import Emitter
from cuvette_compute.schemas import schema, violation

SETTINGS = {"method": "gfn2_xtb", "mode": "rapid", "tasks": ["energy"]}
PARITY = (
    "This combination of electrons, charge, and multiplicity is impossible. "
    "Double check the charge and multiplicity values given and verify that it's correct."
)


def basic(molecule, **settings):
    return {"initial_molecule": molecule, "settings": {**SETTINGS, **settings}}


def changed(molecule, **changes):
    return {**molecule, **changes}


def start(job, directory, environment=None):
    process = subprocess.Popen(
        [sys.executable, "-m", "cuvette_compute", "run", "--job", "-", "--dir", str(directory)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=process_environment(environment),
    )
    process.stdin.write(json.dumps(job).encode())
    process.stdin.close()
    return process


def job_of(type_, data):
    return {"protocol": 1, "uuid": UUID, "attempt": 1, "type": type_, "data": data, "options": {}, "threads": 1, "seed": 42, "steps": {}}


def test_settings_and_results_of_every_type_have_a_schema():
    for type_ in TYPES:
        assert schema(f"settings/{type_}")["properties"], type_
        assert schema(f"results/{type_}")["properties"] is not None, type_
    assert schema("settings/nowhere") is None


def test_results_that_do_not_fit_their_type_are_a_fault_of_the_recipe():
    schemas.check_results("conformer_search", {"conformer_uuids": [], "energies": [-1.0]})
    with pytest.raises(ValueError, match="conformer_search at energies"):
        schemas.check_results("conformer_search", {"energies": "low"})


def test_the_schemas_are_there_and_refuse_nonsense():
    for name in ("job", "event", "probe"):
        assert schema(name) is not None, f"{name}.schema.json is missing: export the schemas from core"
    assert violation({"event": "progress"}, "event") is not None
    assert violation({"protocol": 1}, "job") is not None


@pytest.mark.parametrize(
    ("molecule", "field", "words"),
    [
        ({"charge": 0, "multiplicity": 1, "atoms": []}, "initial_molecule.atoms", "no atoms"),
        (atoms((8, 0, 0, 0), (1, 0, 0, 0.05)), "initial_molecule.atoms.1.position", "O1 and H2 are only 0.050"),
        (atoms((8, 0, 0, 0), (8, 0, 0, 0)), "initial_molecule.atoms.1.position", "O1 and O2"),
        (atoms((119, 0, 0, 0)), "initial_molecule.atoms.0.atomic_number", "119"),
        (atoms((0, 0, 0, 0)), "initial_molecule.atoms.0.atomic_number", "not an element"),
        (atoms((92, 0, 0, 0), multiplicity=1), "initial_molecule.atoms.0", "no parameters for U"),
        (changed(WATER, charge=50), "initial_molecule.charge", PARITY),
        (changed(WATER, charge=1), "initial_molecule.charge", PARITY),
        (changed(WATER, multiplicity=2), "initial_molecule.charge", PARITY),
        (changed(WATER, multiplicity=0), "initial_molecule.multiplicity", "above 0"),
        (changed(WATER, multiplicity=-1), "initial_molecule.multiplicity", "above 0"),
        (changed(WATER, charge=0.5), "initial_molecule.charge", "0.5"),
        (changed(WATER, charge="$(touch x)"), "initial_molecule.charge", "whole number"),
        (atoms((1, 0, 0, 0), charge=1), "initial_molecule.charge", "no electrons"),
        (atoms((8, 1e9, 0, 0)), "initial_molecule.atoms.0.position", "not a usable number"),
        (changed(WATER, atoms=[{"atomic_number": 8, "position": [0, 0]}]), "initial_molecule.atoms.0.position", "three coordinates"),
        (changed(WATER, atoms=["../../etc/passwd"]), "initial_molecule.atoms.0", "not readable"),
        (None, "initial_molecule", "needs a molecule"),
        ("../x", "initial_molecule", "molecule is needed"),
    ],
)
def test_bad_molecules_are_refused_by_field_and_value(here, molecule, field, words):
    done = here("basic_calculation", basic(molecule))
    assert done.error["error_class"] == "input_error"
    assert done.error["field"] == field
    assert words in done.error["message"]


@pytest.mark.parametrize(
    ("settings", "field", "words"),
    [
        ({"method": "omol25_conserving_s"}, "settings.method", "GFN2-xTB"),
        ({"method": "$(touch x)"}, "settings.method", "not available"),
        ({"method": None}, "settings.method", "'string'"),
        ({"mode": "manual"}, "settings.mode", "manual"),
        ({"tasks": ["teleport"]}, "settings.tasks.0", "teleport"),
        ({"tasks": ["spin_density"]}, "settings.tasks", "Spin densities"),
        ({"tasks": ["stress"]}, "settings.tasks", "periodic"),
        ({"solvent_settings": {"solvent": "water", "model": "cpcmx"}}, "settings.solvent_settings.model", "CPCMX"),
        ({"solvent_settings": {"solvent": "octane", "model": "alpb"}}, "settings.solvent_settings.solvent", "octane"),
        ({"corrections": ["d4"]}, "settings.corrections", "dispersion"),
        ({"basis_set": {"name": "def2-SVP"}}, "settings.basis_set", "def2-SVP"),
        ({"opt_settings": {"max_steps": 0}}, "settings.opt_settings.max_steps", "minimum of 1"),
        ({"thermochem_settings": {"temperature": -5}}, "settings.thermochem_settings.temperature", "-5"),
        (
            {"opt_settings": {"constraints": [{"constraint_type": "bond", "atoms": [1, 9]}]}},
            "settings.opt_settings.constraints.0.atoms",
            "1 to 3",
        ),
        (
            {"opt_settings": {"constraints": [{"constraint_type": "bond", "atoms": [1]}]}},
            "settings.opt_settings.constraints.0.atoms",
            "2 atoms",
        ),
        (
            {"opt_settings": {"constraints": [{"constraint_type": "bond", "atoms": [1, 2], "value": -1}]}},
            "settings.opt_settings.constraints.0.value",
            "outside",
        ),
    ],
)
def test_bad_settings_are_refused_by_field(here, settings, field, words):
    done = here("basic_calculation", basic(WATER, **settings))
    assert done.error["error_class"] == "input_error"
    assert done.error["field"] == field
    assert words in done.error["message"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"protocol":2}',
        '{"protocol":1,"uuid":"x","type":"basic_calculation","data":{},"attempt":1}',
        json.dumps(job_of("docking", {})),
        json.dumps(job_of("../run", {})),
        json.dumps(job_of("test_sleep", {})),
        json.dumps(job_of("basic_calculation", basic(WATER))).replace("0.757", "NaN", 1),
        json.dumps(job_of("basic_calculation", basic(WATER))).replace("0.757", "1e999", 1),
        "[" * 200_000,
    ],
    ids=["empty", "half", "list", "version", "uuid", "type", "path", "test-recipe", "nan", "infinite", "deep"],
)
def test_bad_jobs_end_with_an_input_error(run, text):
    assert run.raw(text).error["error_class"] == "input_error"


def test_hostile_text_is_only_text(run):
    hostile = "$(touch x) `touch y`; ../../z \u202e <script>"
    molecule = changed(WATER, smiles=hostile)
    done = run("basic_calculation", {**basic(molecule), "name": hostile})
    assert done.result["data"]["calculation_uuid"]
    assert sorted(path.name for path in done.directory.iterdir()) == []
    calculation = done.all("calculation")[0]["calculation"]
    assert calculation["molecules"][-1]["smiles"] == hostile


def test_the_result_is_the_last_line_and_the_uuid_is_stable(run):
    first, second = run("basic_calculation", basic(WATER)), run("basic_calculation", basic(WATER), attempt=2)
    assert first.status == 0
    assert first.result["data"] == second.result["data"]
    assert first.all("calculation")[0]["uuid"] == first.result["data"]["calculation_uuid"]


def test_nothing_but_lines_on_stdout_even_when_libraries_print(tmp_path):
    """Libraries write to descriptor 1 directly; that must not reach the protocol."""
    script = (
        "import os, sys\n"
        "from cuvette_compute.runtime.protocol import Emitter, claim_stdout\n"
        "emitter = Emitter(claim_stdout())\n"
        "print('python noise'); os.write(1, b'C noise\\n'); os.system('echo child noise')\n"
        "emitter.log('line')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, env=process_environment(), check=True)
    assert done.stdout == b'{"event":"log","text":"line"}\n'
    assert b"C noise" in done.stderr


def test_not_a_number_never_leaves():
    from cuvette_compute.runtime.protocol import to_line

    with pytest.raises(ValueError, match="Out of range"):
        to_line({"x": float("nan")})


def test_a_stop_ends_a_running_calculation_within_three_seconds(tmp_path):
    molecule = from_smiles("CCCCCCCCCCCCCCCCCCCCCCCC").to_json()
    process = start(job_of("basic_calculation", basic(molecule, tasks=["optimize", "frequencies"])), tmp_path / "job")
    assert process.stdout.readline()
    time.sleep(1.0)
    assert process.poll() is None, "it must still be computing"
    process.send_signal(signal.SIGTERM)
    begun = time.monotonic()
    lines = process.stdout.read().splitlines()
    assert process.wait(timeout=400) == 143
    judge(begun, 3)
    for line in lines:
        json.loads(line)


def test_the_job_and_the_directory_may_be_relative_paths(tmp_path):
    (tmp_path / "job.json").write_text(json.dumps(job_of("basic_calculation", basic(WATER))))
    command = [sys.executable, "-m", "cuvette_compute", "run", "--job", "job.json", "--dir", "work"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, env=process_environment(), timeout=300, check=False)
    assert done.returncode == 0
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["job.json", "work"]


TEST_RECIPES = {"CUVETTE_TEST_RECIPES": "1"}


def test_sleep_resumes_after_the_seconds_that_were_stored(run):
    first = run("test_sleep", {"seconds": 2}, environment=TEST_RECIPES)
    assert first.result["data"] == {"slept": 2, "steps": 2, "attempt": 1}
    begun = time.monotonic()
    second = run("test_sleep", {"seconds": 3}, attempt=2, steps=first.steps, environment=TEST_RECIPES)
    assert second.result["data"] == {"slept": 1, "steps": 3, "attempt": 2}
    judge(begun, 2.5)


def test_sleep_can_crash_exit_and_fail(run, tmp_path):
    for behaviour, status in (("crash", -signal.SIGSEGV), ("exit", 3)):
        process = start(job_of("test_sleep", {"seconds": 0, "behaviour": behaviour}), tmp_path / behaviour, TEST_RECIPES)
        process.stdout.read()
        assert process.wait(timeout=400) == status
    data = {"seconds": 0, "behaviour": "error", "error_class": "resource_error", "message": "No memory."}
    done = run("test_sleep", data, environment=TEST_RECIPES)
    assert (done.error["error_class"], done.error["message"]) == ("resource_error", "No memory.")


def test_sleep_can_hang_and_spam(tmp_path):
    hang = start(job_of("test_sleep", {"seconds": 0, "behaviour": "hang"}), tmp_path / "hang", TEST_RECIPES)
    while b"Nothing but SIGKILL" not in (line := hang.stdout.readline()):
        assert line
    hang.terminate()
    with pytest.raises(subprocess.TimeoutExpired):
        hang.wait(timeout=1.5)
    hang.kill()
    hang.wait(timeout=400)
    spam = start(job_of("test_sleep", {"seconds": 0, "behaviour": "spam"}), tmp_path / "spam", TEST_RECIPES)
    size = sum(len(spam.stdout.readline()) for _ in range(2000))
    assert size > 1_000_000
    spam.terminate()
    spam.stdout.close()
    assert spam.wait(timeout=400) in (143, 1)


def test_progress_has_stages_and_ends_below_or_at_one_hundred(here):
    done = here("basic_calculation", basic(from_smiles("CCO").to_json(), tasks=["optimize", "frequencies"]))
    stages = list(dict.fromkeys(event["stage"] for event in done.all("progress")))
    assert stages == ["Optimizing the molecule with GFN2-xTB", "Frequencies of the molecule with GFN2-xTB"]
    check_lines(done.events)


@pytest.mark.parametrize(
    ("error", "error_class"),
    [
        (MemoryError(), "resource_error"),
        (OSError(28, "No space left on device"), "resource_error"),
        (OSError(12, "Cannot allocate memory"), "resource_error"),
        (OSError(5, "Input/output error"), "random_error"),
        (KeyError("x"), "unknown_error"),
    ],
)
def test_exceptions_are_sorted_into_error_classes(error, error_class):
    from cuvette_compute.errors import explain

    assert explain(error).error_class == error_class


def test_a_field_that_does_not_converge_is_a_convergence_error(here):
    done = here("basic_calculation", basic(from_smiles("c1ccccc1").to_json(), scf_settings={"max_iters": 2}))
    assert done.error["error_class"] == "convergence_error"
    assert "did not converge" in done.error["message"]


def test_what_goes_on_inside_a_long_piece_of_work_is_told_beside_its_stage(monkeypatch):
    now = 100.0
    monkeypatch.setattr("cuvette_compute.runtime.protocol.time.monotonic", lambda: now)
    read, write = os.pipe()
    emitter = Emitter(write)
    emitter.inside("cycle 1")  # Nothing runs yet.
    emitter.progress("Computing", 0, 1, 10.0)
    now = 103.0
    emitter.inside("cycle 2")  # The stage was reported just now.
    now = 196.0
    emitter.inside("cycle 3")
    now = 196.1
    emitter.progress("Computing", 1, 1, 50.0)
    now = 500.0
    emitter.inside("cycle 4")
    os.close(write)
    with os.fdopen(read) as stream:
        told = [json.loads(line) for line in stream]
    assert [(event["stage"], event["percent"]) for event in told] == [
        ("Computing", 10.0),
        ("Computing: cycle 3, 96 s", 10.0),
        ("Computing", 50.0),
        ("Computing: cycle 4, 5 min", 50.0),
    ]
