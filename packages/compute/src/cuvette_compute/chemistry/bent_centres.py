"""Carbenes, nitrenium ions and the like: centres with two neighbours that are bent at their minimum."""

from __future__ import annotations

import numpy as np
from rdkit import Chem

from .perceive import bonded_pairs

# Degrees: from where an angle counts as straight, and what a bent centre starts with (singlet and triplet methylene have 102 and 134).
_STRAIGHT, _START_ANGLE = 170.0, 120.0
# Elements that are bent between two neighbours of one bond each: groups 14 to 16. Boron, beryllium, zinc and mercury are straight.
_BENDING = (6, 7, 8, 14, 15, 16, 32, 33, 34)
_ONE_BOND = (1, 9, 17, 35, 53)


def bent(numbers: np.ndarray, positions: np.ndarray, single: set[tuple[int, int]] | None = None) -> np.ndarray:
    """The positions (Angstrom) with straight centres of two single bonds bent to 120 degrees; the same array where there is none.

    A bond is single where one end is hydrogen or a halogen, or where it is among `single` (pairs of atoms, the lower first).
    """
    found = positions
    pairs = bonded_pairs(numbers, positions)
    for centre, number in enumerate(numbers):
        near = [b if a == centre else a for a, b in pairs if centre in (a, b)]
        if int(number) not in _BENDING or len(near) != 2 or not all(_is_single(numbers, centre, other, single or set()) for other in near):
            continue
        if _angle(found, near[0], centre, near[1]) >= _STRAIGHT:
            found = _bend(found, pairs, near[0], centre, near[1])
    return found


def single_bonds(mol: Chem.Mol) -> set[tuple[int, int]]:
    """The single bonds of a molecule's structure as pairs of atoms, the lower first."""
    bonds = (bond for bond in mol.GetBonds() if bond.GetBondType() == Chem.BondType.SINGLE and not bond.GetIsConjugated())
    return {(min(pair), max(pair)) for bond in bonds for pair in [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx())]}


def _is_single(numbers: np.ndarray, centre: int, other: int, single: set[tuple[int, int]]) -> bool:
    return int(numbers[other]) in _ONE_BOND or (min(centre, other), max(centre, other)) in single


def _angle(positions: np.ndarray, first: int, centre: int, last: int) -> float:
    one, two = positions[first] - positions[centre], positions[last] - positions[centre]
    return float(np.degrees(np.arccos(np.clip(one @ two / (np.linalg.norm(one) * np.linalg.norm(two)), -1, 1))))


def _bend(positions: np.ndarray, pairs: set[tuple[int, int]], first: int, centre: int, last: int) -> np.ndarray:
    """Turn what hangs on `first` about the centre until the angle is the one to start with."""
    axis = positions[first] - positions[centre]
    across = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    across /= np.linalg.norm(across)
    angle = np.radians(_angle(positions, first, centre, last) - _START_ANGLE)
    side, todo = {first}, [first]
    while todo:
        here = todo.pop()
        for a, b in pairs:
            other = b if a == here else a if b == here else None
            if other is not None and other != centre and other not in side:
                side.add(other)
                todo.append(other)
    if last in side:
        return positions
    turned = positions.copy()
    for atom in side:
        arm = positions[atom] - positions[centre]
        turned[atom] = positions[centre] + (
            arm * np.cos(angle) + np.cross(across, arm) * np.sin(angle) + across * (across @ arm) * (1 - np.cos(angle))
        )
    return turned
