"""geomeTRIC's translation-rotation internal coordinates (Wang and Song 2016, 10.1063/1.4952956), quicker.

The primitives are arrays (`primitives.py`), the derivatives at a geometry are decomposed once and kept, and a
step becomes positions by Broyden's method. The coordinates are geomeTRIC's own, so that an optimization takes the same steps. All lengths
are in bohr, all angles in radians.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from geometric import internal
from geometric.molecule import PeriodicTable
from scipy.linalg import lapack

from .primitives import Primitives

# Directions of the matrix G below this are no coordinates (geomeTRIC's number).
_REDUNDANT_BELOW = 1e-6
# Where the inverse of the primitives' derivatives is smaller than this, the square of their matrix is good enough to find their space.
_FAR_FROM_LOST = 100.0
# Where no pivot of the derivatives is below this, they are far from having such a direction.
_LARGE_PIVOT = 0.1
# A step is turned into positions when the coordinates lack less than this, or lack little and the positions move by less (bohr).
_BACK_TRANSFORMED, _NEAR = 1e-7, 1e-3
_MOST_ROUNDS = 25
# Constraints are met when what is missing of their coordinates is less than this (geomeTRIC's number).
_CONSTRAINED = 1e-6
# Number of geometries whose derivatives are kept.
_GEOMETRIES_KEPT = 6


class _Tangent:
    """The derivatives of coordinates at a geometry (coordinates x 3 atoms), and what is solved with them."""

    def __init__(self, slopes: np.ndarray) -> None:
        self.slopes = slopes
        self._factors: tuple[np.ndarray, np.ndarray] | None = None
        self._inverse: np.ndarray | None = None
        if slopes.shape[0] == slopes.shape[1]:
            factors, pivots, failed = lapack.dgetrf(slopes)
            # The matrix G of the coordinates then has no direction that is to be left out.
            if not failed and (np.abs(factors.diagonal()).min() > _LARGE_PIVOT or self._least(factors) > np.sqrt(_REDUNDANT_BELOW)):
                self._factors = (factors, pivots)

    def _least(self, factors: np.ndarray) -> float:
        """An estimate of how little a coordinate may change at least, from the factors of the derivatives."""
        size = float(np.abs(self.slopes).sum(axis=0).max())
        return float(lapack.dgecon(factors, size)[0] * size)

    @property
    def inverse(self) -> np.ndarray:
        """The generalized inverse of G = B Bt."""
        if self._inverse is None:
            self._inverse = _inverse(self.slopes @ self.slopes.T)
        return self._inverse

    def gradient(self, by_positions: np.ndarray) -> np.ndarray:
        """The gradient by the coordinates from that by the positions."""
        if self._factors is None:
            return self.inverse @ (self.slopes @ by_positions)
        return lapack.dgetrs(*self._factors, by_positions, trans=1)[0]

    def move(self, by_coordinates: np.ndarray) -> np.ndarray:
        """The shortest move of the atoms that changes the coordinates so, to first order."""
        if self._factors is None:
            return self.slopes.T @ (self.inverse @ by_coordinates)
        return lapack.dgetrs(*self._factors, by_coordinates)[0]


def _inverse(matrix: np.ndarray) -> np.ndarray:
    """The inverse of a symmetric positive matrix; directions below `_REDUNDANT_BELOW` are left out."""
    factor, failed = lapack.dpotrf(matrix, lower=1)
    if not failed:
        inverse, failed = lapack.dpotri(factor, lower=1)
        # No eigenvalue of the inverse is above its norm.
        if not failed:
            inverse = np.tril(inverse) + np.tril(inverse, -1).T
            if np.linalg.norm(inverse) < 1 / _REDUNDANT_BELOW:
                return inverse
    levels, vectors = np.linalg.eigh(matrix)
    kept = levels > _REDUNDANT_BELOW
    return (vectors[:, kept] / levels[kept]) @ vectors[:, kept].T


def _broyden(plain: np.ndarray, moves: list[np.ndarray]) -> np.ndarray:
    """The next move of Broyden's method, from that with the first matrix and the moves so far (Kelley 1995, 10.1137/1.9781611970944)."""
    for before, after in pairwise(moves):
        plain = plain + after * (before @ plain) / (before @ before)
    last = moves[-1]
    return plain / (1 - (last @ plain) / (last @ last))


