"""Values and derivatives of geomeTRIC's primitive coordinates, all of one kind at once.

geomeTRIC asks one Python object for each distance, angle and dihedral; for a molecule of thirty atoms that takes longer than its GFN2-xTB
gradient. Here the primitives of a kind are columns of arrays. Values and derivatives are geomeTRIC's own (to rounding, as a test checks).
All lengths are in bohr, all angles in radians.

First derivatives of angles and dihedrals: Bakken and Helgaker 2002, 10.1063/1.1515483; of rotations: Coutsias, Seok and Dill 2004,
10.1002/jcc.20110 (the quaternion that superposes two geometries is an eigenvector of a matrix linear in the positions).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from geometric import internal
from geometric.rotate import build_F, calc_fac_dfac, calc_rot_vec_diff

TRANSLATIONS = (internal.TranslationX, internal.TranslationY, internal.TranslationZ)
ROTATIONS = (internal.RotationA, internal.RotationB, internal.RotationC)
_CARTESIANS = (internal.CartesianX, internal.CartesianY, internal.CartesianZ)
_TORSIONS = (internal.Dihedral, internal.OutOfPlane)


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Cross products of the columns of two 3 x n arrays."""
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


def dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Scalar products of the columns of two 3 x n arrays."""
    return np.einsum("in,in->n", a, b)


def units(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The columns of a 3 x n array at length 1, and their lengths."""
    lengths = np.sqrt(dot(a, a))
    return a / lengths, lengths


class _Kind:
    """The primitives of one kind: which rows they are, and the atoms of each (a row for the first atom of all, and so on)."""

    periodic = False

    def __init__(self, rows: list[int], primitives: list[Any], names: str) -> None:
        self.rows = np.array(rows)
        self.atoms = [np.array([getattr(primitive, name) for primitive in primitives]) for name in names]

    def values(self, points: np.ndarray) -> np.ndarray:
        """The values at positions (3 x atoms)."""
        raise NotImplementedError

    def slopes(self, points: np.ndarray) -> Iterable[np.ndarray]:
        """The derivatives by the position of the first atom of each, of the second, and so on, each 3 x primitives."""
        raise NotImplementedError


class _Distances(_Kind):
    def values(self, points: np.ndarray) -> np.ndarray:
        first, second = self.atoms
        return units(points[:, first] - points[:, second])[1]

    def slopes(self, points: np.ndarray) -> Iterable[np.ndarray]:
        first, second = self.atoms
        along, _ = units(points[:, first] - points[:, second])
        return along, -along


class _Angles(_Kind):
    def values(self, points: np.ndarray) -> np.ndarray:
        first, corner, last = self.atoms
        u, _ = units(points[:, first] - points[:, corner])
        v, _ = units(points[:, last] - points[:, corner])
        return np.arccos(np.clip(dot(u, v), -1.0, 1.0))

    def slopes(self, points: np.ndarray) -> Iterable[np.ndarray]:
        first, corner, last = self.atoms
        u, u_length = units(points[:, first] - points[:, corner])
        v, v_length = units(points[:, last] - points[:, corner])
        normal = cross(u, v)
        straight = dot(normal, normal) < 1e-20
        if straight.any():
            # Any plane through a straight angle will do.
            other = np.array([[1.0], [-1.0], [1.0]]) / np.sqrt(3)
            along = np.abs(np.abs(dot(u, np.broadcast_to(other, u.shape))) - 1) < 1e-10
            helper = np.where(along, np.array([[-1.0], [1.0], [1.0]]) / np.sqrt(3), other)
            normal = np.where(straight, cross(u, helper), normal)
        normal, _ = units(normal)
        of_first, of_last = cross(u, normal) / u_length, cross(normal, v) / v_length
        return of_first, -(of_first + of_last), of_last


