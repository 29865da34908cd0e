"""What core knows and recipes need: exported beside the schemas by `npm run schemas`, so that no number or text is written twice."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@cache
def knowledge() -> dict[str, Any]:
    """The exported tables: convergence, methods, solvents, corrections, ensemble_temperature, size_limits, method_extensions, texts."""
    return json.loads(Path(__file__).with_name("knowledge.json").read_text("utf-8"))


def solvents_of(method: str, model: str) -> tuple[str, ...]:
    """The solvents that a method has parameters for in an implicit model, in our names; all of them for a model without limits."""
    known, name = knowledge(), model.lower()
    for entry in known["solvent_support"]:
        if entry["method"] == method and entry["model"] == name:
            return tuple(entry["solvents"])
    return tuple(known["solvents_of_model"].get(name, known["solvents"]))


@dataclass(frozen=True)
class Line:
    """A calibration line y = slope x + intercept of one class, with the error (leave-one-out where it was made) in the unit of y."""

    name: str
    slope: float
    intercept: float
    error: float
    size: int

    def __call__(self, x: float) -> float:
        return self.slope * x + self.intercept


def extension(type_: str, value: str) -> dict[str, Any]:
    """One of our own methods by workflow type and name; raises KeyError for one that core does not list."""
    for entry in knowledge()["method_extensions"]:
        if entry["type"] == type_ and entry["value"] == value:
            return entry
    raise KeyError(f"core lists no method {value} of {type_}")


def calibration_lines(type_: str, value: str) -> dict[str, Line]:
    """The calibration lines of one of our own methods by class; empty where it has none."""
    calibration = extension(type_, value)["calibration"]
    if calibration is None:
        return {}
    return {
        line["class"]: Line(line["class"], line["slope"], line["intercept"], line.get("leaveOneOut", line["rmse"]), line["size"])
        for line in calibration["lines"]
    }


def errors_are_known(type_: str, value: str) -> bool:
    """Whether the experimental values behind a calibration were seen in their source, so that its error may be printed."""
    calibration = extension(type_, value)["calibration"]
    return calibration is not None and calibration["referenceSeen"]
