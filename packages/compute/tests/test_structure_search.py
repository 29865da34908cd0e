"""Search by structure: what identifies a molecule, queries, the library in memory, limits of time, ligands without hydrogens."""

from __future__ import annotations

import base64
import json
import time

import numpy as np
import pytest
from rdkit import Chem, DataStructs
from rdkit.Chem import AllChem

from cuvette_compute.convert import _operations, answer
from cuvette_compute.convert.searches import Searches
from cuvette_compute.structure_search.describe import describe
from cuvette_compute.structure_search.heavy_atoms import smiles_of_heavy_atoms
from cuvette_compute.structure_search.ligands import ligand_smiles
from cuvette_compute.structure_search.query import whole_molecule

MOLECULES = (
    "OC(=O)c1ccccc1",
    "CC(=O)Oc1ccccc1C(=O)O",
    "C[C@H](N)C(=O)O",
    "C[C@@H](N)C(=O)O",
    "CCO",
    "c1ccc2[nH]ccc2c1",
    "C1CC2CCC1C2",
    "O=[N+]([O-])c1ccccc1",
)


def searches(smiles=MOLECULES):
    """The operations of a service that has these molecules, by their places in the list."""
    described = [describe(text) for text in smiles]
    operations = Searches().operations()
    joined = {
        key: base64.b64encode(b"".join(base64.b64decode(one[key]) for one in described)).decode() for key in ("pattern", "similarity")
    }
    canonical = [one["smiles"] for one in described]
    operations["add"](
        {
            "numbers": list(range(len(smiles))),
            "smiles": canonical,
            "patterns": joined["pattern"],
            "similarities": joined["similarity"],
        }
    )
    return operations


def ask(operations, op, **content):
    return answer(json.dumps({"id": 1, "op": op, "input": content}).encode(), operations)


def test_one_molecule_has_one_identity_and_its_stereoisomers_one_skeleton():
    first, second, flat = describe("C[C@H](N)C(=O)O"), describe("C[C@@H](N)C(O)=O"), describe("CC(N)C(=O)O")
    assert first["identity"] == describe("OC(=O)[C@@H](N)C")["identity"] != second["identity"]
    assert first["skeleton"] == second["skeleton"] == flat["skeleton"] == flat["identity"]
    assert describe("[2H]C")["skeleton"] != describe("C")["skeleton"]
    assert describe("[CH3:7][OH:2]")["identity"] == describe("CO")["identity"]
    assert describe("C1CC") is None
    assert describe("C" * 600) is None


@pytest.mark.parametrize(
    "smarts",
    [
        "OC(=O)c1ccccc1",
        "OC(=O)C1=CC=CC=C1",
        "[NX3;H2]",
        "C[C@H](N)C(=O)O",
        "[r5]",
        "[R2]",
        "[$([CX3](=O)[OX2H])]",
        "[N+](=O)[O-]",
        "[H]OC",
        "*",
        "[U]",
    ],
)
def test_a_library_finds_what_rdkit_matches_molecule_by_molecule(smarts):
    found = ask(searches(), "substructure", smarts=smarts)["output"]["numbers"]
    drawn = "OC(=O)c1ccccc1" if "C1=C" in smarts else smarts
    query = Chem.MolFromSmarts(drawn, mergeHs=True)
    expected = [i for i, text in enumerate(MOLECULES) if Chem.MolFromSmiles(text).HasSubstructMatch(query, useChirality=True)]
    assert sorted(found) == expected


def test_similarity_is_the_tanimoto_coefficient_of_morgan_fingerprints():
    query = whole_molecule("CC(=O)Oc1ccccc1C(=O)O")
    found = ask(searches(), "similar", fingerprint=query["similarity"], least=0.1)["output"]
    generator = AllChem.GetMorganGenerator(radius=2, fpSize=2048)
    prints = [generator.GetFingerprint(Chem.MolFromSmiles(text)) for text in MOLECULES]
    expected = {i: DataStructs.TanimotoSimilarity(prints[1], one) for i, one in enumerate(prints)}
    assert found["numbers"][0] == 1 and found["similarities"] == sorted(found["similarities"], reverse=True)
    assert {i for i, value in expected.items() if value >= 0.1} == set(found["numbers"])
    for number, value in zip(found["numbers"], found["similarities"], strict=True):
        assert value == pytest.approx(expected[number], abs=1e-4)


