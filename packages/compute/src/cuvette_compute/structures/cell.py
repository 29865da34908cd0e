"""Periodic cells: lattice vectors, the directions that repeat, and distances between the nearest images."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError

# Cells flatter than this (Angstrom^3) span no volume.
_LEAST_VOLUME = 1e-3


@dataclass(frozen=True)
class Cell:
    """Lattice vectors (rows, Angstrom) and the directions in which the structure repeats."""

    vectors: np.ndarray
    periodic: tuple[bool, bool, bool] = (True, True, True)

    @property
    def volume(self) -> float:
        """Angstrom^3."""
        return float(abs(np.linalg.det(self.vectors)))

    @property
    def heights(self) -> np.ndarray:
        """The distance between opposite faces along each vector (Angstrom): how far an atom is from its own images at least."""
        a, b, c = self.vectors
        return self.volume / np.linalg.norm([np.cross(b, c), np.cross(c, a), np.cross(a, b)], axis=1)

    def to_json(self) -> dict[str, Any]:
        """The cell in its wire shape."""
        return {
            "lattice_vectors": (np.round(self.vectors, 8) + 0.0).tolist(),
            "is_periodic": list(self.periodic),
            "volume": round(self.volume, 6),
        }


def cell_from_json(value: Any, field_path: str) -> Cell:
    """Read and check a cell. Raises InputError that names the field at fault."""
    path = f"{field_path}.lattice_vectors"
    try:
        vectors = np.array(value["lattice_vectors"], dtype=float)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError("The cell has no lattice vectors that can be read.", field=path) from error
    if vectors.shape != (3, 3) or not np.isfinite(vectors).all():
        raise InputError("A cell needs three lattice vectors of three numbers each, in Angstrom.", field=path)
    periodic = value.get("is_periodic") or (True, True, True)
    if len(periodic) != 3 or not all(isinstance(flag, bool) for flag in periodic) or not any(periodic):
        raise InputError("A cell repeats in one direction at least.", field=f"{field_path}.is_periodic")
    cell = Cell(vectors, (periodic[0], periodic[1], periodic[2]))
    if not math.isfinite(cell.volume) or cell.volume < _LEAST_VOLUME:
        raise InputError("The lattice vectors span no volume.", field=path)
    return cell


def closest_images(positions: np.ndarray, cell: Cell, cutoff: float) -> tuple[int, int, float] | None:
    """The first two atoms (0-based) of which some images lie closer than the cutoff (Angstrom), with their distance; None without any."""
    from ase.neighborlist import primitive_neighbor_list

    first, second, distances = primitive_neighbor_list("ijd", cell.periodic, cell.vectors, positions, cutoff)
    if not len(first):
        return None
    nearest = int(np.lexsort((second, first))[0])
    return int(first[nearest]), int(second[nearest]), float(distances[nearest])
