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
from .programs import MOPACEngine, ORCAEngine, Psi4Engine
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
    "engine_for",
    "engine_of",
    "is_available",
    "request_of",
    "single_point",
]

# The order is the order in which methods are offered. Programs that an administrator has installed run what they are asked for by name, and
# what no engine of ours has; engines of other packages come last, and never under the name of a method that is there.
_OWN: tuple[Engine, ...] = (
    TBLiteEngine(),
    XTBProgramEngine(),
    MMFF94Engine(),
    PySCFEngine(),
    ORCAEngine(),
    Psi4Engine(),
    MOPACEngine(),
)
ENGINES: tuple[Engine, ...] = (*_OWN, *discovered_engines({info.name for engine in _OWN for info in engine.methods}))
_BY_METHOD: dict[str, list[Engine]] = {}
for _engine in ENGINES:
    for _info in _engine.methods:
        _BY_METHOD.setdefault(_info.name, []).append(_engine)


def engine_of(method: str, field_path: str = "settings.method") -> Engine:
    """The engine that runs a method where nobody names one. Raises MethodNotAvailable with the list of methods that are available."""
    return engine_for({"method": method}, field_path)


def engine_for(settings: dict[str, Any], field_path: str = "settings.method") -> Engine:
    """The engine that runs completed settings: the one that they name where this worker has it, else the first that has the method.

    Raises MethodNotAvailable with the list of methods that are available.
    """
    method = settings["method"]
    engines = _BY_METHOD.get(method, [])
    named = [engine for engine in engines if engine.name == settings.get("engine") and _suits(engine, settings)]
    for engine in [*named, *engines]:
        if _is_here(engine):
            return engine
    title, available = method_title(method), ", ".join(available_titles())
    if not engines:
        raise MethodNotAvailable(f"The method {title} is not available on this server. Available: {available}.", field=field_path)
    try:
        engines[0].version()
    except MethodNotAvailable as error:
        raise MethodNotAvailable(f"{title} is not available: {error.reason} Available: {available}.", field=field_path) from error
    return engines[0]


def _is_here(engine: Engine) -> bool:
    try:
        engine.version()
    except MethodNotAvailable:
        return False
    return True


def _suits(engine: Engine, settings: dict[str, Any]) -> bool:
    """Whether an engine gives what the settings ask for besides energies and forces; core's `running-engine.ts` judges in the same way."""
    solvent = settings.get("solvent_settings")
    if engine.is_own_program and (settings.get("excited_state_settings") or "spin_density" in (settings.get("tasks") or ())):
        return False
    return not solvent or solvent["model"].lower() in (model.lower() for model in engine.info(settings["method"]).solvent_models)


def is_available(method: str) -> bool:
    """Whether this worker can run the method."""
    return any(_is_here(engine) for engine in _BY_METHOD.get(method, []))


def available_titles() -> list[str]:
    """The methods of this worker in chemists' words."""
    return [method_title(method) for method in _BY_METHOD if is_available(method)]


def calculator(settings: dict[str, Any], molecule: Molecule, job: Job, *, tight: bool = False, mol=None, field_path: str = "settings"):
    """An ASE calculator for completed settings and a molecule.

    `tight` asks for the convergence that finite differences need; `mol` gives a force field its bonds.
    """
    method = settings["method"]
    engine = engine_for(settings, f"{field_path}.method")
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
