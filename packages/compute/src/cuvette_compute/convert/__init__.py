"""`convert`: a long-lived service that answers one JSON request per line with one JSON reply per line, in order."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from ..errors import ComputeError, explain
from ..runtime.protocol import Emitter
from .errors import ConvertError

MAX_REQUEST_BYTES = 64 * 1024 * 1024


def _operations() -> dict[str, Callable[[dict[str, Any]], dict[str, Any]]]:
    from . import draw, files, reorder, smiles, structures, write_files

    return {
        "inspect_smiles": smiles.inspect_smiles,
        "inchi_to_smiles": smiles.inchi_to_smiles,
        "draw_smiles": draw.draw_smiles,
        "describe_structures": structures.describe_structures,
        "whole_molecule": structures.whole_molecule,
        "ligands_to_smiles": structures.ligands_to_smiles,
        "smiles_to_mols": smiles.smiles_to_mols,
        "mols_to_smiles": smiles.mols_to_smiles,
        "files_to_mols": files.files_to_mols,
        "mol_to_file": write_files.mol_to_file,
        "reorder_to_match_template": reorder.reorder_to_match_template,
    }


def answer(line: bytes, operations: dict[str, Callable[[dict[str, Any]], dict[str, Any]]]) -> dict[str, Any]:
    """The reply to one request line; never raises."""
    identifier: Any = None
    try:
        if len(line) > MAX_REQUEST_BYTES:
            raise ConvertError("The request is too long.")
        try:
            request = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ConvertError("The request is not readable JSON.") from error
        if not isinstance(request, dict):
            raise ConvertError("The request is not a JSON object.")
        identifier = request.get("id")
        operation = operations.get(str(request.get("op")))
        if operation is None:
            raise ConvertError(f"The operation {str(request.get('op'))[:40]!r} is not known.", field="op")
        content = request.get("input")
        if not isinstance(content, dict):
            raise ConvertError("The request has no input.", field="input")
        return {"id": identifier, "ok": True, "output": operation(content)}
    except ConvertError as error:
        return {"id": identifier, "ok": False, "error": {"detail": error.detail, **error.extra}}
    except ComputeError as error:
        return {"id": identifier, "ok": False, "error": {"detail": error.message, "field": error.field}}
    except Exception as error:  # one bad request must not end the service
        explained = explain(error)
        print(explained.detail, file=sys.stderr)
        return {"id": identifier, "ok": False, "error": {"detail": explained.message}}


def serve(emitter: Emitter) -> int:
    """Answer until standard input ends."""
    return answer_lines(emitter, _operations())


def answer_lines(emitter: Emitter, operations: dict[str, Callable[[dict[str, Any]], dict[str, Any]]]) -> int:
    """Answer each line of standard input by these operations until it ends, or nobody reads the answers."""
    for line in sys.stdin.buffer:
        if line.strip():
            try:
                emitter.send(answer(line, operations))
            except BrokenPipeError:
                return 0
    return 0