@pytest.mark.parametrize(
    ("smarts", "words"),
    [
        ("", "Draw a structure"),
        ("C1CC", "ring 1 opened at character 2"),
        ("[C;$(C", "cannot be read"),
        ("C" * 250, "250 atoms"),
        ("C" * 3000, "3000 characters"),
    ],
)
def test_what_is_no_query_is_refused_in_words(smarts, words):
    error = ask(searches(), "substructure", smarts=smarts)["error"]
    assert words in error["detail"] and error["field"] == "substructure"


def test_a_pattern_that_explodes_is_stopped_and_the_service_goes_on():
    operations = searches([*MOLECULES, "CC1(C)CCCC2(C)C1CCC1(C)C2CCC2C3CC(C)(C)CCC3(C)CCC21C"])
    explosive = ".".join(["[#6]"] * 12 + ["[#6;r5;r6;r7;r8]", "[#7,#8]"])
    began = time.monotonic()
    error = ask(operations, "substructure", smarts=explosive, seconds=0.5)["error"]
    assert "took longer than 0.5 s and was stopped" in error["detail"]
    assert time.monotonic() - began < 5
    assert ask(operations, "substructure", smarts="OC(=O)c1ccccc1")["output"]["numbers"] == [0, 1]


def heavy(smiles):
    """Numbers and positions of a molecule's atoms other than hydrogen, built by ETKDG and MMFF94."""
    mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
    AllChem.EmbedMolecule(mol, randomSeed=1)
    AllChem.MMFFOptimizeMolecule(mol)
    mol = Chem.RemoveHs(mol)
    return [atom.GetAtomicNum() for atom in mol.GetAtoms()], mol.GetConformer().GetPositions()


@pytest.mark.parametrize(
    "smiles",
    [
        "CC(C)Cc1ccc([C@@H](C)C(=O)O)cc1",
        "Cc1ccc(Nc2nccc(-c3cccnc3)n2)cc1",
        "NS(=O)(=O)c1ccc(F)cc1",
        "O=[N+]([O-])c1ccc(Cl)cc1",
        "N#Cc1ccccc1C#CC",
        "c1ccc2[nH]ccc2c1",
        "OC[C@H]1O[C@@H](O)[C@H](O)[C@@H](O)[C@@H]1O",
    ],
)
def test_bond_orders_are_told_without_hydrogens(smiles):
    assert smiles_of_heavy_atoms(*heavy(smiles)) == Chem.CanonSmiles(smiles)


def test_a_ligand_of_a_protein_is_read_with_hydrogens_too_and_ions_are_none():
    mol = Chem.AddHs(Chem.MolFromSmiles("CC(=O)[O-]"))
    acid = Chem.AddHs(Chem.MolFromSmiles("O=C([O-])c1ccccc1"))
    assert ligand_smiles(residue(acid)) == "O=C([O-])c1ccccc1"
    assert ligand_smiles(residue(mol)) is None
    assert ligand_smiles({"atoms": {"1": {"element": "ZN", "x": 0, "y": 0, "z": 0}}}) is None
    assert ligand_smiles({"atoms": {"1": {"element": "?", "x": 0, "y": 0, "z": 0}}}) is None


def residue(mol):
    AllChem.EmbedMolecule(mol, randomSeed=1)
    places = np.round(mol.GetConformer().GetPositions(), 3).tolist()
    atoms = zip(mol.GetAtoms(), places, strict=True)
    return {"atoms": {str(i): {"element": a.GetSymbol().upper(), "x": x, "y": y, "z": z} for i, (a, (x, y, z)) in enumerate(atoms)}}


def test_what_matched_is_drawn_in_the_accent_colour():
    drawings = ask(_operations(), "draw_smiles", smiles=["CC(=O)Oc1ccccc1C(=O)O", "CCO"], highlight="OC(=O)c1ccccc1")["output"]["drawings"]
    hit, miss = ({part["colour"] for part in [*one["paths"], *one["labels"]]} for one in drawings)
    assert "accent" in hit and "#000000" in hit
    assert "accent" not in miss
