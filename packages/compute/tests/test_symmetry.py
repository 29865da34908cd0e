"""Rotational symmetry numbers of textbook molecules (Herzberg, Infrared and Raman Spectra, table 140)."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import from_smiles

from cuvette_compute.chemistry.symmetry import rotational_symmetry_number
from cuvette_compute.structures.molecule import Molecule


@pytest.mark.parametrize(
    ("smiles", "number"),
    [
        ("O", 2),
        ("N", 3),
        ("CC", 6),
        ("C", 12),
        ("c1ccccc1", 12),
        ("O=C=O", 2),
        ("N#N", 2),
        ("C#N", 1),
        ("C=C", 4),
        ("CO", 1),
        ("FC(F)F", 3),
        ("C1CCCCC1", 6),
        ("CC(C)(C)C", 12),
        ("CC(C)=O", 2),
        ("O=CO", 1),
    ],
)
def test_rotational_symmetry_number(smiles, number):
    assert rotational_symmetry_number(from_smiles(smiles)) == number


def test_an_octahedron_has_24_rotations():
    points = np.array([[0, 0, 0], *(sign * 1.56 * axis for axis in np.eye(3) for sign in (1, -1))])
    assert rotational_symmetry_number(Molecule(np.array([16] + [9] * 6), points)) == 24


def test_an_isotope_breaks_the_symmetry():
    water = from_smiles("O")
    heavy = Molecule(water.numbers, water.positions, given_masses=(None, 2.0141, None))
    assert rotational_symmetry_number(heavy) == 1


def test_the_orientation_does_not_matter():
    benzene = from_smiles("c1ccccc1")
    rotation, _ = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))
    assert rotational_symmetry_number(benzene.at(benzene.positions @ rotation.T + 5)) == 12
