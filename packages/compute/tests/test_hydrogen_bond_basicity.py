"""Hydrogen-bond basicity against experiment, and the groups of acceptors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import from_smiles
from rdkit import Chem

from cuvette_compute.chemistry.acceptors import acceptors


def settings(smiles, **changes):
    return {
        "initial_molecule": from_smiles(smiles).to_json(),
        "mode": "auto",
        "do_csearch": False,
        "do_optimization": True,
        "pkbhx_method": "vmin_hf_631gd_gfn2",
        **changes,
    }


@pytest.mark.parametrize(
    ("smiles", "groups"),
    [
        ("CC(=O)OC", {2: "Ester"}),
        ("O=C1CCCO1", {0: "Lactone"}),
        ("CN(C)C=O", {4: "Amide"}),
        ("COC(=O)N(C)C", {3: "Urea/Carbamate"}),
        ("CC(C)=O", {3: "Ketone/Aldehyde"}),
        ("O=c1ccocc1", {0: "Ring carbonyl", 4: None}),
        ("CC(=O)Cl", {2: None}),
        ("CC#N", {2: "Nitrile"}),
        ("CN1C=CN=C1", {4: "Aromatic N"}),
        ("CS(C)=O", {3: "Chalcogen oxide"}),
        ("CP(C)(C)=O", {4: "Pnictogen oxide"}),
        ("C[PH](C)=O", {3: "Pnictogen oxide with H, halogen"}),
        ("[O-][n+]1ccccc1", {0: "N-oxide"}),
        ("C[N+](C)(C)[O-]", {4: None}),
        ("CO", {1: "Alcohol"}),
        ("Oc1ccccc1", {0: "Alcohol"}),
        ("C1CCOC1", {3: "Ether"}),
        ("COc1ccccc1", {1: "Aromatic ether"}),
        ("O", {0: None}),
        ("CN", {1: "Primary amine"}),
        ("CNC", {1: "Secondary amine"}),
        ("CN(C)C", {1: "Tertiary amine"}),
        ("Nc1ccccc1", {0: "Aromatic amine"}),
        ("N", {0: None}),
        ("CN=Cc1ccccc1", {1: "Imine"}),
        ("CN=CN(C)C", {1: "Amidine"}),
        ("CSC", {1: "Divalent S"}),
        ("O=[N+]([O-])c1ccccc1", {0: None, 2: None}),
        ("c1ccoc1", {3: None}),
        ("CCCC", {}),
    ],
)
def test_acceptors_have_the_groups_of_the_calibration(smiles, groups):
    found = {site.atom: site.group for site in acceptors(Chem.AddHs(Chem.MolFromSmiles(smiles)))}
    assert found == groups


def test_the_set_of_the_fit_has_the_classes_of_today():
    folder = Path(__file__).parents[2]
    table = json.loads((folder / "core/src/methods/fixtures/calibration.json").read_text("utf-8"))["pkbhx-vmin-hf631gd"]
    groups = {
        smiles: [site.group for site in acceptors(Chem.AddHs(Chem.MolFromSmiles(smiles))) if site.group] for smiles, *_ in table["rows"]
    }
    assert groups == {smiles: [group] for smiles, group, *_ in table["rows"]}
    unseen = json.loads((folder / "compute/bench/sets/acceptors-laurence.json").read_text("utf-8"))["pkbhx"]
    assert not {Chem.CanonSmiles(smiles) for smiles in unseen} & set(groups)


# Laurence et al. 2009 (10.1021/jm801331y); dimethyl sulfide is not in the fit.
@pytest.mark.parametrize(("smiles", "group", "experiment"), [("CC#N", "Nitrile", 0.91), ("CSC", "Divalent S", 0.12)])
def test_basicity_of_small_molecules(here, smiles, group, experiment):
    run = here("hydrogen_bond_basicity", settings(smiles, do_csearch=smiles == "CSC"))
    data = run.result["data"]
    (site,) = data["hba_sites"]
    assert site["name"] == group
    assert site["pkbhx"] == pytest.approx(experiment, abs=0.2)
    assert data["optimization"] in {event["uuid"] for event in run.all("calculation")}


def test_what_has_no_calibrated_acceptor_has_no_site(here):
    run = here("hydrogen_bond_basicity", settings("CF", do_optimization=False))
    assert run.result["data"]["hba_sites"] == []
    assert "Outside Calibration" in [told["title"] for told in run.result["messages"]]


def test_ions_are_refused(here):
    run = here("hydrogen_bond_basicity", settings("CC(=O)[O-]"))
    assert run.error["field"] == "initial_molecule.charge"
