"""Neural potentials in environments of their own: the real loading code against packages that have the documented calls.

Where `npm run setup -- --with mace` (aimnet2, orb, omol25) was run, the full run also loads a model with random weights by the real one.
"""

from __future__ import annotations

import subprocess

import numpy as np
import pytest
import stand_ins
from conftest import in_full

from cuvette_compute.engines.base import Request, single_point
from cuvette_compute.engines.external import trained
from cuvette_compute.errors import ComputeError
from cuvette_compute.runtime.places import ENVIRONMENTS
from cuvette_compute.structures.molecule import Molecule
from cuvette_compute.units import EV_PER_HARTREE

METHODS = {
    "aimnet2": ("aimnet2", "aimnet", "aimnet2_wb97md3"),
    "egret": ("mace", "mace", "egret_1"),
    "orb": ("orb", "orb", "orb_v3_conservative_inf_omat"),
    "omol25": ("omol25", "fairchem", "omol25_conserving_s"),
}
WATER = np.array([[0.0, 0.0, 0.117], [0.0, 0.757, -0.469], [0.0, -0.757, -0.469]])


def water(charge: int = 0, multiplicity: int = 1) -> Molecule:
    return Molecule(np.array([8, 1, 1]), WATER, charge, multiplicity)


@pytest.fixture
def weights(tmp_path, monkeypatch):
    folder = tmp_path / "weights"
    folder.mkdir()
    monkeypatch.setenv("CUVETTE_WEIGHTS", str(folder))
    monkeypatch.setattr(trained, "ENVIRONMENTS", tmp_path)
    return folder


@pytest.mark.parametrize("name", METHODS)
def test_a_potential_is_loaded_from_its_weights_and_computes(tmp_path, weights, name):
    environment, package, method = METHODS[name]
    stand_ins.environment(tmp_path, environment, package)
    assert trained.trained_engines()[0] == [], "without weights nothing is offered"
    (weights / f"{method}.pt").touch()
    engines, left_out = trained.trained_engines()
    engine = next(one for one in engines if one.name == name)
    assert [info.name for info in engine.methods] == [method]
    assert all(line.startswith("The engine mace") for line in left_out)
    point = single_point(engine.calculator(Request(method, water(), tmp_path)), water())
    assert point.energy == pytest.approx(0.5 * (WATER**2).sum() / EV_PER_HARTREE)
    assert point.gradient == pytest.approx(WATER / EV_PER_HARTREE)


def test_charge_reaches_a_potential_that_knows_it_and_is_refused_by_one_that_does_not(tmp_path, weights):
    for environment, package, method in (METHODS["aimnet2"], METHODS["egret"]):
        stand_ins.environment(tmp_path, environment, package)
        (weights / f"{method}.model").touch()
    engines = {one.name: one for one in trained.trained_engines()[0]}
    cation = water(charge=1, multiplicity=2)
    point = single_point(engines["aimnet2"].calculator(Request("aimnet2_wb97md3", cation, tmp_path)), cation)
    assert point.energy == pytest.approx((0.5 * (WATER**2).sum() + 1) / EV_PER_HARTREE)
    with pytest.raises(ComputeError, match="neither charge nor spin"):
        engines["egret"].calculator(Request("egret_1", cation, tmp_path))


def test_weights_that_went_missing_are_told_with_their_place(tmp_path, weights):
    stand_ins.environment(tmp_path, "omol25", "fairchem")
    file = weights / "omol25_conserving_s.pt"
    file.touch()
    (engine,), _ = trained.trained_engines()
    file.unlink()
    with pytest.raises(ComputeError, match=r"omol25_conserving_s\.pt are not in the folder that CUVETTE_WEIGHTS names"):
        engine.calculator(Request("omol25_conserving_s", water(), tmp_path))
    _, (line,) = trained.trained_engines()
    assert "installed and has no weights" in line


