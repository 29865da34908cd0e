"""Levels of theory: reading and completing Settings, the numbers that follow from a mode, the chains of the modes."""

from __future__ import annotations

import math
from copy import deepcopy
from typing import Any

from ..errors import InputError
from ..schemas.knowledge import knowledge
from ..structures.molecule import Molecule
from ..units import ANGSTROM_PER_BOHR

# Energy change (Hartree), maximum and RMS gradient (Hartree/Angstrom) by mode.
CONVERGENCE_BY_MODE = {mode: tuple(numbers) for mode, numbers in knowledge()["convergence"].items()}

METHOD_TITLES: dict[str, str] = {name: method["title"] for name, method in knowledge()["methods"].items()}
# Methods that bring their basis set and dispersion along: neither is part of their level of theory.
COMPOSITES = ("hf_3c", "b97_3c", "r2scan_3c", "wb97x_3c")

DEFAULT_TASKS = ("energy", "charge", "dipole")
KNOWN_TASKS = ("energy", "gradient", "optimize", "optimize_ts", "charge", "spin_density", "dipole", "hessian", "frequencies", "stress")

_SCF = {"max_iters": 250, "soscf": "upon_failure"}
_OPT = {
    "max_steps": 250,
    "transition_state": False,
    "recalc_hess_every": 0,
    "optimize_cell": False,
    "constraints": [],
    "save_intermediate_steps": True,
}
_TDDFT = {"settings_type": "tddft_settings", "tda": True, "num_excitations": 5, "target_root": None}
_THERMOCHEMISTRY = {"cutoff_frequency": 100, "temperature": 298, "scaling_factor": 1.0, "concentration": 0.0408740470708}
_COMPUTE = {"requested_compute_type": "cpu", "compute_type_used": None}
_ATOMS_PER_CONSTRAINT = {"bond": 2, "angle": 3, "dihedral": 4}


def method_title(method: str) -> str:
    """The name that a chemist knows: "GFN2-xTB"."""
    return METHOD_TITLES.get(method, method)


def ranks_spin_states(method: str) -> bool:
    """Whether a method tells which of several spin states lies lower; core lists those that do not."""
    return knowledge()["methods"].get(method, {}).get("ranks_spin_states", True)


def canonical(name: Any) -> Any:
    """An enum value in its canonical spelling: case and `-` against `_` do not matter on reading."""
    return name.strip().lower().replace("-", "_") if isinstance(name, str) else name


def complete_settings(value: Any, field_path: str, mode: str | None = None) -> dict[str, Any]:
    """Settings with every default filled in and the convergence numbers of their mode.

    `mode` is used where the settings name none; "auto" means "rapid". Raises InputError for what cannot be read.
    """
    if not isinstance(value, dict):
        raise InputError("The level of theory is missing.", field=field_path)
    settings = deepcopy(value)
    chosen = canonical(settings.get("mode")) or canonical(mode) or "auto"
    if chosen == "auto":
        chosen = canonical(mode) if canonical(mode) in CONVERGENCE_BY_MODE else "rapid"
    if chosen not in CONVERGENCE_BY_MODE:
        raise InputError(
            f"The mode {chosen!r} cannot be used here; choose one of {', '.join(CONVERGENCE_BY_MODE)}.", field=f"{field_path}.mode"
        )
    settings["mode"] = chosen
    method = canonical(settings.get("method"))
    if not isinstance(method, str) or not method:
        raise InputError("The level of theory names no method.", field=f"{field_path}.method")
    settings["method"] = method
    settings["tasks"] = _tasks(settings.get("tasks"), field_path)
    optimization = {**_OPT, **(settings.get("opt_settings") or {})}
    if "optimize_ts" in settings["tasks"]:
        optimization["transition_state"] = True
        settings["tasks"] = list(dict.fromkeys("optimize" if task == "optimize_ts" else task for task in settings["tasks"]))
    energy, maximum, rms = CONVERGENCE_BY_MODE[chosen]
    optimization |= {"energy_threshold": energy, "max_gradient_threshold": maximum, "rms_gradient_threshold": rms}
    steps = optimization["max_steps"]
    if isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= 100_000:
        raise InputError(
            f"The number of optimization steps must be 1 or more, not {steps!r}.", field=f"{field_path}.opt_settings.max_steps"
        )
    settings["opt_settings"] = optimization
    settings["scf_settings"] = {**_SCF, **(settings.get("scf_settings") or {})}
    settings["thermochem_settings"] = _thermochemistry(settings.get("thermochem_settings"), field_path)
    settings["compute_settings"] = {**_COMPUTE, **(settings.get("compute_settings") or {})}
    settings["basis_set"] = settings.get("basis_set")
    settings["engine"] = canonical(settings.get("engine"))
    settings["corrections"] = settings.get("corrections") or []
    settings["solvent_settings"] = _solvent(settings.get("solvent_settings"), field_path)
    excited = _excited_states(settings.pop("excited_state_settings", None), field_path)
    if excited:
        settings["excited_state_settings"] = excited
    settings["level_of_theory"] = level_of_theory(settings)
    return settings


