"""Shells and orbitals of a Molden file ([GTO], [MO]).

The form is described at https://www.theochem.ru.nl/molden/molden_format.html. Shells of h and i functions, which it does not know, are
written as ORCA and Psi4 do: spherical, by the rising absolute value of the magnetic number.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..numbers import number_of
from .basis import MOST_MOMENTUM, FileOrbitals, OrbitalsNotReadable, Shell, SpinOrbitals, checked, counted

_LETTERS = "spdfghi"
_CARTESIAN_ORDER = {
    2: "xx yy zz xy xz yz",
    3: "xxx yyy zzz xyy xxy xxz xzz yzz yyz xyz",
    4: "xxxx yyyy zzzz xxxy xxxz yyyx yyyz zzzx zzzy xxyy xxzz yyzz xxyz yyxz zzxy",
}
# Sections that say which momenta are spherical; all others are Cartesian.
_PURE = {"5D": (2, 3), "5D7F": (2, 3), "5D10F": (2,), "7F": (3,), "9G": (4, 5, 6), "11H": (5,), "13I": (6,)}


def molden_orbitals(
    sections: dict[str, list[str]], numbers: list[int], positions: np.ndarray, charges: np.ndarray, program: str | None = None
) -> FileOrbitals | None:
    """The orbitals of a Molden file, of its lines by section; None where it has none.

    `positions` in bohr, `charges` of the nuclei without the cores. Raises OrbitalsNotReadable for what cannot be read.
    """
    if not sections.get("MO"):
        return None
    if sections.get("STO"):
        raise OrbitalsNotReadable("The orbitals are not drawn: they are made of Slater functions ([STO]), which are not read.")
    if not sections.get("GTO"):
        raise OrbitalsNotReadable("The orbitals are not drawn: the file lacks their basis set ([GTO]).")
    pure = {momentum for name, momenta in _PURE.items() if name in sections for momentum in momenta}
    try:
        shells = list(_shells(sections["GTO"], pure))
        written = max(int(line.split()[0]) for line in sections["MO"] if "=" not in line)
        spherical = list(_shells(sections["GTO"], set(range(2, MOST_MOMENTUM + 1))))
        if sum(shell.size for shell in spherical) == written:
            # Some programs leave [5D] out.
            shells = spherical
        spins = _spins(sections["MO"], counted(shells))
    except (ValueError, IndexError, StopIteration, RuntimeError) as error:
        raise OrbitalsNotReadable("The orbitals were not read: the file is cut off or damaged within [GTO] or [MO].") from error
    return checked(FileOrbitals(numbers, positions, charges, shells, spins, _CARTESIAN_ORDER, program))


def _shells(lines: list[str], pure: set[int]) -> Iterator[Shell]:
    """Shells in their order: a line with the atom's number, then for each shell its letter with its number of primitives, and these."""
    rows = iter(line.replace("D", "E").replace("d", "e") if line.lstrip()[:1] in "-+.0123456789" else line for line in lines)
    centre = -1
    for row in rows:
        words = row.split()
        if words[0].isdigit():
            centre = int(words[0]) - 1
            continue
        kinds = words[0].lower()
        primitives = np.array([[float(word) for word in next(rows).split()] for _ in range(int(words[1]))])
        # "sp" has one column of coefficients for each letter.
        for column, letter in enumerate(kinds):
            momentum = _LETTERS.index(letter)
            yield Shell(centre, momentum, momentum < 2 or momentum in pure, primitives[:, 0], primitives[:, 1 + column])


def _spins(lines: list[str], functions: int) -> list[SpinOrbitals]:
    """The orbitals of each spin. Coefficients of zero may be left out."""
    found: dict[str, list[tuple[np.ndarray, dict[str, str]]]] = {"alpha": [], "beta": []}
    facts: dict[str, str] = {}
    column = np.zeros(functions)
    started = False

    def keep() -> None:
        if started:
            found["beta" if facts.get("spin", "alpha").lower().startswith("b") else "alpha"].append((column, facts))

    for line in lines:
        key, sign, value = line.partition("=")
        if sign:
            if started:
                keep()
                facts, column, started = {}, np.zeros(functions), False
            facts[key.strip().lower()] = value.strip()
        else:
            words = line.split()
            column[int(words[0]) - 1] = float(words[1].replace("D", "E").replace("d", "e"))
            started = True
    keep()
    return [_gathered(orbitals) for orbitals in found.values() if orbitals]


def _gathered(orbitals: list[tuple[np.ndarray, dict[str, str]]]) -> SpinOrbitals:
    energies, occupations = ([number_of(facts.get(key, "")) for _, facts in orbitals] for key in ("ene", "occup"))
    if None in occupations:
        raise OrbitalsNotReadable("The orbitals are not drawn: some of them have no occupation (Occup=).")
    return SpinOrbitals(
        np.stack([column for column, _ in orbitals], axis=1),
        np.array([energy or 0.0 for energy in energies]),
        np.array(occupations, dtype=float),
    )
