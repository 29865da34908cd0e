"""Centre of mass, moments of inertia, rotational constants."""

from __future__ import annotations

import numpy as np

from .molecule import Molecule

# A molecule whose smallest moment of inertia is below this (amu Angstrom^2) is linear.
_LINEAR_MOMENT = 1e-2


def centred(molecule: Molecule) -> np.ndarray:
    """Positions (Angstrom) relative to the centre of mass."""
    masses = molecule.masses
    return molecule.positions - masses @ molecule.positions / masses.sum()


def inertia_tensor(molecule: Molecule) -> np.ndarray:
    """The tensor of inertia (3 x 3) about the centre of mass in amu Angstrom^2."""
    points, masses = centred(molecule), molecule.masses
    return (masses * (points**2).sum(axis=1)).sum() * np.eye(3) - (points * masses[:, None]).T @ points


def principal_moments(molecule: Molecule) -> np.ndarray:
    """Principal moments of inertia in amu Angstrom^2, ascending."""
    return np.clip(np.linalg.eigvalsh(inertia_tensor(molecule)), 0.0, None)


def is_linear(molecule: Molecule) -> bool:
    """Whether all atoms lie on one line (false for a single atom)."""
    return len(molecule) > 1 and principal_moments(molecule)[0] < _LINEAR_MOMENT


def rotational_constants(molecule: Molecule) -> np.ndarray:
    """Rotational constants in GHz, descending; infinite about the axis of a linear molecule."""
    with np.errstate(divide="ignore"):
        return 505.379009 / principal_moments(molecule)
