"""The smallest jobs of the types whose recipes run engines, a file of `tiny` for each: for tests and benches that run all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from conftest import from_smiles

_FOLDER = Path(__file__).parent / "tiny"


def _built(value: Any) -> Any:
    """The value with molecules in place of `{"from_smiles": ...}`."""
    if isinstance(value, dict):
        if value.keys() == {"from_smiles"}:
            return from_smiles(value["from_smiles"]).to_json()
        return {key: _built(inner) for key, inner in value.items()}
    return value


def tiny_jobs() -> dict[str, dict[str, Any]]:
    """The data of a job of each type, by type."""
    return {file.stem: _built(json.loads(file.read_text("utf-8"))) for file in sorted(_FOLDER.glob("*.json"))}
