"""The public face of `geometry`: other versions of geomeTRIC and ML-FSM, and whose fault an error is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import geometric
import pytest
from conftest import from_smiles, in_full
from geometric import internal
from geometric.internal import DelocalizedInternalCoordinates
from mlfsm.cos import FreezingString

from cuvette_compute import geometry
from cuvette_compute.engines import engine_of, request_of
from cuvette_compute.geometry import internal_coordinates
from cuvette_compute.geometry.internal_coordinates import Delocalized
from cuvette_compute.methods.settings import complete_settings
from cuvette_compute.optimization import optimize as module


def optimized(tmp_path, smiles="CCO"):
    molecule = from_smiles(smiles)
    settings = complete_settings({"method": "gfn2_xtb", "tasks": ["optimize"]}, "settings")
    calculator = engine_of("gfn2_xtb").calculator(request_of(settings, molecule, directory=tmp_path))
    return module.optimize(molecule, calculator, settings, [], tmp_path)


def test_another_version_of_geometric_takes_its_own_coordinates_to_the_same_minimum(tmp_path, monkeypatch):
    ours = optimized(tmp_path)
    made = []
    start = geometry.optimizer_of
    monkeypatch.setattr(geometry, "KNOWN_VERSIONS", {"geometric": ("1.2",), "mlfsm": ("1.0.1",)})
    monkeypatch.setattr(module, "optimizer_of", lambda *given, **more: made.append(start(*given, **more)) or made[-1])
    theirs = optimized(tmp_path)
    assert type(made[0].IC) is DelocalizedInternalCoordinates
    assert theirs.converged
    assert len(theirs.frames) == len(ours.frames)
    assert theirs.frames[-1].energy == pytest.approx(ours.frames[-1].energy, abs=1e-7)
    ethanol = from_smiles("CCO").to_ase()
    string = geometry.growing_string(ethanol, ethanol.copy(), nnodes_min=5, interp_method="cart", ninterp=10)
    assert type(string) is FreezingString


def test_a_fault_of_our_own_is_a_failure_and_no_silent_cartesian_run(tmp_path, monkeypatch):
    monkeypatch.setattr(internal_coordinates, "_space", None)
    with pytest.raises(TypeError):
        optimized(tmp_path)


def test_what_geometric_cannot_do_is_done_in_cartesian_coordinates_and_noted(tmp_path, monkeypatch):
    # A distance of an atom to itself, which geomeTRIC refuses with a RuntimeError.
    monkeypatch.setattr(Delocalized, "build_dlc", lambda self, *_: internal.Distance(1, 1))
    done = optimized(tmp_path)
    assert done.converged
    assert done.notes == ["The optimizer's tric coordinates failed (RuntimeError: a and b must be different)."]


@in_full
def test_the_patch_for_geometric_is_up_to_date_and_its_tests_pass_there(tmp_path):
    upstream = Path(__file__).parents[1] / "upstream"
    assert subprocess.run([sys.executable, str(upstream / "write_patch.py"), "--check"]).returncode == 0, "python upstream/write_patch.py"
    shutil.copytree(Path(geometric.__file__).parent, tmp_path / "geometric", ignore=shutil.ignore_patterns("tests", "data", "__pycache__"))
    subprocess.run(["git", "apply", str(upstream / "geometric-arrays.patch")], cwd=tmp_path, check=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "geometric/tests/test_arrays.py"]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout
