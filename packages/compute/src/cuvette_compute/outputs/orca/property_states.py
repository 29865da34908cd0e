"""Excited states in ORCA 6's property file: the tables of its spectra, else the energies of its states."""

from __future__ import annotations

from typing import Any

from ...units import HARTREE_PER_WAVENUMBER
from ..record import Excitation

# Columns of a table of transitions: energy (eV), wavenumber (cm^-1), wavelength (nm), and the strength.
_WAVENUMBER, _STRENGTH = 1, 3
# `relcorrection` of states without spin-orbit or spin-spin coupling: unknown, none.
_WITHOUT_COUPLING = (0, 1)
# Energies that agree within this (Hartree) are one state's.
_SAME = 1e-6


def excitations_of(geometry: dict[str, Any], multiplicity: int | None) -> list[Excitation]:
    """The states of the ground state's multiplicity, lowest first, of a geometry's sections (their keys in small letters).

    Oscillator strengths are those of the length gauge, and rotatory strengths (10^-40 esu^2 cm^2) those of the velocity gauge, as the
    platform's own; the other gauge where a file has only that one.
    """
    absorption = _table(geometry.get("absorption_spectrum"), "Length")
    rotation = _table(geometry.get("ecd_spectrum"), "Velocity")
    strengths = {state: row[_STRENGTH] for state, row in _transitions(rotation, multiplicity)}
    states = [
        Excitation(row[_WAVENUMBER] * HARTREE_PER_WAVENUMBER, row[_STRENGTH], strengths.get(state))
        for state, row in _transitions(absorption, multiplicity)
    ]
    if not states:
        states = _from_energies(geometry, multiplicity)
    return sorted(states, key=lambda state: state.energy)


def excitation_in_energy(geometry: dict[str, Any], energy: float | None) -> float | None:
    """How far (Hartree) the final energy is above the ground state, where it is that of an excited state; else None."""
    ground, totals, _ = _state_energies(geometry)
    if ground is None or energy is None:
        return None
    # ORCA adds the dispersion correction to the final energy alone.
    correction = (geometry.get("vdw_correction") or {}).get("vdw")
    shift = float(correction) if isinstance(correction, int | float) else 0.0
    for total in totals:
        if total - ground > _SAME and min(abs(energy - total), abs(energy - shift - total)) < _SAME:
            return total - ground
    return None


def _table(tables: Any, gauge: str) -> dict[str, Any] | None:
    """The last table without couplings in the wanted gauge, else in any."""
    known = [one for one in tables or [] if isinstance(one, dict) and one.get("relcorrection", 1) in _WITHOUT_COUPLING]
    wanted = [one for one in known if one.get("representation") == gauge]
    return (wanted or known or [None])[-1]


def _transitions(table: dict[str, Any] | None, multiplicity: int | None) -> list[tuple[tuple[float, ...], list[float]]]:
    """The rows of transitions from the lowest state to states of its multiplicity, each with what its final state is called."""
    if table is None:
        return []
    rows, names, spins = (table.get(key) or [] for key in ("excitationenergies", "states", "multiplicities"))
    found = []
    for index, row in enumerate(rows):
        name = tuple(names[index]) if index < len(names) else (0, 0, index + 1, 0)
        initial, final = spins[index] if index < len(spins) else (multiplicity, multiplicity)
        if len(row) > _STRENGTH and initial == final and (multiplicity is None or final == multiplicity):
            found.append((name, row))
    first = min((name[:2] for name, _ in found), default=None)
    return [(name[2:], row) for name, row in found if name[:2] == first]


def _state_energies(geometry: dict[str, Any]) -> tuple[float | None, list[float], list[float]]:
    """Energy of the ground state, and energies and multiplicities of excited states, of the section that has both (CIS, TD-DFT)."""
    for section in reversed(geometry.get("energy") or []):
        ground = section.get("e0") if isinstance(section, dict) else None
        if isinstance(ground, int | float):
            totals, spins = ([float(row[0]) for row in section.get(key) or []] for key in ("totalenergy", "mult"))
            return float(ground), totals, spins
    return None, [], []


def _from_energies(geometry: dict[str, Any], multiplicity: int | None) -> list[Excitation]:
    ground, totals, spins = _state_energies(geometry)
    if ground is None:
        return []
    same = [multiplicity is None or index >= len(spins) or spins[index] == multiplicity for index in range(len(totals))]
    return [Excitation(total - ground) for total, kept in zip(totals, same, strict=True) if kept and total > ground]
