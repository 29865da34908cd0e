"""What the readers of structure files have in common: numbers, elements and entries with the line of what is wrong."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np

from ..chemistry.perceive import perceived_smiles
from ..errors import ComputeError
from ..structures.elements import NUMBERS, SYMBOLS, isotope_mass
from ..structures.molecule import Molecule, check_distances, check_spin
from .errors import ConvertError

MAX_MOLECULES = 1000
_NUMBER = r"[+-]?([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([eEdD][+-]?[0-9]+)?"
_HEAVY_HYDROGEN = {"D": 2, "T": 3}


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
    """A number of a file, also as Fortran writes it ("1.0D-1")."""
    if not re.fullmatch(_NUMBER, text):
        raise ConvertError(f"{text[:40]!r} on line {line} is not a number.", line=line)
    value = float(re.sub("[dD]", "E", text))
    if not math.isfinite(value):
        raise ConvertError(f"The coordinate {text[:40]} on line {line} is not a usable number.", line=line)
    return value


def element_and_mass(word: str, line: int) -> tuple[int, float | None]:
    """Atomic number of a symbol or a number; D and T are hydrogen with its mass (amu), the others have none of their own."""
    symbol = word[:1].upper() + word[1:].lower()
    if re.fullmatch("[0-9]{1,3}", word) and 0 < int(word) < len(SYMBOLS):
        return int(word), None
    if symbol in _HEAVY_HYDROGEN:
        return 1, isotope_mass(1, _HEAVY_HYDROGEN[symbol])
    if symbol not in NUMBERS:
        raise ConvertError(f"{word[:20]!r} on line {line} is not an element.", line=line)
    return NUMBERS[symbol], None


def molecule_of(elements: list[tuple[int, float | None]], positions: list[list[float]], charge: int, multiplicity: int) -> Molecule:
    """A molecule of what `element_and_mass` gave for its atoms."""
    masses = tuple(mass for _, mass in elements)
    given = masses if any(mass is not None for mass in masses) else ()
    return Molecule(np.array([number for number, _ in elements]), np.array(positions), charge, multiplicity, None, given)


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
