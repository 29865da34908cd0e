"""geomeTRIC's translation-rotation internal coordinates (Wang and Song 2016, 10.1063/1.4952956), quicker.

The primitives of a kind are evaluated at once (`primitive_arrays.py`), the derivatives at a geometry are decomposed once and kept, and a
step becomes positions by Broyden's method. The coordinates are geomeTRIC's own, so that an optimization takes the same steps. All lengths
are in bohr, all angles in radians.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise, permutations
from typing import Any

import numpy as np
from geometric import internal
from geometric.molecule import Elements, Molecule, MyG, PeriodicTable, Radii
from scipy.linalg import lapack

from .primitive_arrays import ROTATIONS, TRANSLATIONS, PrimitiveArrays, cross, dot, units

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
# Of so many geometries the derivatives are kept.
_GEOMETRIES_KEPT = 6
# Schlegel's guess (1984, 10.1007/BF00554788) with geomeTRIC's numbers, Hartree/bohr^2 or Hartree/radian^2. A stretch is
# _STRETCH / (r - B)^3 with B by the rows of its two elements: up to helium, up to neon, and beyond.
_STRETCH = 1.734
_STRETCH_OFFSETS = np.array([[-0.244, 0.352, 0.660], [0.352, 1.085, 1.522], [0.660, 1.522, 2.068]])
_NOT_BONDED, _BEND_WITH_HYDROGEN, _BEND, _TWIST, _OUT_OF_PLANE, _WHOLE = 0.1, 0.160, 0.250, 0.023, 0.045, 0.05
_COVALENT = 1.2
_ORDER = {
    kind: place
    for place, kind in enumerate(
        (
            internal.Distance,
            internal.Angle,
            internal.LinearAngle,
            internal.OutOfPlane,
            internal.Dihedral,
            internal.CartesianX,
            internal.CartesianY,
            internal.CartesianZ,
            *TRANSLATIONS,
            *ROTATIONS,
        )
    )
}
_PLAIN_CONSTRAINTS = (
    internal.Distance,
    internal.Angle,
    internal.Dihedral,
    internal.CartesianX,
    internal.CartesianY,
    internal.CartesianZ,
)
# Three atoms are in a line where the cosine of their angle is above this (geomeTRIC's number, 162 degrees).
_STRAIGHT = 0.95


class BondedMolecule(Molecule):
    """geomeTRIC's molecule, whose graphs know only which atoms are bonded: all that coordinates ask of them."""

    def build_topology(self, force_bonds: bool = True, **_: Any) -> None:
        """Find the bonds (geomeTRIC's rule) and the molecules that they make."""
        self.top_settings["topframe"] = 0
        self.build_bonds()
        self.topology = MyG()
        self.topology.add_nodes_from(range(self.na))
        self.topology.add_edges_from(self.bonds)
        self.molecules = [self.topology.subgraph(atoms) for atoms in _connected([list(self.topology[atom]) for atom in range(self.na)])]


def _connected(neighbours: list[list[int]]) -> list[list[int]]:
    """The atoms of each molecule, from the neighbours of each atom."""
    found: list[list[int]] = []
    seen: set[int] = set()
    for start in range(len(neighbours)):
        if start in seen:
            continue
        seen.add(start)
        molecule = [start]
        for atom in molecule:
            new = [other for other in neighbours[atom] if other not in seen]
            seen.update(new)
            molecule += new
        found.append(sorted(molecule))
    return found


