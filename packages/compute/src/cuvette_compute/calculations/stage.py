"""What is asked of one level of theory on one molecule, and what comes out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rdkit import Chem

from .. import engines
from ..errors import ConvergenceError, InputError, MethodNotAvailable
from ..methods.settings import check_constraints, method_title, tightened
from ..structures.molecule import Molecule
from .springs import Springs


@dataclass
class Stage:
    """What is to be done: a molecule at a level of theory, under a name that is unique in the job."""

    name: str
    title: str
    molecule: Molecule
    settings: dict[str, Any]
    requested: dict[str, Any]
    mol: Chem.Mol | None = None
    field_path: str = "settings"
    calculation_name: str = ""
    calculation_title: str = ""
    report_progress: bool = True
    seed: int | None = None
    words: str | None = None
    # The key of the item's data that names the calculation, set as soon as there is one.
    result_key: str | None = None
    # Whether an optimization shows its steps while it runs; a repeated one does not take the place of what is there.
    shows_steps: bool = True
    # What holds atoms near given places during an optimization; energies and gradients are stored without it.
    springs: Springs | None = None
    # Called with the calculator of a single point once it is computed, for what more it knows; not where an earlier attempt computed it.
    on_solved: Callable[[Any], None] | None = None
    # Whether the natural transition orbitals of its excited states become the item's file of orbitals; an item has one such file.
    sends_transition_orbitals: bool = False
    # The mode that was looser than frequencies allow and was replaced by careful.
    tightened_from: str | None = None

    def __post_init__(self) -> None:
        tight = tightened(self.settings)
        if tight is not self.settings:
            self.tightened_from, self.settings = self.settings["mode"], tight


@dataclass
class Outcome:
    """What came out of a stage."""

    molecule: Molecule
    energy: float
    converged: bool
    reason: str | None
    calculation: dict[str, Any]
    uuid: str
    connectivity: dict[str, Any]
    stereo: dict[str, Any]
    seconds: float
    # Hartree, at the temperature of the thermochemistry settings, where frequencies were computed.
    free_energy: float | None = None
    enthalpy: float | None = None
    messages: list[dict[str, str]] = field(default_factory=list)


def check_stage(stage: Stage) -> None:
    """Refuse tasks and constraints that cannot be honoured, before any work is done."""
    settings, path = stage.settings, stage.field_path
    engine = engines.engine_for(settings, f"{path}.method")
    title = method_title(settings["method"])
    if "spin_density" in settings["tasks"] and not engine.has_spin_densities:
        raise MethodNotAvailable(f"Spin densities are not available with {title} on this server.", field=f"{path}.tasks")
    if engine.gives_heats_of_formation and {"frequencies", "hessian"} & set(settings["tasks"]):
        raise MethodNotAvailable(
            f"{title} gives heats of formation at 298 K, which contain the vibrations already: frequencies and their corrections are not "
            "computed with it.",
            field=f"{path}.tasks",
        )
    if "stress" in settings["tasks"] and not stage.molecule.cell:
        raise InputError("A stress tensor needs a periodic cell; this structure has none.", field=f"{path}.tasks")
    if settings["opt_settings"]["optimize_cell"]:
        words = (
            "The cell itself cannot be relaxed on this server; optimize the atoms in it, or run dynamics at constant pressure (NPT)."
            if stage.molecule.cell
            else "There is no periodic cell to optimize."
        )
        raise InputError(words, field=f"{path}.opt_settings.optimize_cell")
    if stage.molecule.cell and {"frequencies", "hessian"} & set(settings["tasks"]):
        raise MethodNotAvailable("Frequencies of periodic systems are not available on this server.", field=f"{path}.tasks")
    if settings["opt_settings"]["transition_state"] and settings["opt_settings"]["constraints"]:
        raise InputError(
            "A transition-state optimization cannot hold constraints; remove one of the two.", field=f"{path}.opt_settings.constraints"
        )
    check_constraints(settings["opt_settings"]["constraints"], stage.molecule, f"{path}.opt_settings.constraints")
    request = engines.request_of(settings, stage.molecule)
    engine.check(request, path)
    if settings.get("excited_state_settings"):
        engine.check_excited_states(request, settings["excited_state_settings"], path)


def require_convergence(outcome: Outcome) -> None:
    """Raise ConvergenceError for an outcome that is not converged."""
    if not outcome.converged:
        raise ConvergenceError(
            f"The geometry optimization did not converge: {outcome.reason}. The steps so far are kept. "
            "Start from the last geometry, allow more steps, or choose a looser mode."
        )
