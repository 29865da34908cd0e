"""The JSON Schemas of the protocol, exported from core, and the check against them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import InputError


@cache
def schema(name: str) -> dict[str, Any] | None:
    """A schema by name ("job", "event", "settings/pka"), or None where the export is not there."""
    part, _, type_name = name.partition("/")
    path = Path(__file__).parent / (f"types/{type_name}.json" if type_name else f"{name}.schema.json")
    if not path.exists():
        return None
    document = json.loads(path.read_text("utf-8"))
    return document[part] if type_name else document


@cache
def validator(name: str) -> Any:
    """Return the validator of a schema, or None where the export is not there."""
    found = schema(name)
    if found is None:
        return None
    from jsonschema.validators import extend, validator_for

    plain = validator_for(found)
    quick = extend(plain, {"anyOf": _any_of(plain.VALIDATORS["anyOf"])})
    return quick(_in_place(found, found.get("definitions", {}), ()))


def _any_of(check: Any) -> Any:
    """jsonschema's check of alternatives, after a look at those that ask for a type and no more: tables have thousands of numbers."""

    def checked(validator: Any, choices: list[Any], value: Any, part: dict[str, Any]) -> Iterator[Any]:
        for choice in choices:
            if isinstance(choice, dict) and choice.keys() == {"type"}:
                types = choice["type"]
                if any(validator.is_type(value, name) for name in ([types] if isinstance(types, str) else types)):
                    return
        yield from check(validator, choices, value, part)

    return checked


_REFERENCE = "#/definitions/"


def _in_place(part: Any, definitions: dict[str, Any], inside: tuple[str, ...]) -> Any:
    """A schema with its definitions where they are named: following a name takes jsonschema longer than a check. A definition that names
    itself stays a name.
    """
    if isinstance(part, list):
        return [_in_place(one, definitions, inside) for one in part]
    if not isinstance(part, dict):
        return part
    name = part.get("$ref")
    if isinstance(name, str) and name.startswith(_REFERENCE):
        name = name.removeprefix(_REFERENCE)
        return part if name in inside or name not in definitions else _in_place(definitions[name], definitions, (*inside, name))
    return {
        key: one if key == "definitions" else _in_place(one, definitions, inside)
        for key, one in part.items()
        # Names are text in JSON, always.
        if (key, one) != ("propertyNames", {"type": "string"})
    }


def violation(value: Any, name: str) -> tuple[str, str] | None:
    """The path and text of the first and deepest mismatch with a schema, or None."""
    found = validator(name)
    if found is None:
        return None
    from jsonschema.exceptions import best_match

    error = best_match(found.iter_errors(value))
    if error is None:
        return None
    # The paths of the product: lists by dots too ("tasks.0").
    return ".".join(str(key) for key in error.absolute_path), error.message[:500]


def check_job(value: dict[str, Any]) -> None:
    """Refuse a job that does not fit the protocol, or data that do not fit its type. The steps are our own results and are not checked."""
    found = violation({**value, "steps": {}}, "job")
    if found:
        path, text = found
        raise InputError(f"The job does not fit the protocol at {path or 'the top'}: {text}", field=path.removeprefix("data.") or None)
    # The structure is read by `molecule.py`, which says what is wrong with it in a chemist's words.
    settings = {key: entry for key, entry in value["data"].items() if key != "initial_molecule"}
    found = violation(settings, f"settings/{value['type']}")
    if found:
        path, text = found
        raise InputError(f"The settings do not fit {value['type']} at {path or 'the top'}: {text}", field=path or None)


def check_results(type_name: str, data: dict[str, Any]) -> None:
    """Refuse results that do not fit their type: a fault of the recipe, not of the person."""
    found = violation(data, f"results/{type_name}")
    if found:
        path, text = found
        raise ValueError(f"The results do not fit {type_name} at {path or 'the top'}: {text}")
