"""geomeTRIC's primitive internal coordinates of a molecule, found and evaluated as arrays.

Which primitives there are and in which order is geomeTRIC's choice (Wang and Song 2016, 10.1063/1.4952956), so that an optimization takes
the same steps. The primitives of a kind are evaluated at once (`primitive_arrays.py`). All lengths are in bohr, all angles in radians.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
from geometric import internal
from geometric.molecule import Elements, Molecule, MyG, PeriodicTable, Radii

from .primitive_arrays import ROTATIONS, TRANSLATIONS, PrimitiveArrays, cross, dot, units

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
        """The primitives that constraints hold first, then kind by kind in geomeTRIC's order."""
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
    """For each centre and three of its neighbours, the six orders (n x 6 x 4 atoms, the centre first)."""
    threes = [(centre, three) for centre, around in enumerate(neighbours) for three in combinations(sorted(around), 3)]
    return np.array([[(centre, *order) for order in permutations(three)] for centre, three in threes], dtype=int).reshape(-1, 6, 4)


@lru_cache(maxsize=4)
def _chain_primitives(neighbours: _Neighbours, bonds: tuple[tuple[int, int], ...], flat: _Neighbours) -> list[Any]:
    """Distances, angles, out-of-plane angles of flat centres (the centre, then three neighbours) and torsions.

    geomeTRIC never changes such a primitive once it is made, so that one list serves many molecules.
    """
    # The out-of-plane angle replaces the angle between the first two neighbours.
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
