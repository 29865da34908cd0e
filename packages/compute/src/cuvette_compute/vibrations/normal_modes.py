"""Normal modes from a Cartesian Hessian: frequencies, reduced masses, force constants, displacements, IR intensities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..structures.inertia import centred, is_linear
from ..structures.molecule import Molecule
from ..units import ATOMIC_MASS_IN_KILOGRAM, HARTREE_IN_JOULE, LIGHT_SPEED_IN_CM_PER_SECOND

# (Debye/Angstrom)^2/amu to km/mol: N_A pi / (3 c^2 4 pi eps0) in those units.
KM_PER_MOLE = 42.2561
_BOHR_IN_METRE = 5.29177210903e-11


@dataclass(frozen=True)
class Mode:
    """One normal mode; an imaginary frequency is negative (cm^-1, amu, mDyne/Angstrom, Angstrom, km/mol)."""

    frequency: float
    reduced_mass: float
    force_constant: float
    displacements: np.ndarray
    ir_intensity: float | None

    def to_json(self) -> dict:
        return {
            "frequency": round(self.frequency, 3),
            "reduced_mass": round(self.reduced_mass, 3),
            "force_constant": round(self.force_constant, 3),
            "displacements": [[round(float(x), 6) for x in row] for row in self.displacements],
            "ir_intensity": None if self.ir_intensity is None else round(self.ir_intensity, 3),
        }


def internal_basis(molecule: Molecule) -> np.ndarray:
    """An orthonormal basis (3N x n) of mass-weighted motions that are neither translation nor rotation."""
    points, roots = centred(molecule), np.sqrt(molecule.masses)
    count = len(molecule)
    external = [np.outer(roots, axis).reshape(-1) for axis in np.eye(3)]
    if count > 1:
        _, axes = np.linalg.eigh(np.cov(points.T, bias=True))
        rotations = [(np.cross(axis, points) * roots[:, None]).reshape(-1) for axis in axes.T]
        if is_linear(molecule):
            rotations = sorted(rotations, key=lambda vector: float(vector @ vector))[1:]
        external += rotations
    vectors = np.array(external).T
    orthonormal, _ = np.linalg.qr(vectors, mode="complete")
    return orthonormal[:, vectors.shape[1] :]


def normal_modes(molecule: Molecule, hessian: np.ndarray, dipole_derivatives: np.ndarray | None) -> list[Mode]:
    """Normal modes by ascending frequency, imaginary ones (negative) first.

    `hessian` in Hartree/bohr^2, `dipole_derivatives` in Debye/Angstrom (3N x 3). A molecule of N atoms has 3N-6 modes, a linear
    one 3N-5, an atom none.
    """
    if len(molecule) == 1:
        return []
    basis = internal_basis(molecule)
    weights = 1.0 / np.sqrt(np.repeat(molecule.masses, 3))
    weighted = hessian * np.outer(weights, weights)
    eigenvalues, vectors = np.linalg.eigh(basis.T @ weighted @ basis)
    cartesian = weights[:, None] * (basis @ vectors)
    omega_squared = eigenvalues * HARTREE_IN_JOULE / (_BOHR_IN_METRE**2 * ATOMIC_MASS_IN_KILOGRAM)
    modes = []
    for value, column in zip(omega_squared, cartesian.T, strict=True):
        norm_squared = float(column @ column)
        frequency = float(np.sign(value) * np.sqrt(abs(value)) / (2 * np.pi * LIGHT_SPEED_IN_CM_PER_SECOND))
        reduced_mass = 1.0 / norm_squared
        force_constant = value * reduced_mass * ATOMIC_MASS_IN_KILOGRAM / 100.0  # N/m to mDyne/Angstrom
        intensity = None
        if dipole_derivatives is not None:
            change = column @ dipole_derivatives
            intensity = float(change @ change) * KM_PER_MOLE
        displacements = (column / np.sqrt(norm_squared)).reshape(-1, 3)
        modes.append(Mode(frequency, reduced_mass, float(force_constant), displacements, intensity))
    return modes
