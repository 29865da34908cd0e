"""The octanol-water partition coefficient from atom environments."""

from __future__ import annotations

import pytest
from mordred.SLogP import SLogP
from rdkit import Chem

from cuvette_compute.properties import logp as partition
from cuvette_compute.recipes.admet import physicochemical
from cuvette_compute.recipes.logp import METHODS


@pytest.mark.parametrize(
    ("smiles", "measured", "within"),
    [
        # In the fit: they say that RDKit still numbers the environments as it did when they were fitted.
        ("Cc1ccccc1", 2.73, 0.3),
        ("CCCCCCCCO", 3.0, 0.3),
        ("Oc1ccccc1", 1.46, 0.3),
        # Kept out of the fit; values of PHYSPROP (10.1080/1062936X.2016.1253611).
        ("CC(C)Cc1ccc(cc1)C(C)C(=O)O", 3.97, 0.6),
        ("CC(C)NCC(O)COc1cccc2ccccc12", 3.48, 0.6),
    ],
)
def test_log_p_of_known_molecules(smiles, measured, within):
    assert partition.log_p(Chem.MolFromSmiles(smiles)) == pytest.approx(measured, abs=within)


def test_the_file_says_how_far_off_the_fit_is():
    said = partition.errors()
    assert said["fitted_to"] > 10_000
    assert said["rmse_apart"] < said["rmse_crippen_apart"]
    assert partition.outside_the_set(Chem.MolFromSmiles("CB(O)O")) == ["B"]


def test_a_job_answers_by_both_methods_and_refuses_what_is_missing(here):
    """Crippen's value of toluene is that of RDKit's documentation, 1.9950; PHYSPROP has 2.73."""
    data = {"initial_smiles": "Cc1ccccc1", "logp_method": "crippen"}
    assert here("logp", data).result["data"] == {"logp": pytest.approx(1.9954, abs=1e-3)}
    ours = here("logp", {**data, "logp_method": partition.METHOD}).result
    assert ours["data"]["logp"] == pytest.approx(2.73, abs=0.3)
    assert ours["provenance"]["stages"][0]["method"] == partition.METHOD
    assert here("logp", {**data, "logp_method": "cosmors"}).error["field"] == "logp_method"


@pytest.mark.parametrize(("smiles", "told"), [("C[N+](C)(C)CC(=O)[O-]", True), ("Cc1ccccc1[N+](=O)[O-]", False)])
def test_a_zwitterion_is_told(here, smiles, told):
    caveats = here("logp", {"initial_smiles": smiles, "logp_method": "crippen"}).result["provenance"].get("caveats", [])
    assert [(one["severity"], one["values"]) for one in caveats] == [("changes_number", ["logp"])] * told


def test_each_method_gives_the_same_number_wherever_it_is_shown():
    """LogP (Crippen) of the type, of ADMET and among the descriptors (SLogP); ESOL takes that of its method."""
    mol = Chem.MolFromSmiles("CC(C)Cc1ccc(cc1)C(C)C(=O)O")
    crippen = METHODS["crippen"](mol)
    assert crippen == pytest.approx(physicochemical(mol)["logP"], abs=1e-9)
    assert crippen == pytest.approx(float(SLogP()(Chem.AddHs(mol))), abs=1e-6)
    assert METHODS[partition.METHOD](mol) == partition.log_p(mol)