RANDOM_MACE = """
import sys
from mace import modules
import numpy as np, torch
from e3nn import o3
torch.manual_seed(7)
torch.set_default_dtype(torch.float64)
numbers = [1, 6, 7, 8]
blocks = modules.interaction_classes
model = modules.ScaleShiftMACE(
    r_max=4.0, num_bessel=4, num_polynomial_cutoff=5, max_ell=1, num_interactions=2, num_elements=len(numbers), atomic_numbers=numbers,
    interaction_cls=blocks["RealAgnosticResidualInteractionBlock"], interaction_cls_first=blocks["RealAgnosticInteractionBlock"],
    hidden_irreps=o3.Irreps("4x0e"), MLP_irreps=o3.Irreps("4x0e"), gate=torch.nn.functional.silu, correlation=2, radial_type="bessel",
    atomic_energies=np.array([-13.6, -1029.0, -1485.0, -2042.0]), avg_num_neighbors=3.0, atomic_inter_scale=1.0, atomic_inter_shift=0.0,
)
torch.save(model, sys.argv[1])
"""
# Through the package's own export of what it trained.
RANDOM_AIMNET2 = """
import pathlib, sys, tempfile
import aimnet.models, torch, yaml
from aimnet.config import build_module
from aimnet.train.export_model import export_model
torch.manual_seed(7)
definition = pathlib.Path(aimnet.models.__file__).with_name("aimnet2.yaml")
folder = pathlib.Path(tempfile.mkdtemp())
torch.save(build_module(yaml.safe_load(definition.read_text())).state_dict(), folder / "weights.pt")
(folder / "shifts.yaml").write_text("{1: -13.6, 6: -1029.0, 7: -1485.0, 8: -2042.0}")
words = ["--model", definition, "--sae", folder / "shifts.yaml"]
export_model([str(word) for word in (folder / "weights.pt", sys.argv[1], *words)])
"""
RANDOM_ORB = """
import sys, torch
from orb_models.forcefield import pretrained
torch.manual_seed(7)
torch.save(pretrained.orb_v3_conservative_architecture().state_dict(), sys.argv[1])
"""
# The checkpoint that fairchem writes after training, with a small model that has seen nothing.
RANDOM_FAIRCHEM = """
import sys
import hydra, torch
from fairchem.core.units.mlip_unit.api.inference import MLIPInferenceCheckpoint
torch.manual_seed(7)
place, unit = "fairchem.core.models.uma.escn_md", "fairchem.core.units.mlip_unit.mlip_unit"
small = {"sphere_channels": 8, "hidden_channels": 8, "edge_channels": 8, "num_distance_basis": 16, "num_layers": 1}
backbone = {"model": f"{place}.eSCNMDBackbone", **small, "otf_graph": True, "direct_forces": False, "dataset_mapping": {"omol": "omol"}}
model = {
    "_target_": "fairchem.core.models.base.HydraModel",
    "backbone": backbone,
    "heads": {"energyandforcehead": {"module": f"{place}.MLP_EFS_Head", "prefix": "omol"}},
    "pass_through_head_outputs": True,
}
tasks = [
    {"_target_": f"{unit}.Task", "name": f"omol_{quantity}", "level": level, "property": quantity, "datasets": ["omol"],
     "out_spec": {"_target_": f"{unit}.OutputSpec", "dim": [size], "dtype": "float32"},
     "normalizer": {"_target_": "fairchem.core.modules.normalization.normalizer.Normalizer", "mean": 0.0, "rmsd": 1.0}}
    for quantity, level, size in (("energy", "system", 1), ("forces", "atom", 3))
]
state = hydra.utils.instantiate(model).state_dict()
averaged = {"n_averaged": torch.tensor(1), **{f"module.{name}": value for name, value in state.items()}}
torch.save(MLIPInferenceCheckpoint(model_config=model, model_state_dict=state, ema_state_dict=averaged, tasks_config=tasks), sys.argv[1])
"""
# Engine, its environment, a method, the script, and the step (Å) of the slope: all but MACE compute in single precision.
_REAL = [
    ("mace", "mace", "mace_mp_0", RANDOM_MACE, 1e-4),
    ("aimnet2", "aimnet2", "aimnet2_wb97md3", RANDOM_AIMNET2, 5e-3),
    ("orb", "orb", "orb_v3_conservative_inf_omat", RANDOM_ORB, 5e-3),
    ("omol25", "omol25", "omol25_conserving_s", RANDOM_FAIRCHEM, 5e-3),
]


@in_full
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "environment", "method", "script", "step"), _REAL, ids=[one[0] for one in _REAL])
def test_the_real_package_loads_a_random_model_whose_forces_are_the_slope_of_its_energy(
    tmp_path, monkeypatch, name, environment, method, script, step
):
    python = ENVIRONMENTS / environment / "bin" / "python"
    if not python.exists():
        pytest.skip(f"not installed here: npm run setup -- --with {environment}")
    monkeypatch.setenv("CUVETTE_WEIGHTS", str(tmp_path))
    made = subprocess.run([python, "-c", script, tmp_path / f"{method}.pt"], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr[-2000:]
    engine = next(one for one in trained.trained_engines()[0] if one.name == name)
    assert [info.name for info in engine.methods] == [method]
    calculator = engine.calculator(Request(method, water(), tmp_path))
    point = single_point(calculator, water())
    shift = np.zeros((3, 3))
    shift[1, 1] = step
    sides = [single_point(calculator, Molecule(np.array([8, 1, 1]), WATER + sign * shift, 0, 1)).energy for sign in (1, -1)]
    assert point.gradient[1, 1] == pytest.approx((sides[0] - sides[1]) / (2 * step), rel=1e-4 if step < 1e-3 else 0.02, abs=1e-7)
    assert abs(point.gradient[1, 1]) > 1e-5, "the atoms feel one another"
