"""Grids of the orbitals and the density of an imported calculation, in the form, size and file of computed ones."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from pyscf.tools import molden

from ...engines.pyscf.fields import Box, box_around, density_fields_of_orbitals, level_fields
from ...engines.pyscf.orbital_file import listed_levels, write_orbital_file
from ...engines.pyscf.properties import OrbitalLevels
from ...structures.elements import NUMBERS
from ...units import ANGSTROM_PER_BOHR
from .basis import FileOrbitals, OrbitalsNotReadable, SpinOrbitals
from .conventions import SolvedOrbitals, solve

# HOMO-1 to LUMO+1 of each spin.
_SHOWN = 2
# Occupations that are this far from whole numbers are those of natural orbitals, or of smeared ones.
_FRACTION = 0.01
# Multiplications that may be spent on one calculation's grids: about 40 s of one core. Above, the points are wider apart, up to this (Å).
_MOST_WORK, _WIDEST = 1.5e11, 0.5
# The values of all functions at a point, in multiplications for each function.
_FUNCTION_WORK = 60
# Coefficients of each spin that are written into a Molden file: 12 MB of text. It knows no h functions.
_MOST_COEFFICIENTS, _MOST_MOMENTUM = 400_000, 4


@dataclass(frozen=True)
class Drawn:
    """The file of grids of one calculation, its keys, the levels of the item, and sentences for the reader."""

    file: str
    keys: list[str]
    levels: dict[str, Any]
    notes: list[str]


def draw(orbitals: FileOrbitals, path: Path) -> Drawn:
    """Write the grids of the frontier orbitals and of the density into `path`.

    Raises OrbitalsNotReadable with the reason why there are none.
    """
    ordered = [spin.ordered() for spin in orbitals.spins]
    solved = solve(replace(orbitals, spins=ordered))
    names = [None] if len(ordered) == 1 else ["alpha", "beta"]
    levels = [OrbitalLevels(name, spin.energies, np.rint(spin.occupations)) for name, spin in zip(names, ordered, strict=True)]
    box = _box(solved, ordered)
    fields = []
    for level, coefficients in zip(levels, solved.coefficients, strict=True):
        fields += level_fields(solved.mole, level, coefficients, box, _SHOWN, _SHOWN)
    occupations = [spin.occupations for spin in ordered]
    fields += density_fields_of_orbitals(solved.mole, list(zip(solved.coefficients, occupations, strict=True)), box)
    listed = listed_levels(levels)
    keys = write_orbital_file(path, fields, listed, _molden(solved, ordered, path.with_suffix(".molden")))
    return Drawn(path.name, keys, listed, _notes(ordered))


def _notes(spins: list[SpinOrbitals]) -> list[str]:
    fractional = any(np.abs(spin.occupations - np.rint(spin.occupations)).max(initial=0.0) > _FRACTION for spin in spins)
    if not fractional:
        return []
    return ["Some orbitals have fractional occupations: HOMO and LUMO are named as if each was full or empty."]


def _box(solved: SolvedOrbitals, spins: list[SpinOrbitals]) -> Box:
    """The box of computed grids; of large basis sets with a wider spacing, so that it is filled in time."""
    functions = solved.mole.nao
    filled = sum(int(np.count_nonzero(spin.occupations)) + 2 * _SHOWN for spin in spins)
    of_point = functions * (filled + _FUNCTION_WORK)
    box = box_around(solved.mole)
    # Means around heavy nuclei take about as long as the points.
    excess = 2 * np.prod(box.shape, dtype=float) * of_point / _MOST_WORK
    if excess <= 1:
        return box
    spacing = box.spacing * ANGSTROM_PER_BOHR * float(excess) ** (1 / 3)
    if spacing > _WIDEST:
        raise OrbitalsNotReadable(
            f"The orbitals are not drawn: with {functions} basis functions and {solved.mole.natm} atoms their grids would take too long."
        )
    return box_around(solved.mole, spacing)


def _molden(solved: SolvedOrbitals, spins: list[SpinOrbitals], path: Path) -> str | None:
    """All orbitals as a Molden file with the norms and signs that its form wants; None where they are too many, or it cannot hold them."""
    mole = solved.mole
    momenta = [mole.bas_angular(shell) for shell in range(mole.nbas)]
    if max(one.size for one in solved.coefficients) > _MOST_COEFFICIENTS or max(momenta) > _MOST_MOMENTUM:
        return None
    with path.open("w", encoding="utf-8") as file:
        molden.header(mole, file)
        cores = [NUMBERS[mole.atom_pure_symbol(atom)] - mole.atom_charge(atom) for atom in range(mole.natm)]
        if any(cores):
            file.write("[core]\n" + "".join(f"{atom + 1} : {core}\n" for atom, core in enumerate(cores) if core))
        for name, spin, coefficients in zip(("Alpha", "Beta"), spins, solved.coefficients, strict=False):
            molden.orbital_coeff(mole, file, coefficients, spin=name, ene=spin.energies, occ=spin.occupations)
    text = path.read_text("utf-8")
    path.unlink()
    return text


class Artist:
    """Draws the orbitals of the calculations of one file one after the other, until the time that reading is given is spent."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self._folder, self._until, self._count = folder, time.monotonic() + seconds, 0

    def draw(self, orbitals: FileOrbitals) -> Drawn:
        """The grids of the next calculation. Raises OrbitalsNotReadable with the reason why there are none."""
        if time.monotonic() > self._until:
            raise OrbitalsNotReadable("The orbitals are not drawn: the file holds too many of them. Import this calculation alone.")
        self._count += 1
        return draw(orbitals, self._folder / f"orbitals-{self._count}.json")
