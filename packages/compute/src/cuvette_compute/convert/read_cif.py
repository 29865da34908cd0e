"""Reading crystals from CIF."""

from __future__ import annotations

import re
import warnings
from io import StringIO
from typing import Any

import numpy as np

from ..structures.elements import NUMBERS, SYMBOLS, isotope_mass
from ..structures.molecule import MAX_ATOMS
from .entries import check_number_of_molecules, entry_of, molecule_of
from .errors import ConvertError


def read_cif(lines: list[str], name: str, _failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The unit cell of a crystal, its symmetry applied; each structure (block) of the file is one molecule with its cell."""
    text = "\n".join(lines)
    if re.search(r"^[ \t]*_atom_site\.", text, re.MULTILINE):
        raise ConvertError("This is an mmCIF file of a large molecule. Upload it as a protein.", line=1)
    starts = _structures(lines)
    check_number_of_molecules(starts)
    # Not at the top: a converter that reads no crystal has no use for it.
    from ase import Atoms
    from ase.io import read

    try:
        # In a file, `warnings` tell of blocks without atoms; those are left out.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            structures = read(StringIO(text), index=":", format="cif", fractional_occupancies=True)
    except Exception as error:  # the reader's ways to fail are many and not documented
        _name_what_is_missing(lines)
        raise ConvertError(_reason(error), line=1) from error
    if len(structures) < len(starts):
        _name_what_is_missing(lines)
        if structures:
            detail = f"Of {len(starts)} structures of the CIF only {len(structures)} can be read. Put each into a file of its own."
            raise ConvertError(detail, line=1)
    entries: list[dict[str, Any]] = []
    for atoms in structures:
        if not isinstance(atoms, Atoms):
            continue
        if len(atoms) > MAX_ATOMS:
            raise ConvertError(f"The unit cell has {len(atoms)} atoms; at most {MAX_ATOMS} can be read.", line=1)
        if atoms.cell.rank < 3:
            raise ConvertError("The CIF has no unit cell, so its coordinates mean nothing.", line=1)
        if not np.isfinite(atoms.positions).all():
            _name_what_is_missing(lines)
            raise ConvertError("The CIF holds an atom without coordinates.", line=1)
        occupancies = [site.values() for site in (atoms.info.get("occupancy") or {}).values()]
        if any(not isinstance(share, int | float) and share != "." for site in occupancies for share in site):
            _name_what_is_missing(lines)
            raise ConvertError("The CIF holds an atom whose occupancy is not known.", line=1)
        # A point says that the occupancy is the usual one.
        if any(len(site) > 1 or abs(sum(1 if share == "." else share for share in site) - 1) > 1e-3 for site in occupancies):
            raise ConvertError("The crystal is disordered (sites that are occupied in part), so its atoms are not known.", line=1)
        numbers = [int(number) for number in atoms.numbers]
        if not all(0 < number < len(SYMBOLS) for number in numbers):
            raise ConvertError("The CIF holds an atom without an element.", line=1)
        heavy = [number == 1 and mass > 1.5 for number, mass in zip(numbers, atoms.get_masses(), strict=True)]
        elements = [(number, isotope_mass(1, 2) if is_heavy else None) for number, is_heavy in zip(numbers, heavy, strict=True)]
        molecule = molecule_of(elements, atoms.positions.tolist(), 0, 1 + sum(numbers) % 2)
        entry = entry_of(name if not entries else f"{name} {len(entries) + 1}", molecule, None, 1)
        vectors = [[float(x) for x in vector] for vector in atoms.cell.array]
        entry["molecule"]["cell"] = {"lattice_vectors": vectors, "is_periodic": [True, True, True]}
        entries.append(entry)
    return entries


def _reason(error: Exception) -> str:
    """Return what the reader's fault means to whoever wrote the file; its own words are those of a program, save for the space group."""
    from ase.spacegroup.spacegroup import SpacegroupError

    if isinstance(error, SpacegroupError):
        return "The CIF cannot be read: its space group is not known. Check the name, or list the symmetry operations."
    return "The CIF cannot be read: it breaks the format's rules, in a place that could not be found."


def _structures(lines: list[str]) -> list[int]:
    """Lines on which the blocks with atoms begin."""
    starts, block = [], None
    for number, line in enumerate(lines, 1):
        item = line.strip().lower()
        if item.startswith("data_"):
            block = number
        elif block is not None and item.startswith(("_atom_site_fract_x", "_atom_site_cartn_x")):
            starts.append(block)
            block = None
    return starts


# A quotation that is not closed goes to the end of its line, so that each character is read once.
_VALUE = re.compile(r"""'(?:[^']|'+[^\s'])*'*|"(?:[^"]|"+[^\s"])*"*|\S+""")
# A number may have its standard uncertainty in brackets: 0.1234(5).
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?:\([0-9]+\))?")
_CELL = {
    **{f"_cell_length_{axis}": f"length {axis} of the unit cell" for axis in "abc"},
    **{f"_cell_angle_{angle}": f"angle {angle} of the unit cell" for angle in ("alpha", "beta", "gamma")},
}


