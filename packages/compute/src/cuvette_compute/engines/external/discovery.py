"""Finding engines: the entry-point group `cuvette_compute.engines`, and what `engines.json` names."""

from __future__ import annotations

import json
import os
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...methods.settings import METHOD_TITLES, canonical
from ...structures.elements import SYMBOLS
from ..base import Engine, MethodInfo
from .client import ProcessEngine
from .trained import trained_engines

GROUP = "cuvette_compute.engines"
# What was found and could not be used, as text, for the probe to tell.
LEFT_OUT: list[str] = []


def discovered_engines(taken: set[str]) -> tuple[Engine, ...]:
    """Engines from elsewhere whose methods are new; one that cannot be used is left out with the reason and disturbs nothing.

    `taken` are the names of methods that are there already.
    """
    found: list[Engine] = []
    trained, without_weights = trained_engines()
    LEFT_OUT.extend(without_weights)
    for engine in [*_from_packages(), *_from_file(), *trained]:
        fresh = tuple(info for info in engine.methods if info.name not in taken)
        for info in engine.methods:
            if info not in fresh:
                LEFT_OUT.append(f"The engine {engine.name} brings the method {info.name}, which is there already.")
        if fresh:
            engine.methods = fresh
            taken |= {info.name for info in fresh}
            found.append(engine)
    return tuple(found)


def _from_packages() -> list[Engine]:
    found = []
    for point in entry_points(group=GROUP):
        try:
            loaded = point.load()
            engine = loaded() if isinstance(loaded, type) else loaded
            if not isinstance(engine, Engine) or not engine.name or not engine.methods:
                raise TypeError("it is not a cuvette_compute.engines.Engine with a name and methods")
            found.append(engine)
        except Exception as error:  # whatever another package does, the engines of this one still work
            LEFT_OUT.append(f"The engine {point.name} ({point.value}) could not be loaded: {type(error).__name__}: {error}")
    return found


def _from_file() -> list[Engine]:
    """The engines of `engines.json`; CUVETTE_ENGINES is its path, or its text (a sandbox may hide the file)."""
    given = os.environ.get("CUVETTE_ENGINES")
    if not given:
        return []
    try:
        text = given if given.lstrip().startswith("{") else Path(given).read_text("utf-8")
        listed = json.loads(text)["engines"]
        if not isinstance(listed, list):
            raise TypeError("its engines are no list")
    except (OSError, ValueError, KeyError, TypeError) as error:
        LEFT_OUT.append(f"engines.json could not be read: {error}")
        return []
    found = []
    for index, entry in enumerate(listed):
        try:
            found.append(_process_engine(entry))
        except (InputError, KeyError, TypeError, ValueError) as error:
            LEFT_OUT.append(f"Engine {index + 1} of engines.json cannot be used: {_words(error)}")
    return found


def _words(error: Exception) -> str:
    return f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)


def _process_engine(entry: dict[str, Any]) -> ProcessEngine:
    methods = tuple(_method(one) for one in entry["methods"])
    if not methods:
        raise InputError("it names no methods")
    seconds = float(entry.get("timeout_seconds", 600))
    if not 0 < seconds < float("inf"):
        raise InputError("timeout_seconds must be above 0")
    for one in entry["methods"]:
        if one.get("title"):
            METHOD_TITLES.setdefault(canonical(one["name"]), str(one["title"]))
    return ProcessEngine(str(entry["name"]), str(entry["python"]), str(entry["entry_point"]), methods, seconds)


def _method(entry: dict[str, Any]) -> MethodInfo:
    elements = frozenset(int(number) for number in entry["elements"])
    if not elements or not all(1 <= number < len(SYMBOLS) for number in elements):
        raise InputError("elements must be a list of atomic numbers")
    return MethodInfo(
        str(canonical(entry["name"])),
        elements,
        (),
        entry.get("charge_model"),
        exponent=float(entry.get("exponent", 2.0)),
        open_shell=bool(entry.get("open_shell", False)),
    )
