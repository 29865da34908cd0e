"""What cclib leaves out of the outputs that it reads."""

from __future__ import annotations

import re

from . import xtb_text
from .orbitals.attach import add_orbitals
from .orbitals.basis import OrbitalsNotReadable
from .orbitals.fchk_basis import fchk_orbitals
from .record import Record


def complete_record(record: Record, text: str) -> None:
    """Adds level, end and orbitals of an fchk file, thermochemistry of Psi4, what xtb prints, and who wrote a file in Gaussian's form."""
    if record.program == "fchk file":
        record.complete = _is_whole_fchk(text)
        words = text.split("\n", 2)[1].split() if text.count("\n") > 1 else []
        if len(words) >= 2 and record.method is None:
            record.method = re.sub(r"^(?:RO|R|U)(?=[A-Z]|$)", "", words[1], count=1) or None
            record.method = "hf" if record.method == "HF" else record.method
            record.basis_set = record.basis_set or (words[2] if len(words) > 2 else None)
        try:
            add_orbitals(record, fchk_orbitals(text))
        except OrbitalsNotReadable as error:
            record.notes.append(str(error))
    elif record.program == "xtb":
        xtb_text.complete(record, text)
    elif record.program == "Psi4":
        _psi4_thermochemistry(record, text)
    elif record.program == "Gaussian" and record.version is None and "xtb" in text[:2000]:
        record.program, record.complete = "xtb", True


_PSI4_TOTALS = {
    "electronic": re.compile(r"Total E0, Electronic energy at well bottom at 0 \[K\] +(-?\d+\.\d+)"),
    "energy_correction": re.compile(r"Total E, Electronic energy at +[\d.]+ \[K\] +(-?\d+\.\d+)"),
    "enthalpy_correction": re.compile(r"Total H, Enthalpy at +[\d.]+ \[K\] +(-?\d+\.\d+)"),
    "free_energy_correction": re.compile(r"Total G, (?:Free enthalpy|Gibbs energy) at +[\d.]+ \[K\] +(-?\d+\.\d+)"),
}


def _psi4_thermochemistry(record: Record, text: str) -> None:
    """The last thermochemistry of Psi4, which cclib leaves out, and the energy below it, which it loses in finite differences."""
    found = {name: float(matches[-1]) for name, pattern in _PSI4_TOTALS.items() if (matches := pattern.findall(text))}
    electronic = found.pop("electronic", None)
    if electronic is None or record.modes is None:
        return
    if record.frames[-1].energy is None:
        record.frames[-1].energy = electronic
    for name, total in found.items():
        setattr(record, name, total - electronic)
    if match := re.search(r"Enthalpy at +([\d.]+) \[K\]", text):
        record.temperature = float(match[1])


def _is_whole_fchk(text: str) -> bool:
    """Whether the last array of a formatted checkpoint file has as many entries as its header says."""
    declared, counted, characters = 0, 0, False
    for line in text.splitlines():
        if match := re.match(r"^[^ ].{42}([IRCHL]) {3}N= *(\d+)", line):
            declared, counted, characters = int(match[2]), 0, match[1] in "CH"
        elif line.startswith(" ") or characters:
            counted += len(line.split()) if not characters else -(-len(line.rstrip()) // 12)
    return text.endswith("\n") and (counted >= declared or characters)
