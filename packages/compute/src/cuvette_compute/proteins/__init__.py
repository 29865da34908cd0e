"""Proteins: prepared with PDBFixer as a job of `run`, or checked against a force field by `protein`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import InputError
from ..runtime.protocol import Emitter
from ..runtime.run import carry_out

PROTEIN_PREPARATION = "stored_protein_preparation"
"""The type of its job, which belongs to no workflow."""


def prepare_protein(job: dict[str, Any], emitter: Emitter) -> dict[str, Any]:
    """Prepare the protein of a job of the type `stored_protein_preparation`; returns what its result line holds.

    The data of the result are `structure` (core's `Pdb`) and `report` (see PROTOCOL.md).
    Raises InputError for a structure or options that do not fit.
    """
    from .options import read_options
    from .prepare import prepare

    proteins = job.get("proteins")
    pdb = proteins.get(job.get("uuid")) if isinstance(proteins, dict) else None
    if not isinstance(pdb, dict):
        raise InputError("The job has no structure.", field="proteins")
    options = read_options(job.get("data"))
    structure, report = prepare(pdb, options, lambda stage, percent: emitter.progress(stage, int(percent), 100, percent))
    return {"data": {"structure": structure, "report": report}, "messages": [], "provenance": None}


def run_protein(source: str, directory: str, descriptor: int) -> int:
    """Check a protein against a force field; returns the exit status (0 after `result`, 1 after `error`)."""
    return carry_out(source, directory, descriptor, _check)


def _check(job: dict[str, Any], _threads: int, _directory: Path, _emitter: Emitter) -> dict[str, Any]:
    from .validate import validate_force_field

    pdb = job.get("structure")
    if not isinstance(pdb, dict):
        raise InputError("The job has no structure.", field="structure")
    skip = job.get("skip") or []
    if not isinstance(skip, list) or not all(isinstance(name, str) for name in skip):
        raise InputError("The residue names to skip must be a list of texts.")
    return {"report": validate_force_field(pdb, skip)}
