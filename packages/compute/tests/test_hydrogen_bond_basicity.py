"""Hydrogen-bond basicity against experiment, and the groups of acceptors."""

from __future__ import annotations

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
        ("CC(=O)OC", {2: "Carbonyl"}),
        ("CN(C)C=O", {4: "Carbonyl"}),
        ("CC#N", {2: "Nitrile"}),
        ("CN1C=CN=C1", {4: "Aromatic N"}),
        ("CS(C)=O", {3: "Chalcogen oxide"}),
        ("CP(C)(C)=O", {4: "Pnictogen oxide"}),
        ("[O-][n+]1ccccc1", {0: "N-oxide"}),
        ("C1CCOC1", {3: "Ether/Alcohol"}),
        ("Nc1ccccc1", {0: "Amine"}),
        ("CN=Cc1ccccc1", {1: "Imine"}),
        ("CSC", {1: "Divalent S"}),
        ("O=[N+]([O-])c1ccccc1", {0: None, 2: None}),
        ("c1ccoc1", {3: None}),
        ("CCCC", {}),
    ],
)
def test_acceptors_have_the_groups_of_the_calibration(smiles, groups):
    found = {site.atom: site.group for site in acceptors(Chem.AddHs(Chem.MolFromSmiles(smiles)))}
    assert found == groups


# Laurence et al. 2009 (10.1021/jm801331y): acetonitrile 0.91, ammonia 1.74.
@pytest.mark.parametrize(("smiles", "group", "experiment"), [("CC#N", "Nitrile", 0.91), ("N", "Amine", 1.74)])
def test_basicity_of_small_molecules(here, smiles, group, experiment):
    run = here("hydrogen_bond_basicity", settings(smiles, do_csearch=smiles == "N"))
    data = run.result["data"]
    (site,) = data["hba_sites"]
    assert site["name"] == group
    assert site["pkbhx"] == pytest.approx(experiment, abs=1.0 if group == "Amine" else 0.35)
    assert data["optimization"] in {event["uuid"] for event in run.all("calculation")}


def test_what_has_no_calibrated_acceptor_has_no_site(here):
    run = here("hydrogen_bond_basicity", settings("CF", do_optimization=False))
    assert run.result["data"]["hba_sites"] == []
    assert "Outside Calibration" in [told["title"] for told in run.result["messages"]]


def test_ions_are_refused(here):
    run = here("hydrogen_bond_basicity", settings("CC(=O)[O-]"))
    assert run.error["field"] == "initial_molecule.charge"
