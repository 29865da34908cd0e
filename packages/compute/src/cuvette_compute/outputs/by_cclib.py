"""Outputs that cclib reads: Gaussian, Psi4, Q-Chem, NWChem, Turbomole, xtb and formatted checkpoint files.

cclib's own detection of the program is not used: its parser of Psi3 evaluates text of the file as Python.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..units import ANGSTROM_PER_BOHR, BOLTZMANN_IN_HARTREE_PER_KELVIN
from .numbers import gap_of, modes_of
from .record import Excitation, Frame, NotReadable, Record

# The factors with which cclib 1.8 turns what it reads into its own units.
_EV_PER_HARTREE = 27.21138505
_WAVENUMBERS_PER_HARTREE = 219474.6313708

_PARSERS = {
    "Gaussian": "gaussianparser.Gaussian",
    "Psi4": "psi4parser.Psi4",
    "Q-Chem": "qchemparser.QChem",
    "NWChem": "nwchemparser.NWChem",
    "Turbomole": "turbomoleparser.Turbomole",
    "xtb": "xtbparser.XTB",
    "fchk file": "fchkparser.FChk",
}
# Programs whose printed gradients are in the orientation of their printed coordinates. Gaussian prints forces in that of the input.
_SAME_ORIENTATION = {"Psi4", "Q-Chem", "NWChem", "Turbomole"}
_CHARGE_MODELS = {
    "mulliken": "Mulliken",
    "natural": "Natural",
    "lowdin": "Loewdin",
    "hirshfeld": "Hirshfeld",
    "esp": "ESP",
    "chelpg": "CHELPG",
}
_METHODS = {
    "gfn2-xtb": "gfn2_xtb",
    "gfn1-xtb": "gfn1_xtb",
    "gfn0-xtb": "gfn0_xtb",
    "gfn-ff": "gfn_ff",
    "ccsd-t": "CCSD(T)",
    "b3-lyp": "B3LYP",
    "pbe1pbe": "pbe0",
    "pbepbe": "pbe",
}


def read_by_cclib(program: str, files: Sequence[Path], structure: Record | None = None) -> Record:
    """The record of one calculation of a program, from one file or, for Turbomole, several.

    `structure` is what another file says of the geometry, for an output without any. Raises NotReadable without a structure.
    """
    values, broken = _parsed(program, files)
    numbers = [int(number) for number in np.ravel(values.get("atomnos", []))]
    metadata = values.get("metadata") or {}
    record = Record(program, _version(program, metadata), numbers, [])
    # Programs mark points without a nucleus (ghost atoms, dummies) with 0.
    real = [index for index, number in enumerate(numbers) if number > 0]
    record.numbers = [numbers[index] for index in real]
    frames, note = _frames(values, real, len(numbers), program)
    if not frames and structure is not None:
        record.numbers, real = structure.numbers, list(range(len(structure.numbers)))
        energies = _energies(values)
        frames = [Frame(structure.frames[-1].positions, energies[-1] if energies else structure.frames[-1].energy)]
    if not frames:
        raise NotReadable(
            f"The output of {record.made_by} holds no structure. "
            + (
                "xtb prints none without an optimization: import a zip of the output and the xyz file that it was given."
                if program == "xtb"
                else "It may have ended before the first coordinates were printed."
            )
        )
    record.frames = frames
    record.charge, record.multiplicity = values.get("charge"), values.get("mult")
    _level(record, metadata)
    _properties(record, values)
    if len(real) == len(record.numbers):
        _vibrations(record, values)
    _excitations(record, values)
    record.optimizes = len(frames) > 1 or (bool(values.get("optdone")) and record.modes is None)
    if record.optimizes and "optdone" in values:
        record.converged = bool(values["optdone"])
    elif record.optimizes and "geotargets" in values:
        record.converged = False
    record.complete = bool(metadata.get("success")) or program == "fchk file"
    record.seconds = _seconds(metadata)
    record.notes = [one for one in (note, broken if record.complete else None) if one]
    return record


def _parsed(program: str, files: Sequence[Path]) -> tuple[dict[str, Any], str | None]:
    """What cclib read, by its names, and a sentence where parts of a finished output could not be read."""
    import importlib

    module, name = _PARSERS[program].split(".")
    parser_class = getattr(importlib.import_module(f"cclib.parser.{module}"), name)
    failed: list[str] = []

    def extract(self, inputfile, line):
        try:
            super(forgiving, self).extract(inputfile, line)
        except StopIteration:
            raise
        except Exception as error:  # one section that is cut off or printed otherwise must not cost the others
            if type(error).__name__ == "StopParsing":
                raise
            failed.append(" ".join(line.split())[:60])

    forgiving = type(f"Forgiving{name}", (parser_class,), {"extract": extract})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parser = forgiving([str(one) for one in files] if len(files) > 1 else str(files[0]), loglevel=logging.CRITICAL)
        try:
            values = dict(parser.parse().__dict__)
        except Exception:
            # What was read so far is on the parser, where cclib did not come to bring it into arrays.
            values = {key: value for key, value in parser.__dict__.items() if not key.startswith("_")}
            failed.append("the end of the output")
    words = "; ".join(dict.fromkeys(f'"{text}"' for text in failed if text))
    return values, f"Some parts of the output could not be read: {words}." if failed else None


def _version(program: str, metadata: dict[str, Any]) -> str | None:
    version = str(metadata.get("package_version") or "")
    if program == "Gaussian":
        # "2016+A.03" is Gaussian 16, revision A.03.
        year, _, revision = version.partition("+")
        return f"{year[2:]} {revision}".strip() or None
    return re.sub(r"^\d+!", "", version).split("+")[0].removesuffix(".dev") or None


def _frames(values: dict[str, Any], real: list[int], atoms: int, program: str) -> tuple[list[Frame], str | None]:
    """Geometries with their energies, and a sentence where some have other atoms or no energy.

    Coordinates that are printed after the last energy belong to a step that was never computed: they are kept only where nothing has
    an energy.
    """
    written = [np.array(one, dtype=float) for one in _listed(values.get("atomcoords"))]
    positions = [one for one in written if one.shape == (atoms, 3) and atoms > 0]
    energies = _energies(values)
    gradients = _listed(values.get("grads")) if program in _SAME_ORIENTATION else []
    frames = [Frame(one[real]) for one in positions]
    if energies and len(energies) <= len(frames):
        frames = frames[: len(energies)]
        for frame, energy in zip(frames, energies, strict=True):
            frame.energy = energy
    if len(frames) > 1 and "vibfreqs" in values and "geotargets" not in values:
        # Displaced structures of a finite difference: the first one is undisplaced.
        frames = frames[:1]
    if frames and len(energies) > len(written):
        # Several energies of a geometry: corrections, steps of a finite difference, or a trajectory that was not printed.
        frames[-1].energy = energies[0] if program == "Psi4" and "vibfreqs" in values else energies[-1]
    if len(gradients) == len(frames) and all(np.shape(one) == (atoms, 3) for one in gradients):
        for frame, gradient in zip(frames, gradients, strict=True):
            frame.gradient = np.array(gradient)[real] / ANGSTROM_PER_BOHR
    other = len(written) - len(positions)
    note = (
        f"{other} of the {len(written)} structures of the output have other atoms than the last one and were left out." if other else None
    )
    return frames, note


def _listed(value: Any) -> list[Any]:
    return [] if value is None else list(value)


def _energies(values: dict[str, Any]) -> list[float]:
    """Energies (Hartree) of the highest level that was printed for every geometry."""
    correlated = [float(np.ravel(one)[-1]) for one in _listed(values.get("mpenergies")) if np.size(one)]
    coupled = [float(one) for one in np.ravel(_listed(values.get("ccenergies")))]
    scf = [float(one) for one in np.ravel(_listed(values.get("scfenergies")))]
    best = next((one for one in (coupled, correlated, scf) if one and len(one) >= min(1, len(scf))), [])
    return [energy / _EV_PER_HARTREE for energy in best]


def _level(record: Record, metadata: dict[str, Any]) -> None:
    functional = metadata.get("functional")
    methods = [str(one) for one in metadata.get("methods") or [] if str(one) != "DFT"]
    name = str(functional or (methods[-1] if methods else "")) or None
    if name is None and metadata.get("methods"):
        name = "DFT"
    record.method = _METHODS.get((name or "").lower(), name)
    if (record.method or "").lower() in ("hf", "rhf", "uhf", "rohf") or (record.method is None and record.program == "Psi4"):
        # cclib names no method where Psi4 did no more than Hartree-Fock.
        record.method = "hf"
    record.basis_set = metadata.get("basis_set")


def _properties(record: Record, values: dict[str, Any]) -> None:
    atoms = len(record.numbers)
    charges = values.get("atomcharges") or {}
    for key in [*_CHARGE_MODELS, *charges]:
        if record.charges is None and key in charges and len(charges[key]) == atoms:
            record.charges, record.charge_model = [float(one) for one in charges[key]], _CHARGE_MODELS.get(key, key)
    spins = (values.get("atomspins") or {}).get("mulliken")
    if spins is not None and len(spins) == atoms:
        record.spin_densities = [float(one) for one in spins]
    moments = _listed(values.get("moments"))
    if len(moments) > 1 and np.size(moments[1]) == 3:
        record.dipole = [float(one) for one in np.ravel(moments[1])]
    homos = np.ravel(_listed(values.get("homos"))).astype(int)
    orbitals = [
        (float(energy), index <= homo)
        for spin, homo in zip(_listed(values.get("moenergies")), homos, strict=False)
        for index, energy in enumerate(spin)
    ]
    record.gap = gap_of([energy / _EV_PER_HARTREE for energy, _ in orbitals], [full for _, full in orbitals])


def _vibrations(record: Record, values: dict[str, Any]) -> None:
    frequencies = [float(one) for one in np.ravel(_listed(values.get("vibfreqs")))]
    vectors = _listed(values.get("vibdisps"))
    count, atoms = len(frequencies), len(record.numbers)
    if not count or len(vectors) != count or any(np.shape(one) != (atoms, 3) for one in vectors):
        if count:
            record.notes.append("Frequencies without the displacements of their modes were left out.")
        return
    strengths = [float(one) for one in np.ravel(_listed(values.get("vibirs")))]
    masses = [float(one) for one in np.ravel(_listed(values.get("vibrmasses")))]
    # NWChem prints translations and rotations among its 3N modes, as small numbers.
    kept = range(count)
    if count == 3 * atoms:
        projected = 5 if _is_linear(record) else 6
        kept = sorted(sorted(range(count), key=lambda index: abs(frequencies[index]))[projected:])
    record.modes = modes_of(
        record.numbers,
        [frequencies[index] for index in kept],
        [np.array(vectors[index], dtype=float) for index in kept],
        [strengths[index] if len(strengths) == count else None for index in kept],
        [masses[index] for index in kept] if len(masses) == count else None,
    )
    _thermochemistry(record, values)


def _is_linear(record: Record) -> bool:
    from ..structures.inertia import is_linear
    from ..structures.molecule import Molecule

    return is_linear(Molecule(np.array(record.numbers), record.frames[-1].positions))


def _thermochemistry(record: Record, values: dict[str, Any]) -> None:
    """Corrections to the energy: zero-point energy, enthalpy and free energy as printed; the thermal energy is the enthalpy less k T.

    cclib gives xtb's in eV, and Q-Chem's enthalpy and free energy as the corrections that Q-Chem prints.
    """
    unit = _EV_PER_HARTREE if record.program == "xtb" else 1.0
    energy, temperature = record.frames[-1].energy, values.get("temperature")
    if values.get("zpve") is not None:
        record.zero_point_energy = float(values["zpve"]) / unit
    record.temperature, record.pressure = temperature, values.get("pressure")
    if energy is None:
        return
    energy = 0.0 if record.program == "Q-Chem" else energy
    if values.get("enthalpy") is not None:
        record.enthalpy_correction = float(values["enthalpy"]) / unit - energy
        if temperature:
            record.energy_correction = record.enthalpy_correction - BOLTZMANN_IN_HARTREE_PER_KELVIN * float(temperature)
    if values.get("freeenergy") is not None:
        record.free_energy_correction = float(values["freeenergy"]) / unit - energy


def _excitations(record: Record, values: dict[str, Any]) -> None:
    energies = [float(one) / _WAVENUMBERS_PER_HARTREE for one in np.ravel(_listed(values.get("etenergies")))]
    symmetries = [str(one) for one in _listed(values.get("etsyms"))]
    strengths, rotatory = _listed(values.get("etoscs")), _listed(values.get("etrotats"))
    parts = _listed(values.get("etsecs"))
    homos = np.ravel(_listed(values.get("homos"))).astype(int)
    for index, energy in enumerate(energies):
        if record.multiplicity == 1 and len(symmetries) == len(energies) and symmetries[index].lower().startswith("triplet"):
            continue
        state = Excitation(energy)
        if len(strengths) == len(energies):
            state.oscillator = float(strengths[index])
        if len(rotatory) == len(energies):
            state.rotatory = float(rotatory[index])
        if len(parts) == len(energies) and len(homos) == 1:
            state.parts = _parts(parts[index], int(homos[0]))
        record.excitations.append(state)
    record.excitations.sort(key=lambda state: state.energy)


def _parts(rows: Any, homo: int) -> list[tuple[int, int, float]]:
    """Orbital pairs of a state with their parts: the squares of the coefficients, twice these where a program norms them to one half."""
    found = [(homo - int(start), int(end) - homo - 1, float(weight) ** 2) for (start, _), (end, _), weight in rows]
    found = [part for part in found if part[0] >= 0 and part[1] >= 0]
    double = 2.0 if sum(weight for _, _, weight in found) <= 0.55 else 1.0
    return [(below, above, min(1.0, weight * double)) for below, above, weight in found]


def _seconds(metadata: dict[str, Any]) -> float | None:
    times = metadata.get("wall_time") or metadata.get("cpu_time") or []
    total = sum(one.total_seconds() for one in times if hasattr(one, "total_seconds"))
    return total or None
