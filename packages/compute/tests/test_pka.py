"""Microscopic pKa against experiment, and the classes of sites."""

from __future__ import annotations

import pytest
from rdkit import Chem

from cuvette_compute.chemistry.open_forms import folds, open_geometries
from cuvette_compute.chemistry.protonation import acid_sites, base_sites, nitrogen_acid
from cuvette_compute.schemas.knowledge import calibration_lines


def settings(smiles, **changes):
    return {
        "initial_smiles": smiles,
        "microscopic_pka_method": "gfn2_alpb_linear",
        "mode": "reckless",
        "pka_range": [2, 12],
        "deprotonate_elements": [7, 8, 16],
        "protonate_elements": [7],
        **changes,
    }


def mol_of(smiles):
    return Chem.AddHs(Chem.MolFromSmiles(smiles))


@pytest.mark.parametrize(
    ("smiles", "acids", "bases"),
    [
        ("CC(=O)O", ["COOH"], []),
        ("Oc1ccccc1", ["phenol"], []),
        ("CCO", ["alcohol"], []),
        ("CS", ["SH"], []),
        ("CN", [None], ["primary amine"]),
        ("CNC", [None], ["secondary amine"]),
        ("CN(C)C", [], ["tertiary amine"]),
        ("c1ccncc1", [], ["arN"]),
        ("Nc1ccccc1", [None], ["aniline"]),
        ("CC(N)=O", [None], []),
        ("CS(N)(=O)=O", [None], []),
        ("NC(N)=N", [None, None], [None]),
        ("CC#N", [], []),
        ("c1cc[nH]c1", [None], []),
        # Molecules with elements that the calibration does not hold; it holds silicon.
        ("NCCB(C)C", [None], [None]),
        ("OCC[Se]C", [None], []),
        ("NCC[Si](C)(C)C", [None], ["primary amine"]),
    ],
)
def test_sites_have_the_classes_of_the_calibration(smiles, acids, bases):
    mol = mol_of(smiles)
    assert [site.site_class for site in acid_sites(mol, {7, 8, 16}, set())] == acids
    assert [site.site_class for site in base_sites(mol, {7}, set())] == bases


def test_the_lines_reproduce_the_experimental_values_of_their_fit_within_its_error():
    """TR215 (Thapa and Raghavachari 2019, 10.1021/acs.jctc.9b00606) with our energies, class by class."""
    lines = calibration_lines("pka", "gfn2_alpb_linear")
    assert lines["COOH"](115.6) == pytest.approx(0.1655 * 115.6 - 16.28)
    assert {name for name, line in lines.items() if line.size >= 10} >= {"COOH", "phenol", "SH", "arN", "aniline"}


@pytest.mark.parametrize(
    ("smiles", "key", "experiment", "within"),
    [
        # Experimental values: CRC Handbook, as quoted beside TR215.
        ("CC(=O)O", "strongest_acid", 4.76, 0.8),
        ("c1ccncc1", "strongest_base", 5.23, 0.8),
        ("CN", "strongest_base", 10.63, 1.0),
    ],
)
def test_pka_of_small_molecules(here, smiles, key, experiment, within):
    run = here("pka", settings(smiles))
    assert run.result["data"][key] == pytest.approx(experiment, abs=within)


def test_an_atom_without_a_hydrogen_is_refused_by_its_name(here):
    run = here("pka", settings("CC(=O)O", deprotonate_atoms=[2]))
    assert run.error["field"] == "deprotonate_atoms"
    assert "C2 carries no hydrogen" in run.error["message"]


@pytest.mark.parametrize(
    ("smiles", "changes", "field"),
    [
        ("C[CH2]", {}, "initial_smiles"),
        ("CC(=O)[O-].[Na+]", {}, "initial_smiles"),
        ("CC(=O)O", {"pka_range": [12, 2]}, "pka_range"),
    ],
)
def test_radicals_salts_and_a_reversed_range_are_refused(here, smiles, changes, field):
    error = here("pka", settings(smiles, **changes)).error
    assert (error["error_class"], error["field"]) == ("input_error", field)


def test_a_molecule_without_acidic_or_basic_sites_has_none(here):
    data = here("pka", settings("c1ccccc1")).result["data"]
    assert data["conjugate_acids"] == data["conjugate_bases"] == []
    assert data["strongest_acid"] is None
    assert data["strongest_base"] is None


@pytest.mark.parametrize("smiles", ["[NH3+]CCO", "C[NH2+]CC(O)c1ccccc1", "[NH3+]CCN", "NCCO"])
def test_an_amine_is_not_folded_onto_another_group(smiles):
    form = mol_of(smiles)
    assert [folds(form, molecule.positions) for molecule in open_geometries(form, 15, 2, 42)][:2] == [0, 0]


def test_a_form_that_moves_a_proton_when_it_is_optimized_is_named_and_left_out(here):
    run = here("pka", settings("NCCO", protonate_atoms=[4], protonate_elements=[], deprotonate_elements=[]))
    assert run.result["data"]["conjugate_acids"] == []
    told = [message for message in run.result["messages"] if message["title"] == "No pKa of O4"]
    assert "it changed its bonds" in told[0]["body"]


def test_cisplatin_is_outside_the_calibration(here):
    run = here("pka", settings("N[Pt](N)(Cl)Cl", deprotonate_elements=[]))
    classes = run.result["provenance"]["site_classes"]
    assert [entry["uncertainty"] for entry in run.result["data"]["conjugate_acids"]] == [None]
    assert classes["conjugate_acids"] == [None]
    # Core says it beside the number (`applicability`), and the recipe not again.
    assert "Outside Calibration" not in [one["title"] for one in run.result["messages"]]


def test_a_molecule_that_tautomerizes_when_it_is_optimized_is_refused(here):
    error = here("pka", settings("[NH3+]CC[O-]")).error
    assert error["error_class"] == "convergence_error"
    assert "bond O4-H" in error["message"]
    assert "formed" in error["message"]


def test_nitrogen_acids_without_a_line_say_so_in_their_row(here):
    """Sulfonamide, imide: the line of phenols makes them 2 to 5 units too acidic. Aniline's N–H beside them says nothing of the kind."""
    run = here("pka", settings("CS(N)(=O)=O", protonate_elements=[], deprotonate_elements=[7]))
    assert run.result["provenance"]["site_classes"]["conjugate_bases"] == [None]
    (told,) = run.result["provenance"]["caveats"]
    assert (told["severity"], told["table"], told["rows"], told["values"]) == ("changes_number", "pka", [0], ["strongest_acid"])
    assert "sulfonamide" in told["text"]
    assert "outside calibration" in told["text"]


@pytest.mark.parametrize(
    ("smiles", "atom", "name"),
    [
        ("NS(=O)(=O)c1ccccc1", 0, "sulfonamide"),
        ("O=C1CCC(=O)N1", 6, "imide"),
        ("c1c[nH]cn1", 2, "azole"),
        ("Cn1c(=O)c2[nH]cnc2n(C)c1=O", 5, "azole"),
        ("CC(N)=O", 2, "amide"),
        ("O=c1cccc[nH]1", 6, "amide"),
        ("Nc1ccccc1", 0, None),
        ("CCN", 2, None),
        ("Oc1ccccc1", 0, None),
    ],
)
def test_names_of_nitrogen_acids(smiles, atom, name):
    assert nitrogen_acid(Chem.AddHs(Chem.MolFromSmiles(smiles)), atom) == name
