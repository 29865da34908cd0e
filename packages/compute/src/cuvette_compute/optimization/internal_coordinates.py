"""geomeTRIC's translation-rotation internal coordinates (Wang and Song 2016, 10.1063/1.4952956), all of one kind evaluated at once.

geomeTRIC asks one Python object for each distance, angle and dihedral; for a molecule of thirty atoms that takes longer than its GFN2-xTB
gradient. Here the primitives of a kind are columns of arrays. The coordinates, their values and their derivatives are geomeTRIC's own (to
rounding, which a test checks), so that an optimization takes the same steps. All lengths are in bohr, all angles in radians.

First derivatives of angles and dihedrals: Bakken and Helgaker 2002, 10.1063/1.1515483; of rotations: Coutsias, Seok and Dill 2004,
10.1002/jcc.20110 (the quaternion that superposes two geometries is an eigenvector of a matrix linear in the positions).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise, permutations
from typing import Any

import numpy as np
from geometric import internal
from geometric.molecule import PeriodicTable
from geometric.rotate import build_F, calc_fac_dfac, calc_rot_vec_diff
from scipy.linalg import lapack

# Directions of the matrix G below this are no coordinates (geomeTRIC's number).
_REDUNDANT_BELOW = 1e-6
# A step is turned into positions when the coordinates lack less than this, or lack little and the positions move by less (bohr).
_BACK_TRANSFORMED, _NEAR = 1e-7, 1e-3
_MOST_ROUNDS = 25
# Three atoms are in a line where the cosine of their angle is above this (geomeTRIC's number, 162 degrees).
_STRAIGHT = 0.95
_TRANSLATIONS = (internal.TranslationX, internal.TranslationY, internal.TranslationZ)
_CARTESIANS = (internal.CartesianX, internal.CartesianY, internal.CartesianZ)
_ROTATIONS = (internal.RotationA, internal.RotationB, internal.RotationC)
_TORSIONS = (internal.Dihedral, internal.OutOfPlane)


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Cross products of the columns of two 3 x n arrays."""
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Scalar products of the columns of two 3 x n arrays."""
    return np.einsum("in,in->n", a, b)


def _units(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The columns of a 3 x n array at length 1, and their lengths."""
    lengths = np.sqrt(_dot(a, a))
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
        return _units(points[:, first] - points[:, second])[1]

    def slopes(self, points: np.ndarray) -> Iterable[np.ndarray]:
        first, second = self.atoms
        along, _ = _units(points[:, first] - points[:, second])
        return along, -along


class _Angles(_Kind):
    def values(self, points: np.ndarray) -> np.ndarray:
        first, corner, last = self.atoms
        u, _ = _units(points[:, first] - points[:, corner])
        v, _ = _units(points[:, last] - points[:, corner])
        return np.arccos(np.clip(_dot(u, v), -1.0, 1.0))

    def slopes(self, points: np.ndarray) -> Iterable[np.ndarray]:
        first, corner, last = self.atoms
        u, u_length = _units(points[:, first] - points[:, corner])
        v, v_length = _units(points[:, last] - points[:, corner])
        normal = _cross(u, v)
        straight = _dot(normal, normal) < 1e-20
        if straight.any():
            # Any plane through a straight angle will do.
            other = np.array([[1.0], [-1.0], [1.0]]) / np.sqrt(3)
            along = np.abs(np.abs(_dot(u, np.broadcast_to(other, u.shape))) - 1) < 1e-10
            helper = np.where(along, np.array([[-1.0], [1.0], [1.0]]) / np.sqrt(3), other)
            normal = np.where(straight, _cross(u, helper), normal)
        normal, _ = _units(normal)
        of_first, of_last = _cross(u, normal) / u_length, _cross(normal, v) / v_length
        return of_first, -(of_first + of_last), of_last


