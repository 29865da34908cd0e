"""Reading VASP's POSCAR and CONTCAR files: a cell and its atoms."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..structures.cell import Cell
from ..structures.elements import NUMBERS
from ..structures.molecule import MAX_ATOMS
from .entries import coordinate, entry_of, molecule_of
from .errors import ConvertError


def read_poscar(lines: list[str], name: str, failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The one structure of a POSCAR, with its cell; velocities after the atoms are not read.

    Of "Selective dynamics", atoms that do not move at all become `fixed_atoms` (1-based) of the entry: the form makes a constraint of
    them. One that moves along some axes only is no constraint here; its line is listed among what was left out.
    """
    if len(lines) < 8:
        raise ConvertError("A POSCAR needs a title, a scale, three lattice vectors, elements, their numbers and atoms.", line=len(lines))
    vectors = np.array([_three(lines, row) for row in (3, 4, 5)])
    scale = [coordinate(word, 2) for word in lines[1].split()[:3]]
    if len(scale) not in (1, 3) or scale[-1] == 0 or (len(scale) == 3 and min(scale) <= 0):
        raise ConvertError("Line 2 of a POSCAR holds the scale of the lattice: one number, or three above 0.", line=2)
    volume = abs(float(np.linalg.det(vectors)))
    if volume < 1e-6:
        raise ConvertError("The lattice vectors span no volume.", line=3)
    # A negative scale is the volume of the cell.
    factors = np.array(scale if len(scale) == 3 else [(-scale[0] / volume) ** (1 / 3) if scale[0] < 0 else scale[0]] * 3)
    vectors = vectors * factors
    elements = _elements(lines)
    # "Selective dynamics" may be before it, with flags after the coordinates.
    selective = lines[7].strip().lower().startswith("s")
    row = 9 if selective else 8
    kind = _line(lines, row, "the kind of the coordinates (Direct or Cartesian)").strip().lower()[:1]
    if kind not in ("d", "c", "k"):
        raise ConvertError(f"Line {row} must say Direct or Cartesian, not {lines[row - 1].strip()[:40]!r}.", line=row)
    given = np.array([_three(lines, row + 1 + index) for index in range(len(elements))])
    positions = given @ vectors if kind == "d" else given * factors
    numbers = [number for number, _ in elements]
    entry = entry_of(name, molecule_of([*elements], positions.tolist(), 0, 1 + sum(numbers) % 2), None, 1)
    entry["molecule"]["cell"] = Cell(vectors).to_json()
    fixed = _fixed(lines, row, len(elements), failed) if selective else []
    if fixed:
        entry["fixed_atoms"] = fixed
    return [entry]


def _fixed(lines: list[str], row: int, count: int, failed: list[dict[str, Any]]) -> list[int]:
    """Atoms (1-based) whose three flags are F; those with one or two are listed in `failed`."""
    fixed = []
    for atom in range(1, count + 1):
        flags = [word.strip(".").upper()[:1] for word in lines[row + atom - 1].split()[3:6]]
        if len(flags) == 3 and set(flags) == {"F"}:
            fixed.append(atom)
        elif "F" in flags:
            detail = f"Atom {atom} moves along some axes only; it is read as free, because constraints here hold whole atoms."
            failed.append({"line": row + atom, "detail": detail, "position": None})
    return fixed


def _line(lines: list[str], row: int, what: str) -> str:
    if row > len(lines) or not lines[row - 1].strip():
        raise ConvertError(f"Line {row} should hold {what}, but the file ends there.", line=row)
    return lines[row - 1]


def _three(lines: list[str], row: int) -> list[float]:
    words = _line(lines, row, "three numbers").split()
    if len(words) < 3:
        raise ConvertError(f"Line {row} needs three numbers.", line=row)
    return [coordinate(word, row) for word in words[:3]]


def _elements(lines: list[str]) -> list[tuple[int, None]]:
    """The element of each atom, of lines 6 and 7. VASP writes "Si_pv" or "Si/1a2b" where it means silicon."""
    symbols = [re.split(r"[_/]", word)[0] for word in lines[5].split()]
    if symbols and all(symbol.isdigit() for symbol in symbols):
        detail = "The file does not name its elements (VASP 4). Write a line with their symbols before that with their numbers."
        raise ConvertError(detail, line=6)
    for symbol in symbols:
        if symbol not in NUMBERS:
            raise ConvertError(f"{symbol[:20]!r} on line 6 is not an element.", line=6)
    counts = lines[6].split()
    if not symbols or len(counts) != len(symbols) or not all(re.fullmatch("[0-9]{1,6}", count) and int(count) for count in counts):
        raise ConvertError(f"Line 7 must hold the number of atoms of each of the {len(symbols)} elements of line 6.", line=7)
    if sum(map(int, counts)) > MAX_ATOMS:
        raise ConvertError(f"The file has {sum(map(int, counts))} atoms; at most {MAX_ATOMS} can be read.", line=7)
    return [(NUMBERS[symbol], None) for symbol, count in zip(symbols, counts, strict=True) for _ in range(int(count))]
