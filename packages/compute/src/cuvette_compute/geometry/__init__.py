"""geomeTRIC's optimizations and ML-FSM's growing strings, their coordinates evaluated as arrays. README.md says how and why.

The other modules of this folder override members of both packages that are not public, as the versions in `KNOWN_VERSIONS` have them. With
any other version these functions give what the packages make themselves: the same coordinates, slower.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Sequence
from typing import Any

import numpy as np

from .failures import BrokenDown, failures_of

__all__ = ["KNOWN_VERSIONS", "BrokenDown", "failures_of", "growing_string", "is_known", "load", "molecule_of", "optimizer_of"]

KNOWN_VERSIONS = {"geometric": ("1.1.1",), "mlfsm": ("1.0.1",)}
"""The versions whose inner members our code was tested against, by package."""


def is_known(package: str) -> bool:
    """Whether the installed version of a package is one that this folder extends."""
    return importlib.metadata.version(package) in KNOWN_VERSIONS[package]


def load() -> None:
    """Load what an optimization needs, for a process that forks others."""
    if is_known("geometric"):
        from . import step_control  # noqa: F401


def molecule_of(symbols: Sequence[str], positions: np.ndarray) -> Any:
    """geomeTRIC's molecule (`geometric.molecule.Molecule`) of elements and positions (atoms x 3, Angstrom)."""
    from geometric.molecule import Molecule

    if is_known("geometric"):
        from .primitives import BondedMolecule as Molecule
    made = Molecule()
    made.elem, made.xyzs, made.comms = list(symbols), [positions.copy()], ["start"]
    return made


def optimizer_of(
    symbols: Sequence[str], positions: np.ndarray, engine: Any, directory: str, parameters: Any, *, system: str, constraints: str = ""
) -> Any:
    """geomeTRIC's optimizer (`geometric.optimize.Optimizer`) at the start of an optimization.

    `engine` is a `geometric.engine.Engine`, `parameters` are `geometric.params.OptParams`; `system` is "tric" (translation-rotation
    internal coordinates) or "cart"; `constraints` are written in geomeTRIC's language and need "tric". Inside `failures_of("geometric")` it
    raises BrokenDown where there are no such coordinates.
    """
    from geometric.internal import CartesianCoordinates, DelocalizedInternalCoordinates
    from geometric.optimize import Optimizer
    from geometric.prepare import parse_constraints

    delocalized: Any = DelocalizedInternalCoordinates
    if is_known("geometric"):
        from .internal_coordinates import Delocalized as delocalized
        from .step_control import Optimizer
    bare, start = molecule_of(symbols, positions), molecule_of(symbols, positions)
    # The optimizer copies its molecule for its own purposes; only the coordinates need bonds.
    start.build_topology()
    if system == "cart":
        coordinates: Any = CartesianCoordinates(start)
    else:
        objects, values = parse_constraints(start, constraints) if constraints else (None, None)
        coordinates = delocalized(start, build=True, constraints=objects, cvals=values[0] if values else None)
    from geometric.nifty import bohr2ang

    return Optimizer(start.xyzs[0].flatten() / bohr2ang, bare, coordinates, engine, directory, parameters, print_info=False)


def growing_string(first: Any, last: Any, **options: Any) -> Any:
    """ML-FSM's freezing string (`mlfsm.cos.FreezingString`) between two `ase.Atoms`, with its options."""
    from mlfsm.cos import FreezingString

    if options.get("interp_method") == "geodesic":
        from .geodesic_string import GeodesicString

        return GeodesicString(first, last, **{name: value for name, value in options.items() if name != "interp_method"})
    if is_known("mlfsm") and is_known("geometric"):
        from .string_coordinates import ArrayString as FreezingString
    return FreezingString(first, last, **options)
