"""The recipes by workflow type. A recipe is a function of a job that returns a Result."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from ..errors import InputError
from ..job import Job


@dataclass
class Result:
    """The end of a job: the result keys of its data, messages for the item, and the item's provenance."""

    data: dict[str, Any]
    provenance: dict[str, Any]
    messages: list[dict[str, str]] = field(default_factory=list)


Recipe = Callable[[Job], Result]

TYPES = (
    "admet",
    "basic_calculation",
    "batch_docking",
    "bde",
    "conformer_search",
    "conformers",
    "descriptors",
    "docking",
    "double_ended_ts_search",
    "electronic_properties",
    "fukui",
    "hydrogen_bond_basicity",
    "ion_mobility",
    "irc",
    "macropka",
    "molecular_dynamics",
    "msa",
    "multistage_opt",
    "nmr",
    "pka",
    "pose_analysis_md",
    "protein_binder_design",
    "protein_cofolding",
    "redox_potential",
    "scan",
    "solubility",
    "spin_states",
    "strain",
    "tautomers",
)
PARALLEL_TYPES = (
    "bde",
    "conformer_search",
    "conformers",
    "descriptors",
    "docking",
    "double_ended_ts_search",
    "fukui",
    "hydrogen_bond_basicity",
    "ion_mobility",
    "irc",
    "macropka",
    "nmr",
    "pka",
    "protein_cofolding",
    "redox_potential",
    "scan",
    "spin_states",
    "strain",
    "tautomers",
)
"""Types whose jobs have independent pieces (`parallel.py`)."""
WARM_TYPES: dict[str, dict[str, Any]] = {
    "admet": {},
    "solubility": {},
    "docking": {"do_csearch": False, "do_optimization": False, "do_pose_refinement": False},
}
"""Types whose jobs a warm process forks (`warm.py`), as loading what they need takes a good part of their time; of each the values that the
job's data must have. Such jobs start no programs, and numerical libraries compute in them on one core; Vina gets all cores of the job."""

_TEST_TYPES = ("test_sleep",)


def has_pieces(name: str, data: dict[str, Any]) -> bool:
    """Whether a job gets a process for each of its threads; what a warm process carries out has no pieces that need them."""
    only = WARM_TYPES.get(name)
    return name in PARALLEL_TYPES and (only is None or any(data.get(key) != value for key, value in only.items()))


def recipe(name: str) -> Recipe:
    """The recipe of a workflow type; its module has the type's name and a function `run`."""
    known = TYPES + (_TEST_TYPES if os.environ.get("CUVETTE_TEST_RECIPES") == "1" else ())
    if name not in known:
        raise InputError(f"This worker cannot run workflows of the type {name!r}.", field="type")
    return import_module(f".{name}", __package__).run
