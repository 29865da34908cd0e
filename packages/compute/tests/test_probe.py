"""The probe: what works is found by running it, and what does not has a reason."""

from __future__ import annotations

import json
import resource
import subprocess
import sys

import pytest
from conftest import in_full, needs_xtb_program, process_environment

from cuvette_compute.schemas import violation


def probe(environment=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "cuvette_compute", "probe"],
        capture_output=True,
        env=process_environment(environment),
        timeout=300,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Of the processor, not of the clock: a busy machine is no fault of the probe's.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 20, "the contract is 10 s of one idle core"
    lines = done.stdout.splitlines()
    assert len(lines) == 1
    value = json.loads(lines[0])
    assert violation(value, "probe") is None, violation(value, "probe")
    return value


@pytest.fixture(scope="module")
def probed():
    """What the probe says of this machine as it is."""
    return probe()


def test_the_python_engines_work_and_are_timed(probed):
    value = probed
    assert value["protocol"] == 1
    # At least the libraries are loaded before anything is computed, and that takes no minute.
    assert 0.1 < value["startup_seconds"] < 60
    assert {"xtb", "rdkit"} <= set(value["capabilities"])
    for name, engine in (("gfn2_xtb", "tblite"), ("gfn1_xtb", "tblite"), ("mmff94", "rdkit")):
        method = value["methods"][name]
        assert (method["available"], method["engine"], method["atoms"]) == (True, engine, 24)
        assert 0 < method["seconds_per_gradient"] < 5
        assert 0 < method["seconds_smallest"] < 5
        assert method["version"] == value["packages"][engine] or engine == "rdkit"


def test_without_the_xtb_program_its_methods_have_a_reason():
    value = probe({"CUVETTE_XTB": "/nonexistent", "CUVETTE_CREST": "/nonexistent"})
    for name in ("gfn_ff", "gfn0_xtb"):
        method = value["methods"][name]
        assert method["available"] is False
        assert method["reason"] == "The xtb program is not installed on this worker."
    assert "gfn_ff" not in value["capabilities"]
    assert "crest" not in value["capabilities"]
    assert value["methods"]["gfn2_xtb"]["available"]


def test_density_functionals_are_offered_each_run_once_and_timed_by_the_first(probed):
    value = probed
    assert "dft" in value["capabilities"]
    names = [name for name, method in value["methods"].items() if method["engine"] == "pyscf"]
    assert {"r2scan_3c", "b97_3c", "wb97x_3c", "hf", "b3lyp", "wb97m_v"} <= set(names)
    for name in names:
        method = value["methods"][name]
        assert method["available"], (name, method["reason"])
        assert method["version"] == value["packages"]["pyscf"]
        assert method["seconds_per_gradient"] > 0
        assert "cpcm" in method["solvent_models"]


@in_full
def test_a_program_that_does_not_work_is_not_offered(tmp_path):
    broken = tmp_path / "xtb"
    broken.write_text('#!/bin/sh\necho "xtb version 9.9.9"\nexit 0\n')
    broken.chmod(0o755)
    value = probe({"CUVETTE_XTB": str(broken)})
    assert value["methods"]["gfn_ff"]["available"] is False
    assert value["methods"]["gfn_ff"]["reason"].startswith("It failed on a test molecule")


@needs_xtb_program
def test_with_the_xtb_program_its_methods_are_offered(probed):
    value = probed
    assert "gfn_ff" in value["capabilities"]
    assert value["methods"]["gfn_ff"]["engine"] == "xtb"
    assert value["methods"]["gfn0_xtb"]["available"]
