"""ADMET-AI's networks in NumPy against the original package, and the values of well-known molecules."""

from __future__ import annotations

import csv
import pickle

import pytest
from mordred import Calculator, SLogP
from rdkit import Chem

from cuvette_compute.chemistry.smiles import parse
from cuvette_compute.properties import admet_network
from cuvette_compute.properties.admet_network import _CheckpointReader, percentiles, predict
from cuvette_compute.recipes.admet import physicochemical


@pytest.fixture(scope="module")
def drugs():
    """The approved drugs of the wheel with the predictions that the original package (with torch) made of them."""
    with (admet_network._resources() / "data" / "drugbank_approved.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_sixty_drugs_have_the_predictions_of_the_original_package(drugs):
    """Every 47th of the 2 845 drugs: acids, salts, metals, peptides, rings. Equal to 1e-4 of the value's own size."""
    chosen = [row for row in drugs[::47] if Chem.MolFromSmiles(row["smiles"]) is not None][:60]
    assert len(chosen) >= 59
    for row in chosen:
        found = predict(Chem.MolFromSmiles(row["smiles"]))
        assert len(found) == 41
        for endpoint, value in found.items():
            assert value == pytest.approx(float(row[endpoint]), abs=1e-4, rel=1e-5), (row["name"], endpoint)


def test_physicochemical_values_are_those_of_the_original_package_and_of_aspirin(drugs):
    aspirin = physicochemical(Chem.MolFromSmiles("CC(=O)Oc1ccccc1C(=O)O"))
    # Molar mass 180.16 g/mol, TPSA 63.6 Å² (PubChem CID 2244), Crippen logP 1.31 and QED 0.55 by RDKit.
    assert aspirin["molecular_weight"] == pytest.approx(180.16, abs=0.005)
    assert aspirin["logP"] == pytest.approx(1.310, abs=0.001)
    assert aspirin["tpsa"] == pytest.approx(63.60, abs=0.005)
    assert aspirin["QED"] == pytest.approx(0.550, abs=0.001)
    row = next(row for row in drugs if row["name"] == "Ibuprofen")
    assert physicochemical(Chem.MolFromSmiles(row["smiles"])) == pytest.approx({k: float(row[k]) for k in aspirin}, abs=1e-3)


@pytest.mark.parametrize(
    ("smiles", "count"),
    [
        ("COc1ccc2cc(ccc2c1)[C@H](C)C(=O)O", 1),  # naproxen
        ("CN[C@H]1CC[C@H](c2ccc(Cl)c(Cl)c2)c2ccccc12", 2),  # sertraline
        ("CC(=O)N1CCN(CC1)c1ccc(OCC2COC(Cn3ccnc3)(c3ccc(Cl)cc3Cl)O2)cc1", 2),  # ketoconazole, without its configuration
        ("CCO", 0),
    ],
)
def test_stereocentres_are_counted_in_a_molecule_as_a_job_reads_it(smiles, count):
    assert physicochemical(parse(smiles))["stereo_centers"] == count


def test_the_crippen_logp_is_the_one_of_the_descriptors():
    mol = parse("CC(=O)Oc1ccccc1C(=O)O")
    assert physicochemical(mol)["logP"] == pytest.approx(float(Calculator(SLogP.SLogP)(Chem.AddHs(mol))[0]), abs=1e-9)


def test_a_percentile_counts_the_drugs_below_and_half_of_the_equal_ones(drugs):
    values = sorted(float(row["molecular_weight"]) for row in drugs)
    found = percentiles({"molecular_weight": values[len(values) // 2], "unheard_of": 1.0})
    assert list(found) == ["molecular_weight"]
    assert found["molecular_weight"] == pytest.approx(50, abs=0.1)


def test_a_checkpoint_can_call_nothing(tmp_path):
    class Planted:
        def __reduce__(self):
            return (eval, ("__import__('pathlib').Path('planted').touch()",))

    import zipfile

    path = tmp_path / "planted.pt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model/data.pkl", pickle.dumps(Planted()))
    with zipfile.ZipFile(path) as archive:
        made = _CheckpointReader(archive, "model").load()
    assert type(made).__name__ == "_StandIn"


def test_a_job_gives_all_properties_with_percentiles_and_says_what_ran(here):
    run = here("admet", {"initial_smiles": "CC(C)Cc1ccc(cc1)C(C)C(=O)O"})
    properties = run.result["data"]["properties"]
    assert len([name for name in properties if not name.endswith("_percentile")]) == 8 + 41
    assert 0 <= properties["hERG_drugbank_approved_percentile"] <= 100
    assert [stage["engine"] for stage in run.result["provenance"]["stages"]] == ["rdkit", "admet_ai"]
    bare = here("admet", {"initial_smiles": "CCO", "admet_method": "rdkit_physicochemical"})
    assert len(bare.result["data"]["properties"]) == 8


def test_a_smiles_that_cannot_be_read_is_refused_with_its_place(here):
    run = here("admet", {"initial_smiles": "CC(C"})
    assert run.error["field"] == "initial_smiles"


@pytest.mark.parametrize(("smiles", "warned"), [("Cl[Pt](Cl)(N)N", True), ("C[N+](C)(C)CC(=O)[O-]", False), ("C" * 200, False)])
def test_a_metal_that_the_networks_do_not_know_is_said(here, smiles, warned):
    titles = [each["title"] for each in here("admet", {"initial_smiles": smiles}).result["messages"]]
    assert ("Outside Calibration" in titles) is warned
