"""What is read from an output of another program: one record for each calculation, and its form as a calculation of this platform."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..runtime.protocol import finite
from ..structures.molecule import MAX_ATOMS
from ..vibrations.normal_modes import Mode

if TYPE_CHECKING:
    from .orbitals.basis import FileOrbitals
    from .orbitals.grids import Drawn

# Numbers that the frames of one calculation may hold together: what an import takes, with room for the rest of the document.
MOST_FRAME_NUMBERS = 3_000_000


class NotReadable(Exception):
    """A file from which no calculation can be read; the message says what was looked for and what to do."""


@dataclass
class Frame:
    """A geometry: positions in Angstrom, energy in Hartree, gradient in Hartree/Angstrom; None for what the file lacks."""

    positions: np.ndarray
    energy: float | None = None
    gradient: np.ndarray | None = None


@dataclass
class Excitation:
    """An excited state of the ground state's multiplicity.

    Energy in Hartree above the ground state, oscillator strength without unit, rotatory strength in 10^-40 esu^2 cm^2; `parts` are orbitals
    below the HOMO, orbitals above the LUMO, and the part from 0 to 1.
    """

    energy: float
    oscillator: float | None = None
    rotatory: float | None = None
    parts: list[tuple[int, int, float]] = field(default_factory=list)


@dataclass
class Record:
    """One calculation as its program printed it. Energies in Hartree, dipole in Debye, temperature in K, pressure in atm, gap in eV.

    `is_ensemble`: the frames are conformers, each by itself.
    `ground_energy` is that of the ground state where the frames have the energies of an excited one. `orbitals` belong to the last frame.
    """

    program: str
    version: str | None
    numbers: list[int]
    frames: list[Frame]
    charge: int | None = None
    multiplicity: int | None = None
    method: str | None = None
    basis_set: str | None = None
    corrections: list[str] = field(default_factory=list)
    solvent: str | None = None
    solvent_model: str | None = None
    charges: list[float] | None = None
    charge_model: str | None = None
    spin_densities: list[float] | None = None
    dipole: list[float] | None = None
    gap: float | None = None
    modes: list[Mode] | None = None
    zero_point_energy: float | None = None
    energy_correction: float | None = None
    enthalpy_correction: float | None = None
    free_energy_correction: float | None = None
    temperature: float | None = None
    pressure: float | None = None
    excitations: list[Excitation] = field(default_factory=list)
    ground_energy: float | None = None
    orbitals: FileOrbitals | None = None
    optimizes: bool = False
    is_ensemble: bool = False
    seeks_saddle_point: bool = False
    converged: bool | None = None
    complete: bool = True
    seconds: float | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def made_by(self) -> str:
        """Program and version in words: "ORCA 6.0.1"."""
        return f"{self.program} {self.version}" if self.version else self.program


def lowest_multiplicity(numbers: list[int], charge: int) -> int:
    """The lowest multiplicity that the number of electrons allows."""
    return 1 + (sum(numbers) - charge) % 2


def check(record: Record) -> None:
    """Raise NotReadable for a record without a usable structure."""
    if not record.numbers or not record.frames:
        raise NotReadable(f"The output of {record.made_by} holds no structure. {_needs_structure(record.program)}")
    if len(record.numbers) > MAX_ATOMS:
        raise NotReadable(f"The structure has {len(record.numbers)} atoms; at most {MAX_ATOMS} can be read.")
    if any(frame.positions.shape != (len(record.numbers), 3) or not np.isfinite(frame.positions).all() for frame in record.frames):
        raise NotReadable(f"The coordinates in the output of {record.made_by} cannot be read.")


def _needs_structure(program: str) -> str:
    if program == "xtb":
        return "xtb prints none without an optimization: import a zip of the output and the xyz file that it was given."
    return "Import a zip of the whole folder of the calculation, or a file that holds the structure."


def lacking(record: Record) -> list[str]:
    """What a reader may look for and the file does not hold, in words."""
    wanted = [
        ("the method", record.method),
        ("the charge of the molecule", record.charge),
        ("the spin multiplicity", record.multiplicity),
        ("energies", record.frames[-1].energy),
        ("atomic charges", record.charges),
        ("a dipole moment", record.dipole),
        ("orbital energies", record.gap),
        ("vibrational frequencies", record.modes),
        ("excited states", record.excitations or None),
    ]
    missing = [words for words, value in wanted if value is None]
    if record.modes is not None and all(mode.ir_intensity is None for mode in record.modes):
        missing.append("infrared intensities")
    if record.modes is not None and record.free_energy_correction is None:
        missing.append("a free energy")
    return missing


def thinned(frames: list[Frame], atoms: int) -> tuple[list[Frame], str | None]:
    """Frames that fit into one calculation, evenly chosen with the first and the last, and a sentence where some were left out."""
    numbers = atoms * (6 if any(frame.gradient is not None for frame in frames) else 3)
    most = max(2, MOST_FRAME_NUMBERS // max(1, numbers))
    if len(frames) <= most:
        return frames, None
    chosen = np.unique(np.linspace(0, len(frames) - 1, most).round().astype(int))
    return [frames[i] for i in chosen], f"The file has {len(frames)} frames; {len(chosen)} of them, evenly spaced, were read."


def _excited(record: Record, energy: float | None) -> dict[str, Any]:
    states = record.excitations
    energy = energy if record.ground_energy is None else record.ground_energy
    if not states or energy is None:
        return {}
    columns: dict[str, Any] = {
        "excited_state_energies": [energy, *(energy + state.energy for state in states)],
        "excited_state_transitions": [[], *([list(part) for part in state.parts] for state in states)],
    }
    if all(state.oscillator is not None for state in states):
        columns["oscillator_strengths"] = [0.0, *(state.oscillator for state in states)]
    if all(state.rotatory is not None for state in states):
        columns["rotatory_strengths"] = [0.0, *(state.rotatory for state in states)]
    return columns


def molecules_of(record: Record, frames: list[Frame]) -> list[dict[str, Any]]:
    """The frames in the platform's shape of a molecule; properties belong to the last one."""
    charge = record.charge or 0
    multiplicity = record.multiplicity or lowest_multiplicity(record.numbers, charge)
    molecules = []
    for frame in frames:
        atoms = [
            {"atomic_number": number, "position": position}
            for number, position in zip(record.numbers, np.round(frame.positions, 8).tolist(), strict=True)
        ]
        gradient = None if frame.gradient is None else np.round(frame.gradient, 10).tolist()
        molecules.append({"charge": charge, "multiplicity": multiplicity, "atoms": atoms, "energy": frame.energy, "gradient": gradient})
    molecules[-1] |= {
        "mulliken_charges": record.charges,
        "mulliken_spin_densities": record.spin_densities,
        "dipole": record.dipole,
        "homo_lumo_gap": record.gap,
        "vibrational_modes": None if record.modes is None else [mode.to_json() for mode in record.modes],
        "zero_point_energy": record.zero_point_energy,
        "thermal_energy_corr": record.energy_correction,
        "thermal_enthalpy_corr": record.enthalpy_correction,
        "thermal_free_energy_corr": record.free_energy_correction,
        **_excited(record, frames[-1].energy),
    }
    return molecules