def _space(slopes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Orthonormal combinations of primitives (columns) that span the directions in which atoms move, and the derivatives of these."""
    if slopes.shape[0] >= slopes.shape[1]:
        # The triangle of the product is that of the matrix itself, as long as no direction is nearly lost in it.
        triangle, failed = lapack.dpotrf(slopes.T @ slopes, clean=1)
        inverse, failed = lapack.dtrtri(triangle) if not failed else (triangle, failed)
        if not failed and np.linalg.norm(inverse) < _FAR_FROM_LOST:
            return slopes @ inverse, triangle
        vectors, triangle = np.linalg.qr(slopes)
        inverse, failed = lapack.dtrtri(triangle)
        # No singular value is below one over the norm of the inverse.
        if not failed and np.linalg.norm(inverse) < 1 / np.sqrt(_REDUNDANT_BELOW):
            return vectors, triangle
    levels, moves = np.linalg.eigh(slopes.T @ slopes)
    kept = levels > _REDUNDANT_BELOW
    vectors = np.linalg.qr(slopes @ moves[:, kept] / np.sqrt(levels[kept]))[0]
    return vectors, vectors.T @ slopes


class Delocalized(internal.DelocalizedInternalCoordinates):
    """geomeTRIC's delocalized coordinates over `Primitives`, with the matrices of a geometry computed once."""

    def __init__(
        self, molecule: Any, build: bool = False, constraints: list[Any] | None = None, cvals: list[float] | None = None, **_: Any
    ) -> None:
        """geomeTRIC passes its other options when it makes the coordinates anew; they have one value here."""
        # "cart_only" stops geomeTRIC's own constructor before it makes its primitives; what it would set is set here.
        super().__init__(molecule, cart_only=True)
        self.conmethod, self.connect, self.addcart, self.rigid = 0, False, False, False
        self.Prims = Primitives(molecule, constraints, cvals)
        self.frags = self.Prims.frags
        self.na = molecule.na
        self.mass = np.repeat([PeriodicTable[symbol] for symbol in molecule.elem], 3)
        self.enforced = self.enforce_fail_printed = self.remove_tr = self.bork = False
        self._enforced_step: tuple[bytes, np.ndarray, bool, bool] | None = None
        self._near: np.ndarray | None = None
        self._tangents: dict[bytes, _Tangent] = {}
        if build:
            self.build_dlc(molecule.xyzs[0].flatten() / internal.bohr2ang)

    def clearCache(self) -> None:
        super().clearCache()
        self._enforced_step = None
        self._tangents = {}

    def build_dlc(self, xyz: np.ndarray) -> None:
        """The orthonormal combinations of primitives that move atoms: geomeTRIC's space of them, those of constraints first.

        They are the left singular vectors of the primitives' derivatives; geomeTRIC takes them from a matrix of twice the size. Each
        constraint's is the part of its primitive in that space, made orthogonal to those before (Baker, Kessi and Delley 1996,
        10.1063/1.471864).
        """
        slopes = self.Prims.derivatives(xyz).reshape(-1, xyz.size)
        vectors, combined = _space(slopes)
        count = len(self.Prims.cPrims)
        if count:
            held = vectors[:count].T
            turned, triangle = np.linalg.qr(held / np.maximum(np.linalg.norm(held, axis=0), _REDUNDANT_BELOW), mode="complete")
            if np.abs(np.diag(triangle)).min() < _REDUNDANT_BELOW:
                # One constraint follows from the others: geomeTRIC finds and drops it.
                super().build_dlc(xyz)
                self.clearCache()
                return
            turned[:, :count] *= np.sign(np.diag(triangle))
            vectors, combined = vectors @ turned, turned.T @ combined
        self.Vecs = vectors
        self.cDLC, self.rDLC = list(range(count)), []
        self.Internals = ["Constraint-DLC" if index < count else f"DLC {index + 1}" for index in range(vectors.shape[1])]
        self.clearCache()
        self._tangents[xyz.tobytes()] = _Tangent(combined)

    def derivatives(self, coords: np.ndarray) -> np.ndarray:
        primitives = self.Prims.derivatives(coords)
        return (self.Vecs.T @ primitives.reshape(len(primitives), -1)).reshape(-1, *primitives.shape[1:])

    def calcDiff(self, coord1: np.ndarray, coord2: np.ndarray) -> np.ndarray:
        """The coordinates at the first geometry less those at the second."""
        return self.Prims.calcDiff(coord1, coord2) @ self.Vecs

    def guess_hessian(self, coords: np.ndarray) -> np.ndarray:
        return (self.Vecs.T * np.diag(self.Prims.guess_hessian(coords))) @ self.Vecs

    def _tangent(self, xyz: np.ndarray) -> _Tangent:
        key = xyz.tobytes()
        found = self._tangents.get(key)
        if found is None:
            while len(self._tangents) >= _GEOMETRIES_KEPT:
                self._tangents.pop(next(iter(self._tangents)))
            found = self._tangents[key] = _Tangent(self.derivatives(xyz).reshape(-1, xyz.size))
        return found

    def wilsonB(self, xyz: np.ndarray) -> np.ndarray:
        """The derivatives of the coordinates by the positions, coordinates x 3 atoms."""
        return self._tangent(xyz).slopes

    def GInverse(self, xyz: np.ndarray) -> np.ndarray:
        """The generalized inverse of G = B Bt."""
        return self._tangent(xyz).inverse

    def calcGrad(self, xyz: np.ndarray, gradx: np.ndarray) -> np.ndarray:
        """The gradient by the coordinates from that by the positions."""
        return self._tangent(xyz).gradient(gradx.reshape(-1))

    def calcGradProj(self, xyz: np.ndarray, gradx: np.ndarray) -> np.ndarray:
        """The gradient by the positions without what constraints hold."""
        if not self.Prims.cPrims:
            return gradx
        tangent = self._tangent(xyz)
        inside = tangent.gradient(gradx.reshape(-1))
        inside[self.cDLC] = 0.0
        return inside @ tangent.slopes

    def newCartesian(self, xyz: np.ndarray, dQ: np.ndarray, verbose: Any = True) -> np.ndarray:
        """The positions after a step in the coordinates.

        The coordinates are complete, so that one geometry has the wanted values, and any way to it will do: here the matrices of the first
        geometry serve for all rounds, mended by what each round shows. Where that does not lead there, geomeTRIC's own way does.
        """
        cached = self.readCache(xyz, dQ)
        if cached is not None:
            return cached
        if self.Vecs.shape[1] == xyz.size:
            there = self._positions(xyz, dQ)
            if there is not None:
                self.bork = False
                self.writeCache(xyz, dQ, there)
                return there.copy()
        return super().newCartesian(xyz, dQ, verbose)

    def _positions(self, xyz: np.ndarray, dQ: np.ndarray, *, on_constraints: bool = False) -> np.ndarray | None:
        """The positions after a step, or None; `on_constraints` what is held ends at its value, whatever the step has for it."""
        # Beside a step that was just made, the matrices of where it began are good enough.
        tangent = self._tangent(xyz if self._near is None else self._near)
        here, missing, last = xyz.reshape(-1), dQ.reshape(-1), np.inf
        shares = self._shares() if on_constraints else np.zeros(0)
        held = len(shares)
        if held:
            missing = missing.copy()
            missing[:held] = -self.calcConstraintDiff(here) / shares
        moves = [tangent.move(missing)]
        for _ in range(_MOST_ROUNDS):
            there = here + moves[-1]
            missing = missing - self.calcDiff(there, here)
            if held:
                missing[:held] = -self.calcConstraintDiff(there) / shares
            error = float(np.sqrt(missing @ missing))
            if not error < last:
                return None
            here, last = there, error
            near = error < _NEAR and np.sqrt(moves[-1] @ moves[-1] / xyz.size) < _BACK_TRANSFORMED
            if error < _BACK_TRANSFORMED or (near and np.linalg.norm(missing[:held]) < _CONSTRAINED):
                return here
            moves.append(_broyden(tangent.move(missing), moves))
        return None

    def _shares(self) -> np.ndarray:
        """The part that each held primitive has in its coordinate; these coordinates come first."""
        return np.array([self.Vecs[row, column] for row, column in enumerate(self.cDLC)])

    def applyConstraints(self, xyz: np.ndarray) -> np.ndarray:
        """The positions near by at which all constraints are met."""
        held = self.cDLC
        shares = self._shares()
        tried: list[tuple[float, np.ndarray]] = []
        while True:
            step = np.zeros(self.Vecs.shape[1])
            step[held] = -self.calcConstraintDiff(xyz) / shares
            missing = float(np.linalg.norm(step))
            if missing < _CONSTRAINED:
                return xyz
            tried.append((missing, xyz))
            if len(tried) > 2 and missing > tried[-2][0]:
                # They contradict each other, nearly: where they are met best is as good as it gets.
                return min(tried, key=lambda one: one[0])[1]
            xyz = self.newCartesian(xyz, step)

    def newCartesian_withConstraint(
        self,
        xyz: np.ndarray,
        dQ: np.ndarray,
        thre: float = 0.1,
        verbose: Any = 0,
    ) -> np.ndarray:
        """The positions after a step, on the constraints where they are close; the last step asked for is remembered.

        geomeTRIC takes the step first and goes to the constraints then; both at once lead to the same positions.
        """
        key = xyz.tobytes() + dQ.tobytes()
        if self._enforced_step is None or self._enforced_step[0] != key:
            there = self._step_to_constraints(xyz, dQ, thre)
            if there is None:
                self._near = xyz
                try:
                    there = super().newCartesian_withConstraint(xyz, dQ, thre, verbose)
                finally:
                    self._near = None
            self._enforced_step = (key, there, self.enforced, self.bork)
        _, there, self.enforced, self.bork = self._enforced_step
        return there.copy()

    def _step_to_constraints(self, xyz: np.ndarray, dQ: np.ndarray, near: float) -> np.ndarray | None:
        """The positions after a step and on the constraints; None where these are not near yet, or no way is found."""
        count = len(self.Prims.cPrims)
        # geomeTRIC has dropped the coordinates of constraints that follow from others.
        if not count or self.cDLC != list(range(count)) or self.Vecs.shape[1] != xyz.size:
            return None
        if (np.abs(self.calcConstraintDiff(xyz)) > near).any():
            return None
        there = self._positions(xyz, dQ, on_constraints=True)
        if there is not None:
            self.enforced, self.bork = True, False
        return there

    def resetRotations(self, xyz: np.ndarray) -> None:
        super().resetRotations(xyz)
        self.clearCache()

    def setRegularization(self, xyz: np.ndarray) -> bool:
        """Let rotations and straight angles follow the geometry; what was computed with their old references is forgotten if they moved."""
        changed = super().setRegularization(xyz)
        if changed or self.Prims.has_others(xyz):
            self.clearCache()
        return changed