def _excited_states(value: Any, field_path: str) -> dict[str, Any] | None:
    """How many excited states are wanted and by which theory; None where there are none. Raises InputError."""
    if value is None:
        return None
    path = f"{field_path}.excited_state_settings"
    if not isinstance(value, dict) or value.get("settings_type", "tddft_settings") != "tddft_settings":
        raise InputError("The settings of excited states cannot be read; give tda and num_excitations.", field=path)
    count = value.get("num_excitations", _TDDFT["num_excitations"])
    if count is None or count == 0:
        return None
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError(f"The number of excited states must be 1 or more, not {count!r}.", field=f"{path}.num_excitations")
    return {**_TDDFT, **value, "num_excitations": count, "tda": bool(value.get("tda", True))}


def tightened(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of an optimization that frequencies follow: at least as tight as mode careful. Others come back as they are.

    Frequencies at a loosely converged geometry have wrong low modes, and so has the free energy.
    """
    tasks = set(settings["tasks"])
    if "optimize" not in tasks or not tasks & {"frequencies", "hessian"}:
        return settings
    options = settings["opt_settings"]
    names = ("energy_threshold", "max_gradient_threshold", "rms_gradient_threshold")
    careful = dict(zip(names, CONVERGENCE_BY_MODE["careful"], strict=True))
    if all(options[name] <= careful[name] for name in names[1:]):
        return settings
    return {**settings, "mode": "careful", "opt_settings": {**options, **careful}}


def _tasks(value: Any, field_path: str) -> list[str]:
    tasks = list(dict.fromkeys(canonical(task) for task in (value or DEFAULT_TASKS)))
    for task in tasks:
        if task not in KNOWN_TASKS:
            raise InputError(f"The task {task!r} is not known.", field=f"{field_path}.tasks")
    return tasks


def _thermochemistry(value: Any, field_path: str) -> dict[str, Any]:
    settings = {**_THERMOCHEMISTRY, **(value or {})}
    for name, lowest in (("cutoff_frequency", 0.0), ("temperature", 1.0), ("scaling_factor", 1e-3), ("concentration", 1e-12)):
        number = settings[name]
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number) or number < lowest:
            raise InputError(
                f"The thermochemistry setting {name} must be at least {lowest:g}, not {number!r}.",
                field=f"{field_path}.thermochem_settings.{name}",
            )
    return settings


def _solvent(value: Any, field_path: str) -> dict[str, str] | None:
    if value is None:
        return None
    if not isinstance(value, dict) or not value.get("solvent"):
        raise InputError("The solvent settings name no solvent.", field=f"{field_path}.solvent_settings")
    return {"solvent": canonical(value["solvent"]), "model": canonical(value.get("model"))}


def level_of_theory(settings: dict[str, Any]) -> str:
    """ "b3lyp-d3bj/6-31g(d)/cpcm(water)": method with corrections, basis set, solvent model and solvent, as core writes it."""
    method, basis, solvent = settings["method"], settings.get("basis_set"), settings.get("solvent_settings")
    composite = method in COMPOSITES
    parts = ["-".join([method, *([] if composite else settings.get("corrections") or [])])]
    name = basis.get("name") if isinstance(basis, dict) else basis
    if name and not composite:
        parts.append(str(name).lower())
    if solvent:
        parts.append(f"{solvent['model']}({solvent['solvent']})")
    return "/".join(parts)


def check_constraints(constraints: list[Any], molecule: Molecule, field_path: str) -> list[dict[str, Any]]:
    """Constraints with checked types, 1-based atoms and values (Angstrom or degrees; None holds the current value)."""
    checked = []
    for index, constraint in enumerate(constraints or []):
        path = f"{field_path}.{index}"
        kind = canonical(constraint.get("constraint_type")) if isinstance(constraint, dict) else None
        if kind not in (*_ATOMS_PER_CONSTRAINT, "freeze_atoms"):
            raise InputError(f"Constraint {index + 1} has the unknown type {kind!r}.", field=f"{path}.constraint_type")
        atoms, value = constraint.get("atoms") or [], constraint.get("value")
        needed = _ATOMS_PER_CONSTRAINT.get(kind)
        if (needed is not None and len(atoms) != needed) or not atoms:
            raise InputError(f"A {kind} constraint needs {needed or 'at least 1'} atoms, not {len(atoms)}.", field=f"{path}.atoms")
        for atom in atoms:
            if isinstance(atom, bool) or not isinstance(atom, int) or not 1 <= atom <= len(molecule):
                raise InputError(f"Constraint {index + 1} names atom {atom!r}; the atoms are 1 to {len(molecule)}.", field=f"{path}.atoms")
        if len(set(atoms)) != len(atoms):
            raise InputError(f"Constraint {index + 1} names an atom twice.", field=f"{path}.atoms")
        if value is not None:
            _check_constraint_value(kind, value, path)
        checked.append({"constraint_type": kind, "atoms": [int(atom) for atom in atoms], "value": value})
    return checked


def _check_constraint_value(kind: str, value: Any, path: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(f"The constraint value {value!r} is not a number.", field=f"{path}.value")
    allowed = {"bond": (0.3, 100.0), "angle": (0.0, 180.0), "dihedral": (-360.0, 360.0)}.get(kind)
    if allowed is None:
        raise InputError("Frozen atoms take no value; they stay where they are.", field=f"{path}.value")
    if not allowed[0] <= value <= allowed[1]:
        raise InputError(f"The {kind} value {value} lies outside {allowed[0]:g} to {allowed[1]:g}.", field=f"{path}.value")


def convergence_in_bohr(settings: dict[str, Any]) -> tuple[float, float, float]:
    """Energy change (Hartree), maximum and RMS gradient (Hartree/bohr) that an optimization must reach."""
    options = settings["opt_settings"]
    return (
        options["energy_threshold"],
        options["max_gradient_threshold"] * ANGSTROM_PER_BOHR,
        options["rms_gradient_threshold"] * ANGSTROM_PER_BOHR,
    )


def _stage(method: str, tasks: list[str], solvent: dict[str, str] | None = None) -> dict[str, Any]:
    basis = _CHAIN_BASIS_SETS.get(method)
    return {"method": method, "mode": "rapid", "tasks": tasks, "basis_set": {"name": basis} if basis else None, "solvent_settings": solvent}


# Defaults for methods of the chains that bring none.
_CHAIN_BASIS_SETS = {"wb97m_d3bj": "def2-TZVPPD"}


# Levels of each multistage mode: single point // last optimization // ... // first.
_CHAINS: dict[str, tuple[str, tuple[str, ...]]] = {
    "reckless": ("gfn2_xtb", ("gfn_ff",)),
    "rapid": ("r2scan_3c", ("gfn2_xtb",)),
    "careful": ("wb97x_3c", ("r2scan_3c",)),
    "meticulous": ("wb97m_d3bj", ("r2scan_3c", "wb97x_3c")),
}
_PREOPTIMIZATION = {"rapid": "gfn0_xtb", "careful": "gfn2_xtb", "meticulous": "gfn2_xtb"}


def multistage_chain(data: dict[str, Any], field_path: str = "multistage_opt_settings") -> dict[str, Any]:
    """The optimization stages and the final single point of a workflow, completed.

    Explicit stages win; a mode without them is expanded into its chain. Raises InputError for `manual` without stages.
    """
    given = data.get("multistage_opt_settings") or {}
    prefix = f"{field_path}." if field_path else ""
    mode = canonical(given.get("mode") or data.get("mso_mode")) or "auto"
    stages, single_point = given.get("optimization_settings") or [], given.get("singlepoint_settings")
    if not stages and single_point is None:
        mode = "rapid" if mode == "auto" else mode
        if mode not in _CHAINS:
            raise InputError("The mode manual needs at least one optimization or a single point.", field=f"{prefix}optimization_settings")
        final, optimizations = _CHAINS[mode]
        if (given.get("xtb_preopt") or data.get("xtb_preopt")) and mode in _PREOPTIMIZATION:
            optimizations = (_PREOPTIMIZATION[mode], *optimizations)
        solvent = canonical(given.get("solvent") or data.get("solvent"))
        model = "cpcmx" if final.endswith("xtb") else "cpcm"
        stages = [_stage(method, ["optimize"]) for method in optimizations]
        single_point = _stage(final, ["energy", "charge", "dipole"], {"solvent": solvent, "model": model} if solvent else None)
    completed = [complete_settings(stage, f"{prefix}optimization_settings.{i}") for i, stage in enumerate(stages)]
    constraints = given.get("constraints") or data.get("constraints") or []
    transition_state = bool(given.get("transition_state") or data.get("transition_state"))
    for stage in completed:
        stage["tasks"] = list(dict.fromkeys(["optimize", *[task for task in stage["tasks"] if task != "optimize"]]))
        stage["opt_settings"]["transition_state"] |= transition_state
        if constraints and not transition_state:
            own = stage["opt_settings"]["constraints"]
            stage["opt_settings"]["constraints"] = [*own, *[constraint for constraint in constraints if constraint not in own]]
    return {
        "mode": mode,
        "optimization_settings": completed,
        "singlepoint_settings": complete_settings(single_point, f"{prefix}singlepoint_settings") if single_point else None,
        "frequencies": bool(given.get("frequencies") or data.get("frequencies")),
    }