def _tasks(record: Record) -> list[str]:
    tasks = []
    if record.optimizes:
        tasks.append("optimize_ts" if record.seeks_saddle_point else "optimize")
    if record.frames[-1].energy is not None and not record.optimizes:
        tasks.append("energy")
    if record.charges is not None:
        tasks.append("charge")
    if record.dipole is not None:
        tasks.append("dipole")
    if record.spin_densities is not None:
        tasks.append("spin_density")
    if record.modes is not None:
        tasks.append("frequencies")
    return tasks or ["energy"]


def _without_infinities(value: Any) -> Any:
    """The value with None for NaN and infinity, which JSON cannot hold, and Python's numbers for those of NumPy."""
    if isinstance(value, dict):
        return {key: _without_infinities(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_without_infinities(one) for one in value]
    if isinstance(value, np.generic):
        value = value.item()
    return finite(value) if isinstance(value, float) else value


def to_json(record: Record, drawn: Drawn | None = None) -> dict[str, Any]:
    """A record as the server takes it: the calculation's parts, its grids (`drawn`), and sentences for the reader.

    `notes` say what a reader must know of the numbers (an early end, no convergence, frames left out), `lacking` what the file lacks.
    """
    check(record)
    frames, thinning = thinned(record.frames, len(record.numbers))
    notes = list(record.notes)
    if not record.complete:
        notes.insert(0, f"The output ended before {record.program} had finished: only what it had printed until then was read.")
    if record.optimizes and record.converged is False:
        notes.append("The optimization had not converged: the structure is the last one that was printed.")
    if thinning:
        notes.append(thinning)
    notes += drawn.notes if drawn else []
    return _without_infinities(
        {
            "program": record.program,
            "version": record.version,
            "method": record.method,
            "basis_set": record.basis_set,
            "corrections": record.corrections,
            "solvent": record.solvent,
            "solvent_model": record.solvent_model,
            "charge_model": record.charge_model,
            "temperature": record.temperature,
            "pressure": record.pressure,
            "excitations": len(record.excitations),
            "tasks": _tasks(record),
            "ensemble": record.is_ensemble,
            "converged": record.converged,
            "complete": record.complete,
            "seconds": record.seconds,
            "molecules": molecules_of(record, frames),
            "orbitals": None if drawn is None else {"file": drawn.file, "keys": drawn.keys, "levels": drawn.levels},
            "notes": notes,
            "lacking": lacking(record),
        }
    )
