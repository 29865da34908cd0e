"""Values and derivatives of geomeTRIC's primitive coordinates, all of one kind at once.

geomeTRIC asks one Python object for each distance, angle and dihedral; for a molecule of thirty atoms that takes longer than its GFN2-xTB
gradient. Here distances, angles and dihedrals are arrays over the vectors between two atoms and the corners of three, each computed once.
Values and derivatives are geomeTRIC's own (to rounding, as a test checks). All lengths are in bohr, all angles in radians.

First derivatives of angles and dihedrals: Bakken and Helgaker 2002, 10.1063/1.1515483; of rotations: Coutsias, Seok and Dill 2004,
10.1002/jcc.20110 (the quaternion that superposes two geometries is an eigenvector of a matrix linear in the positions).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from geometric import internal
from geometric.rotate import build_F, calc_fac_dfac, calc_rot_vec_diff
from scipy.linalg import lapack

TRANSLATIONS = (internal.TranslationX, internal.TranslationY, internal.TranslationZ)
ROTATIONS = (internal.RotationA, internal.RotationB, internal.RotationC)
_CARTESIANS = (internal.CartesianX, internal.CartesianY, internal.CartesianZ)
# Out-of-plane angles are measured by geomeTRIC as the dihedral of the centre and its three neighbours.
_TORSIONS = (internal.Dihedral, internal.OutOfPlane)
# x, y, z, x, y: the rows of a cross product are then slices.
_ROWS = np.array([0, 1, 2, 0, 1])
# For these small arrays `take` is several times as quick as an index, and LAPACK as numpy's function over it.
# Squared sines of corners below these are nought: of angles, whose plane is then any; of dihedrals, which then turn nothing.
# A fragment whose squared extent across is less than this part of that along it is nearly a line (geomeTRIC's number is half of it).
_NEARLY_A_LINE = 0.01
_STRAIGHT_ANGLE, _STRAIGHT_TORSION = 1e-20, 1e-6


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Cross products of the columns of two 3 x n arrays."""
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


def dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Scalar products of the columns of two 3 x n arrays."""
    return np.add.reduce(a * b, 0)


def units(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The columns of a 3 x n array at length 1, and their lengths."""
    lengths = np.sqrt(dot(a, a))
    return a / lengths, lengths


