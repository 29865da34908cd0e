"""The box that docking searches: its centre and edges in Å, and whether protein and ligand fit it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from ..runtime.notes import message
from ..structures.points import triple

LONGEST_EDGE, LONG_EDGE = 50.0, 30.0
# Å around the box: what is farther away than this from its faces touches no ligand in it.
_TOUCH = 4.0
_FEWEST_ATOMS = 10


@dataclass(frozen=True)
class Box:
    """Centre and edges in Å."""

    centre: tuple[float, float, float]
    size: tuple[float, float, float]

    def to_json(self) -> list[list[float]]:
        return [list(self.centre), list(self.size)]

    def near(self, positions: np.ndarray, margin: float) -> np.ndarray:
        """Which of the positions (N x 3, Å) lie in the box, or outside it by at most the margin along each edge."""
        inside = np.abs(np.asarray(positions) - self.centre) <= np.array(self.size) / 2 + margin
        return np.all(inside, axis=1)


def read_box(value: Any) -> Box:
    """The job's pocket, [centre, edges]. Raises InputError."""
    try:
        centre, size = ([float(number) for number in part] for part in value)
    except (TypeError, ValueError):
        raise InputError("Docking needs a pocket: the centre and the three edges of a box.", field="pocket") from None
    if len(centre) != 3 or len(size) != 3 or not all(math.isfinite(number) for number in [*centre, *size]):
        raise InputError("The pocket needs three coordinates of its centre and three edges.", field="pocket")
    if min(size) <= 0:
        raise InputError("Every edge of the pocket must be longer than zero.", field="pocket")
    if max(size) > LONGEST_EDGE:
        raise InputError(f"An edge of the pocket is {max(size):g} Å long; at most {LONGEST_EDGE:g} Å can be searched.", field="pocket")
    return Box(triple(centre), triple(size))


def box_messages(box: Box) -> list[dict[str, str]]:
    """Return what a person should know of a box that is searched all the same."""
    if max(box.size) <= LONG_EDGE:
        return []
    body = f"An edge of the pocket is {max(box.size):g} Å long. In a box this large the search may miss the best pose."
    return [message("warning", "The Pocket Is Large", body)]


def check_in_protein(box: Box, positions: np.ndarray) -> None:
    """Refuse a box that the protein does not reach; positions of its heavy atoms in Å. Raises InputError."""
    found = int(box.near(positions, _TOUCH).sum())
    if found < _FEWEST_ATOMS:
        distance = float(np.linalg.norm(positions - np.array(box.centre), axis=1).min())
        raise InputError(
            f"The pocket lies outside the protein: only {found} of its atoms are in the box or within {_TOUCH:g} Å of it, "
            f"and the nearest is {distance:.1f} Å from the centre.",
            field="pocket",
        )


def check_ligand_fits(box: Box, shapes: list[np.ndarray], field: str) -> None:
    """Refuse a ligand none of whose conformers (heavy atoms, N x 3, Å) fits the box, however it is turned. Raises InputError."""
    from scipy.spatial.distance import pdist

    longest = min(float(pdist(shape).max()) if len(shape) > 1 else 0.0 for shape in shapes)
    diagonal = float(np.linalg.norm(box.size))
    if longest > diagonal:
        raise InputError(
            f"The ligand is too large for the box: its atoms lie up to {longest:.1f} Å apart, and the box measures {diagonal:.1f} Å from "
            "corner to corner. Make the pocket larger.",
            field=field,
        )
