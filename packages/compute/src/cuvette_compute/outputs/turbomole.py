"""Files of Turbomole that xtb writes too: the steps of an optimization (`gradient`), and a Hessian that needs a structure beside it."""

from __future__ import annotations

import numpy as np

from ..structures.molecule import Molecule
from ..units import ANGSTROM_PER_BOHR
from ..vibrations.normal_modes import normal_modes
from .numbers import atomic_number, number_of
from .record import Frame, NotReadable, Record, lowest_multiplicity


def read_gradient(lines: list[str]) -> list[Record]:
    """The cycles of a `gradient` file: bohr, Hartree, Hartree/bohr. A cycle that is cut off is left out."""
    numbers: list[int] = []
    frames: list[Frame] = []
    energy: float | None = None
    atoms: list[list[str]] = []
    slopes: list[list[float | None]] = []

    def close() -> None:
        nonlocal numbers
        own = [atomic_number(row[3]) for row in atoms]
        if atoms and len(slopes) == len(atoms) and None not in own and not any(None in row for row in slopes):
            numbers = [number for number in own if number is not None]
            positions = np.array([[number_of(word) for word in row[:3]] for row in atoms], dtype=float) * ANGSTROM_PER_BOHR
            frames.append(Frame(positions, energy, np.array(slopes, dtype=float) / ANGSTROM_PER_BOHR))

    for line in lines[1:]:
        words = line.split()
        if "cycle" in line or line.startswith("$"):
            close()
            atoms, slopes = [], []
            energy = number_of(line.split("energy =")[1].split()[0]) if "energy =" in line else None
        elif len(words) >= 4:
            atoms.append(words)
        elif len(words) == 3:
            slopes.append([number_of(word) for word in words])
    if not frames:
        raise NotReadable("The file of gradients holds no whole cycle.")
    kept = [frame for frame in frames if len(frame.positions) == len(numbers)]
    record = Record("Gradient file", None, numbers, kept)
    record.optimizes = len(kept) > 1
    return [record]


def read_coordinates(lines: list[str]) -> list[Record]:
    """The structure of a `coord` file (bohr)."""
    rows = []
    for line in lines[1:]:
        if line.startswith("$"):
            break
        if len(line.split()) >= 4:
            rows.append(line.split())
    numbers = [atomic_number(row[3]) for row in rows]
    if not rows or None in numbers:
        raise NotReadable("The file of coordinates holds no atoms that can be read.")
    positions = np.array([[number_of(word) for word in row[:3]] for row in rows], dtype=float) * ANGSTROM_PER_BOHR
    return [Record("Coordinate file", None, [number for number in numbers if number is not None], [Frame(positions)])]


def add_hessian(record: Record, lines: list[str]) -> None:
    """Normal modes of a Hessian (Hartree/bohr^2) whose structure is another file's. Raises NotReadable for a matrix of another size."""
    values: list[float] = []
    for line in lines[1:]:
        if line.startswith("$"):
            break
        words = line.split()
        # Turbomole numbers the rows: two whole numbers before the values.
        numbers = words[2:] if len(words) > 2 and words[0].isdigit() and words[1].isdigit() else words
        values.extend(value for value in map(number_of, numbers) if value is not None)
    size = 3 * len(record.numbers)
    if len(values) != size * size:
        raise NotReadable(f"The Hessian has {len(values)} numbers; {size * size} belong to a structure of {len(record.numbers)} atoms.")
    hessian = np.array(values).reshape(size, size)
    charge = record.charge or 0
    molecule = Molecule(np.array(record.numbers), record.frames[-1].positions, charge, lowest_multiplicity(record.numbers, charge))
    record.modes = normal_modes(molecule, (hessian + hessian.T) / 2, None)
