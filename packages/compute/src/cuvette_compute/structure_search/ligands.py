"""SMILES of the ligands of a protein, whose files name atoms and places and no bonds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..chemistry.perceive import perceived_smiles
from ..errors import ComputeError
from ..structures.elements import NUMBERS
from ..structures.molecule import Molecule, check_distances
from .heavy_atoms import smiles_of_heavy_atoms

MIN_HEAVY_ATOMS = 5
MAX_ATOMS = 150
"""Ions and what crystals are grown from lie below, lipids and peptides above."""


def ligand_smiles(residue: dict[str, Any]) -> str | None:
    """
    SMILES of a residue of the platform's protein structures (`atoms` by serial number, each with `x`, `y`, `z` in Å, `element`,
    `charge`). With hydrogens bonds are those of the Lewis structure that fits the coordinates, without them those that lengths and
    angles show. None for what is no organic molecule, or where neither fits.
    """
    atoms = [atom for atom in (residue.get("atoms") or {}).values() if atom.get("alt_loc") in (None, "", "A")]
    numbers = [NUMBERS.get(str(atom.get("element", "")).capitalize(), 0) for atom in atoms]
    heavy = [number for number in numbers if number > 1]
    if 0 in numbers or 6 not in numbers or len(heavy) < MIN_HEAVY_ATOMS or len(numbers) > MAX_ATOMS:
        return None
    positions = np.array([[float(atom[axis]) for axis in "xyz"] for atom in atoms])
    stated = sum(int(atom.get("charge") or 0) for atom in atoms)
    try:
        if len(heavy) < len(numbers):
            return _with_hydrogens(numbers, positions, stated)
        return smiles_of_heavy_atoms(numbers, positions)
    except (ComputeError, ValueError, RuntimeError):
        return None


def _with_hydrogens(numbers: list[int], positions: np.ndarray, stated: int) -> str | None:
    """The Lewis structure of the stated charge, else of the nearest charge that has one: files often leave charges out."""
    for charge in sorted(range(-3, 4), key=lambda one: (abs(one - stated), one)):
        if (sum(numbers) - charge) % 2:
            continue
        molecule = Molecule(np.array(numbers), positions, charge, 1)
        try:
            check_distances(molecule)
            return perceived_smiles(molecule)
        except ComputeError:
            continue
    return None
