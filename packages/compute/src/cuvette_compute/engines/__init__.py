"""The registry of engines: which method runs where, and a calculator for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import MethodNotAvailable
from ..methods.settings import method_title
from ..runtime.job import Job
from ..structures.molecule import Molecule
from .base import Engine, MethodInfo, Request, SinglePoint, bond_order_list, single_point
from .external import discovered_engines
from .mmff94 import MMFF94Engine
from .pyscf import PySCFEngine
from .tblite import TBLiteEngine
from .xtb_program import XTBProgramEngine

__all__ = [
    "ENGINES",
    "Engine",
    "MethodInfo",
    "Request",
    "SinglePoint",
    "bond_order_list",
    "calculator",
    "engine_of",
    "is_available",
    "request_of",
    "single_point",
]

# The order is the order in which methods are offered; engines of other packages come last, and never under the name of one of ours.
_OWN: tuple[Engine, ...] = (TBLiteEngine(), XTBProgramEngine(), MMFF94Engine(), PySCFEngine())
ENGINES: tuple[Engine, ...] = (*_OWN, *discovered_engines({info.name for engine in _OWN for info in engine.methods}))
_BY_METHOD = {info.name: engine for engine in ENGINES for info in engine.methods}


def engine_of(method: str, field_path: str = "settings.method") -> Engine:
    """The engine that runs a method. Raises MethodNotAvailable with the list of those that are."""
    engine = _BY_METHOD.get(method)
    if engine is None:
        raise MethodNotAvailable(
            f"The method {method_title(method)} is not available on this server. Available: {', '.join(available_titles())}.",
            field=field_path,
        )
    try:
        engine.version()
    except MethodNotAvailable as error:
        raise MethodNotAvailable(
            f"{method_title(method)} is not available: {error.reason} Available: {', '.join(available_titles())}.", field=field_path
        ) from error
    return engine


def is_available(method: str) -> bool:
    """Whether this worker can run the method."""
    engine = _BY_METHOD.get(method)
    if engine is None:
        return False
    try:
        engine.version()
    except MethodNotAvailable:
        return False
    return True


def available_titles() -> list[str]:
    """The methods of this worker in chemists' words."""
    return [method_title(method) for method in _BY_METHOD if is_available(method)]


def calculator(settings: dict[str, Any], molecule: Molecule, job: Job, *, tight: bool = False, mol=None, field_path: str = "settings"):
    """An ASE calculator for completed settings and a molecule.

    `tight` asks for the convergence that finite differences need; `mol` gives a force field its bonds.
    """
    method = settings["method"]
    engine = engine_of(method, f"{field_path}.method")
    request = request_of(
        settings,
        molecule,
        directory=job.new_directory(method) if engine.name == "xtb" else job.directory,
        threads=job.threads,
        tight=tight,
        extras={"mol": mol} if mol is not None else {},
        on_cycle=job.cycle,
    )
    engine.check(request, field_path)
    return engine.calculator(request)


_REFERENCES = {"rhf": "restricted", "rks": "restricted", "uhf": "unrestricted", "uks": "unrestricted"}


def request_of(settings: dict[str, Any], molecule: Molecule, directory: Path | None = None, **changes: Any) -> Request:
    """The request that completed settings make; without a directory it can be checked only."""
    basis = settings.get("basis_set")
    scf = settings.get("scf_settings") or {}
    reference = str(scf.get("reference") or "").lower()
    return Request(
        method=settings["method"],
        molecule=molecule,
        directory=directory,
        solvent_settings=settings["solvent_settings"],
        basis_set=(basis.get("name") if isinstance(basis, dict) else basis) or None,
        corrections=tuple(str(correction).lower() for correction in settings.get("corrections") or ()),
        reference=_REFERENCES.get(reference, reference or None),
        max_scf_iterations=int(scf.get("max_iters") or 250),
        **changes,
    )
