"""How the weights of an integration grid change as the nuclei move: Becke's partition (10.1063/1.454033) with Treutler's radii.

A weight is the share of one nucleus in all cell functions P_k, the products of steps s(mu_kj) over the other nuclei j; points move with
the nucleus that they belong to. What a nucleus feels is summed over the points at once, so that no derivative of a single weight is kept.
"""

from __future__ import annotations

import numpy as np

# Points at a time: the pairs of nuclei on them stay in the processor's cache.
_POINTS = 400
# A nucleus whose step against the nearest one is below this has no share in a point.
_SMALLEST_STEP = 1e-16
_TINY = 1e-200


class MovingWeights:
    """The partition of a grid in PySCF's usual form, for a molecule."""

    def __init__(self, mole, grids) -> None:
        from pyscf import gto

        self._places = mole.atom_coords()
        apart = self._places[:, None] - self._places[None]
        self._distances = np.linalg.norm(apart, axis=2) + np.eye(mole.natm)
        self._directions = apart / self._distances[:, :, None] ** 2
        radii = np.sqrt(grids.atomic_radii[[gto.charge(mole.atom_symbol(atom)) for atom in range(mole.natm)]]) + _TINY
        ratios = radii[:, None] / radii[None]
        self._shifts = np.clip(0.25 * (ratios.T - ratios), -0.5, 0.5)

    def derivative(self, atom: int, coordinates: np.ndarray, volumes: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The derivative of sum(weights * values) at fixed values, nuclei x 3, for points of one atom; and the weights.

        `volumes` are the weights of the points in the atom's own grid, before the partition.
        """
        slopes, weights = np.zeros_like(self._places), np.empty(len(coordinates))
        if len(self._places) == 1:
            return slopes, volumes
        for first in range(0, len(coordinates), _POINTS):
            run = slice(first, first + _POINTS)
            slope, weights[run] = self._run(atom, coordinates[run], volumes[run], values[run])
            slopes += slope
        # Moving everything together changes no weight.
        slopes[atom] = 0
        slopes[atom] = -slopes.sum(axis=0)
        return slopes, weights

    def weights(self, atom: int, coordinates: np.ndarray, volumes: np.ndarray) -> np.ndarray:
        """The weights alone."""
        return self.derivative(atom, coordinates, volumes, np.zeros(len(coordinates)))[1]

    def _run(self, atom, coordinates, volumes, values):
        vectors = coordinates.T[None] - self._places[:, :, None]
        lengths = np.linalg.norm(vectors, axis=1) + _TINY
        rows = self._rows(atom, lengths)
        where = int(np.flatnonzero(rows == atom)[0])
        ratios = (lengths[rows][:, None] - lengths[None]) / self._distances[rows][:, :, None]
        shifts = self._shifts[rows][:, :, None]
        steps, slopes = _step(ratios + shifts * (1 - ratios**2))
        itself = (np.arange(len(rows)), rows)
        steps[itself], slopes[itself] = 1, 0
        cells = steps.prod(axis=1)
        shares = cells / cells.sum(axis=0)
        weights = volumes * shares[where]
        # The derivative of the logarithm of the weight to each ratio.
        parts = -shares
        parts[where] += 1
        parts *= weights * values
        bonds = slopes
        bonds *= 1 - 2 * shifts * ratios
        bonds /= steps + _TINY
        bonds *= parts[:, None]
        stretched = bonds / self._distances[rows][:, :, None]
        units = vectors / lengths[:, None]
        moved = np.zeros_like(self._places)
        pull = (bonds * ratios).sum(axis=2)
        moved[rows] -= np.einsum("kn,kxn->kx", stretched.sum(axis=1), units[rows]) + np.einsum("kj,kjx->kx", pull, self._directions[rows])
        moved += np.einsum("jn,jxn->jx", stretched.sum(axis=0), units) + np.einsum("kj,kjx->jx", pull, self._directions[rows])
        return moved, weights

    def _rows(self, atom: int, lengths: np.ndarray) -> np.ndarray:
        """The nuclei that may have a share in any of the points."""
        nearest = lengths.argmin(axis=0)
        apart, shifts = self._distances[:, nearest], self._shifts[:, nearest]
        ratios = (lengths - lengths.min(axis=0)) / apart
        steps = _step(ratios + shifts * (1 - ratios**2))[0]
        near = np.any(steps > _SMALLEST_STEP, axis=1)
        near[atom] = True
        near[nearest] = True
        return np.flatnonzero(near)


def _step(ratios: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Becke's step, 1 at -1 and 0 at 1, and its slope."""
    first = (3 - ratios**2) * ratios * 0.5
    second = (3 - first**2) * first * 0.5
    third = (3 - second**2) * second * 0.5
    return 0.5 * (1 - third), -27 / 16 * (1 - second**2) * (1 - first**2) * (1 - ratios**2)
