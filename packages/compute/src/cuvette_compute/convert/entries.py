"""What the readers of structure files have in common: numbers, elements and entries with the line of what is wrong."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

from ..chemistry.perceive import perceived_smiles
from ..elements import NUMBERS, SYMBOLS
from ..errors import ComputeError
from ..molecule import Molecule, check_distances, check_spin
from . import ConvertError

MAX_MOLECULES = 1000


def entry_of(name: str, molecule: Molecule, smiles: str | None, line: int) -> dict[str, Any]:
    try:
        check_distances(molecule)
        check_spin(molecule)
    except ComputeError as error:
        raise ConvertError(error.message, line=line) from error
    name = "".join(character for character in " ".join(name.split()) if character.isprintable())
    return {"name": name, "molecule": replace(molecule, smiles=smiles).to_json(), "smiles": smiles}


def check_number_of_molecules(starts: list[int]) -> None:
    """Refuses a file of too many molecules, at the first that is one too many; `starts` are the lines on which they begin."""
    if len(starts) > MAX_MOLECULES:
        detail = f"The file holds {len(starts)} molecules; at most {MAX_MOLECULES} can be read at once. Split it into several files."
        raise ConvertError(detail, line=starts[MAX_MOLECULES])


def coordinate(text: str, line: int) -> float:
    try:
        value = float(text)
    except ValueError as error:
        raise ConvertError(f"{text[:40]!r} on line {line} is not a number.", line=line) from error
    if not math.isfinite(value):
        raise ConvertError(f"The coordinate {text[:40]} on line {line} is not a usable number.", line=line)
    return value


def atomic_number(word: str, line: int) -> int:
    symbol = word[:1].upper() + word[1:].lower()
    if word.isdigit() and 0 < int(word) < len(SYMBOLS):
        return int(word)
    if symbol not in NUMBERS:
        raise ConvertError(f"{word[:20]!r} on line {line} is not an element.", line=line)
    return NUMBERS[symbol]


def comment_charge(comment: str, numbers: list[int]) -> tuple[int, int]:
    """Charge and multiplicity from a comment ("charge: 1; multiplicity: 2", "charge=1"), else neutral and the lowest spin."""
    charge_match = re.search(r"\bcharge\s*[:=]\s*([+-]?\d{1,3})\b", comment, re.IGNORECASE)
    charge = int(charge_match[1]) if charge_match else 0
    spin_match = re.search(r"\bmult(?:iplicity)?\s*[:=]\s*(\d{1,3})\b", comment, re.IGNORECASE)
    return charge, int(spin_match[1]) if spin_match else 1 + (sum(numbers) - charge) % 2


def smiles_or_none(molecule: Molecule) -> str | None:
    if len(molecule) > 200:
        return None
    try:
        check_distances(molecule)
        check_spin(molecule)
        return perceived_smiles(molecule)
    except ComputeError:
        return None
