"""Caveats of ensembles: which molecules and methods they are for."""

from __future__ import annotations

import pytest
from rdkit import Chem

from cuvette_compute.recipes.conformer_caveats import conjugation_caveats


@pytest.mark.parametrize("smiles", ["C=CC=O", "CC(=O)NC", "c1ccccc1-c1ccccc1", "O=Cc1ccccc1"])
def test_conjugated_bonds_are_told_with_a_fast_method(smiles):
    mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
    (found,) = conjugation_caveats(mol, "gfn2_xtb", 2)
    assert found["severity"] == "changes_number"
    assert "acrolein" in found["text"]
    assert conjugation_caveats(mol, "r2scan_3c", 2) == []
    assert conjugation_caveats(mol, "gfn2_xtb", 1) == []


@pytest.mark.parametrize("smiles", ["CCCC", "OCCO", "CCOC(C)=O", "c1ccccc1CC", "C1CCCCC1O"])
def test_other_molecules_have_no_caveat(smiles):
    assert conjugation_caveats(Chem.AddHs(Chem.MolFromSmiles(smiles)), "gfn2_xtb", 5) == []
