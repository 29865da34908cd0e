"""Reading molecules from PDB files."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..molecule import MAX_ATOMS, Molecule
from . import ConvertError
from .entries import atomic_number, coordinate, entry_of, smiles_or_none
from .pdb_elements import element_of_atom


def read_pdb(lines: list[str], name: str, _failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first model's atoms as one molecule; bonds and hydrogens are taken as they are."""
    numbers, positions, first = [], [], 0
    for number, line in enumerate(lines, 1):
        if line.startswith("ENDMDL"):
            break
        if not line.startswith(("ATOM", "HETATM")) or line[16:17] not in (" ", "A", "1", ""):
            continue
        first = first or number
        numbers.append(_element(line, number))
        positions.append([coordinate(line[a:b].strip() or "?", number) for a, b in ((30, 38), (38, 46), (46, 54))])
        if len(numbers) > MAX_ATOMS:
            raise ConvertError(f"The file has more than {MAX_ATOMS} atoms.", line=number)
    if not numbers:
        raise ConvertError("The file holds no ATOM or HETATM lines.", line=1)
    molecule = Molecule(np.array(numbers), np.array(positions), 0, 1 + sum(numbers) % 2)
    return [entry_of(name, molecule, smiles_or_none(molecule), first)]


def _element(line: str, number: int) -> int:
    symbol = element_of_atom(line[76:78], line[12:16], line[17:21])
    if symbol == "X":
        raise ConvertError(
            f"The element of atom {line[12:16].strip()!r} on line {number} is not known. Write it into columns 77 and 78.", line=number
        )
    return atomic_number(symbol, number)
