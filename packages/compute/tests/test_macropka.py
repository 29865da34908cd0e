"""Macroscopic pKa: microstates, closed free energies, and the curves by pH."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import in_full
from rdkit import Chem

from cuvette_compute.bbb_score import bbb_score
from cuvette_compute.microstates import acids_of, bases_of, state_key


def settings(smiles, **changes):
    return {
        "initial_smiles": smiles,
        "min_pH": 0,
        "max_pH": 14,
        "min_charge": -2,
        "max_charge": 2,
        "compute_aqueous_solubility": True,
        "compute_solvation_energy": False,
        "macropka_method": "gfn2_alpb_linear",
        "bbb_method": None,
        **changes,
    }


def all_states(smiles):
    start = Chem.AddHs(Chem.MolFromSmiles(smiles))
    found, todo = {state_key(start): start}, [start]
    while todo:
        here = todo.pop()
        for key, (form, _) in {**bases_of(here), **acids_of(here)}.items():
            if key not in found:
                found[key] = form
                todo.append(form)
    return found


@pytest.mark.parametrize(
    ("smiles", "count"),
    [
        ("NCC(=O)O", 4),
        ("N[C@@H](Cc1cnc[nH]1)C(=O)O", 12),
        ("OC(=O)CC(O)(CC(=O)O)C(=O)O", 6),
        ("CC(=O)[O-]", 2),
        ("CNC(N)=N", 3),  # the ion and two tautomers
        ("C[N+](=O)[O-]", 1),
        ("CC(N)=O", 1),
    ],
)
def test_the_search_finds_every_microstate_once(smiles, count):
    assert len(all_states(smiles)) == count


@pytest.mark.parametrize("drawn", ["NCC(=O)O", "[NH3+]CC(=O)[O-]", "[NH3+]CC(=O)O", "NCC(=O)[O-]"])
def test_a_zwitterion_has_the_same_microstates_however_it_is_drawn(drawn):
    assert all_states(drawn).keys() == all_states("NCC(=O)O").keys()


def test_glycine_is_a_zwitterion(here):
    run = here("macropka", settings("NCC(=O)O", compute_solvation_energy=True, bbb_method="bbb_score"))
    data = run.result["data"]
    weights = {round(ph, 1): row for ph, row in data["microstate_weights_by_pH"]}
    zwitterion = [state["smiles"] for state in data["microstates"]].index("[NH3+]CC(=O)[O-]")
    assert weights[7.0][zwitterion] > 0.95
    assert 5.5 < data["isoelectric_point"] < 6.5
    assert all(abs(sum(row) - 1) < 1e-9 for row in weights.values())
    assert len(weights) == len(data["logD_by_pH"]) == len(data["aqueous_solubility_by_pH"]) == 141
    # CRC Handbook: 2.35 and 9.78.
    assert [step["pKa"] for step in data["pKa_values"]] == pytest.approx([2.35, 9.78], abs=0.8)
    assert data["solvation_energy"] < -5
    assert 0 < data["bbb_score"] < 6


def test_bbb_scores_of_the_publication():
    """Gupta et al. 2019: acetaminophen 4.49 (with the ratio of hydrogen bonds rounded to 0.33), cinnarizine 5.04."""
    assert bbb_score(Chem.MolFromSmiles("CC(=O)Nc1ccc(O)cc1"), 9.89) == pytest.approx(4.49, abs=0.05)
    assert bbb_score(Chem.MolFromSmiles("C(=C/c1ccccc1)\\CN1CCN(CC1)C(c1ccccc1)c1ccccc1"), 8.1) == pytest.approx(5.04, abs=0.01)


def test_solubility_of_an_acid_rises_with_its_ions_up_to_the_salt(here):
    data = here("macropka", settings("CC(=O)O")).result["data"]
    curve = np.array(data["aqueous_solubility_by_pH"])
    assert np.all(np.diff(curve[:, 1]) >= 0)
    assert curve[-1, 1] - curve[0, 1] == pytest.approx(3, abs=0.01)
    assert data["isoelectric_point"] is None
    assert data["logD_by_pH"][0][1] - data["logD_by_pH"][-1][1] == pytest.approx(3.5, abs=0.01)


# Wanted of the logD at pH 7.4: 0 to 1.6 and 0.6 to 2.
@pytest.mark.parametrize(
    ("smiles", "low", "high"),
    [
        ("CC(C)Cc1ccc(cc1)C(C)C(=O)O", 0.0, 1.6),
        pytest.param("CC(C)NCC(O)COc1cccc2ccccc12", 0.6, 2.0, marks=in_full),
    ],
    ids=["ibuprofen", "propranolol"],
)
def test_log_d_of_drugs(here, smiles, low, high):
    curve = {round(ph, 1): value for ph, value in here("macropka", settings(smiles)).result["data"]["logD_by_pH"]}
    assert low <= curve[7.4] <= high


@in_full
@pytest.mark.parametrize(("smiles", "charges"), [("OC(=O)CC(O)(CC(=O)O)C(=O)O", [0, -1, -2]), ("NC(Cc1cnc[nH]1)C(=O)O", [2, 1, 0])])
def test_protons_leave_in_order(here, smiles, charges):
    """Citric acid down to three charges, and histidine."""
    steps = here("macropka", settings(smiles, min_charge=-3)).result["data"]["pKa_values"]
    found = [step["pKa"] for step in steps if step["initial_charge"] in charges]
    assert len(found) == 3
    assert found == sorted(found)


def test_a_molecule_without_sites_has_one_microstate(here):
    data = here("macropka", settings("c1ccccc1")).result["data"]
    assert (len(data["microstates"]), data["pKa_values"]) == (1, [])


def test_an_element_that_the_calibration_does_not_hold_is_said(here):
    run = here("macropka", settings("C[Se]CC(=O)O"))
    told = {one["title"]: one["body"] for one in run.result["messages"]}
    assert "no molecule with Se" in told["Outside Calibration"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"macropka_method": None}, "macropka_method"),
        ({"initial_smiles": "CC(=O)O.O"}, "initial_smiles"),
        ({"initial_smiles": "C[CH2]"}, "initial_smiles"),
        ({"min_pH": 9, "max_pH": 3}, "max_pH"),
        ({"compute_solvation_energy": True}, "bbb_method"),
    ],
)
def test_what_cannot_be_computed_is_refused(here, changes, field):
    assert here("macropka", {**settings("CC(=O)O"), **changes}).error["field"] == field