class Primitives(internal.PrimitiveInternalCoordinates):
    """geomeTRIC's primitive coordinates of a molecule whose bonds are known (`build_topology`), evaluated as arrays."""

    def __init__(self, molecule: Any, constraints: list[Any] | None = None, cvals: list[float] | None = None) -> None:
        # Not geomeTRIC's constructor, which copies the molecule and finds its bonds again.
        internal.InternalCoordinates.__init__(self)
        self.connect, self.addcart, self.connect_isolated = False, False, True
        self.Internals: list[Any] = []
        self.cPrims: list[Any] = []
        self.cVals: list[float] = []
        self.Rotators: dict[tuple[int, ...], Any] = {}
        self.elem = molecule.elem
        self.mass = np.repeat([PeriodicTable[symbol] for symbol in self.elem], 3)
        self.frags: list[list[int]] = []
        self._arrays: tuple[list[Any], int, PrimitiveArrays] | None = None
        self._targets: tuple[list[Any], int, np.ndarray, np.ndarray] | None = None
        self.makePrimitives(molecule, False, False)
        self.makeConstraints(molecule, constraints, cvals)
        self.reorderPrimitives()

    def makePrimitives(self, molecule: Any, connect: bool, addcart: bool) -> None:
        """The coordinates of Wang and Song: bonds, angles, out-of-plane angles of flat centres, torsions, and how each fragment lies.

        Lone atoms and straight angles need geomeTRIC's further rules, which take longer.
        """
        neighbours = tuple(tuple(molecule.topology.neighbors(atom)) for atom in range(molecule.na))
        points = molecule.xyzs[0]
        angles = _angles(neighbours)
        if not all(neighbours) or (np.abs(_cosines(points, angles)) >= _STRAIGHT).any():
            super().makePrimitives(molecule[0], connect, addcart)
            return
        self.frags = [list(fragment.nodes()) for fragment in molecule.molecules]
        self.Internals = [
            *(primitive for fragment in self.frags for primitive in self._placement(points, fragment)),
            *_chain_primitives(neighbours, tuple(molecule.topology.edges()), _flat_centres(points, neighbours)),
        ]

    def reorderPrimitives(self) -> None:
        """Those that constraints hold first, then kind by kind in geomeTRIC's order."""
        if any(type(primitive) not in _ORDER for primitive in self.Internals):
            super().reorderPrimitives()
            return
        free = [primitive for primitive in self.Internals if primitive not in self.cPrims] if self.cPrims else self.Internals
        self.Internals = [*self.cPrims, *sorted(free, key=lambda primitive: _ORDER[type(primitive)])]

    def _placement(self, points: np.ndarray, fragment: list[int]) -> list[Any]:
        """Where a fragment lies and how it is turned, the latter in lengths: weighed by its radius of gyration."""
        share = np.ones(len(fragment)) / len(fragment)
        inside = points[fragment] / internal.bohr2ang
        radius = np.sqrt(np.mean(np.sum((inside - inside.mean(axis=0)) ** 2, axis=1)))
        reference = points.flatten() / internal.bohr2ang
        return [
            *(kind(fragment, w=share) for kind in TRANSLATIONS),
            *(kind(fragment, reference, self.Rotators, w=radius) for kind in ROTATIONS),
        ]

    def resetRotations(self, xyz: np.ndarray) -> None:
        super().resetRotations(xyz)
        self._arrays = None

    def setRegularization(self, xyz: np.ndarray) -> bool:
        arrays = self._as_arrays(xyz)
        if not arrays.others and not any(one.may_lie_in_a_line(xyz.reshape(-1, 3)) for one in arrays.rotations.values()):
            return False
        changed = super().setRegularization(xyz)
        if changed:
            self._arrays = None
        return changed

    def _as_arrays(self, xyz: np.ndarray) -> PrimitiveArrays:
        """The arrays of the present list, which geomeTRIC replaces or lengthens when it changes it."""
        kept = self._arrays
        if kept is None or kept[0] is not self.Internals or kept[1] != len(self.Internals):
            kept = self._arrays = (self.Internals, len(self.Internals), PrimitiveArrays(self.Internals, xyz.size // 3))
        return kept[2]

    def has_others(self, xyz: np.ndarray) -> bool:
        """Whether there are primitives that are no arrays, among them straight angles, whose reference follows the geometry."""
        return bool(self._as_arrays(xyz).others)

    def calculate(self, xyz: np.ndarray) -> np.ndarray:
        return self._as_arrays(xyz).values(xyz.reshape(-1, 3))

    def derivatives(self, xyz: np.ndarray) -> np.ndarray:
        return self._as_arrays(xyz).derivatives(xyz.reshape(-1, 3))

    def calcDiff(self, xyz1: np.ndarray, xyz2: np.ndarray) -> np.ndarray:
        return self._as_arrays(xyz1).differences(xyz1.reshape(-1, 3), xyz2.reshape(-1, 3))

    def calcConstraintDiff(self, xyz: np.ndarray, units: bool = False) -> np.ndarray:
        """The constrained coordinates less the values they shall have; Angstrom and degrees with `units`."""
        count = len(self.cPrims)
        if self._targets is None or self._targets[0] is not self.Internals or self._targets[1] != count:
            plain = all(type(one) in _PLAIN_CONSTRAINTS for one in self.cPrims)
            if not plain or any(ours is not held for ours, held in zip(self.Internals, self.cPrims, strict=False)):
                return super().calcConstraintDiff(xyz, units)
            turns = np.array([type(one) is internal.Dihedral for one in self.cPrims], dtype=bool)
            scales = np.array(internal.convert_angstroms_degrees(self.cPrims, np.ones(count)))
            self._targets = (self.Internals, count, turns, scales)
        *_, turns, scales = self._targets
        missed = self._as_arrays(xyz).plain(xyz.reshape(-1, 3))[:count] - np.asarray(self.cVals, dtype=float)
        missed = np.where(turns, missed - 2 * np.pi * np.rint(missed / (2 * np.pi)), missed)
        return missed * scales if units else missed

    def guess_hessian(self, coords: np.ndarray) -> np.ndarray:
        """Schlegel's guess of the curvatures, a diagonal matrix: geomeTRIC's numbers, all of a kind at once."""
        arrays = self._as_arrays(coords)
        if arrays.others:
            return super().guess_hessian(coords)
        points = coords.reshape(-1, 3)
        numbers, radii = _numbers_and_radii(tuple(self.elem))

        def bonded(first: np.ndarray, second: np.ndarray) -> np.ndarray:
            return np.linalg.norm(points[first] - points[second], axis=1) < _COVALENT * (radii[first] + radii[second])

        guess = np.full(arrays.count, _WHOLE)
        rows, first, last = arrays.distances
        period = np.digitize(numbers, (3, 11))
        lengths = np.linalg.norm(points[first] - points[last], axis=1)
        stretches = _STRETCH / (lengths - _STRETCH_OFFSETS[period[first], period[last]]) ** 3
        guess[rows] = np.where(bonded(first, last), stretches, _NOT_BONDED)
        rows, first, corner, last = arrays.angles
        bends = np.where(np.minimum(np.minimum(numbers[first], numbers[corner]), numbers[last]) < 3, _BEND_WITH_HYDROGEN, _BEND)
        guess[rows] = np.where(bonded(first, corner) & bonded(corner, last), bends, _NOT_BONDED)
        rows, centre, *around = arrays.torsions
        flat = np.array([type(self.Internals[row]) is internal.OutOfPlane for row in rows], dtype=bool)
        for other in around:
            flat &= bonded(centre, other)
        guess[rows] = np.where(flat, _OUT_OF_PLANE, _TWIST)
        return np.diag(guess)


@lru_cache(maxsize=4)
def _numbers_and_radii(elements: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The atomic numbers, and geomeTRIC's covalent radii in bohr."""
    numbers = np.array([Elements.index(symbol) for symbol in elements])
    return numbers, np.array([Radii[number - 1] for number in numbers]) / internal.bohr2ang


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


def _cosines(points: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """The cosines of angles (n x 3 atoms, the corner in the middle) at positions (atoms x 3)."""
    first, corner, last = points[angles].transpose(1, 2, 0)
    return dot(units(first - corner)[0], units(last - corner)[0])


_Neighbours = tuple[tuple[int, ...], ...]


# What follows from the bonds alone is kept for the next optimization: the points of a scan have the same.
@lru_cache(maxsize=4)
def _angles(neighbours: _Neighbours) -> np.ndarray:
    """The angles (n x 3 atoms, the corner in the middle) between bonds."""
    return np.array(
        [(first, corner, last) for corner, around in enumerate(neighbours) for first in around for last in around if first < last],
        dtype=int,
    ).reshape(-1, 3)


@lru_cache(maxsize=4)
def _orders_around(neighbours: _Neighbours) -> np.ndarray:
    """Of each centre and three of its neighbours the six orders (n x 6 x 4 atoms, the centre first)."""
    threes = [(centre, three) for centre, around in enumerate(neighbours) for three in combinations(sorted(around), 3)]
    return np.array([[(centre, *order) for order in permutations(three)] for centre, three in threes], dtype=int).reshape(-1, 6, 4)


@lru_cache(maxsize=4)
def _chain_primitives(neighbours: _Neighbours, bonds: tuple[tuple[int, int], ...], flat: _Neighbours) -> list[Any]:
    """Distances, angles, out-of-plane angles of flat centres (the centre, then three neighbours) and torsions.

    geomeTRIC never changes such a primitive once it is made, so that one list serves many molecules.
    """
    # The angle between the first two neighbours gives way to the out-of-plane angle.
    covered = {(atoms[0], frozenset(atoms[1:3])) for atoms in flat}
    return [
        *(internal.Distance(*bond) for bond in bonds),
        *(internal.Angle(*angle) for angle in _angles(neighbours).tolist() if (angle[1], frozenset((angle[0], angle[2]))) not in covered),
        *(internal.OutOfPlane(*atoms) for atoms in flat),
        *(
            internal.Dihedral(first, *sorted(bond), last)
            for bond in bonds
            for first in neighbours[min(bond)]
            for last in neighbours[max(bond)]
            if first not in bond and last not in bond and first != last
        ),
    ]


def _flat_centres(points: np.ndarray, neighbours: _Neighbours) -> _Neighbours:
    """Flat centres, each with three neighbours, in the order in which they make an out-of-plane angle.

    Of the three neighbours' orders the first counts in which the planes of centre and first two, and of all three, are nearly one.
    """
    orders = _orders_around(neighbours)
    if not len(orders):
        return ()
    centre, i, j, k = points[orders.reshape(-1, 4)].transpose(1, 2, 0)
    (to_centre, _), (to_j, _), (to_k, _) = (units(one) for one in (centre - i, j - i, k - j))
    back = -to_j
    # Normals of the triangles centre-i-j and i-j-k, without those that are nearly lines.
    first, second = cross(to_centre, to_j), cross(back, to_k)
    sines = np.sqrt(dot(first, first) * dot(second, second))
    parallel = np.abs(dot(first, second)) > _STRAIGHT * sines
    usable = (np.abs(dot(to_centre, to_j)) <= _STRAIGHT) & (np.abs(dot(back, to_k)) <= _STRAIGHT)
    fits = (parallel & usable).reshape(-1, 6)
    chosen = np.flatnonzero(fits.any(axis=1))
    return tuple(map(tuple, orders[chosen, fits[chosen].argmax(axis=1)].tolist()))


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
        # Of constraints that follow from others geomeTRIC has dropped the coordinates.
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
