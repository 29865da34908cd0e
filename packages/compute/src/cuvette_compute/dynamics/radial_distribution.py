"""How far the elements of a system are apart, over the frames of a dynamics."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from ..structures.elements import SYMBOLS
from ..structures.molecule import Molecule

# Width of a bin and the longest distance (Angstrom); of a cell at most half the distance of its nearest faces.
_WIDTH, _LONGEST = 0.05, 10.0


def radial_distribution(frames: list[Molecule]) -> dict[str, Any] | None:
    """The distribution of the distances (Angstrom) of each pair of elements; None without two atoms.

    Of a periodic system it is g(r): the density of the second element around the first over its mean density, by nearest images. A molecule
    has no mean density, so its is the share of the pairs per Angstrom ("density"), whose integral is 1.
    """
    numbers = frames[0].numbers if frames else np.array([])
    if len(numbers) < 2:
        return None
    periodic = all(frame.cell is not None and all(frame.cell.periodic) for frame in frames)
    longest = min([_LONGEST, *(0.5 * _thickness(frame.cell.vectors) for frame in frames if frame.cell)])
    if not periodic:
        longest = min(longest, max(_distances(frame).max() for frame in frames) + _WIDTH)
    edges = np.arange(0.0, longest + _WIDTH / 2, _WIDTH)
    if len(edges) < 3:
        return None
    centres = (edges[1:] + edges[:-1]) / 2
    first, second = np.triu_indices(len(numbers), 1)
    found = []
    for a, b in combinations_with_replacement(sorted({int(number) for number in numbers}), 2):
        chosen = ((numbers[first] == a) & (numbers[second] == b)) | ((numbers[first] == b) & (numbers[second] == a))
        if not chosen.any():
            continue
        values = np.zeros(len(centres))
        for frame in frames:
            counts, _ = np.histogram(_distances(frame)[chosen], bins=edges)
            # Around each pair lies a shell; of the pairs that there are, this share falls into it where nothing orders them.
            even = chosen.sum() * 4 * np.pi * centres**2 * _WIDTH / _volume(frame) if periodic else chosen.sum() * _WIDTH
            values += counts / even
        name = f"{SYMBOLS[a]}–{SYMBOLS[b]}"
        found.append({"pair": name, "values": [round(float(value), 4) for value in values / len(frames)]})
    distances = [round(float(centre), 4) for centre in centres]
    return {"distances": distances, "pairs": found, "quantity": "g(r)" if periodic else "density"}


def _distances(frame: Molecule) -> np.ndarray:
    """The distance of each pair of atoms (Angstrom), of nearest images in a cell."""
    first, second = np.triu_indices(len(frame), 1)
    apart = frame.positions[second] - frame.positions[first]
    if frame.cell:
        from ase.geometry import find_mic

        # ASE's own type for it, from its default, is one flag for all directions.
        repeated: Any = frame.cell.periodic
        return find_mic(apart, frame.cell.vectors, repeated)[1]
    return np.linalg.norm(apart, axis=1)


def _volume(frame: Molecule) -> float:
    if frame.cell is None:
        raise ValueError("a system without a cell has no volume")
    return abs(float(np.linalg.det(frame.cell.vectors)))


def _thickness(vectors: np.ndarray) -> float:
    """The smallest distance of two opposite faces of a cell (Angstrom)."""
    volume = abs(float(np.linalg.det(vectors)))
    return min(volume / float(np.linalg.norm(np.cross(vectors[k - 2], vectors[k - 1]))) for k in range(3))
