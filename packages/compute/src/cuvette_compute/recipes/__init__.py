"""The recipes by workflow type. A recipe is a function of a job that returns a Result."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from ..errors import InputError
from ..runtime.job import Job, Result

__all__ = [
    "CLUSTER_TYPES",
    "PARALLEL_TYPES",
    "TYPES",
    "WARM_TYPES",
    "Recipe",
    "Result",
    "has_pieces",
    "load_for_any_piece",
    "load_for_pieces",
    "recipe",
    "warm_up",
]

Recipe = Callable[[Job], Result]

_SCHEMAS = Path(__file__).parent.parent / "schemas" / "types"
TYPES = tuple(sorted(name for _, name, _ in iter_modules(__path__) if (_SCHEMAS / f"{name}.json").exists()))
"""The workflow types with a recipe: a module here of the name of a type."""
PARALLEL_TYPES = (
    "batch_docking",
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
    "solvent_dependent_conformers",
    "spin_states",
    "strain",
    "tautomers",
)
"""Types whose jobs have independent pieces (`parallel.py`)."""
CLUSTER_TYPES = ("basic_calculation", "multistage_opt")
"""Types whose only independent pieces are the displaced geometries of a Hessian. On one machine threads of the engine do as well; a job
whose worker has a Dask cluster shares them among its machines."""
WARM_TYPES: dict[str, dict[str, Any]] = {
    "admet": {},
    "logp": {},
    "solubility": {},
    "docking": {"do_csearch": False, "do_optimization": False, "do_pose_refinement": False},
}
"""Types whose jobs a warm process forks (`warm.py`), as loading what they need takes a good part of their time; of each the values that the
job's data must have. Such jobs start no programs, and numerical libraries compute in them on one core; the independent searches of a
docking share the job's cores (`parallel.py`)."""

_TEST_TYPES = ("test_sleep",)


def has_pieces(name: str, cluster: bool) -> bool:
    """Whether a job of this type gets a process for each of its threads; `cluster`: its worker has a Dask cluster."""
    return name in PARALLEL_TYPES or (cluster and name in CLUSTER_TYPES)


def recipe(name: str) -> Recipe:
    """The recipe of a workflow type; its module has the type's name and a function `run`."""
    known = TYPES + (_TEST_TYPES if os.environ.get("CUVETTE_TEST_RECIPES") == "1" else ())
    if name not in known:
        raise InputError(f"This worker cannot run workflows of the type {name!r}.", field="type")
    return import_module(f".{name}", __package__).run


def load_for_pieces() -> None:
    """Load what nearly every piece of a job needs, most of it only at its first use: what is loaded before a fork, all processes have."""
    with contextlib.suppress(ImportError):
        import tblite.interface  # noqa: F401

        from ..chemistry import perceive  # noqa: F401
        from ..geometry import load

        load()


def load_for_any_piece() -> None:
    """Load what pieces of any type need, for a process that stays: the recipes, and what a docking only loads with its first ligand."""
    load_for_pieces()
    for name in PARALLEL_TYPES:
        import_module(f".{name}", __package__)
    with contextlib.suppress(Exception):
        warm_up("docking")


def warm_up(name: str) -> None:
    """Load the recipe of a type with what is the same for each of its jobs. Raises ValueError for one that is not warm."""
    if name not in WARM_TYPES:
        raise ValueError(f"{name!r} is no type of a warm process")
    module = import_module(f".{name}", __package__)
    getattr(module, "warm_up", lambda: None)()
