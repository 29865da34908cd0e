"""Trajectories in XYZ form as ORCA, xtb, CREST and ASE write them, with the energies that are in their comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ..structures.molecule import MAX_ATOMS
from ..units import EV_PER_HARTREE
from .numbers import atomic_number, number_of
from .record import Frame, NotReadable, Record

_EXTENDED = re.compile(r"\benergy=([+-]?\d+\.\d+(?:[eE][+-]?\d+)?)")
_NAMED = re.compile(r"\b(?:energy|Energy|E|SCF done|Eopt|Etot)[ :=]+([+-]?\d+\.\d+(?:[eE][+-]?\d+)?)")


def read_xyz(lines: Iterator[str]) -> list[Record]:
    """One record for each run of frames with the same atoms in the same order.

    Energies are in Hartree, but for extended XYZ (`Properties=`), where ASE writes eV. A file that is cut off within a frame
    loses that frame, and the record says so. Raises NotReadable for a file without a whole frame.
    """
    records: list[Record] = []
    complete = True
    for numbers, frame, comment in _frames(lines):
        if numbers is None:
            complete = False
            break
        if not records or records[-1].numbers != numbers:
            records.append(_begun(numbers, comment))
        records[-1].frames.append(frame)
    if not records:
        raise NotReadable("The file holds no whole structure in XYZ form: the number of atoms, a comment, and a line for each atom.")
    records[-1].complete = complete
    for record in records:
        record.optimizes = len(record.frames) > 1
    if len(records) > 1:
        note = f"The file holds {len(records)} series of structures with different atoms: each has become an item of its own."
        for record in records:
            record.notes.append(note)
    return records


def _begun(numbers: list[int], comment: str) -> Record:
    program, version, method = "XYZ file", None, None
    if match := re.search(r"\bxtb: *(\d[\w.]*)", comment):
        program, version = "xtb", match[1]
    elif "ORCA-job" in comment:
        program = "ORCA"
    record = Record(program, version, numbers, [])
    record.method = method
    if match := re.search(r"\bcharge *[:=] *([+-]?\d{1,3})\b", comment, re.IGNORECASE):
        record.charge = int(match[1])
    if match := re.search(r"\bmult(?:iplicity)? *[:=] *(\d{1,3})\b", comment, re.IGNORECASE):
        record.multiplicity = int(match[1])
    return record


def energy_of(comment: str) -> float | None:
    """The energy (Hartree) that the comment of a frame names; None where it names none."""
    if "Properties=" in comment or "Lattice=" in comment:
        match = _EXTENDED.search(comment)
        return float(match[1]) / EV_PER_HARTREE if match else None
    if match := _NAMED.search(comment):
        return float(match[1])
    # CREST writes the number alone, or with a name of the conformer behind it.
    words = comment.split()
    return number_of(words[0]) if len(words) in (1, 2) and "." in words[0] else None


def _frames(lines: Iterator[str]) -> Iterator[tuple[list[int] | None, Frame, str]]:
    """Frames with their atomic numbers and comments; numbers are None for one that is cut off or cannot be read."""
    empty = Frame(np.zeros((0, 3)))
    for line in lines:
        # ORCA separates the structures of a scan (.allxyz) with ">".
        if line.strip() in ("", ">"):
            continue
        count = line.strip()
        if not count.isdigit() or not 0 < int(count) <= MAX_ATOMS:
            yield None, empty, ""
            return
        comment = next(lines, "")
        numbers: list[int] = []
        positions: list[list[float]] = []
        for _ in range(int(count)):
            words = next(lines, "").split()
            number = None
            if words:
                number = int(words[0]) if words[0].isdigit() and int(words[0]) < 119 else atomic_number(words[0])
            values = [number_of(word) for word in words[1:4]]
            if number is None or len(values) != 3 or None in values:
                yield None, empty, ""
                return
            numbers.append(number)
            positions.append([value for value in values if value is not None])
        yield numbers, Frame(np.array(positions), energy_of(comment)), comment.strip()
