"""Reading molecules from PDB files: each model is one, with the charges of its atoms."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ..structures.molecule import MAX_ATOMS
from .entries import check_number_of_molecules, coordinate, element_and_mass, entry_of, molecule_of, smiles_or_none
from .errors import ConvertError
from .pdb_elements import element_of_atom

# What mol_to_file writes: a PDB file has no place for the charge of a whole molecule, nor for its multiplicity.
_STATED_SPIN = re.compile(r"REMARK charge: ([+-]?[0-9]{1,3}); multiplicity: ([0-9]{1,3});")


@dataclass
class _Model:
    """ATOM and HETATM lines of one model with their numbers, and what its remark says of charge and multiplicity."""

    rows: list[tuple[int, str]] = field(default_factory=list)
    stated: tuple[int, int] | None = None


def read_pdb(lines: list[str], name: str, failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """
    Every model's atoms as one molecule; bonds and hydrogens are taken as they are. The charge is the sum of the atoms' (columns 79 and
    80). Of the alternate places of a residue the one with the highest occupancy is taken; lines of the others are listed under `failed`.
    """
    models = _models(lines)
    if not models:
        raise ConvertError("The file holds no ATOM or HETATM lines.", line=1)
    check_number_of_molecules([model.rows[0][0] for model in models])
    return [_entry(model, name if index == 0 else f"{name} {index + 1}", failed) for index, model in enumerate(models)]


def _models(lines: list[str]) -> list[_Model]:
    models = [_Model()]
    for number, line in enumerate(lines, 1):
        if line[:6].rstrip() in ("MODEL", "ENDMDL", "END"):
            if models[-1].rows:
                models.append(_Model())
        elif line.startswith(("ATOM", "HETATM")):
            models[-1].rows.append((number, line))
            if len(models[-1].rows) > MAX_ATOMS:
                raise ConvertError(f"The file has more than {MAX_ATOMS} atoms.", line=number)
        elif match := _STATED_SPIN.match(line):
            models[-1].stated = int(match[1]), int(match[2])
    return [model for model in models if model.rows]


def _entry(model: _Model, name: str, failed: list[dict[str, Any]]) -> dict[str, Any]:
    rows = _one_place_each(model.rows, failed)
    elements = [_element(line, number) for number, line in rows]
    positions = [[coordinate(line[a:b].strip() or "?", number) for a, b in ((30, 38), (38, 46), (46, 54))] for number, line in rows]
    charge = sum(_charge(line) for _, line in rows)
    charge, multiplicity = model.stated or (charge, 1 + (sum(number for number, _ in elements) - charge) % 2)
    molecule = molecule_of(elements, positions, charge, multiplicity)
    return entry_of(name, molecule, smiles_or_none(molecule), model.rows[0][0])


def _one_place_each(rows: list[tuple[int, str]], failed: list[dict[str, Any]]) -> list[tuple[int, str]]:
    """Find the location of each residue with the highest summed occupancy, the first of equal ones; a single one is no alternate."""
    occupancies: dict[str, dict[str, float]] = {}
    for number, line in rows:
        if place := line[16:17].strip():
            occupancy = coordinate(line[54:60].strip() or "1", number)
            places = occupancies.setdefault(line[21:27], {})
            places[place] = places.get(place, 0.0) + occupancy
    best = {residue: max(places, key=lambda place: places[place]) for residue, places in occupancies.items()}
    kept = []
    for number, line in rows:
        place, residue = line[16:17].strip(), line[21:27]
        if place and place != best[residue]:
            atom = f"{line[12:16].strip()} of residue {line[17:21].strip()} {line[22:27].strip()}"
            detail = f"Line {number}: atom {atom} is at the alternate location {place}; {best[residue]} was used."
            failed.append({"line": number, "detail": detail, "position": None})
        else:
            kept.append((number, line))
    return kept


def _element(line: str, number: int) -> tuple[int, float | None]:
    symbol = element_of_atom(line[76:78], line[12:16], line[17:21])
    if symbol == "X":
        raise ConvertError(
            f"The element of atom {line[12:16].strip()!r} on line {number} is not known. Write it into columns 77 and 78.", line=number
        )
    return element_and_mass(symbol, number)


def _charge(line: str) -> int:
    """ "2+", "1-" and also "+2"; 0 for anything else."""
    match = re.fullmatch(r"([0-9])([+-])|([+-])([0-9])", line[78:80].strip())
    if not match:
        return 0
    size = int(match[1] or match[4])
    return -size if (match[2] or match[3]) == "-" else size
