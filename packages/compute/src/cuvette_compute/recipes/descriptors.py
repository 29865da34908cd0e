"""Molecular descriptors: Mordred's in two and three dimensions on the GFN2-xTB structure, charges and Fukui indices of the atoms.

Mordred: Moriwaki et al. 2018, 10.1186/s13321-018-0258-y, in its community edition. Charges are those of GFN2-xTB, Fukui indices and the
electrophilicity those of the Fukui recipe with GFN1-xTB.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from rdkit import Chem

from ..calculations.levels import Piece, check_levels, level_deviations, level_of, level_rows, provenance, run_levels
from ..chemistry.perceive import mol_from_molecule, with_conformer
from ..engines.base import package_version
from ..errors import InputError
from ..runtime.job import Job
from ..runtime.notes import message
from ..runtime.parallel import each
from ..structures.molecule import Molecule, molecule_from_json
from . import Result
from .fukui import charge_states, fukui_indices

_LISTED_FAILURES = 12


def run(job: Job) -> Result:
    """Optimize, compute the descriptors, and the values of the atoms. Raises InputError, ConvergenceError."""
    molecule = molecule_from_json(job.data.get("initial_molecule"))
    optimization = level_of({"method": "gfn2_xtb", "tasks": ["optimize"], "mode": "rapid"}, "mode")
    level = level_of({"method": "gfn1_xtb", "tasks": ["energy", "charge"], "mode": "rapid"}, "mode")
    check_levels([optimization], molecule)
    ions = charge_states(molecule)
    mol = mol_from_molecule(molecule)
    with job.share(0.0, 0.4):
        optimized = run_levels(job, Piece("optimization", "the molecule", molecule, (optimization,), mol))
    if optimized.error is not None:
        raise optimized.error
    job.partial({"optimization": optimized.uuids[0]})
    final = optimized.molecule
    with job.share(0.4, 0.7):
        job.progress("Computing Mordred descriptors", 0, 1)
        inputs = {"molecule": final.to_json(), "mordred": package_version("mordredcommunity")}
        record = job.step("mordred", inputs, lambda: mordred_descriptors(mol, final))
    # Mordred takes closed shells only, whose ions have one multiplicity each.
    ends = [replace(ion, candidates=tuple(one.at(final.positions) for one in ion.candidates)) for ion in ions]
    pieces = [Piece("neutral", "the molecule", final, (level,)), *(piece for ion in ends for piece in ion.pieces((level,)))]
    with job.share(0.7, 1.0):
        points = each(job, run_levels, pieces, "Computing the molecule with one electron more and less", "fukui")
    for point in points:
        if point.error is not None:
            raise point.error
    atomic, messages = fukui_indices(level, points)
    charges = optimized.outcomes[-1].calculation["molecules"][-1]["mulliken_charges"]
    values: dict[str, Any] = {**record["values"], "charges": charges, **atomic}
    if record["failed"]:
        messages.append(_failed(record["failed"]))
    rows = [*level_rows([optimization], [optimized]), _mordred_row(record), *level_rows([level], points)]
    done = provenance(job, rows, level_deviations([optimization, level], molecule), failed_descriptors=record["failed"])
    return Result({"optimization": optimized.uuids[0], "descriptors": values}, done, [*optimized.messages, *messages])


def mordred_descriptors(mol: Chem.Mol, molecule: Molecule) -> dict[str, Any]:
    """Values by Mordred's names (None where one failed), and the reasons of those that failed, by their words.

    Raises InputError where no bonds with orders fit the structure, which Mordred needs.
    """
    import time

    from mordred import Calculator, descriptors

    if molecule.multiplicity != 1 or (mol.GetNumBonds() == 0 and len(molecule) > 1):
        raise InputError(
            "Descriptors need a closed-shell structure whose bonds can be determined from its coordinates.",
            field="initial_molecule.multiplicity",
        )
    started = time.perf_counter()
    found = Calculator(descriptors, ignore_3D=False)(with_conformer(mol, molecule.positions)).asdict(rawkey=False)
    values: dict[str, Any] = {}
    failed: dict[str, list[str]] = {}
    for name, value in found.items():
        reason = str(getattr(value, "error", "it is not a number"))
        number = None
        if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
            number = bool(value)
        elif not hasattr(value, "error") and math.isfinite(float(value)):
            number = int(value) if isinstance(value, int) else float(value)
        values[str(name)] = number
        if number is None:
            failed.setdefault(reason, []).append(str(name))
    return {"values": values, "failed": failed, "seconds": round(time.perf_counter() - started, 3)}


def _plain_reason(error: str) -> str:
    """Translate an error of NumPy or Python inside Mordred; what is not known is kept as it is."""
    if "empty sequence" in error:
        return "the molecule has no atoms of the kind"
    return "division by zero" if "divi" in error else error


def _failed(failed: dict[str, list[str]]) -> dict[str, str]:
    by_reason: dict[str, list[str]] = {}
    for error, names in failed.items():
        by_reason.setdefault(_plain_reason(error), []).extend(names)
    words = []
    for reason, names in by_reason.items():
        more = f" and {len(names) - _LISTED_FAILURES} more" if len(names) > _LISTED_FAILURES else ""
        words.append(f"{reason[0].upper()}{reason[1:]}: {', '.join(names[:_LISTED_FAILURES])}{more}.")
    count = sum(len(names) for names in failed.values())
    return message("info", f"{count} Descriptors Have No Value for This Molecule", " ".join(words))


def _mordred_row(record: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": "Mordred descriptors",
        "method": "mordred",
        "engine": "mordred",
        "engine_version": package_version("mordredcommunity"),
        "count_in": len(record["values"]),
        "count_out": len([value for value in record["values"].values() if value is not None]),
        "seconds": record["seconds"],
    }
