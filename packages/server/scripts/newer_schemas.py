"""Prints the shapes of the newest public models (stjames) by workflow type, as short JSON Schemas with shared definitions.

`packages/server/src/newer-client/models.json` holds what it prints: by it `/api/v3` answers in the public vocabulary. Texts and limits are left
out. It runs in the environment of client 3.x (`npm run client-defaults`).
"""

import json
import sys
from importlib.metadata import version
from typing import Any

from stjames.workflows import WORKFLOW_MAPPING

KEPT = frozenset("type enum const items prefixItems anyOf oneOf allOf additionalProperties".split())


def short(schema: Any) -> Any:
    """A schema without texts and limits; defaults that are lists or objects say nothing of a vocabulary."""
    if isinstance(schema, list):
        return [short(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            found[key] = {name: short(one) for name, one in value.items()}
        elif key in ("required", "$ref") or (key == "default" and not isinstance(value, list | dict)):
            found[key] = value
        elif key in KEPT:
            found[key] = short(value)
    return found


definitions: dict[str, Any] = {}
types: dict[str, Any] = {}
for name, model in sorted(WORKFLOW_MAPPING.items()):
    schema = model.model_json_schema(mode="validation")
    for title, definition in schema.pop("$defs", {}).items():
        known = definitions.setdefault(title, short(definition))
        if known != short(definition):
            raise SystemExit(f"{title} is not the same in all types")
    types[str(name)] = short(schema)
json.dump({"models": version("stjames"), "definitions": definitions, "types": types}, sys.stdout, separators=(",", ":"), sort_keys=True)
sys.stdout.write("\n")
