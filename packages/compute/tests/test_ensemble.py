"""What makes two conformers one, and how they are weighted."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import from_smiles
from rdkit import Chem

from cuvette_compute.chemistry.ensemble import (
    Comparer,
    Thresholds,
    automorphisms,
    best_superposition,
    boltzmann_weights,
    compared_atoms,
    is_achiral,
)
from cuvette_compute.chemistry.identity import compare_labels, connectivity_change, reference_bonds, stereo_labels
from cuvette_compute.chemistry.perceive import mol_from_molecule


def comparer_of(smiles, **thresholds):
    molecule = from_smiles(smiles)
    mol = mol_from_molecule(molecule)
    return molecule, Comparer(molecule, mol, is_achiral(mol), Thresholds(**thresholds))


def random_rotation(seed):
    matrix, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return matrix * np.sign(np.linalg.det(matrix))


def test_a_rotated_and_shifted_copy_is_the_same():
    molecule, comparer = comparer_of("CC(C)CO")
    moved = molecule.positions @ random_rotation(1).T + 7
    assert comparer.same(comparer.entry(0, molecule.positions, -1), comparer.entry(1, moved, -1))


def test_exchanged_equivalent_atoms_are_the_same():
    """The two methyl groups of isobutanol, exchanged with their hydrogens, and the carboxylate oxygens of acetate."""
    for smiles, first, second in (("CC(C)CO", 0, 2), ("CC(=O)[O-]", 2, 3)):
        molecule, comparer = comparer_of(smiles)
        swapped = molecule.positions.copy()
        swapped[[first, second]] = swapped[[second, first]]
        rmsd, _ = best_superposition(molecule.positions[comparer.atoms], swapped[comparer.atoms], comparer.permutations)
        assert rmsd < 1e-6


def test_the_mirror_image_of_a_chiral_conformer_counts_only_for_achiral_molecules():
    gauche, comparer = comparer_of("C(F)CF")
    positions = gauche.positions
    assert comparer.achiral
    chiral_conformer = not comparer.overlap(positions, -positions)
    assert comparer.degeneracy(comparer.entry(0, positions, -1)) == (2 if chiral_conformer else 1)
    assert comparer.same(comparer.entry(0, positions, -1), comparer.entry(1, -positions, -1))
    butanol, chiral = comparer_of("CC[C@H](C)O")
    assert not chiral.achiral
    assert not chiral.same(chiral.entry(0, butanol.positions, -1), chiral.entry(1, -butanol.positions, -1))
    assert chiral.degeneracy(chiral.entry(0, butanol.positions, -1)) == 1


def test_a_meso_compound_is_achiral():
    assert is_achiral(Chem.MolFromSmiles("C[C@H](O)[C@@H](C)O"))
    assert not is_achiral(Chem.MolFromSmiles("C[C@H](O)[C@H](C)O"))


def test_a_turned_hydroxyl_is_another_conformer_even_in_a_large_molecule():
    molecule, comparer = comparer_of("CCCCCCCCCCCCCCCCO")
    mol = mol_from_molecule(molecule)
    from rdkit.Chem import rdMolTransforms

    turned = Chem.Mol(mol)
    oxygen = next(a.GetIdx() for a in mol.GetAtoms() if a.GetAtomicNum() == 8)
    neighbours = mol.GetAtomWithIdx(oxygen).GetNeighbors()
    carbon, hydrogen = (next(n.GetIdx() for n in neighbours if n.GetAtomicNum() == z) for z in (6, 1))
    before = next(n.GetIdx() for n in mol.GetAtomWithIdx(carbon).GetNeighbors() if n.GetAtomicNum() == 6)
    angle = rdMolTransforms.GetDihedralDeg(turned.GetConformer(), before, carbon, oxygen, hydrogen)
    rdMolTransforms.SetDihedralDeg(turned.GetConformer(), before, carbon, oxygen, hydrogen, angle + 120)
    other = turned.GetConformer().GetPositions()
    assert not comparer.overlap(molecule.positions, other)


def test_methyl_hydrogens_do_not_count_but_polar_ones_do():
    mol = mol_from_molecule(from_smiles("CCO"))
    kept = compared_atoms(mol)
    assert sorted(mol.GetAtomWithIdx(int(i)).GetSymbol() for i in kept) == ["C", "C", "H", "O"]
    assert len(automorphisms(mol, kept)) == 1


def test_an_energy_gap_keeps_conformers_apart():
    molecule, comparer = comparer_of("CCO", energy=0.1)
    assert not comparer.same(comparer.entry(0, molecule.positions, -1), comparer.entry(1, molecule.positions, -1 + 0.2 / 627.5))


def test_weights_by_hand():
    """Two conformers 0.6 kcal/mol apart at 298.15 K, the upper one twice: 2 exp(-0.6/0.592484) = 0.7265."""
    weights = boltzmann_weights([-10.0, -10.0 + 0.6 / 627.5094740631], [1, 2])
    assert weights[0] == pytest.approx(1 / 1.72646, abs=1e-4)
    assert weights[1] == pytest.approx(0.72646 / 1.72646, abs=1e-4)


def test_bonds_that_break_and_form_are_named():
    molecule = from_smiles("CCO")
    mol = mol_from_molecule(molecule)
    bonds = reference_bonds(molecule, mol)
    assert not connectivity_change(molecule, molecule.positions, bonds)["changed"]
    moved = molecule.positions.copy()
    moved[2] += (moved[2] - moved[1]) * 1.0
    change = connectivity_change(molecule, moved, bonds)
    assert change["changed"]
    assert "bond C2-O3 broke" in change["detail"]


def test_an_inverted_centre_is_named():
    molecule = from_smiles("CC[C@H](C)O")
    mol = mol_from_molecule(molecule)
    change = compare_labels(stereo_labels(mol, molecule.positions), stereo_labels(mol, -molecule.positions))
    assert change == {"changed": True, "detail": "C3 changed from S to R"}