def _name_what_is_missing(lines: list[str]) -> None:
    """Raises for the first length or angle of the cell, or atom, whose numbers or element are missing or none, with its line."""
    columns: list[str] | None = None
    row: list[str] = []
    in_rows = in_text = False
    for number, line in enumerate(lines, 1):
        words = _VALUE.findall(line)
        item = words[0].lower() if words else ""
        if line.startswith(";"):
            # A text over several lines; a loop that has one is none of atoms.
            in_text, columns, row = not in_text, None, []
        elif in_text or not words or item.startswith("#"):
            continue
        elif columns is not None and item.startswith("_") and not in_rows:
            columns.append(item)
        elif item.startswith(("_", "data_", "loop_")):
            if row and columns and "_atom_site_label" in columns:
                raise ConvertError(f"A row of the table of atoms that ends before line {number} has too few values.", line=number - 1)
            columns, row, in_rows = ([] if item == "loop_" else None), [], False
            _check_cell(item, words, number)
        elif columns:
            in_rows = True
            row += words
            if len(row) % len(columns) and len(row) > len(columns) and "_atom_site_label" in columns:
                detail = f"The row of atoms that ends on line {number - 1} has too few values: there are {len(columns)} columns."
                raise ConvertError(detail, line=number - 1)
            if len(row) >= len(columns):
                _check_atom(dict(zip(columns, row, strict=False)), number)
                row = row[len(columns) :]
    if row and columns and "_atom_site_label" in columns:
        raise ConvertError("The last row of the table of atoms has too few values.", line=len(lines))


def _check_cell(item: str, words: list[str], line: int) -> None:
    if item in _CELL and (len(words) < 2 or not _NUMBER.fullmatch(words[1]) or float(words[1].split("(")[0]) <= 0):
        raise ConvertError(f"The {_CELL[item]} on line {line} is not known.", line=line)


def _check_atom(values: dict[str, str], line: int) -> None:
    atom = values.get("_atom_site_label", values.get("_atom_site_type_symbol", "?")).strip("'\"")
    for kind in ("fract", "cartn"):
        coordinates = [values[item] for item in (f"_atom_site_{kind}_{axis}" for axis in "xyz") if item in values]
        if any(value in ("?", ".") for value in coordinates):
            raise ConvertError(f"Atom {atom} has no coordinates (line {line}).", line=line)
        wrong = next((value for value in coordinates if not _NUMBER.fullmatch(value)), None)
        if wrong is not None:
            raise ConvertError(f"Atom {atom} has the coordinate {wrong[:40]!r} on line {line}, which is not a number.", line=line)
    symbol = values.get("_atom_site_type_symbol", values.get("_atom_site_label"))
    if symbol is not None:
        match = re.search(r"[A-Z][a-z]?", symbol)
        if match is None or match[0] not in {*NUMBERS, "D", "T"}:
            raise ConvertError(f"Atom {atom} has {symbol[:20]!r} for its element, which is none (line {line}).", line=line)
    occupancy = values.get("_atom_site_occupancy", ".")
    if occupancy != "." and not _NUMBER.fullmatch(occupancy):
        raise ConvertError(f"The occupancy of atom {atom} is not known (line {line}).", line=line)
