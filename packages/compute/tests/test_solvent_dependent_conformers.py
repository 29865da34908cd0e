"""Conformers in several solvents: 1,2-dichloroethane, whose gauche form is polar and whose anti form is not."""

from __future__ import annotations

import math

import numpy as np
import pytest
from conftest import from_smiles, from_wire
from rdkit import Chem
from rdkit.Chem import rdMolTransforms

from cuvette_compute.chemistry.perceive import mol_from_molecule
from cuvette_compute.chemistry.shapes import representatives

KCAL = 627.5094740631
GENERATOR = {"settings_type": "etkdg", "mode": "manual", "conf_opt_method": "gfn_ff", "num_initial_confs": 6, "num_confs_considered": 4}
CHAIN = {
    "mode": "manual",
    "optimization_settings": [{"method": "gfn2_xtb", "mode": "rapid", "solvent_settings": {"solvent": "water", "model": "alpb"}}],
    "singlepoint_settings": {"method": "gfn2_xtb", "mode": "rapid", "tasks": ["energy"]},
}


def search(here, smiles="ClCCCl", **changes):
    data = {
        "initial_molecule": from_smiles(smiles).to_json(),
        "conf_gen_settings": GENERATOR,
        "conformer_clustering_settings": None,
        "multistage_opt_settings": CHAIN,
        "solvents": ["hexane", "water"],
        "final_correction": "gfn2_alpb_solvation",
        **changes,
    }
    return here("solvent_dependent_conformers", data)


@pytest.fixture(scope="module")
def dichloroethane(here_once):
    return search(here_once)


def is_gauche(wire) -> bool:
    mol = mol_from_molecule(from_wire(wire))
    chain = mol.GetSubstructMatch(Chem.MolFromSmarts("ClCCCl"))
    return abs(rdMolTransforms.GetDihedralDeg(mol.GetConformer(), *chain)) < 120


def test_water_favours_the_polar_form(dichloroethane):
    data = dichloroethane.result["data"]
    assert len(data["conformers"]) == 2
    gauche = next(one for one in data["conformers"] if is_gauche(dichloroethane.calculation(one["calculation"])["molecules"][-1]))
    weights = gauche["population_by_solvent"]
    assert weights["water"] > weights["hexane"] + 0.1
    for solvent in ("hexane", "water"):
        assert sum(one["population_by_solvent"][solvent] for one in data["conformers"]) == pytest.approx(1, abs=1e-5)
        assert min(one["relative_free_energy_by_solvent"][solvent] for one in data["conformers"]) == 0


def test_energies_are_those_of_single_points_in_the_solvent_and_weights_follow(here, dichloroethane):
    """GFN2-xTB in ALPB, computed again by another type; gauche counts twice, for its mirror image."""
    data = dichloroethane.result["data"]
    energies = {}
    for one in data["conformers"]:
        wire = dichloroethane.calculation(one["calculation"])["molecules"][-1]
        settings = {"method": "gfn2_xtb", "tasks": ["energy"], "solvent_settings": {"solvent": "water", "model": "alpb"}}
        again = here("basic_calculation", {"initial_molecule": from_wire(wire).to_json(), "settings": settings})
        energy = again.calculation(again.result["data"]["calculation_uuid"])["molecules"][-1]["energy"]
        assert one["free_energy_by_solvent"]["water"] == pytest.approx(energy, abs=1e-6)
        energies[is_gauche(wire)] = energy
    difference = (energies[True] - energies[False]) * KCAL
    ratio = 2 * math.exp(-difference / (0.0019872043 * 298.15))
    gauche = next(one for one in data["conformers"] if is_gauche(dichloroethane.calculation(one["calculation"])["molecules"][-1]))
    assert gauche["population_by_solvent"]["water"] == pytest.approx(ratio / (1 + ratio), abs=1e-3)


def test_properties_and_transfer(dichloroethane):
    data = dichloroethane.result["data"]
    assert min(data["relative_free_energy_by_solvent"].values()) == 0
    areas = {solvent: each["solvent_accessible_surface_area"] for solvent, each in data["per_solvent_properties"].items()}
    assert set(areas) == {"hexane", "water"}
    assert 150 < areas["water"] < areas["hexane"] < 300, "gauche is the more compact form"
    record = dichloroethane.result["provenance"]["solvation"]
    assert (record["quantity"], record["temperature"]) == ("E + ΔGsolv", 298.15)


def test_tautomers_are_weighed_together(here):
    """2-Pyridone, 2-hydroxypyridine and the form without aromaticity: one scale of energies and one set of weights."""
    done = search(here, "O=c1cccc[nH]1", enumerate_tautomers=True, conf_gen_settings={**GENERATOR, "num_initial_confs": 2})
    data = done.result["data"]
    by_form = {one["smiles"]: one for one in data["conformers"]}
    assert set(by_form) == {"O=c1cccc[nH]1", "Oc1ccccn1", "O=C1CC=CC=N1"}
    lactam, lactim = by_form["O=c1cccc[nH]1"], by_form["Oc1ccccn1"]
    for solvent in ("hexane", "water"):
        assert sum(one["population_by_solvent"][solvent] for one in data["conformers"]) == pytest.approx(1, abs=1e-5)
        # GFN2-xTB holds hydroxyl groups too stable (tautomers.py), and still has the lactam below.
        gap = (lactim["free_energy_by_solvent"][solvent] - lactam["free_energy_by_solvent"][solvent]) * KCAL
        assert 0 < gap < 4
        ratio = lactim["population_by_solvent"][solvent] / lactam["population_by_solvent"][solvent]
        assert ratio == pytest.approx(math.exp(-gap / (0.0019872043 * 298.15)), rel=1e-2)
        assert by_form["O=C1CC=CC=N1"]["relative_free_energy_by_solvent"][solvent] > 15
    assert any("Tautomers workflow" in one["text"] for one in done.result["provenance"]["caveats"])


def test_one_of_each_cluster_is_kept():
    molecule = from_smiles("CCCC")
    mol = mol_from_molecule(molecule)
    places = [np.array(molecule.positions) * factor for factor in (1, 1.001, 1.2, 1.201, 1.4, 1.401)]
    assert representatives(mol, places, ["radius_of_gyration"], 3, 1, 1) == [0, 2, 4]
    assert representatives(mol, places, ["radius_of_gyration"], 3, 2, 1) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"final_correction": "COSMO_RS"}, "final_correction"),
        ({"enumerate_tautomers": True, "initial_molecule": from_smiles("C[CH2]").to_json()}, "initial_molecule"),
        ({"solvents": ["water", "water"]}, "solvents"),
        ({"solvents": ["water", "octane"]}, "solvents.1"),
    ],
)
def test_what_cannot_run_is_refused(here, changes, field):
    assert search(here, **changes).error["field"].startswith(field)
