"""Steps downhill from a saddle point along the intrinsic reaction coordinate.

The path of steepest descent in mass-weighted coordinates is followed on the local quadratic surface (Page and McIver 1988,
10.1063/1.454172), whose Hessian is updated at each point by the formula of Bofill (1994, 10.1002/jcc.540150102). One gradient
makes one point. All lengths here are in bohr over all atoms (not mass-weighted), masses in amu, Hessians in Hartree/bohr^2.
"""

from __future__ import annotations

import numpy as np

from ..structures.molecule import Molecule
from ..units import ANGSTROM_PER_BOHR
from ..vibrations.normal_modes import internal_basis

_DOUBLINGS = 80


def quadratic_step(molecule: Molecule, gradient: np.ndarray, hessian: np.ndarray, length: float) -> np.ndarray:
    """The displacement (Angstrom, N x 3) along the steepest descent until it is `length` Angstrom long, or ends in the minimum.

    `gradient` is in Hartree/Angstrom (N x 3). Translations and rotations are left out.
    """
    weights = 1.0 / np.sqrt(np.repeat(molecule.masses, 3))
    basis = internal_basis(molecule)
    curvatures, vectors = np.linalg.eigh(basis.T @ (hessian * np.outer(weights, weights)) @ basis)
    motions = weights[:, None] * (basis @ vectors)
    slopes = motions.T @ (gradient.reshape(-1) * ANGSTROM_PER_BOHR)
    wanted = length / ANGSTROM_PER_BOHR

    def displacement(time: float) -> np.ndarray:
        """dq/dt = -g on a quadratic surface: each normal coordinate moves by -g (1 - exp(-k t)) / k."""
        exponent = np.clip(-curvatures * time, -60.0, 60.0)
        small = np.abs(exponent) < 1e-8
        moved = np.where(small, time, -np.expm1(exponent) / np.where(small, 1.0, curvatures))
        return motions @ (-slopes * moved)

    def reached(time: float) -> float:
        return float(np.linalg.norm(displacement(time)))

    speed = float(np.linalg.norm(motions @ slopes))
    if speed < 1e-12:
        return np.zeros_like(molecule.positions)
    early = late = 0.01 * wanted / speed
    for _ in range(_DOUBLINGS):
        if reached(late) >= wanted:
            break
        early, late = late, 2 * late
    else:
        return (displacement(late) * ANGSTROM_PER_BOHR).reshape(-1, 3)
    for _ in range(60):
        middle = 0.5 * (early + late)
        early, late = (middle, late) if reached(middle) < wanted else (early, middle)
    return (displacement(late) * ANGSTROM_PER_BOHR).reshape(-1, 3)


def updated_hessian(hessian: np.ndarray, moved: np.ndarray, change: np.ndarray) -> np.ndarray:
    """The Hessian after a displacement (Angstrom) and the change of the gradient over it (Hartree/Angstrom), by Bofill's formula."""
    step = moved.reshape(-1) / ANGSTROM_PER_BOHR
    error = change.reshape(-1) * ANGSTROM_PER_BOHR - hessian @ step
    along, step_squared, error_squared = float(error @ step), float(step @ step), float(error @ error)
    if step_squared < 1e-16 or error_squared < 1e-16:
        return hessian
    powell = (np.outer(error, step) + np.outer(step, error)) / step_squared - along * np.outer(step, step) / step_squared**2
    share = along**2 / (error_squared * step_squared)
    # Where the rank-one formula divides by nearly nothing its share is nothing too.
    rank_one = np.outer(error, error) / along if share > 1e-8 else np.zeros_like(hessian)
    return hessian + share * rank_one + (1 - share) * powell
