"""QCSchema JSON (versions 1 and 2 of the Molecular Sciences Software Institute): results of a calculation and of an optimization."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..structures.molecule import Molecule
from ..units import ANGSTROM_PER_BOHR, DEBYE_PER_E_BOHR
from ..vibrations.normal_modes import normal_modes
from .numbers import atomic_number
from .record import Frame, NotReadable, Record, lowest_multiplicity

_NAMES = {"psi4": "Psi4", "orca": "ORCA", "xtb": "xtb", "qchem": "Q-Chem", "nwchem": "NWChem", "turbomole": "Turbomole", "pyscf": "PySCF"}


def is_qcschema(document: Any) -> bool:
    """Whether a JSON document is one of QCSchema's that can be read here."""
    if not isinstance(document, dict):
        return False
    name = str(document.get("schema_name", ""))
    return name.startswith("qcschema") or {"molecule", "driver", "model"} <= document.keys()


def read_qcschema(document: dict[str, Any]) -> list[Record]:
    """The record of a result. Positions are in bohr, energies in Hartree, gradients in Hartree/bohr, Hessians in Hartree/bohr^2.

    Raises NotReadable for an input, a failed run, and a document without a structure.
    """
    error = document.get("error")
    if document.get("success") is False:
        message = error.get("error_message") if isinstance(error, dict) else None
        raise NotReadable(f"The QCSchema document is of a run that failed{': ' + str(message)[:300] if message else '.'}")
    name = str(document.get("schema_name", ""))
    if name == "qcschema_molecule":
        return [_record(document, [document], {}, {})]
    trajectory = document.get("trajectory") or document.get("trajectory_results")
    if trajectory or "optimization" in name:
        return [_optimization(document, trajectory or [])]
    molecule = document.get("molecule")
    if not isinstance(molecule, dict):
        raise NotReadable("The QCSchema document has no molecule.")
    if document.get("return_result") is None:
        raise NotReadable("The QCSchema document is an input: it has no return_result.")
    return [_record(molecule, [molecule], document, document.get("properties") or {})]


def _optimization(document: dict[str, Any], trajectory: list[dict[str, Any]]) -> Record:
    last = trajectory[-1] if trajectory else {}
    molecules = [step["molecule"] for step in trajectory if isinstance(step.get("molecule"), dict)]
    final = document.get("final_molecule") or (molecules[-1] if molecules else None)
    if not isinstance(final, dict):
        raise NotReadable("The QCSchema document has no final molecule.")
    record = _record(final, molecules or [final], last or document, last.get("properties") or document.get("properties") or {})
    energies = document.get("energies") or [(step.get("properties") or {}).get("return_energy") for step in trajectory]
    for frame, energy, step in zip(record.frames, energies, trajectory or [{}] * len(record.frames), strict=False):
        frame.energy = energy
        if step.get("driver") == "gradient":
            frame.gradient = _vectors(step.get("return_result"), len(record.numbers))
    record.optimizes = True
    record.converged = bool(document.get("success", True))
    return record


def _vectors(value: Any, atoms: int) -> np.ndarray | None:
    """A gradient in Hartree/Angstrom; None for what has another number of values."""
    array = np.asarray(value, dtype=float).reshape(-1) if value is not None else np.zeros(0)
    return array.reshape(-1, 3) / ANGSTROM_PER_BOHR if len(array) == 3 * atoms else None


def _record(molecule: dict[str, Any], frames: list[dict[str, Any]], result: dict[str, Any], properties: dict[str, Any]) -> Record:
    symbols = molecule.get("symbols") or []
    numbers = [atomic_number(str(symbol)) for symbol in symbols]
    if not numbers or None in numbers:
        raise NotReadable("The QCSchema document names atoms that are no elements.")
    own = [number for number in numbers if number is not None]
    positions = [np.asarray(frame.get("geometry", []), dtype=float).reshape(-1, 3) * ANGSTROM_PER_BOHR for frame in frames]
    model = result.get("model") or (result.get("input_data") or {}).get("model") or {}
    provenance = result.get("provenance") or {}
    creator = str(provenance.get("creator") or "QCSchema file")
    record = Record(_NAMES.get(creator.lower(), creator), provenance.get("version") or None, own, [Frame(one) for one in positions])
    record.charge = round(float(molecule.get("molecular_charge") or 0))
    record.multiplicity = int(molecule.get("molecular_multiplicity") or lowest_multiplicity(own, record.charge))
    record.method, record.basis_set = model.get("method") or None, _basis(model.get("basis"))
    record.seconds = provenance.get("wall_time")
    last = record.frames[-1]
    last.energy = properties.get("return_energy")
    driver, value = result.get("driver"), result.get("return_result")
    if driver == "energy" and isinstance(value, int | float):
        last.energy = float(value)
    elif driver == "gradient":
        last.gradient = _vectors(value, len(own))
    elif driver == "hessian" and value is not None:
        hessian = np.asarray(value, dtype=float).reshape(3 * len(own), 3 * len(own))
        record.modes = normal_modes(Molecule(np.array(own), last.positions, record.charge, record.multiplicity), hessian, None)
    dipole = properties.get("scf_dipole_moment") or properties.get("dipole_moment")
    if dipole is not None and np.size(dipole) == 3:
        record.dipole = [float(one) * DEBYE_PER_E_BOHR for one in np.ravel(dipole)]
    return record


def _basis(value: Any) -> str | None:
    if isinstance(value, dict):
        value = value.get("name")
    return str(value) if value else None