class _Torsions(_Kind):
    """Dihedrals, and out-of-plane angles, which geomeTRIC measures as the dihedral of the centre and its three neighbours."""

    periodic = True

    def values(self, points: np.ndarray) -> np.ndarray:
        a, b, c, d = self.atoms
        first, middle, last = points[:, b] - points[:, a], points[:, c] - points[:, b], points[:, d] - points[:, c]
        normal = _cross(middle, last)
        return np.arctan2(_dot(first, normal) * _units(middle)[1], _dot(normal, _cross(first, middle)))

    def slopes(self, points: np.ndarray) -> Iterable[np.ndarray]:
        a, b, c, d = self.atoms
        u, u_length = _units(points[:, a] - points[:, b])
        w, w_length = _units(points[:, c] - points[:, b])
        v, v_length = _units(points[:, d] - points[:, c])
        of_a, turned_a = self._end(u, u_length, w, w_length)
        of_d, turned_d = self._end(v, v_length, w, w_length)
        return of_a, -of_a + turned_a - turned_d, of_d - turned_a + turned_d, -of_d

    @staticmethod
    def _end(u: np.ndarray, length: np.ndarray, axis: np.ndarray, axis_length: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How the torsion follows an end atom, and how it follows the axis under it; nothing where the three are in a line."""
        normal, cosine = _cross(u, axis), _dot(u, axis)
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
        self.components.append(_ROTATIONS.index(type(primitive)))
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


class _Arrays:
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
            elif kind in _TRANSLATIONS:
                self.constant[row, list(primitive.a), _TRANSLATIONS.index(kind)] = primitive.w
            elif kind in _ROTATIONS:
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
        self._arrays: tuple[list[Any], int, _Arrays] | None = None
        self.makePrimitives(molecule, False, False)
        self.makeConstraints(molecule, constraints, cvals)
        self.reorderPrimitives()

    def makePrimitives(self, molecule: Any, connect: bool, addcart: bool) -> None:
        """The coordinates of Wang and Song: bonds, angles, out-of-plane angles of flat centres, torsions, and how each fragment lies.

        Lone atoms and straight angles need geomeTRIC's further rules, which take longer.
        """
        neighbours = [list(molecule.topology.neighbors(atom)) for atom in range(molecule.na)]
        points = molecule.xyzs[0]
        angles = np.array(
            [(first, corner, last) for corner, around in enumerate(neighbours) for first in around for last in around if first < last],
            dtype=int,
        ).reshape(-1, 3)
        if not all(neighbours) or (np.abs(_cosines(points, angles)) >= _STRAIGHT).any():
            super().makePrimitives(molecule[0], connect, addcart)
            return
        self.frags = [list(fragment.nodes()) for fragment in molecule.molecules]
        flat, covered = _flat_centres(points, neighbours)
        bonds = list(molecule.topology.edges())
        self.Internals = [
            *(primitive for fragment in self.frags for primitive in self._placement(points, fragment)),
            *(internal.Distance(*bond) for bond in bonds),
            *(internal.Angle(*angle) for angle in angles.tolist() if (angle[1], frozenset((angle[0], angle[2]))) not in covered),
            *(internal.OutOfPlane(*atoms) for atoms in flat),
            *(
                internal.Dihedral(first, *sorted(bond), last)
                for bond in bonds
                for first in neighbours[min(bond)]
                for last in neighbours[max(bond)]
                if first not in bond and last not in bond and first != last
            ),
        ]

    def _placement(self, points: np.ndarray, fragment: list[int]) -> list[Any]:
        """Where a fragment lies and how it is turned, the latter in lengths: weighed by its radius of gyration."""
        share = np.ones(len(fragment)) / len(fragment)
        inside = points[fragment] / internal.bohr2ang
        radius = np.sqrt(np.mean(np.sum((inside - inside.mean(axis=0)) ** 2, axis=1)))
        reference = points.flatten() / internal.bohr2ang
        return [
            *(kind(fragment, w=share) for kind in _TRANSLATIONS),
            *(kind(fragment, reference, self.Rotators, w=radius) for kind in _ROTATIONS),
        ]

    def resetRotations(self, xyz: np.ndarray) -> None:
        super().resetRotations(xyz)
        self._arrays = None

    def setRegularization(self, xyz: np.ndarray) -> bool:
        changed = super().setRegularization(xyz)
        if changed:
            self._arrays = None
        return changed

    def _as_arrays(self, xyz: np.ndarray) -> _Arrays:
        """The arrays of the present list, which geomeTRIC replaces or lengthens when it changes it."""
        kept = self._arrays
        if kept is None or kept[0] is not self.Internals or kept[1] != len(self.Internals):
            kept = self._arrays = (self.Internals, len(self.Internals), _Arrays(self.Internals, xyz.size // 3))
        return kept[2]

    def calculate(self, xyz: np.ndarray) -> np.ndarray:
        return self._as_arrays(xyz).values(xyz.reshape(-1, 3))

    def derivatives(self, xyz: np.ndarray) -> np.ndarray:
        return self._as_arrays(xyz).derivatives(xyz.reshape(-1, 3))

    def calcDiff(self, xyz1: np.ndarray, xyz2: np.ndarray) -> np.ndarray:
        return self._as_arrays(xyz1).differences(xyz1.reshape(-1, 3), xyz2.reshape(-1, 3))


def _cosines(points: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """The cosines of angles (n x 3 atoms, the corner in the middle) at positions (atoms x 3)."""
    first, corner, last = points[angles].transpose(1, 2, 0)
    return _dot(_units(first - corner)[0], _units(last - corner)[0])


def _flat_centres(points: np.ndarray, neighbours: list[list[int]]) -> tuple[list[list[int]], set[tuple[int, frozenset[int]]]]:
    """Out-of-plane angles (the centre, then three neighbours) and the angles, corner and ends, whose place they take.

    Of the three neighbours' orders the first counts in which the planes of centre and first two, and of all three, are nearly one.
    """
    threes = [(centre, three) for centre, around in enumerate(neighbours) for three in combinations(sorted(around), 3)]
    flat, covered = [], set()
    if not threes:
        return flat, covered
    orders = np.array([[(centre, *order) for order in permutations(three)] for centre, three in threes])
    centre, i, j, k = points[orders.reshape(-1, 4)].transpose(1, 2, 0)
    (to_centre, _), (to_j, _), (back, _), (to_k, _) = (_units(one) for one in (centre - i, j - i, i - j, k - j))
    # Normals of the triangles centre-i-j and i-j-k, without those that are nearly lines.
    first, second = _cross(to_centre, to_j), _cross(back, to_k)
    sines = np.sqrt(_dot(first, first) * _dot(second, second))
    parallel = np.abs(_dot(first, second)) > _STRAIGHT * sines
    usable = (np.abs(_dot(to_centre, to_j)) <= _STRAIGHT) & (np.abs(_dot(back, to_k)) <= _STRAIGHT)
    for fits, choices in zip((parallel & usable).reshape(-1, 6), orders.tolist(), strict=True):
        if fits.any():
            chosen = choices[int(np.argmax(fits))]
            flat.append(chosen)
            covered.add((chosen[0], frozenset(chosen[1:3])))
    return flat, covered


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
        if build:
            self.build_dlc(molecule.xyzs[0].flatten() / internal.bohr2ang)

    def clearCache(self) -> None:
        super().clearCache()
        self._enforced_step = None

    def build_dlc(self, xyz: np.ndarray) -> None:
        """The orthonormal combinations of primitives that move atoms: geomeTRIC's space of them, those of constraints first.

        They are the left singular vectors of the primitives' derivatives; geomeTRIC takes them from a matrix of twice the size. Each
        constraint's is the part of its primitive in that space, made orthogonal to those before (Baker, Kessi and Delley 1996,
        10.1063/1.471864).
        """
        slopes = self.Prims.derivatives(xyz).reshape(-1, xyz.size)
        levels, moves = np.linalg.eigh(slopes.T @ slopes)
        kept = levels > _REDUNDANT_BELOW
        vectors = np.linalg.qr(slopes @ moves[:, kept] / np.sqrt(levels[kept]))[0]
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
            vectors = vectors @ turned
        self.Vecs = vectors
        self.cDLC, self.rDLC = list(range(count)), []
        self.Internals = ["Constraint-DLC" if index < count else f"DLC {index + 1}" for index in range(vectors.shape[1])]
        self.clearCache()

    def derivatives(self, coords: np.ndarray) -> np.ndarray:
        primitives = self.Prims.derivatives(coords)
        return (self.Vecs.T @ primitives.reshape(len(primitives), -1)).reshape(-1, *primitives.shape[1:])

    def wilsonB(self, xyz: np.ndarray) -> np.ndarray:
        """The derivatives of the coordinates by the positions, coordinates x 3 atoms."""
        key = xyz.tobytes()
        if key not in self.stored_wilsonB:
            self.stored_wilsonB[key] = self.derivatives(xyz).reshape(-1, xyz.size)
            self.trimCache()
        return self.stored_wilsonB[key]

    def GInverse(self, xyz: np.ndarray) -> np.ndarray:
        """The generalized inverse of G = B Bt."""
        key = xyz.tobytes()
        if key not in self.stored_Ginverse:
            slopes = self.wilsonB(xyz)
            self.stored_Ginverse[key] = _inverse(slopes @ slopes.T)
            self.trimCache()
        return self.stored_Ginverse[key]

    def calcGrad(self, xyz: np.ndarray, gradx: np.ndarray) -> np.ndarray:
        """The gradient by the coordinates from that by the positions."""
        return self.GInverse(xyz) @ (self.wilsonB(xyz) @ gradx.reshape(-1))

    def newCartesian(self, xyz: np.ndarray, dQ: np.ndarray, verbose: Any = True) -> np.ndarray:
        """The positions after a step in the coordinates.

        The coordinates are complete, so that one geometry has the wanted values, and any way to it will do: here the matrices of the first
        geometry serve for all rounds, mended by what each round shows. Where that does not lead there, geomeTRIC's own way does.
        """
        cached = self.readCache(xyz, dQ)
        if cached is not None:
            return cached
        if self.Vecs.shape[1] == xyz.size:
            # Beside a step that was just made, the matrices of where it began are good enough.
            nearby = xyz if self._near is None else self._near
            slopes, inverse = self.wilsonB(nearby), self.GInverse(nearby)
            here, missing, last = xyz.reshape(-1), dQ.reshape(-1), np.inf
            moves = [slopes.T @ (inverse @ missing)]
            for _ in range(_MOST_ROUNDS):
                there = here + moves[-1]
                missing = missing - self.calcDiff(there, here)
                error = float(np.linalg.norm(missing))
                if not error < last:
                    break
                here, last = there, error
                if error < _BACK_TRANSFORMED or (error < _NEAR and np.sqrt(np.mean(moves[-1] ** 2)) < _BACK_TRANSFORMED):
                    self.bork = False
                    self.writeCache(xyz, dQ, here)
                    return here.copy()
                moves.append(_broyden(slopes.T @ (inverse @ missing), moves))
        return super().newCartesian(xyz, dQ, verbose)

    def newCartesian_withConstraint(
        self,
        xyz: np.ndarray,
        dQ: np.ndarray,
        thre: float = 0.1,
        verbose: Any = 0,
    ) -> np.ndarray:
        """The positions after a step, on the constraints where they are close; the last step asked for is remembered."""
        key = xyz.tobytes() + dQ.tobytes()
        if self._enforced_step is None or self._enforced_step[0] != key:
            self._near = xyz
            try:
                there = super().newCartesian_withConstraint(xyz, dQ, thre, verbose)
            finally:
                self._near = None
            self._enforced_step = (key, there, self.enforced, self.bork)
        _, there, self.enforced, self.bork = self._enforced_step
        return there.copy()

    def resetRotations(self, xyz: np.ndarray) -> None:
        super().resetRotations(xyz)
        self.clearCache()

    def setRegularization(self, xyz: np.ndarray) -> bool:
        """Let rotations and straight angles follow the geometry; what was computed with their old references is forgotten if they moved."""
        changed = super().setRegularization(xyz)
        if changed or any(type(primitive) is internal.LinearAngle for primitive in self.Prims.Internals):
            self.clearCache()
        return changed
