"""Analogues on the pose of a reference: the ligand of 1IA1, where the crystal has it, and others that share its core."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import from_wire, in_full
from rdkit import Chem
from test_protein import pdb_object

from cuvette_compute.chemistry.embed import molecule_from_mol
from cuvette_compute.docking.core import common_core

POCKET = Path(__file__).resolve().parents[3] / "examples/proteins/1ia1-pocket.pdb"
LIGAND = "Nc1nc(N)c2c(Sc3ccccc3)cccc2n1"
ETHER = "Nc1nc(N)c2c(Oc3ccccc3)cccc2n1"


def crystal():
    """The ligand of 1IA1 with hydrogens, from the data that come with PoseBusters."""
    import posebusters

    path = Path(posebusters.__file__).parent / "datasets/pdb/1ia1/1ia1_ligand.sdf"
    return Chem.AddHs(next(iter(Chem.SDMolSupplier(str(path)))), addCoords=True)


def dock(here, analogues, **changes):
    mol = crystal()
    data = {
        "initial_molecule": molecule_from_mol(mol, mol.GetConformer().GetPositions()).to_json(),
        "protein": pdb_object(POCKET.read_text()),
        "analogues": analogues,
        "num_conformers_per_analogue": 2,
        "docking_settings": {"executable": "vina", "scoring_function": "vina", "max_poses": 2, "exhaustiveness": 8},
        **changes,
    }
    return here("analogue_docking", data)


@pytest.fixture(scope="module")
def docked(here_once):
    return dock(here_once, [LIGAND, ETHER, "CCO"], analogue_names=["the ligand", "its ether", "ethanol"])


def test_the_ligand_itself_comes_back_to_its_place(docked):
    scores = docked.result["data"]["analogue_scores"]
    best = scores[LIGAND][0]
    assert best["rmsd"] < 0.5
    assert best["score"] < -7, "kcal/mol; a docking of it with Vina has about -9"
    assert best["posebusters_valid"], best["posebusters_failed"]
    placed = from_wire(docked.calculation(best["pose"])["molecules"][-1])
    bare = crystal()
    heavy = [atom.GetIdx() for atom in bare.GetAtoms() if atom.GetAtomicNum() > 1]
    places = np.array(bare.GetConformer().GetPositions())[heavy]
    apart = np.linalg.norm(placed.positions[placed.numbers > 1][:, None] - places[None], axis=2).min(axis=1)
    assert apart.max() < 0.8


def test_an_analogue_keeps_the_core_and_one_without_it_has_a_reason(docked):
    data = docked.result["data"]
    assert data["core_atoms"] == {LIGAND: 19, ETHER: 12, "CCO": 0}
    ether = data["analogue_scores"][ETHER]
    assert 1 <= len(ether) <= 2
    assert all(one["rmsd"] < 0.5 for one in ether)
    assert [one["score"] for one in ether] == sorted(one["score"] for one in ether)
    assert docked.calculation(ether[0]["pose"])["molecules"][-1]["name"] == "its ether"
    assert data["analogue_scores"]["CCO"] == []
    assert "shares 0 heavy atoms" in data["failures"]["CCO"]
    complexes = {event["uuid"] for event in docked.events if event["event"] == "protein"}
    assert {one[0]["complex_pdb"] for one in data["analogue_scores"].values() if one} == complexes


@in_full
def test_the_local_optimization_lowers_the_score(here, docked):
    relaxed = dock(here, [ETHER], run_local_optimization=True)
    [before, *_], [after, *_] = docked.result["data"]["analogue_scores"][ETHER], relaxed.result["data"]["analogue_scores"][ETHER]
    assert after["score"] <= before["score"] + 0.5
    assert 0 < after["rmsd"] < 2
    assert docked.result["provenance"]["stages"][1]["name"] == "AutoDock Vina scoring"


def test_a_symmetric_analogue_lies_in_each_way():
    """Toluene on benzene: the methyl group at each of the six carbons."""
    benzene, toluene = (Chem.AddHs(Chem.MolFromSmiles(text)) for text in ("c1ccccc1", "Cc1ccccc1"))
    ways = common_core(benzene, toluene).ways
    assert len(ways) == 6
    assert len({way[1] for way in ways}) == 6


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"analogues": [LIGAND, LIGAND]}, "analogues"),
        ({"analogues": ["CCO"]}, "analogues"),
        ({"num_conformers_per_analogue": 0}, "num_conformers_per_analogue"),
    ],
)
def test_what_cannot_be_docked_is_refused(here, changes, field):
    given = {"analogues": [LIGAND], **changes}
    assert dock(here, given.pop("analogues"), **given).error["field"] == field
