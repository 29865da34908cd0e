"""Solubility by the ESOL equation with Crippen's logP."""

from __future__ import annotations

import pytest
from rdkit import Chem

from cuvette_compute.recipes.solubility import log_solubility

# log S that the refit to Crippen's logP gives for molecules of Delaney's set (P. Walters, "solubility"), two decimals.
REFIT = [
    ("benzene", "c1ccccc1", -1.93),
    ("phenol", "Oc1ccccc1", -1.76),
    ("caffeine", "Cn1c(=O)c2c(ncn2C)n(C)c1=O", -0.53),
    ("anthracene", "c1ccc2cc3ccccc3cc2c1", -4.31),
    ("diazepam", "CN1C(=O)CN=C(c2ccccc2)c2cc(Cl)ccc21", -4.21),
    ("testosterone", "C[C@]12CC[C@H]3[C@@H](CCC4=CC(=O)CC[C@@]43C)[C@@H]1CC[C@@H]2O", -4.52),
    ("ethanol", "CCO", -0.04),
    ("toluene", "Cc1ccccc1", -2.19),
    ("theophylline", "Cn1c(=O)c2[nH]cnc2n(C)c1=O", -0.45),
]


@pytest.mark.parametrize(("name", "smiles", "expected"), REFIT)
def test_the_equation_gives_the_published_values_of_the_refit(name, smiles, expected):
    assert log_solubility(Chem.MolFromSmiles(smiles)) == pytest.approx(expected, abs=0.01), name


def test_a_job_answers_in_water_and_refuses_trained_models(here):
    data = {"initial_smiles": "Cc1ccccc1", "solubility_method": "esol_crippen", "solvents": ["O"], "temperatures": [298.15]}
    run = here("solubility", data)
    assert run.result["data"] == {
        "solubilities": {"O": {"solubilities": [pytest.approx(-2.19, abs=0.01)], "uncertainties": [pytest.approx(1.01, abs=0.005)]}}
    }
    ours = here("solubility", {**data, "solubility_method": "esol_environments"}).result
    assert ours["data"]["solubilities"]["O"]["uncertainties"] == [pytest.approx(0.95, abs=0.005)]
    assert ours["provenance"]["stages"][0]["method"] == "esol_environments"
    refused = here("solubility", {**data, "solubility_method": "fastsolv"})
    assert refused.error["field"] == "solubility_method"


@pytest.mark.parametrize(
    ("smiles", "covered"),
    [("Cl[Pt](Cl)(N)N", False), ("CC(=O)[O-]", False), ("C" * 200, False), ("CCO", True)],
)
def test_what_is_none_of_the_set_has_no_error(here, smiles, covered):
    """Core says why beside the number (`applicability`), and the recipe not again."""
    data = {"initial_smiles": smiles, "solubility_method": "esol_crippen", "solvents": ["O"], "temperatures": [298.15]}
    result = here("solubility", data).result
    assert (result["data"]["solubilities"]["O"]["uncertainties"] != [None]) is covered
    assert "Outside Calibration" not in [each["title"] for each in result["messages"]]
