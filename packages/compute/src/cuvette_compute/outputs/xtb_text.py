"""What xtb prints and cclib does not read, or reads from a table that xtb cuts short."""

from __future__ import annotations

import re

from .record import Record

_GAP = re.compile(r"HOMO-LUMO gap +(-?\d+\.\d+) eV")
_TOTALS = {
    "energy": re.compile(r"\| TOTAL ENERGY +(-?\d+\.\d+) Eh"),
    "enthalpy": re.compile(r"\| TOTAL ENTHALPY +(-?\d+\.\d+) Eh"),
    "free energy": re.compile(r"\| TOTAL FREE ENERGY +(-?\d+\.\d+) Eh"),
    "zero point": re.compile(r":: zero point energy +(-?\d+\.\d+) Eh"),
}
_TEMPERATURE = re.compile(r"^ *(\d+\.\d+) +VIB ", re.MULTILINE)
_MODEL = re.compile(r"\* Solvation model: {1,20}(\w{1,20})")
_SOLVENT = re.compile(r"^ {1,20}Solvent {1,40}(\w{1,40})", re.MULTILINE)
# Debye of an atomic unit, as xtb prints the components in atomic units.
_DEBYE = 2.541746473
_BOLTZMANN = 3.166811563e-6


def complete(record: Record, text: str) -> None:
    """Fills gap (xtb prints a few of its orbitals), dipole moment, convergence, solvent and, where there are modes, thermochemistry."""
    gaps = _GAP.findall(text)
    record.gap = float(gaps[-1]) if gaps else None
    _, found, after = text.rpartition("molecular dipole:")
    full = next((line for line in after[:400].splitlines() if line.strip().startswith("full:")), None) if found else None
    if full is not None:
        record.dipole = [float(word) * _DEBYE for word in full.split()[1:4]]
    if "GEOMETRY OPTIMIZATION CONVERGED" in text:
        record.optimizes, record.converged = True, True
    elif "FAILED TO CONVERGE GEOMETRY OPTIMIZATION" in text:
        record.optimizes, record.converged = True, False
    model, solvent = _MODEL.search(text), _SOLVENT.search(text)
    if model and solvent:
        record.solvent_model, record.solvent = model[1].lower(), solvent[1].lower()
    if record.modes is not None:
        _thermochemistry(record, text)


def _thermochemistry(record: Record, text: str) -> None:
    found = {name: float(matches[-1]) for name, pattern in _TOTALS.items() if (matches := pattern.findall(text))}
    temperature = _TEMPERATURE.search(text)
    record.zero_point_energy = found.get("zero point")
    if "energy" not in found:
        return
    record.temperature = float(temperature[1]) if temperature else None
    if "enthalpy" in found:
        record.enthalpy_correction = found["enthalpy"] - found["energy"]
        if record.temperature:
            record.energy_correction = record.enthalpy_correction - _BOLTZMANN * record.temperature
    if "free energy" in found:
        record.free_energy_correction = found["free energy"] - found["energy"]
