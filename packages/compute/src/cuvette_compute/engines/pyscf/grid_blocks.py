"""The points of an integration grid in blocks that lie close together, each with the basis functions that reach it.

Within a block of some hundred points most functions of a larger molecule vanish; what is left is dense, and its products are matrix
products (10.1063/1.469408, 10.1021/ct9000119).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

# PySCF screens functions on so many points at once.
_UNIT = 56
# Points of a block: enough for a fast matrix product, few enough that distant functions drop out.
_POINTS = 18 * _UNIT
# A function below this on all points of a block is left out of it; the energy of ibuprofen moves by less than 1e-8 Hartree.
_CUTOFF = 1e-11
# Weights below this add nothing: PySCF keeps points that Becke's partition has given to another atom.
_SMALLEST_WEIGHT = 1e-14


@dataclass(frozen=True)
class Block:
    """A run of points, `first` to `last` of the sorted grid, and the functions (indices) that reach it."""

    first: int
    last: int
    functions: np.ndarray
    # PySCF's molecule with the shells of the block only, and its table of what vanishes where.
    part: object
    mask: np.ndarray


class GridBlocks:
    """A grid sorted into blocks. `order` are the indices of its points in the grid that was given."""

    def __init__(self, mole, coordinates: np.ndarray, weights: np.ndarray) -> None:
        from pyscf.gto.eval_gto import make_screen_index

        kept = np.flatnonzero(np.abs(weights) > _SMALLEST_WEIGHT)
        groups = list(_groups(coordinates, kept))
        self.order = np.concatenate(groups) if groups else kept
        self.coordinates = np.asfortranarray(coordinates[self.order])
        self.weights = weights[self.order]
        self._blocks: list[Block] = []
        if not groups:
            return
        mask = make_screen_index(mole, self.coordinates, None, _CUTOFF)
        starts = mole.ao_loc_nr()
        first = 0
        for group in groups:
            last = first + len(group)
            rows = mask[first // _UNIT : -(-last // _UNIT)]
            shells = np.flatnonzero(rows.any(axis=0))
            if len(shells):
                part = mole.copy(deep=False)
                part._bas = mole._bas[shells]
                functions = np.concatenate([np.arange(starts[shell], starts[shell + 1]) for shell in shells])
                self._blocks.append(Block(first, last, functions, part, np.ascontiguousarray(rows[:, shells])))
            first = last

    def __iter__(self) -> Iterator[Block]:
        return iter(self._blocks)

    def values(self, block: Block, derivatives: int) -> np.ndarray:
        """The functions of a block and their derivatives up to an order, (components x functions x points) in PySCF's order."""
        from pyscf.dft.numint import eval_ao

        found = eval_ao(block.part, self.coordinates[block.first : block.last], derivatives, non0tab=block.mask, cutoff=_CUTOFF)
        return found.transpose(0, 2, 1)


def _groups(coordinates: np.ndarray, chosen: np.ndarray) -> Iterator[np.ndarray]:
    """Halve along the longest side until a group is small; all but the last hold a multiple of the screening unit."""
    if len(chosen) == 0:
        return
    waiting = [chosen]
    while waiting:
        group = waiting.pop()
        if len(group) <= _POINTS:
            yield group
            continue
        places = coordinates[group]
        along = places[:, np.argmax(np.ptp(places, axis=0))]
        half = max(len(group) // (2 * _UNIT), 1) * _UNIT
        order = np.argpartition(along, half)
        # The last taken keeps what does not fill a unit, so that it ends up at the end of the sorted grid.
        waiting.append(group[order[half:]])
        waiting.append(group[order[:half]])
