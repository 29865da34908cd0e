"""`probe`: what this machine can compute, found by computing. A method counts only if it ran on a small molecule just now."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import tempfile
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from . import PROTOCOL_VERSION
from .binding_dynamics.ambertools import has_ambertools
from .engines import ENGINES, Engine, MethodInfo, Request, single_point
from .engines.crest import crest_version
from .engines.external import LEFT_OUT
from .engines.programs.mopac_program import has_mopac
from .engines.programs.psi4_program import has_psi4
from .errors import ComputeError, MethodNotAvailable, explain
from .properties.permeation import has_pypermm
from .proteins import PROTEIN_PREPARATION
from .recipes import TYPES, WARM_TYPES
from .runtime.job import host_name
from .runtime.places import capabilities as model_capabilities
from .sequences.lookup import can_search
from .structures.molecule import Molecule

_PACKAGES = ("admet-ai", "ase", "geometric", "numpy", "pyscf", "rdkit", "scipy", "tblite")
# Capabilities that an installed package brings by itself.
_CAPABILITY_OF_PACKAGE = {
    "admet-ai": "admet_ai",
    "mordredcommunity": "mordred",
    "openconf": "openconf",
    "openmm": "openmm",
    "pdbfixer": PROTEIN_PREPARATION,
    "pocketeer": "pocketeer",
    "vina": "vina",
}
# Capabilities are the names of queues: what a worker can do, not how.
_CAPABILITY_OF_METHOD = {"gfn1_xtb": "xtb", "gfn2_xtb": "xtb", "gfn_ff": "gfn_ff", "gfn0_xtb": "gfn_ff", "mmff94": "rdkit"}
# Capabilities of engines whose methods all share one.
_CAPABILITY_OF_ENGINE = {"pyscf": "dft"}
# Programs of an administrator are asked for by name: each is a queue of its own, whatever it computes.
_OWN_PROGRAMS = {engine.name for engine in ENGINES if engine.is_own_program}

_HYDROGEN = Molecule(np.array([1, 1]), np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.74]]))
_WATER = Molecule(np.array([8, 1, 1]), np.array([[0.0, 0.0, 0.117], [0.0, 0.757, -0.469], [0.0, -0.757, -0.469]]))
# Beside the engines nearly every job loads these, the optimizer's, when it first needs them.
_LIBRARIES = ("geometric.internal", "geometric.optimize")
_TIMING_SMILES = "Cn1c(=O)c2c(ncn2C)n(C)c1=O"  # caffeine, 24 atoms


def probe() -> dict[str, Any]:
    """The probe's answer: packages, capabilities, and each method with its timing or the reason why it is missing."""
    home = tempfile.mkdtemp(prefix="cuvette-probe-")
    os.environ["HOME"] = home
    try:
        timing = _timing_molecule()
        startup = _startup_seconds()
        methods = _methods(timing, Path(home))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    able = {
        capability
        for name, result in methods.items()
        for answer in [result, *result.get("engines", {}).values()]
        if answer["available"]
        for capability in _capabilities_of(name, answer["engine"])
    }
    if "rdkit" in able:
        # The Monte Carlo search is our own, over MMFF94.
        able.add("monte_carlo")
    if _has_crest():
        able.add("crest")
    if has_ambertools():
        able.add("ambertools")
    able |= {name for name, is_here in (("mopac", has_mopac), ("psi4", has_psi4), ("pypermm", has_pypermm)) if is_here()}
    able |= model_capabilities()
    able |= {capability for package, capability in _CAPABILITY_OF_PACKAGE.items() if _package_version(package)}
    # A worker can run a workflow type when it has the recipe; what the recipe needs besides are capabilities of their own.
    capabilities = sorted(able | set(recipe_types()))
    return {
        "protocol": PROTOCOL_VERSION,
        "python": platform.python_version(),
        "host": host_name(),
        "packages": {name: found for name in sorted({*_PACKAGES, *_CAPABILITY_OF_PACKAGE}) if (found := _package_version(name))},
        "capabilities": capabilities,
        "warm_types": list(WARM_TYPES),
        "warm_only": {name: only for name, only in WARM_TYPES.items() if only},
        "methods": methods,
        "engines_left_out": list(LEFT_OUT),
        # What every job takes beside its calculations: the process, its libraries, and whatever a first calculation loads.
        "startup_seconds": startup,
    }


def recipe_types() -> list[str]:
    """The workflow types that this machine can run; alignments need databases to search, spectra the package of shieldings."""
    missing = {*(() if can_search() else ("msa",)), *(() if _package_version("pyscf-properties") else ("nmr",))}
    return [name for name in TYPES if name not in missing]


def _capabilities_of(method: str, engine: str) -> tuple[str, ...]:
    """The queues that a method serves; one from elsewhere serves those of its own name and of its engine's."""
    if engine in _OWN_PROGRAMS:
        return (engine,)
    known = _CAPABILITY_OF_METHOD.get(method) or _CAPABILITY_OF_ENGINE.get(engine)
    return (known,) if known else (method, engine)


