"""Where the error of one of our own methods is valid: the limits that core's `applicability` judges by, from `schemas/knowledge.json`.

What is printed beside a number is decided by core. Recipes ask here where the answer changes what they compute or store.
"""

from __future__ import annotations

from typing import Any

from rdkit import Chem

from ..schemas.knowledge import extension
from ..structures.molecule import Molecule


def limits(type_: str, value: str) -> dict[str, Any]:
    """The limits of a method's calibration by name (elements, charges, multiplicities, heavyAtoms, mass, solvents); empty without one."""
    calibration = extension(type_, value)["calibration"]
    return {} if calibration is None else calibration["limits"]


def foreign_elements(type_: str, value: str, mol: Chem.Mol) -> list[str]:
    """Symbols of the elements of a molecule that no molecule of the method's check set has, sorted."""
    known = limits(type_, value).get("elements")
    if known is None:
        return []
    return sorted({atom.GetSymbol() for atom in mol.GetAtoms() if atom.GetAtomicNum() not in known})


def is_ion_inside(type_: str, value: str, charge: int, mass: float) -> bool:
    """Whether an ion lies inside the limits of charge and mass (amu)."""
    known = limits(type_, value)
    return _between(charge, known.get("charges")) and _between(mass, known.get("mass"))


def _between(number: float, ends: list[float] | None) -> bool:
    return ends is None or ends[0] <= number <= ends[1]


def covers(type_: str, value: str, molecule: Molecule) -> bool:
    """Whether a molecule's elements, charge and multiplicity lie inside the limits of a method's calibration."""
    known = limits(type_, value)
    elements, multiplicities = known.get("elements"), known.get("multiplicities")
    return (
        (elements is None or all(int(number) in elements for number in molecule.numbers))
        and _between(molecule.charge, known.get("charges"))
        and (multiplicities is None or molecule.multiplicity in multiplicities)
    )
