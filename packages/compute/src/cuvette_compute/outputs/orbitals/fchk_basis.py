"""Shells and orbitals of a formatted checkpoint file of Gaussian, which Psi4 and Q-Chem write too."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from .basis import MOST_MOMENTUM, FileOrbitals, OrbitalsNotReadable, Shell, SpinOrbitals, checked, counted

_HEADER = re.compile(r"^(.{40}) {3}([IR]) +(N= *)?(\S+)")
_WIDTHS = {"I": 12, "R": 16}
_NEEDED = ("Shell types", "Number of primitives per shell", "Shell to atom map", "Primitive exponents", "Contraction coefficients")
# Above f the products run from z to x; below as in Molden's files.
_CARTESIAN_ORDER = {2: "xx yy zz xy xz yz", 3: "xxx yyy zzz xyy xxy xxz xzz yzz yyz xyz"} | {
    momentum: " ".join("x" * a + "y" * b + "z" * (momentum - a - b) for a in range(momentum + 1) for b in range(momentum - a + 1))
    for momentum in range(4, MOST_MOMENTUM + 1)
}


def fchk_orbitals(text: str) -> FileOrbitals | None:
    """The orbitals of a formatted checkpoint file; None where it has none. Raises OrbitalsNotReadable for what cannot be read."""
    try:
        fields = _fields(text)
        if "Alpha MO coefficients" not in fields:
            return None
        missing = [name for name in _NEEDED if name not in fields]
        if missing:
            raise OrbitalsNotReadable(f"The orbitals are not drawn: the file lacks their basis set ({missing[0]}).")
        numbers = [int(number) for number in fields["Atomic numbers"]]
        positions = fields["Current cartesian coordinates"].reshape(-1, 3)
        charges = fields.get("Nuclear charges", np.array(numbers))
        shells = _shells(fields)
        spins = _spins(fields, counted(shells))
    except (KeyError, ValueError, IndexError) as error:
        raise OrbitalsNotReadable("The orbitals were not read: the file is cut off or damaged.") from error
    return checked(FileOrbitals(numbers, positions, charges, shells, spins, _CARTESIAN_ORDER))


def _fields(text: str) -> dict[str, Any]:
    """Numbers and arrays by their names; columns have fixed widths, so that numbers may touch."""
    fields: dict[str, Any] = {}
    lines = iter(text.splitlines())
    for line in lines:
        match = _HEADER.match(line)
        if match is None:
            continue
        name, kind, is_array, value = match[1].strip(), match[2], match[3], match[4]
        if not is_array:
            fields[name] = float(value)
            continue
        values: list[str] = []
        width, count = _WIDTHS[kind], int(value)
        while len(values) < count:
            row = next(lines, None)
            if row is None:
                raise ValueError(name)
            values += [row[start : start + width] for start in range(0, len(row.rstrip()), width)]
        fields[name] = np.array(values[:count], dtype=float)
    return fields


def _shells(fields: dict[str, Any]) -> list[Shell]:
    """Shells by type: 0 s, 1 p, -1 s and p with the same exponents, 2 and above Cartesian, -2 and below spherical."""
    shells, start = [], 0
    exponents, coefficients = fields["Primitive exponents"], fields["Contraction coefficients"]
    second = fields.get("P(S=P) Contraction coefficients")
    types, counts, centres = (fields[name].astype(int) for name in _NEEDED[:3])
    for kind, count, atom in zip(types, counts, centres, strict=True):
        part = slice(start, start + count)
        start += count
        momentum = 0 if kind == -1 else abs(int(kind))
        shells.append(Shell(int(atom) - 1, momentum, kind <= 1, exponents[part], coefficients[part]))
        if kind == -1 and second is not None:
            shells.append(Shell(int(atom) - 1, 1, True, exponents[part], second[part]))
    return shells


def _spins(fields: dict[str, Any], functions: int) -> list[SpinOrbitals]:
    """The orbitals of each spin, the lowest ones occupied; one set holds two electrons each, as far as both spins have them."""
    occupied = [round(fields[f"Number of {spin} electrons"]) for spin in ("alpha", "beta")]
    names = [name for name in ("Alpha", "Beta") if f"{name} MO coefficients" in fields]
    spins = []
    for place, name in enumerate(names):
        coefficients = fields[f"{name} MO coefficients"].reshape(-1, functions).T
        count = coefficients.shape[1]
        energies = fields.get(f"{name} Orbital Energies", np.zeros(count))[:count]
        filled = np.arange(count)
        occupations = (filled < occupied[place]).astype(float)
        if len(names) == 1:
            occupations += filled < occupied[1]
        if count and energies.min() > -1e-3 and abs(energies.sum() - occupations.sum()) < 1e-3:
            # Gaussian's SaveNO writes occupations of natural orbitals in place of energies.
            energies, occupations = np.zeros(count), energies
        spins.append(SpinOrbitals(coefficients, energies, occupations))
    return spins