def _processor_seconds() -> float:
    """Processor seconds of this process since it was started, and of the programs that it ran.

    Unlike the clock they do not grow with what else the machine does at the moment of the probe, whose answer stays for days.
    """
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def _startup_seconds() -> float | None:
    """Processor seconds since the start, with the libraries of most jobs and a first calculation; None where no engine can do one."""
    for engine in ENGINES:
        for info in engine.methods if engine.cheap_gradient else ():
            directory = Path(tempfile.mkdtemp())
            try:
                # An optimizer's libraries take longer than all the rest.
                for name in _LIBRARIES:
                    import_module(name)
                single_point(engine.calculator(Request(info.name, _WATER, directory)), _WATER)
                return round(_processor_seconds(), 2)
            except Exception:  # the probe of the method itself reports why it fails
                continue
            finally:
                shutil.rmtree(directory, ignore_errors=True)
    return None


def _has_crest() -> bool:
    try:
        return bool(crest_version())
    except (ComputeError, OSError, subprocess.SubprocessError):
        return False


def _package_version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _timing_molecule() -> Molecule:
    try:
        from .chemistry.embed import quick_structure
        from .chemistry.smiles import parse

        return quick_structure(parse(_TIMING_SMILES))
    except Exception:  # without RDKit the small molecule has to do
        return _WATER


def _methods(timing: Molecule, home: Path) -> dict[str, dict[str, Any]]:
    """Each method by the engine that runs it where nobody names one; `engines` has the answer of each where several know the method."""
    answers: dict[str, dict[str, dict[str, Any]]] = {}
    for engine in ENGINES:
        for name, answer in _answers(engine, timing, home).items():
            answers.setdefault(name, {})[engine.name] = answer
    found = {}
    for name, by_engine in answers.items():
        chosen = next((answer for answer in by_engine.values() if answer["available"]), next(iter(by_engine.values())))
        # A program that an administrator may install, and has not, is no choice.
        offered = {each: answer for each, answer in by_engine.items() if answer["version"] is not None}
        found[name] = {**chosen, "engines": offered} if len(offered) > 1 else chosen
    return found


def _answers(engine: Engine, timing: Molecule, home: Path) -> dict[str, dict[str, Any]]:
    if engine.cheap_gradient:
        return {info.name: _probe_method(engine, info, timing, home) for info in engine.methods}
    answers = {info.name: _unavailable(engine, info) for info in engine.methods}
    try:
        version = engine.version()
        # Each is really run, but on hydrogen with coarse numerics; its time follows from that of the first.
        failures, seconds = engine.failures(_HYDROGEN), _reference_seconds(engine)
    except Exception as error:  # whatever an engine does, the others are still probed
        return {name: answer | {"reason": _reason(error)} for name, answer in answers.items()}
    for info in engine.methods:
        failure = failures.get(info.name)
        answers[info.name] |= {"version": version} | (
            {"reason": _reason(failure)}
            if failure is not None
            else {"available": True, "seconds_per_gradient": _seconds_of(info, engine.methods[0], seconds), "atoms": len(_WATER)}
        )
    return answers


def _reference_seconds(engine: Engine) -> float | None:
    """Processor seconds of an energy and gradient of water with a slow engine's first method; None where it fails."""
    try:
        calculator = engine.calculator(engine.probe_request(engine.methods[0].name, _WATER))
        single_point(calculator, _WATER)
        started = _processor_seconds()
        single_point(calculator, _WATER.at(_WATER.positions * 1.01))
        return _processor_seconds() - started
    except Exception:  # the probe of each method reports why it fails
        return None


def _seconds_of(info: MethodInfo, first: MethodInfo, seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * info.relative_cost / first.relative_cost, 5)


def _unavailable(engine: Engine, info: MethodInfo) -> dict[str, Any]:
    return {
        "available": False,
        "engine": engine.name,
        "version": None,
        "seconds_per_gradient": None,
        "atoms": None,
        "seconds_smallest": None,
        "exponent": info.exponent,
        "reason": None,
        "solvent_models": list(info.solvent_models),
        "elements": sorted(info.elements),
        "open_shell": info.open_shell,
    }


def _reason(error: Exception) -> str:
    if isinstance(error, MethodNotAvailable):
        return error.reason
    return f"It failed on a test molecule: {explain(error).message}"


def _probe_method(engine: Engine, info: MethodInfo, timing: Molecule, home: Path) -> dict[str, Any]:
    answer = _unavailable(engine, info)
    try:
        answer["version"] = engine.version()
        small = engine.calculator(Request(info.name, _WATER, _directory(home, info.name, "small")))
        single_point(small, _WATER)
        smallest = _seconds_of_next(small, _WATER)
        calculator = engine.calculator(Request(info.name, timing, _directory(home, info.name, "timing")))
        single_point(calculator, timing)
        seconds = _seconds_of_next(calculator, timing)
        answer |= {"available": True, "seconds_per_gradient": seconds, "atoms": len(timing), "seconds_smallest": smallest}
    except Exception as error:  # whatever an engine does, the others are still probed
        answer["reason"] = _reason(error)
    return answer


def _seconds_of_next(calculator: Any, molecule: Molecule) -> float:
    """Processor seconds of one gradient, the mean of as many as take a twentieth of a second: the system counts in hundredths."""
    started, number, spent = _processor_seconds(), 0, 0.0
    for number in range(1, 20_001):
        single_point(calculator, molecule.at(molecule.positions + 0.001 * number))
        if (spent := _processor_seconds() - started) >= 0.05:
            break
    return round(spent / number, 5)


def _directory(home: Path, method: str, name: str) -> Path:
    path = home / f"{method}-{name}"
    path.mkdir()
    return path
