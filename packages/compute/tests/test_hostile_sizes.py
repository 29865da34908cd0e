"""Jobs that were made to take for ever: each ends soon, with a sentence."""

from __future__ import annotations

import pytest
from rdkit import Chem

from cuvette_compute.recipes import tautomers

RINGS = "C1CC1" * 1000
NEARLY = "C1CC1" * 399
"""As many rings as a SMILES of 2 000 characters has."""

SOLUBILITY = {"solubility_method": "esol_crippen", "solvents": ["O"], "temperatures": [298.15]}


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("admet", {}),
        ("solubility", SOLUBILITY),
        ("tautomers", {"mode": "reckless", "tautomer_method": "gfn2_alpb"}),
        ("conformer_search", {"mode": "reckless"}),
    ],
)
def test_a_thousand_rings_are_refused(here, kind, data):
    error = here(kind, {**data, "initial_smiles": RINGS}).error
    assert error["error_class"] == "input_error"
    assert "at most 2000 are allowed" in error["message"]


def test_the_most_rings_that_a_smiles_has_are_computed_without_an_error(here):
    result = here("solubility", {**SOLUBILITY, "initial_smiles": NEARLY}).result
    (found,) = result["data"]["solubilities"].values()
    assert found["uncertainties"] == [None]


def test_tautomers_without_number_are_cut_and_the_result_says_so():
    """Nine ketones in a chain have more forms than RDKit lists; the thirty most plausible are computed."""
    chain = Chem.MolToSmiles(Chem.MolFromSmiles("C" + "C(=O)C" * 9))

    class Given:
        smiles_ran = chain

    found, messages = tautomers.enumerated(Given())
    assert len(found) == tautomers._MOST_TAUTOMERS
    assert messages[0]["body"].startswith("At least ")


def test_more_atoms_than_a_method_takes_are_refused_before_any_memory_is_asked_for(here):
    argon = [{"atomic_number": 18, "position": [4.0 * (n % 100), 4.0 * (n // 100), 0.0]} for n in range(9_999)]
    data = {"initial_molecule": {"atoms": argon, "charge": 0, "multiplicity": 1}, "settings": {"method": "gfn2_xtb", "tasks": ["energy"]}}
    error = here("basic_calculation", data).error
    assert error["error_class"] == "input_error"
    assert "GFN2-xTB takes at most 3000 atoms; this structure has 9999." in error["message"]
