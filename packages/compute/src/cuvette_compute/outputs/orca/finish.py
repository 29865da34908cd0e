"""The record of a job of ORCA, made of what its sections hold."""

from __future__ import annotations

from ..numbers import gap_of, modes_of
from ..record import Excitation, Frame, Record
from .keywords import Level
from .sections import Job


def _excitations(job: Job, multiplicity: int | None) -> list[Excitation]:
    """States of the ground state's multiplicity with their strengths, which are found by the wavenumber."""
    states = [state for own, state in job.states if own is None or multiplicity is None or own == multiplicity]
    for name in ("oscillator", "rotatory"):
        left = list(job.strengths.get(name, []))
        for state in states:
            wavenumber = state.energy * 219474.6313632
            near = [pair for pair in left if abs(pair[0] - wavenumber) < 1.0]
            if near:
                setattr(state, name, near[0][1])
                left.remove(near[0])
    return sorted(states, key=lambda state: state.energy)


def _same_atoms(job: Job) -> tuple[list[int], list[Frame], str | None]:
    """The frames with the atoms of the last one that has an energy, and a sentence where others were left out."""
    with_energy = [one for one in job.frames if one[1].energy is not None] or job.frames
    numbers = with_energy[-1][0]
    frames = [frame for own, frame in with_energy if own == numbers]
    other = len(with_energy) - len(frames)
    note = None
    if other:
        note = f"{other} of the {len(with_energy)} structures of the output have other atoms than the last one and were left out."
    return numbers, frames, note


def record_of(job: Job, version: str | None, level: Level) -> Record:
    """The record of a job that has at least one structure; `level` is what its input says."""
    numbers, frames, note = _same_atoms(job)
    values = job.values
    multiplicity = int(values["multiplicity"]) if "multiplicity" in values else level.multiplicity
    record = Record("ORCA", version, numbers, frames)
    record.charge = int(values["charge"]) if "charge" in values else level.charge
    record.multiplicity = multiplicity
    record.method = level.method or {"Hartree-Fock": "hf"}.get(job.kind or "", job.kind)
    record.basis_set = job.basis or level.basis_set
    record.corrections, record.solvent_model = level.corrections, level.solvent_model
    record.solvent = level.solvent or job.solvent
    if job.charges and len(job.charges) == len(numbers):
        record.charges, record.spin_densities, record.charge_model = job.charges, job.spins, job.charge_model
    record.dipole = job.dipole
    record.gap = gap_of([energy for _, energy in job.orbitals], [full for full, _ in job.orbitals])
    if job.frequencies and job.vectors is not None and len(job.frequencies) == 3 * len(numbers):
        vectors = [job.vectors[:, index].reshape(-1, 3) for index in range(len(job.frequencies))]
        strengths = [job.intensities.get(index) for index in range(len(job.frequencies))]
        record.modes = modes_of(numbers, job.frequencies, vectors, strengths)
    electronic = values.get("electronic")
    record.zero_point_energy = values.get("zero_point")
    if electronic is not None and record.modes is not None:
        for name, total in (
            ("energy_correction", "thermal"),
            ("enthalpy_correction", "enthalpy"),
            ("free_energy_correction", "free_energy"),
        ):
            if total in values:
                setattr(record, name, values[total] - electronic)
        record.temperature, record.pressure = values.get("temperature"), values.get("pressure")
    record.excitations = _excitations(job, multiplicity)
    note_of_state = ground_state_energy(record, values.get("excitation"))
    record.optimizes, record.converged = job.optimizes, job.converged if job.optimizes else None
    if job.optimizes and job.converged is None:
        record.converged = False
    record.seeks_saddle_point = level.saddle_point
    record.complete, record.seconds = job.complete, job.seconds
    record.notes = [one for one in (note, note_of_state, _broken(job)) if one]
    return record


def ground_state_energy(record: Record, excitation: float | None) -> str | None:
    """Sets energies of the ground state where ORCA prints those of an excited one, `excitation` (Hartree) above it.

    Returns a sentence where the frames belong to the excited state.
    """
    energy = record.frames[-1].energy
    if not record.excitations or excitation is None or energy is None:
        return None
    record.ground_energy = energy - excitation
    if record.optimizes:
        return "The energies and gradients of the frames are those of an excited state."
    record.frames[-1].energy = record.ground_energy
    return None


def _broken(job: Job) -> str | None:
    if not job.broken or not job.complete:
        return None
    return f"These parts of the output could not be read: {', '.join(sorted(job.broken))}."
