"""Multistage optimization: levels of rising quality in turn, then a single point. One calculation for each step."""

from __future__ import annotations

from ..calculations.levels import Piece, chain_levels, check_levels, level_deviations, level_rows, provenance, run_levels
from ..errors import InputError
from ..runtime.job import Job
from ..structures.molecule import molecule_from_json
from . import Result


def run(job: Job) -> Result:
    """Run the steps; raises the first one's error (the steps before it are kept) when one fails."""
    molecule = molecule_from_json(job.data.get("initial_molecule"))
    levels = chain_levels(job.data, key="")
    if not levels:
        raise InputError("A multistage optimization needs at least one step.", field="optimization_settings")
    check_levels(levels, molecule)
    piece = Piece("step", "the molecule", molecule, tuple(levels))
    result = run_levels(job, piece, lambda uuids: job.partial({"calculations": uuids}))
    if result.error is not None:
        raise result.error
    record = provenance(job, level_rows(levels, [result]), level_deviations(levels, molecule))
    return Result({"calculations": result.uuids}, record, result.messages)
