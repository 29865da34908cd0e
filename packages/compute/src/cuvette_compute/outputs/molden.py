"""Molden files: atoms, geometries, frequencies with their modes, and orbitals."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ..units import ANGSTROM_PER_BOHR
from .numbers import atomic_number, gap_of, modes_of, number_of
from .orbitals.attach import add_orbitals
from .orbitals.basis import OrbitalsNotReadable
from .orbitals.molden_basis import molden_orbitals
from .record import Frame, NotReadable, Record
from .xyz import read_xyz


def read_molden(lines: Iterator[str]) -> list[Record]:
    """The record of a Molden file. Raises NotReadable for one without atoms or with a section that is cut off.

    Units follow https://www.theochem.ru.nl/molden/molden_format.html: [Atoms] in Angstrom or atomic units, [FR-COORD] in bohr, [FREQ] in
    cm^-1, [INT] in km/mol, energies in Hartree.
    """
    sections, order = sections_of(lines)
    numbers, positions = _atoms(order, sections)
    frames = [Frame(positions)]
    if "GEOMETRIES" in sections:
        written = [record for record in read_xyz(iter(sections["GEOMETRIES"])) if record.numbers == numbers]
        frames = [frame for record in written for frame in record.frames] or frames
        _convergence(sections.get("GEOCONV", []), frames)
    program, version = _title(sections.get("TITLE", []))
    record = Record(program, version, numbers, frames)
    record.optimizes = len(frames) > 1
    energies, occupations = _orbitals(sections.get("MO", []))
    record.gap = gap_of(energies, [occupation > 0.5 for occupation in occupations])
    cores = _core_electrons(sections, numbers)
    # A file without orbitals of the inner shells (xtb's) does not tell how many electrons there are: a 1s level lies near -Z^2/2.
    if occupations and (any(cores) or min(energies) < -0.15 * max(numbers) ** 2):
        nuclear = sum(numbers) - sum(cores)
        record.charge = round(nuclear - sum(occupations))
    if "FREQ" in sections and "FR-NORM-COORD" in sections:
        record.modes = _modes(sections, numbers)
    _add_orbitals(record, sections, positions, cores)
    return [record]


def _add_orbitals(record: Record, sections: dict[str, list[str]], positions: np.ndarray, cores: list[int]) -> None:
    """The orbitals over their basis functions; a sentence where there are none to draw, or where they lack electrons."""
    charges = np.array(record.numbers, dtype=float) - cores
    program = None if record.program == "Molden file" else record.program
    try:
        add_orbitals(record, molden_orbitals(sections, record.numbers, positions / ANGSTROM_PER_BOHR, charges, program))
    except OrbitalsNotReadable as error:
        record.notes.append(str(error))


def sections_of(lines: Iterator[str]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Lines of the sections by their names in capitals, and what follows each name ("AU")."""
    sections: dict[str, list[str]] = {}
    behind: dict[str, str] = {}
    name = ""
    for line in lines:
        match = re.match(r"^\s*\[([A-Za-z0-9_ -]+)\](.*)", line)
        if match:
            name = match[1].strip().upper()
            sections.setdefault(name, [])
            behind[name] = match[2].strip()
        elif name and (line.strip() or name == "GEOMETRIES"):
            sections[name].append(line)
    return sections, behind


def _atoms(behind: dict[str, str], sections: dict[str, list[str]]) -> tuple[list[int], np.ndarray]:
    rows = [line.split() for line in sections.get("ATOMS", [])]
    factor = ANGSTROM_PER_BOHR if "AU" in behind.get("ATOMS", "").upper() else 1.0
    columns = slice(3, 6)
    if not rows:
        rows, factor, columns = [line.split() for line in sections.get("FR-COORD", [])], ANGSTROM_PER_BOHR, slice(1, 4)
    numbers = [atomic_number(row[0]) for row in rows]
    values = [[number_of(word) for word in row[columns]] for row in rows]
    if not rows or None in numbers or any(len(row) != 3 or None in row for row in values):
        raise NotReadable("The Molden file holds no atoms that can be read ([Atoms] or [FR-COORD]).")
    return [number for number in numbers if number is not None], np.array(values, dtype=float) * factor


def _core_electrons(sections: dict[str, list[str]], numbers: list[int]) -> list[int]:
    """Electrons of cores by [Core] or [Pseudo], else none."""
    cores = [0] * len(numbers)
    for line in sections.get("CORE", []):
        words = line.replace(":", " ").split()
        if len(words) >= 2 and words[0].isdigit() and words[1].isdigit() and int(words[0]) <= len(numbers):
            cores[int(words[0]) - 1] = int(words[1])
    for line in sections.get("PSEUDO", []):
        words = line.split()
        if len(words) >= 3 and words[1].isdigit() and words[2].isdigit() and int(words[1]) <= len(numbers):
            cores[int(words[1]) - 1] = numbers[int(words[1]) - 1] - int(words[2])
    return cores


def _title(lines: list[str]) -> tuple[str, str | None]:
    words = set(re.findall(r"[a-z0-9-]+", " ".join(lines).lower()))
    for program in ("ORCA", "xtb", "Psi4", "Molpro", "Turbomole", "Q-Chem", "NWChem", "CFOUR"):
        if program.lower() in words:
            return program, None
    return "Molden file", None


def _convergence(lines: list[str], frames: list[Frame]) -> None:
    """Energies of the geometries ([GEOCONV] energy)."""
    energies: list[float] = []
    reading = False
    for line in lines:
        value = number_of(line.strip())
        if value is None:
            reading = line.strip().lower().startswith("energy")
        elif reading:
            energies.append(value)
    for frame, energy in zip(frames, energies, strict=False):
        frame.energy = energy


def _orbitals(lines: list[str]) -> tuple[list[float], list[float]]:
    energies, occupations = [], []
    for line in lines:
        key, _, rest = line.partition("=")
        value = number_of(rest.strip())
        if value is not None and key.strip() == "Ene":
            energies.append(value)
        elif value is not None and key.strip() == "Occup":
            occupations.append(value)
    return (energies, occupations) if len(energies) == len(occupations) else ([], [])


def _modes(sections: dict[str, list[str]], numbers: list[int]):
    frequencies = [value for value in (number_of(line.split()[0]) for line in sections["FREQ"]) if value is not None]
    strengths = [number_of(line.split()[0]) for line in sections.get("INT", [])]
    vectors: list[list[list[float]]] = []
    for line in sections["FR-NORM-COORD"]:
        words = line.split()
        if words[0].lower().startswith("vibration"):
            vectors.append([])
        elif vectors:
            vectors[-1].append([float(word) for word in words[:3]])
    if len(vectors) != len(frequencies) or any(len(vector) != len(numbers) for vector in vectors):
        raise NotReadable("The Molden file is cut off within its normal modes ([FR-NORM-COORD]).")
    intensities = strengths if len(strengths) == len(frequencies) else [None] * len(frequencies)
    return modes_of(numbers, frequencies, [np.array(vector) for vector in vectors], intensities)