def _numbered(*pairs: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """The different pairs (2 x n), and of each given row of pairs (2 x m) their numbers among these."""
    every = np.concatenate(pairs, axis=1)
    width = int(every.max(initial=0)) + 1
    found, numbers = np.unique(every[0] * width + every[1], return_inverse=True)
    ends = np.cumsum([one.shape[1] for one in pairs])[:-1]
    return np.stack(np.divmod(found, width)), np.split(numbers.reshape(-1), ends)


_Rows = tuple[tuple[int, ...], ...]


class _Chains:
    """Distances, angles and dihedrals.

    A vector goes from one atom to another; a corner is made of two vectors, from the first atom to the second and on to the third.
    """

    def __init__(self, distances: _Rows, angles: _Rows, torsions: _Rows, atoms: int) -> None:
        """For each primitive its row and its atoms: two, three, four."""
        bonds, bends, turns = (
            np.array(table, dtype=int).reshape(-1, width).T for table, width in ((distances, 3), (angles, 4), (torsions, 5))
        )
        self.tables = bonds, bends, turns
        self.torsion_rows = turns[0]
        (self._tails, self._heads), numbers = _numbered(bonds[[2, 1]], bends[[2, 1]], bends[[2, 3]], turns[1:3], turns[2:4], turns[3:5])
        along, first, last, *around = numbers
        (self._arms, self._legs), (left, right) = _numbered(np.stack(around[:2]), np.stack(around[1:]))
        self._distances = np.stack((*bonds, along))
        self._angles = np.stack((*bends, first, last))
        self._torsions = np.stack((*turns, *around, left, right))
        # Where the derivatives by the atoms are in an array of primitives x atoms.
        placed = ((self._distances, 2), (self._angles, 3), (self._torsions, 4))
        self._places = np.concatenate([table[0] * atoms + table[1 + place] for table, count in placed for place in range(count)])
        self.any = bool(self._places.size)

    def _vectors(self, xyz: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The vectors (rows x, y, z, x, y) and their lengths."""
        points = xyz.T.take(_ROWS, 0)
        vectors = points.take(self._heads, 1) - points.take(self._tails, 1)
        return vectors, np.sqrt(dot(vectors[:3], vectors[:3]))

    def _normals(self, vectors: np.ndarray) -> np.ndarray:
        """The cross products at the corners."""
        arms, legs = vectors.take(self._arms, 1), vectors.take(self._legs, 1)
        return arms[1:4] * legs[2:] - arms[2:] * legs[1:4]

    def values(self, xyz: np.ndarray, answer: np.ndarray) -> None:
        """Write the values at positions (atoms x 3) into their rows."""
        vectors, lengths = self._vectors(xyz)
        rows, _, _, along = self._distances
        answer[rows] = lengths.take(along)
        rows, _, _, _, first, last = self._angles
        if rows.size:
            directions = vectors[:3] / lengths
            cosines = dot(directions.take(first, 1), directions.take(last, 1))
            answer[rows] = np.arccos(np.minimum(np.maximum(cosines, -1.0), 1.0))
        rows, _, _, _, _, first, middle, _, left, right = self._torsions
        if rows.size:
            normals = self._normals(vectors)
            beyond = normals.take(right, 1)
            sines = dot(vectors.take(first, 1)[:3], beyond) * lengths.take(middle)
            answer[rows] = np.arctan2(sines, dot(normals.take(left, 1), beyond))

    def slopes(self, xyz: np.ndarray, answer: np.ndarray) -> None:
        """Write the derivatives by the positions into an array of primitives x atoms x 3."""
        vectors, lengths = self._vectors(xyz)
        directions = vectors[:3] / lengths
        along = directions.take(self._distances[3], 1)
        columns = [along, -along]
        columns += self._angle_slopes(directions, lengths)
        columns += self._torsion_slopes(vectors, directions, lengths)
        answer.reshape(-1, 3)[self._places] = np.concatenate(columns, axis=1).T

    def _angle_slopes(self, directions: np.ndarray, lengths: np.ndarray) -> list[np.ndarray]:
        first, last = self._angles[4:]
        if not first.size:
            return [np.zeros((3, 0))] * 3
        u, v = directions.take(first, 1), directions.take(last, 1)
        cosines = dot(u, v)
        squared_sines = 1 - cosines**2
        if (squared_sines < 1e-8).any():
            # Rounding has taken the sine, and maybe the plane.
            of_first, of_last = _slopes_of_nearly_straight(u, v)
        else:
            sines = np.sqrt(squared_sines)
            of_first, of_last = (u * cosines - v) / sines, (v * cosines - u) / sines
        of_first, of_last = of_first / lengths.take(first), of_last / lengths.take(last)
        return [of_first, -(of_first + of_last), of_last]

    def _torsion_slopes(self, vectors: np.ndarray, directions: np.ndarray, lengths: np.ndarray) -> list[np.ndarray]:
        first, middle, last, left, right = self._torsions[5:]
        if not first.size:
            return [np.zeros((3, 0))] * 4
        cosines = dot(directions.take(self._arms, 1), directions.take(self._legs, 1))
        squared_sines = 1 - cosines**2
        straight = squared_sines < _STRAIGHT_TORSION
        weights = 1 / (lengths.take(self._arms) * lengths.take(self._legs) * np.where(straight, 1.0, squared_sines))
        # Normals of length 1 over the sine; nothing where the three atoms are in a line.
        normals = self._normals(vectors) * np.where(straight, 0.0, weights)
        turned = normals * cosines
        near, far = normals.take(left, 1), normals.take(right, 1)
        of_first, of_last = near / lengths.take(first), far / lengths.take(last)
        under = (turned.take(left, 1) + turned.take(right, 1)) / lengths.take(middle)
        # The middle atoms follow both ends, so that nothing moves or turns as a whole.
        return [-of_first, of_first + under, -of_last - under, of_last]


# The points of a scan and the conformers of a molecule have the same bonds; nothing in these arrays depends on a geometry.
_chains = lru_cache(maxsize=4)(_Chains)


def _chains_of(primitives: list[Any], atoms: int) -> _Chains:
    """The distances, angles and dihedrals of a list of primitives."""
    distances: list[tuple[int, ...]] = []
    angles: list[tuple[int, ...]] = []
    torsions: list[tuple[int, ...]] = []
    for row, one in enumerate(primitives):
        kind = type(one)
        if kind is internal.Distance:
            distances.append((row, one.a, one.b))
        elif kind is internal.Angle:
            angles.append((row, one.a, one.b, one.c))
        elif kind in _TORSIONS:
            torsions.append((row, one.a, one.b, one.c, one.d))
    return _chains(tuple(distances), tuple(angles), tuple(torsions), atoms)


def _slopes_of_nearly_straight(u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The derivatives of angles by the directions to their ends; any plane through a straight angle will do."""
    normal = cross(u, v)
    straight = dot(normal, normal) < _STRAIGHT_ANGLE
    if straight.any():
        other = np.array([[1.0], [-1.0], [1.0]]) / np.sqrt(3)
        along = np.abs(np.abs(dot(u, np.broadcast_to(other, u.shape))) - 1) < 1e-10
        helper = np.where(along, np.array([[-1.0], [1.0], [1.0]]) / np.sqrt(3), other)
        normal = np.where(straight, cross(u, helper), normal)
    normal, _ = units(normal)
    return cross(u, normal), cross(normal, v)


class _Rotation:
    """The three rotation coordinates of a fragment; its reference geometry and state stay geomeTRIC's."""

    # The derivatives of the quaternion matrix (4 x 4) by the elements of the correlation matrix (3 x 3).
    _PATTERN = np.array([[build_F(first[None], second[None]) for second in np.eye(3)] for first in np.eye(3)])
    _FLAT_PATTERN = _PATTERN.reshape(9, 16)
    # As rows of the reference (i), positions (a), rows of the matrix; the columns meet the quaternion.
    _TURNED_PATTERN = np.ascontiguousarray(_PATTERN.transpose(1, 0, 2, 3)).reshape(36, 4)

    def __init__(self, members: list[tuple[int, Any]], atoms: int) -> None:
        """The primitives that share a rotator, each with its row."""
        self.rotator = rotator = members[0][1].Rotator
        self._every = list(rotator.a) == list(range(atoms))
        self.atoms = np.array(rotator.a)
        reference = rotator.x0[self.atoms]
        self._reference = reference - reference.mean(axis=0)
        self._added = np.diag(rotator.rnorm * rotator.rquat)
        self._kept: dict[bytes, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]] = {}
        self.rows = np.array([row for row, _ in members])
        self.components = np.array([ROTATIONS.index(type(one)) for _, one in members])
        self.weights = np.array([one.w for _, one in members])

    def values(self, xyz: np.ndarray) -> np.ndarray:
        return self._superposed(xyz)[0].take(self.components) * self.weights

    def differences(self, xyz: np.ndarray, before: np.ndarray) -> np.ndarray:
        """The values at `xyz` less those at `before`, the short way round."""
        here, there = self._superposed(xyz)[0], self._superposed(before)[0]
        # Two vectors that are together shorter than half a turn are as near as they can be.
        near = np.sqrt(here @ here) + np.sqrt(there @ there) < np.pi
        moved = here - there if near else calc_rot_vec_diff(here, there)
        return moved.take(self.components) * self.weights

    def _superposed(self, xyz: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """
        The rotation as a vector along its axis, as long as its angle; the quaternion that turns the fragment onto its reference, and
        eigenvalues and eigenvectors of its matrix. Those of the last geometries are kept.
        """
        key = xyz.tobytes()
        found = self._kept.get(key)
        if found is None:
            here = xyz if self._every else xyz[self.atoms]
            # The reference lies about its centre, so that where the fragment lies does not matter.
            matrix = (here.T @ self._reference).reshape(9) @ self._FLAT_PATTERN
            levels, vectors, _ = lapack.dsyev(matrix.reshape(4, 4) + self._added)
            quaternion = vectors[:, -1] if vectors[0, -1] >= 0 else -vectors[:, -1]
            if len(self._kept) > 3:
                self._kept.pop(next(iter(self._kept)))
            found = self._kept[key] = (calc_fac_dfac(quaternion[0])[0] * quaternion[1:], quaternion, levels, vectors)
        return found

    def may_lie_in_a_line(self, xyz: np.ndarray) -> bool:
        """Whether geomeTRIC has to look if the fragment has become a straight line, or is none any more."""
        if self.rotator.rmode != -1:
            return True
        here = xyz.take(self.atoms, 0)
        here = here - np.add.reduce(here, 0) / len(here)
        sizes = lapack.dsyev(here.T @ here, compute_v=0)[0]
        # geomeTRIC compares the two largest eigenvalues of the quaternion matrix: the sum of these, and the last less the others.
        return bool(sizes[0] + sizes[1] < _NEARLY_A_LINE * sizes[2])

    def fill(self, slopes: np.ndarray, xyz: np.ndarray) -> None:
        """The derivatives of the rotation vector by the positions, from those of the quaternion (perturbation of an eigenvector)."""
        _, quaternion, levels, vectors = self._superposed(xyz)
        gaps = levels[-1] - levels
        inverse = (vectors * np.where(np.abs(gaps) > 1e-6, 1 / np.where(gaps == 0, 1.0, gaps), 0.0)) @ vectors.T
        factor, slope = calc_fac_dfac(quaternion[0])
        vector_by_quaternion = np.vstack((slope * quaternion[1:], factor * np.eye(3)))
        by_elements = (self._TURNED_PATTERN @ quaternion).reshape(9, 4) @ (inverse @ vector_by_quaternion)
        by_positions = (self._reference @ by_elements.reshape(3, 9)).reshape(-1, 3, 3)
        wanted = by_positions.transpose(2, 0, 1).take(self.components, 0) * self.weights[:, None, None]
        if self._every:
            slopes[self.rows] = wanted
        else:
            slopes[self.rows[:, None], self.atoms] = wanted


class PrimitiveArrays:
    """A list of geomeTRIC's primitives as arrays."""

    def __init__(self, primitives: list[Any], atoms: int) -> None:
        self.count = len(primitives)
        self.constant = np.zeros((self.count, atoms, 3))
        turning: dict[int, list[tuple[int, Any]]] = {}
        self.others: list[tuple[int, Any]] = []
        for row, primitive in enumerate(primitives):
            kind = type(primitive)
            if kind in _CARTESIANS:
                self.constant[row, primitive.a, _CARTESIANS.index(kind)] = primitive.w
            elif kind in TRANSLATIONS:
                self.constant[row, list(primitive.a), TRANSLATIONS.index(kind)] = primitive.w
            elif kind in ROTATIONS:
                turning.setdefault(id(primitive.Rotator), []).append((row, primitive))
            elif kind is not internal.Distance and kind is not internal.Angle and kind not in _TORSIONS:
                self.others.append((row, primitive))
        self.rotations = {key: _Rotation(members, atoms) for key, members in turning.items()}
        flat = self.constant.reshape(self.count, -1)
        self._linear_rows = np.flatnonzero(flat.any(axis=1))
        self._linear = flat[self._linear_rows]
        self._chains = _chains_of(primitives, atoms)
        self.distances, self.angles, self.torsions = self._chains.tables
        self._periodic = self._chains.torsion_rows
        self._kept: dict[bytes, np.ndarray] = {}

    def plain(self, xyz: np.ndarray) -> np.ndarray:
        """The values of all that depends on nothing but the positions; those of the last geometries are kept."""
        key = xyz.tobytes()
        found = self._kept.get(key)
        if found is None:
            found = np.zeros(self.count)
            found[self._linear_rows] = self._linear @ xyz.reshape(-1)
            if self._chains.any:
                self._chains.values(xyz, found)
            if len(self._kept) > 3:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = found
        return found

    def values(self, xyz: np.ndarray) -> np.ndarray:
        """The values at positions (atoms x 3)."""
        answer = self.plain(xyz).copy()
        for row, primitive in self.others:
            answer[row] = primitive.value(xyz)
        for rotation in self.rotations.values():
            answer[rotation.rows] = rotation.values(xyz)
        return answer

    def differences(self, xyz: np.ndarray, before: np.ndarray) -> np.ndarray:
        """The values at `xyz` less those at `before`, angles the short way round."""
        old = self.plain(before)
        answer = self.plain(xyz) - old
        if self._periodic.size:
            turned = answer[self._periodic]
            answer[self._periodic] = turned - 2 * np.pi * np.rint(turned / (2 * np.pi))
        for row, primitive in self.others:
            answer[row] = primitive.calcDiff(xyz, before)
        for rotation in self.rotations.values():
            answer[rotation.rows] = rotation.differences(xyz, before)
        return answer

    def derivatives(self, xyz: np.ndarray) -> np.ndarray:
        """The derivatives by the positions, primitives x atoms x 3."""
        answer = self.constant.copy()
        if self._chains.any:
            self._chains.slopes(xyz, answer)
        for row, primitive in self.others:
            answer[row] = primitive.derivative(xyz)
        for rotation in self.rotations.values():
            rotation.fill(answer, xyz)
        return answer