class _Torsions(_Kind):
    """Dihedrals, and out-of-plane angles, which geomeTRIC measures as the dihedral of the centre and its three neighbours."""

    periodic = True

    def values(self, points: np.ndarray) -> np.ndarray:
        a, b, c, d = self.atoms
        first, middle, last = points[:, b] - points[:, a], points[:, c] - points[:, b], points[:, d] - points[:, c]
        normal = cross(middle, last)
        return np.arctan2(dot(first, normal) * units(middle)[1], dot(normal, cross(first, middle)))

    def slopes(self, points: np.ndarray) -> Iterable[np.ndarray]:
        a, b, c, d = self.atoms
        u, u_length = units(points[:, a] - points[:, b])
        w, w_length = units(points[:, c] - points[:, b])
        v, v_length = units(points[:, d] - points[:, c])
        of_a, turned_a = self._end(u, u_length, w, w_length)
        of_d, turned_d = self._end(v, v_length, w, w_length)
        return of_a, -of_a + turned_a - turned_d, of_d - turned_a + turned_d, -of_d

    @staticmethod
    def _end(u: np.ndarray, length: np.ndarray, axis: np.ndarray, axis_length: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How the torsion follows an end atom, and how it follows the axis under it; nothing where the three are in a line."""
        normal, cosine = cross(u, axis), dot(u, axis)
        squared_sine = 1 - cosine**2
        normal = np.where(squared_sine < 1e-6, 0.0, normal / np.where(squared_sine < 1e-6, 1.0, squared_sine))
        return normal / length, normal * cosine / axis_length


class _Rotation:
    """The three rotation coordinates of a fragment; its reference geometry and state stay geomeTRIC's."""

    # The derivatives of the quaternion matrix by the elements of the correlation matrix, 3 x 3 x 4 x 4.
    _PATTERN = np.array([[build_F(first[None], second[None]) for second in np.eye(3)] for first in np.eye(3)])

    def __init__(self, rotator: Any) -> None:
        self.rotator = rotator
        self.atoms = np.array(rotator.a)
        self._vectors: dict[bytes, np.ndarray] = {}
        self.rows: list[int] = []
        self.components: list[int] = []
        self.weights: list[float] = []

    def add(self, row: int, primitive: Any) -> None:
        self.rows.append(row)
        self.components.append(ROTATIONS.index(type(primitive)))
        self.weights.append(primitive.w)

    def values(self, xyz: np.ndarray) -> np.ndarray:
        return self._vector(xyz)[self.components] * self.weights

    def differences(self, xyz: np.ndarray, before: np.ndarray) -> np.ndarray:
        """The values at `xyz` less those at `before`, the short way round."""
        return calc_rot_vec_diff(self._vector(xyz), self._vector(before))[self.components] * self.weights

    def _superposed(self, xyz: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The quaternion that turns the fragment onto its reference, eigenvalues and eigenvectors of its matrix, and the reference."""
        here, there = xyz[self.atoms], self.rotator.x0[self.atoms]
        here, there = here - here.mean(axis=0), there - there.mean(axis=0)
        matrix = (here.T @ there).reshape(9) @ self._PATTERN.reshape(9, 16)
        levels, vectors = np.linalg.eigh(matrix.reshape(4, 4) + np.diag(self.rotator.rnorm * self.rotator.rquat))
        return vectors[:, -1] if vectors[0, -1] >= 0 else -vectors[:, -1], levels, vectors, there

    def _vector(self, xyz: np.ndarray) -> np.ndarray:
        """The rotation as a vector along its axis, as long as its angle; those of the last geometries are kept."""
        key = xyz.tobytes()
        if key not in self._vectors:
            quaternion = self._superposed(xyz)[0]
            if len(self._vectors) > 2:
                self._vectors.pop(next(iter(self._vectors)))
            self._vectors[key] = calc_fac_dfac(quaternion[0])[0] * quaternion[1:]
        return self._vectors[key]

    def fill(self, slopes: np.ndarray, xyz: np.ndarray) -> None:
        """The derivatives of the rotation vector by the positions, from those of the quaternion (perturbation of an eigenvector)."""
        quaternion, levels, vectors, there = self._superposed(xyz)
        gaps = levels[-1] - levels
        inverse = (vectors * np.where(np.abs(gaps) > 1e-6, 1 / np.where(gaps == 0, 1.0, gaps), 0.0)) @ vectors.T
        factor, slope = calc_fac_dfac(quaternion[0])
        vector_by_quaternion = np.vstack((slope * quaternion[1:], factor * np.eye(3)))
        by_elements = self._PATTERN @ quaternion @ inverse @ vector_by_quaternion
        by_positions = np.tensordot(there, by_elements, (1, 1))
        for row, component, weight in zip(self.rows, self.components, self.weights, strict=True):
            slopes[row, self.atoms] = by_positions[:, :, component] * weight


class PrimitiveArrays:
    """A list of geomeTRIC's primitives as arrays."""

    def __init__(self, primitives: list[Any], atoms: int) -> None:
        self.count = len(primitives)
        self.constant = np.zeros((self.count, atoms, 3))
        self.kinds: list[_Kind] = []
        self.rotations: dict[int, _Rotation] = {}
        self.others: list[tuple[int, Any]] = []
        found: dict[tuple[type[_Kind], str], list[int]] = {}
        for row, primitive in enumerate(primitives):
            kind = type(primitive)
            if kind in _CARTESIANS:
                self.constant[row, primitive.a, _CARTESIANS.index(kind)] = primitive.w
            elif kind in TRANSLATIONS:
                self.constant[row, list(primitive.a), TRANSLATIONS.index(kind)] = primitive.w
            elif kind in ROTATIONS:
                rotation = self.rotations.setdefault(id(primitive.Rotator), _Rotation(primitive.Rotator))
                rotation.add(row, primitive)
            elif kind is internal.Distance:
                found.setdefault((_Distances, "ab"), []).append(row)
            elif kind is internal.Angle:
                found.setdefault((_Angles, "abc"), []).append(row)
            elif kind in _TORSIONS:
                found.setdefault((_Torsions, "abcd"), []).append(row)
            else:
                self.others.append((row, primitive))
        self._linear = self.constant.reshape(self.count, -1)
        for (kind, names), rows in found.items():
            self.kinds.append(kind(rows, [primitives[row] for row in rows], names))
        self._last: tuple[bytes, np.ndarray] = (b"", np.zeros(0))
        self.periodic = np.concatenate([kind.rows for kind in self.kinds if kind.periodic] or [np.zeros(0, dtype=int)])

    def _plain(self, xyz: np.ndarray) -> np.ndarray:
        """The values of all that depends on nothing but the positions; those of the last geometry are kept."""
        key = xyz.tobytes()
        if self._last[0] != key:
            answer = self._linear @ xyz.reshape(-1)
            points = np.ascontiguousarray(xyz.T)
            for kind in self.kinds:
                answer[kind.rows] = kind.values(points)
            self._last = (key, answer)
        return self._last[1]

    def values(self, xyz: np.ndarray) -> np.ndarray:
        """The values at positions (atoms x 3)."""
        answer = self._plain(xyz).copy()
        for row, primitive in self.others:
            answer[row] = primitive.value(xyz)
        for rotation in self.rotations.values():
            answer[rotation.rows] = rotation.values(xyz)
        return answer

    def differences(self, xyz: np.ndarray, before: np.ndarray) -> np.ndarray:
        """The values at `xyz` less those at `before`, angles the short way round."""
        old = self._plain(before)
        answer = self._plain(xyz) - old
        answer[self.periodic] -= 2 * np.pi * np.rint(answer[self.periodic] / (2 * np.pi))
        for row, primitive in self.others:
            answer[row] = primitive.calcDiff(xyz, before)
        for rotation in self.rotations.values():
            answer[rotation.rows] = rotation.differences(xyz, before)
        return answer

    def derivatives(self, xyz: np.ndarray) -> np.ndarray:
        """The derivatives by the positions, primitives x atoms x 3."""
        answer = self.constant.copy()
        points = np.ascontiguousarray(xyz.T)
        for kind in self.kinds:
            for atoms, slopes in zip(kind.atoms, kind.slopes(points), strict=True):
                answer[kind.rows, atoms] = slopes.T
        for row, primitive in self.others:
            answer[row] = primitive.derivative(xyz)
        for rotation in self.rotations.values():
            rotation.fill(answer, xyz)
        return answer
