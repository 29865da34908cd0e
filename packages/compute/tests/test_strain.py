"""Strain of butane's conformers, with the energy of the springs left out."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import from_smiles, from_wire

from cuvette_compute.recipes.strain import missed_caveats

KCAL = 627.5094740631
CHAIN = {"mode": "manual", "optimization_settings": [{"method": "gfn2_xtb", "mode": "rapid"}]}
GENERATOR = {"settings_type": "etkdg", "mode": "manual", "conf_opt_method": "gfn_ff", "num_initial_confs": 6, "num_confs_considered": 4}


def gauche():
    from rdkit.Chem import rdMolTransforms

    from cuvette_compute.chemistry.perceive import mol_from_molecule

    start = from_smiles("CCCC")
    mol = mol_from_molecule(start)
    rdMolTransforms.SetDihedralDeg(mol.GetConformer(), 0, 1, 2, 3, 66.0)
    return start.at(mol.GetConformer().GetPositions())


def strain(here, pose, steps=None, **changes):
    data = {"initial_molecule": pose.to_json(), "conf_gen_settings": GENERATOR, "multistage_opt_settings": CHAIN, **changes}
    return here("strain", data, steps=steps or {})


@pytest.fixture(scope="module")
def butane(here_once):
    return strain(here_once, gauche())


def test_gauche_butane_has_the_strain_of_its_conformer(butane):
    """0.60 kcal/mol above anti with GFN2-xTB and in the ACONF set."""
    data = butane.result["data"]
    assert 0.4 < data["strain"] < 0.8
    lowest = butane.calculation(data["conformers"][0])["molecules"][-1]["energy"]
    pose = butane.calculation(data["constrained_optimization"])["molecules"][-1]
    assert data["strain"] == pytest.approx((pose["energy"] - lowest) * KCAL, abs=1e-3)
    assert len(data["conformers"]) == 2


def test_a_pose_below_all_conformers_says_so_beside_its_strain():
    assert missed_caveats(0.6) == missed_caveats(-0.05) == []
    (told,) = missed_caveats(-0.5)
    assert (told["severity"], told["values"], told["table"]) == ("changes_number", ["strain"], "strain")


def test_the_energy_of_the_springs_is_left_out(here, butane):
    """The relaxed pose computed again without springs has the energy that was stored."""
    pose = butane.calculation(butane.result["data"]["constrained_optimization"])["molecules"][-1]
    start = from_wire(pose)
    again = here("basic_calculation", {"initial_molecule": start.to_json(), "settings": {"method": "gfn2_xtb", "tasks": ["energy"]}})
    energy = again.calculation(again.result["data"]["calculation_uuid"])["molecules"][-1]["energy"]
    assert pose["energy"] == pytest.approx(energy, abs=1e-6)
    record = butane.result["provenance"]["springs"]
    assert record["atoms"] == 4
    shifts = start.positions[:4] - gauche().positions[:4]
    assert record["energy_kcal"] == pytest.approx(0.5 * 5 * float((shifts**2).sum()), abs=1e-3)


def test_stiff_springs_hold_the_atoms(here, butane):
    held = strain(here, gauche(), harmonic_constraint_spring_constant=500, constrain_hydrogens=True, steps=butane.steps)
    pose = from_wire(held.calculation(held.result["data"]["constrained_optimization"])["molecules"][-1])
    assert np.abs(pose.positions - gauche().positions).max() < 0.06
    assert held.result["data"]["strain"] > butane.result["data"]["strain"] + 0.1
    assert all(key.startswith("pose/") for key in held.steps), "the conformers are taken from the first attempt"


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"harmonic_constraint_spring_constant": 1e6}, "harmonic_constraint_spring_constant", "1000000"),
        (
            {"multistage_opt_settings": {"mode": "manual", "singlepoint_settings": {"method": "gfn2_xtb"}}},
            "multistage_opt_settings.optimization_settings",
            "needs an optimization",
        ),
    ],
)
def test_what_cannot_run_is_refused(here, changes, field, words):
    error = strain(here, gauche(), **changes).error
    assert (error["error_class"], error["field"]) == ("input_error", field)
    assert words in error["message"]
