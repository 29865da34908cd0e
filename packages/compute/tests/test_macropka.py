"""Macroscopic pKa: microstates, closed free energies, and the curves by pH."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import in_full
from rdkit import Chem
from rdkit.Chem import Descriptors

from cuvette_compute.chemistry.microstates import acids_of, bases_of, is_uncharged, state_key
from cuvette_compute.properties.bbb_score import bbb_score
from cuvette_compute.recipes.macropka import solubility_by_ph
from cuvette_compute.recipes.solubility import pure_concentration


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


def test_solubility_of_an_acid_rises_with_its_ions_up_to_the_pure_compound(here):
    """Acetic acid: 17.5 mol/L by its density of 1.05 g/mL (CRC Handbook); it mixes with water in all proportions."""
    result = here("macropka", settings("CC(=O)O")).result
    data = result["data"]
    curve = np.array(data["aqueous_solubility_by_pH"])
    assert np.all(np.diff(curve[:, 1]) >= 0)
    assert 10 ** data["aqueous_solubility_limit"] == pytest.approx(17.5, rel=0.1)
    at = {round(ph, 1): value for ph, value in data["aqueous_solubility_by_pH"]}
    assert at[7.4] == curve[:, 1].max() == data["aqueous_solubility_limit"]
    assert at[0.0] < 0.5
    assert data["aqueous_solubility_uncertainty"] == pytest.approx(1.01, abs=0.02)
    (limit,) = [one for one in result["provenance"]["caveats"] if one["table"] == "aqueous_solubility"]
    assert limit["severity"] == "changes_number"
    assert limit["rows"] == [place for place, value in enumerate(curve[:, 1]) if value == curve[:, 1].max()]
    assert all(word in limit["text"] for word in ("liquid", "mixes", "salt", "mol/L"))
    assert data["isoelectric_point"] is None
    assert data["logD_by_pH"][0][1] - data["logD_by_pH"][-1][1] == pytest.approx(3.5, abs=0.01)


def test_classes_are_those_of_the_neutral_drawing_of_an_acid():
    """Theophylline with its hydrogen on the other nitrogen is an azole: drawn as [n-]c[nH+] it took the line of azolium ions."""
    mol = Chem.AddHs(Chem.MolFromSmiles("Cn1c(=O)c2[nH]cnc2n(C)c1=O"))
    cation = next(form for form, step in acids_of(mol).values() if step.atom == 7)
    steps = {Chem.MolToSmiles(Chem.RemoveHs(form)): step for form, step in bases_of(cation).values()}
    # Either proton of the cation is that of an azolium ion.
    assert {step.site_class for step in steps.values()} == {"arN"}
    other = "Cn1c(=O)c2nc[nH]c2n(C)c1=O"
    assert set(steps) == {"Cn1c(=O)c2[nH]cnc2n(C)c1=O", other}
    anion = next(form for form, _ in bases_of(mol).values())
    for form, step in acids_of(anion).values():
        if Chem.MolToSmiles(Chem.RemoveHs(form)) == other:
            assert (step.site_class, step.line.name) == (None, "nearest: phenol")
            assert is_uncharged(form)
            break
    else:
        raise AssertionError("the anion takes no proton on the other nitrogen")


def test_theophylline_has_an_acidic_pka_that_is_marked_in_its_row(here):
    """8.8 is measured (from memory); azoles have no line and come out too acidic, which the row says."""
    result = here("macropka", settings("Cn1c(=O)c2[nH]cnc2n(C)c1=O", min_charge=-1, max_charge=0)).result
    (step,) = result["data"]["pKa_values"]
    assert (step["initial_charge"], step["final_charge"]) == (0, -1)
    (told,) = [one for one in result["provenance"]["caveats"] if one["table"] == "macroscopic_pka"]
    assert (told["severity"], told["rows"]) == ("changes_number", [0])
    assert "azole" in told["text"]
    assert [one["severity"] for one in result["provenance"]["caveats"] if one["table"] == "logd"] == ["changes_number"]


def test_ions_add_to_the_solubility_up_to_their_salt_and_the_pure_compound():
    assert solubility_by_ph(-4.0, 1.2, [1.0, 0.5, 1e-2, 1e-9]) == pytest.approx([-4.0, -3.699, -2.0, -1.0], abs=1e-3)
    assert solubility_by_ph(-0.2, 1.2, [1.0, 1e-9]) == [-0.2, 1.2]


@pytest.mark.parametrize(
    ("smiles", "grams_per_litre"),
    [("CC(=O)O", 1049), ("C1CCNCC1", 862), ("OC1CCCCC1", 962), ("O=S1(=O)CCCC1", 1260), ("c1ccc2ccccc2c1", 1140)],
)
def test_concentrations_of_pure_compounds(smiles, grams_per_litre):
    """Densities from memory of handbooks (cyclohexanol and sulfolane also in the table of Girolami's method)."""
    mol = Chem.MolFromSmiles(smiles)
    assert pure_concentration(mol) * Descriptors.MolWt(mol) == pytest.approx(grams_per_litre, rel=0.12)


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


def test_what_core_says_of_an_element_is_not_said_twice(here):
    """The pKa of a molecule with selenium has its caveat from core (`applicability`); that of logP is another fit's."""
    result = here("macropka", settings("C[Se]CC(=O)O")).result
    assert "Outside Calibration" not in [one["title"] for one in result["messages"]]
    told = result["provenance"]["caveats"]
    assert [one["severity"] for one in told] == ["changes_number"] * len(told)
    assert {one["table"] for one in told} == {"logd", "aqueous_solubility"}


def test_a_group_without_a_line_is_told_in_the_row_of_its_pka(here):
    """No amidine is in the calibration."""
    result = here("macropka", settings("CC(=N)N", min_charge=0, max_charge=1)).result
    (told,) = [one for one in result["provenance"]["caveats"] if one["table"] == "macroscopic_pka"]
    assert (told["severity"], told["rows"]) == ("changes_number", [0])
    assert "outside calibration" in told["text"]


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
