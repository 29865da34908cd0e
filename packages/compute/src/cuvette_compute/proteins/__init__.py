"""`protein`: prepares a protein with PDBFixer, or checks it against a force field; one job from JSON to JSON lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..protocol import Emitter
from ..run import carry_out

RESULT_FILE = "structure.json"


def run_protein(source: str, directory: str, descriptor: int) -> int:
    """Run a job; returns the exit status (0 after `result`, 1 after `error`). The prepared structure lies in DIR/structure.json."""
    return carry_out(source, directory, descriptor, _execute)


def _execute(job: dict[str, Any], _threads: int, directory: Path, emitter: Emitter) -> dict[str, Any]:
    from .options import read_options
    from .prepare import prepare
    from .validate import validate_force_field

    pdb = job.get("structure")
    if not isinstance(pdb, dict):
        raise InputError("The job has no structure.", field="structure")
    if job.get("task") == "validate_forcefield":
        skip = job.get("skip") or []
        if not isinstance(skip, list) or not all(isinstance(name, str) for name in skip):
            raise InputError("The residue names to skip must be a list of texts.")
        return {"report": validate_force_field(pdb, skip)}
    options = read_options(job.get("options"))
    structure, report = prepare(pdb, options, lambda stage, percent: emitter.progress(stage, int(percent), 100, percent))
    (directory / RESULT_FILE).write_text(json.dumps(structure, allow_nan=False, separators=(",", ":")), "utf-8")
    return {"path": RESULT_FILE, "report": report}
