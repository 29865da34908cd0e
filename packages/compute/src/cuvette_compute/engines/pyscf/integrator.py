"""The exchange-correlation energy and potential on a grid, with dense products of the functions that reach each block of points.

The density comes from the occupied orbitals (four products of functions by orbitals), the potential of the kinetic energy density from
one product of a matrix with its own transpose, which costs a half. PySCF's integrator makes the same sums over all functions with the
BLAS of its wheel; both agree to 1e-9 Hartree.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from .grid_blocks import GridBlocks

# Natural orbitals with less occupation add nothing; a density with a negative one beyond it is none of a field.
_SMALLEST_OCCUPATION = 1e-12


@cache
def integrator_class():
    """The class; made on first use, as importing PySCF takes a second."""
    from pyscf.dft import numint

    class Integrator(numint.NumInt):
        """PySCF's integrator, with the sums of a self-consistent field for GGA and meta-GGA functionals done here."""

        def blocks_of(self, grids) -> GridBlocks:
            """The blocks of a grid, kept until the grid changes."""
            kept = getattr(self, "_kept_blocks", None)
            if kept is None or kept[0] is not grids.coords:
                kept = self._kept_blocks = (grids.coords, GridBlocks(grids.mol, grids.coords, grids.weights))
            return kept[1]

        def nr_rks(self, mol, grids, xc_code, dms, relativity=0, hermi=1, max_memory=2000, verbose=None):
            orbitals = self._orbitals(mol, grids, xc_code, dms, hermi, 2)
            if orbitals is None:
                return super().nr_rks(mol, grids, xc_code, dms, relativity, hermi, max_memory, verbose)
            electrons, energy, potentials = self._integrate(mol, grids, xc_code, orbitals)
            return electrons[0], energy, potentials[0]

        def nr_uks(self, mol, grids, xc_code, dms, relativity=0, hermi=1, max_memory=2000, verbose=None):
            orbitals = self._orbitals(mol, grids, xc_code, dms, hermi, 3)
            if orbitals is None:
                return super().nr_uks(mol, grids, xc_code, dms, relativity, hermi, max_memory, verbose)
            return self._integrate(mol, grids, xc_code, orbitals)

        def _orbitals(self, mol, grids, xc_code, dms, hermi, dimensions):
            """The occupied orbitals of each spin; None where the sums are left to PySCF."""
            if hermi != 1 or mol is not grids.mol or self._xc_type(xc_code) not in ("GGA", "MGGA"):
                return None
            if not isinstance(dms, np.ndarray) or dms.ndim != dimensions or (dimensions == 3 and len(dms) != 2):
                return None
            return occupied_orbitals(dms)

        def _integrate(self, mol, grids, xc_code, orbitals):
            kind, spins = self._xc_type(xc_code), len(orbitals)
            blocks = self.blocks_of(grids)
            electrons, energy = np.zeros(spins), 0.0
            potentials = np.zeros((spins, mol.nao, mol.nao))
            rows_of = [np.ascontiguousarray(each.T) for each in orbitals]
            for block in blocks:
                values = blocks.values(block, 1)
                weights = blocks.weights[block.first : block.last]
                densities = [density_on_points(each[:, block.functions], values, kind) for each in rows_of]
                energies, slopes = self._functional(xc_code, densities, kind)
                counts = np.array([density[0] @ weights for density in densities])
                electrons += counts
                energy += float(sum(density[0] for density in densities) * weights @ energies)
                place = np.ix_(block.functions, block.functions)
                for spin in range(spins):
                    potentials[spin][place] += _potential(values, weights * slopes[spin], kind)
            return electrons, energy, potentials + potentials.transpose(0, 2, 1)

        def _functional(self, xc_code, densities, kind):
            """Energy per electron and the derivatives (spins x rows x points)."""
            if len(densities) == 1:
                found = self.eval_xc_eff(xc_code, densities[0], deriv=1, xctype=kind, spin=0)
                return found[0], found[1][None]
            found = self.eval_xc_eff(xc_code, tuple(densities), deriv=1, xctype=kind, spin=1)
            return found[0], found[1]

    return Integrator


def occupied_orbitals(densities: np.ndarray) -> list[np.ndarray] | None:
    """Orbitals (functions x orbitals) of each spin, scaled so that the density is their product with their transpose.

    From the orbitals that PySCF leaves on a density matrix, else its natural ones. None for a matrix with negative occupations.
    """
    coefficients, occupations = getattr(densities, "mo_coeff", None), getattr(densities, "mo_occ", None)
    matrices = np.asarray(densities)[None] if densities.ndim == 2 else np.asarray(densities)
    if coefficients is not None and occupations is not None:
        pairs = [(coefficients, occupations)] if densities.ndim == 2 else list(zip(coefficients, occupations, strict=True))
    else:
        pairs = [np.linalg.eigh(matrix)[::-1] for matrix in matrices]
    found = []
    for vectors, filled in pairs:
        filled = np.asarray(filled)
        if filled.min(initial=0.0) < -1e-9:
            return None
        taken = filled > _SMALLEST_OCCUPATION
        found.append(np.asarray(vectors)[:, taken] * np.sqrt(filled[taken]))
    return found


def density_on_points(orbitals: np.ndarray, values: np.ndarray, kind: str) -> np.ndarray:
    """The density, its gradient and for a meta-GGA the kinetic energy density (rows x points), from orbitals x functions."""
    psi = np.matmul(orbitals, values[:4])
    rows = np.empty((5 if kind == "MGGA" else 4, values.shape[2]))
    rows[0] = np.einsum("rn,rn->n", psi[0], psi[0])
    for axis in (1, 2, 3):
        rows[axis] = np.einsum("rn,rn->n", psi[0], psi[axis])
    rows[1:4] *= 2
    if kind == "MGGA":
        rows[4] = 0.5 * sum(np.einsum("rn,rn->n", psi[axis], psi[axis]) for axis in (1, 2, 3))
    return rows


def _potential(values: np.ndarray, slopes: np.ndarray, kind: str) -> np.ndarray:
    """A half of the potential matrix of a block: with its own transpose added it is whole."""
    weighted = values[0] * (0.5 * slopes[0])
    product = np.empty_like(weighted)
    for axis in (1, 2, 3):
        np.multiply(values[axis], slopes[axis], out=product)
        weighted += product
    matrix = values[0] @ weighted.T
    if kind == "MGGA":
        # The derivative to the kinetic energy density is positive nearly everywhere: its root makes the sum a matrix times its transpose.
        slope = 0.25 * slopes[4]
        roots = np.sqrt(np.abs(slope))
        scaled = np.empty((values.shape[1], 3, values.shape[2]))
        for axis in (1, 2, 3):
            np.multiply(values[axis], roots, out=scaled[:, axis - 1])
        flat = scaled.reshape(len(scaled), -1)
        matrix += np.dot(flat, flat.T)
        negative = slope < 0
        if negative.any():
            part = scaled[:, :, negative].reshape(len(scaled), -1)
            matrix -= 2 * np.dot(part, part.T)
    return matrix
