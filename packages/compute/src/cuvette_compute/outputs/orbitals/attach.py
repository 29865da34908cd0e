"""Which calculation the orbitals of a file belong to."""

from __future__ import annotations

import numpy as np

from ...units import ANGSTROM_PER_BOHR
from ..record import Record
from .basis import FileOrbitals, OrbitalsNotReadable

# How far (Å) an atom may lie from its place in the last frame, as files have few digits.
_SAME_PLACE = 0.01


def add_orbitals(record: Record, orbitals: FileOrbitals | None) -> None:
    """Give a record the orbitals that belong to its last frame. Raises OrbitalsNotReadable for those of another structure."""
    if orbitals is None:
        return
    real = [index for index, number in enumerate(orbitals.numbers) if number > 0]
    places, last = orbitals.positions[real] * ANGSTROM_PER_BOHR, record.frames[-1].positions
    same = [orbitals.numbers[index] for index in real] == record.numbers and places.shape == last.shape
    if not same or np.abs(places - last).max(initial=0.0) > _SAME_PLACE:
        raise OrbitalsNotReadable("The orbitals are not drawn: they belong to another structure than the last one of the file.")
    record.orbitals = orbitals


def missing_electrons(record: Record, orbitals: FileOrbitals) -> list[str]:
    """A sentence where the orbitals are not those of all electrons: the density then lacks some, usually those of the cores."""
    electrons = round(orbitals.electrons)
    # Ghost atoms have no charge.
    nuclear = sum(number for number, charge in zip(orbitals.numbers, orbitals.charges, strict=True) if charge > 0)
    if electrons + (record.charge or 0) >= nuclear - 1:
        return []
    return [f"The electron density is that of {electrons} electrons: the file has no orbitals of the others, usually those of the cores."]
