"""The rotational symmetry number: how many proper rotations lay a molecule on itself.

Found by superposition: every rotation is fixed by where it sends two atoms that are not in line with the centre, so all
candidate images of one such pair are tried and a rotation counts when it sends every atom near an atom of its own kind.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import cKDTree

from ..structures.inertia import centred, is_linear
from ..structures.molecule import Molecule

# How far (Angstrom) an atom may lie from its image; loosely optimized geometries are this symmetric.
TOLERANCE = 0.1


def rotational_symmetry_number(molecule: Molecule, tolerance: float = TOLERANCE) -> int:
    """The rotational symmetry number of a geometry; 1 for a single atom. Isotopes count as different atoms."""
    if len(molecule) == 1:
        return 1
    points = centred(molecule)
    kinds = np.unique(np.stack([molecule.numbers, np.round(molecule.masses, 3)], axis=1), axis=0, return_inverse=True)[1].reshape(-1)
    if is_linear(molecule):
        return 2 if _permutation(points, -points, kinds, tolerance) is not None else 1
    first, second = _reference_pair(points, kinds, tolerance)
    frame = _frame(points[first], points[second])
    radii = np.linalg.norm(points, axis=1)
    separation = np.linalg.norm(points[first] - points[second])
    found = set()
    for a in np.nonzero((kinds == kinds[first]) & (abs(radii - radii[first]) < tolerance))[0]:
        near = abs(np.linalg.norm(points - points[a], axis=1) - separation) < 2 * tolerance
        for b in np.nonzero((kinds == kinds[second]) & (abs(radii - radii[second]) < tolerance) & near)[0]:
            image_frame = _frame(points[a], points[b])
            if a == b or frame is None or image_frame is None:
                continue
            permutation = _permutation(points, points @ (image_frame.T @ frame).T, kinds, tolerance)
            if permutation is not None:
                # The rotation as fitted to all atoms, not to two, decides.
                refined = _fit(points, points[list(permutation)])
                if _permutation(points, points @ refined.T, kinds, tolerance) == permutation:
                    found.add(permutation)
    return max(1, len(found))


def _reference_pair(points: np.ndarray, kinds: np.ndarray, tolerance: float) -> tuple[int, int]:
    """Two atoms, not in line with the centre, of kinds and distances that are as rare as possible."""
    radii = np.linalg.norm(points, axis=1)
    sizes = np.array([int(((kinds == kinds[i]) & (abs(radii - radii[i]) < tolerance)).sum()) for i in range(len(points))])
    order = [int(i) for i in np.lexsort((-radii, sizes)) if radii[i] > 0.3]
    for first in order:
        for second in order:
            area = np.linalg.norm(np.cross(points[first], points[second]))
            if area > 0.3 * radii[first] * radii[second]:
                return first, second
    return max(
        ((i, j) for i in range(len(points)) for j in range(i)), key=lambda pair: np.linalg.norm(np.cross(points[pair[0]], points[pair[1]]))
    )


def _frame(a: np.ndarray, b: np.ndarray) -> np.ndarray | None:
    """A right-handed orthonormal frame (rows) from two vectors."""
    x = a / np.linalg.norm(a)
    z = np.cross(a, b)
    length = np.linalg.norm(z)
    if length < 1e-6:
        return None
    z /= length
    return np.array([x, np.cross(z, x), z])


def _permutation(points: np.ndarray, image: np.ndarray, kinds: np.ndarray, tolerance: float) -> tuple[int, ...] | None:
    """Which atom each image falls on, or None when one falls on nothing of its kind.

    Candidate rotations come from two atoms only, so their images get twice the tolerance.
    """
    distances, nearest = cKDTree(points).query(image)
    if (distances > 2 * tolerance).any() or (kinds[nearest] != kinds).any() or len(set(nearest.tolist())) != len(points):
        return None
    if np.sqrt(np.mean(distances**2)) > tolerance:
        return None
    return tuple(nearest.tolist())


def _fit(points: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """The proper rotation matrix that brings the points nearest to the targets (Kabsch)."""
    u, _, vt = np.linalg.svd(points.T @ targets)
    sign = np.sign(np.linalg.det(vt.T @ u.T))
    return vt.T @ np.diag([1.0, 1.0, sign]) @ u.T
