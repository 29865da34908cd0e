"""Geometry optimization: geomeTRIC (Wang and Song 2016, 10.1063/1.4952956) over any engine's ASE calculator.

Converged means: the energy change of the last step, the largest and the root-mean-square gradient (norms per atom, after
projecting out constraints) are all below the numbers of the mode. geomeTRIC's displacement criteria are switched off.
"""

from __future__ import annotations

import contextlib
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..engines import SinglePoint, single_point
from ..errors import ConvergenceError
from ..geometry import BrokenDown, failures_of, molecule_of, optimizer_of
from ..methods.settings import convergence_in_bohr
from ..structures.elements import SYMBOLS
from ..structures.molecule import Molecule, check_distances
from ..units import ANGSTROM_PER_BOHR

_OFF = 1e10
_CONSTRAINT_TOLERANCE = 1e-2  # Angstrom or degrees; with `enforce` constraints are met far better than this
_ENFORCE_BELOW = 0.1

logging.getLogger("geometric").setLevel(logging.ERROR)


@dataclass
class Frame:
    """One accepted geometry of the trajectory: positions in Angstrom, energy in Hartree, gradient in Hartree/Angstrom or None."""

    positions: np.ndarray
    energy: float
    gradient: np.ndarray | None

    def slope(self) -> np.ndarray:
        """The gradient of a geometry that has one; raises ValueError for one that has none."""
        if self.gradient is None:
            raise ValueError("the geometry has no gradient")
        return self.gradient


@dataclass
class Optimization:
    """A trajectory and how it ended."""

    frames: list[Frame]
    converged: bool
    convergence: dict[str, Any]
    reason: str | None = None
    final: SinglePoint | None = None
    notes: list[str] = field(default_factory=list)


def optimize(
    molecule: Molecule,
    calculator,
    settings: dict[str, Any],
    constraints: list[dict[str, Any]],
    directory: Path,
    on_step: Callable[[int, float], None] | None = None,
    hessian: np.ndarray | None = None,
    on_kept: Callable[[Callable[[], list[Frame]]], None] | None = None,
) -> Optimization:
    """Optimize to a minimum, or to a saddle point when the settings say `transition_state` (then `hessian` is needed).

    `hessian` is in Hartree/bohr^2. `on_step` is called with the step count and a guess of the finished fraction.
    `on_kept` is called after each evaluation with a function that gives the steps kept so far.
    A run that does not converge is returned with `converged` false; an engine that fails raises.
    """
    options = settings["opt_settings"]
    if len(molecule) == 1:
        point = single_point(calculator, molecule)
        frame = Frame(molecule.positions, point.energy, point.gradient)
        reached = {"energy_change": 0.0, "max_gradient": 0.0, "rms_gradient": 0.0}
        return Optimization([frame], True, _convergence(options, reached, True, 0), final=point)
    run = _Run(molecule, calculator, on_step, on_kept, convergence_in_bohr(settings))
    notes = []
    optimizer, failure = None, None
    # A crystal as a whole does not turn or drift in any internal coordinate; only constraints need them.
    systems = ("cart",) if molecule.cell and not constraints else ("tric", "cart") if not constraints else ("tric",)
    for system in systems:
        optimizer, failure = _attempt(run, system, settings, constraints, directory, hessian)
        if failure is None:
            break
        notes.append(f"The optimizer's {system} coordinates failed ({failure}).")
    if optimizer is None or not run.points:
        raise ConvergenceError("The geometry could not be optimized: the optimizer found no usable coordinates.", detail="\n".join(notes))
    return _finish(run, optimizer, failure, options, notes, constraints)


def _attempt(run: _Run, system: str, settings: dict[str, Any], constraints: list[dict[str, Any]], directory: Path, hessian):
    """One run of geomeTRIC in one coordinate system: the optimizer and, if it broke down, why. A fault of our own code is raised."""
    from geometric.errors import GeomOptNotConvergedError
    from geometric.params import OptParams

    energy, maximum, rms = run.thresholds
    transition = bool(settings["opt_settings"]["transition_state"])
    extra = {"hess_data": hessian.tolist(), "hessian": "first"} if transition and hessian is not None else {}
    parameters = OptParams(
        maxiter=settings["opt_settings"]["max_steps"],
        convergence_energy=energy,
        convergence_gmax=maximum,
        convergence_grms=rms,
        convergence_drms=_OFF,
        convergence_dmax=_OFF,
        convergence_cmax=_CONSTRAINT_TOLERANCE,
        enforce=_ENFORCE_BELOW if constraints else 0.0,
        transition=transition,
        frequency=False,
        # Turning a crystal in its cell costs energy, so that torque is no noise.
        subfrctor=0 if run.molecule.cell else 1,
        **extra,
    )
    symbols = [SYMBOLS[int(number)] for number in run.molecule.numbers]
    words = _constraint_text(constraints) if constraints else ""
    optimizer = None
    try:
        with failures_of("geometric"):
            engine = run.engine(molecule_of(symbols, run.molecule.positions))
            optimizer = optimizer_of(symbols, run.molecule.positions, engine, str(directory), parameters, system=system, constraints=words)
            run.optimizer = optimizer
            with contextlib.suppress(GeomOptNotConvergedError):
                optimizer.optimizeGeometry()
        return optimizer, None
    except BrokenDown as error:
        return optimizer, str(error)


def _finish(run: _Run, optimizer, failure: str | None, options: dict[str, Any], notes: list[str], constraints) -> Optimization:
    from geometric.optimize import OPT_STATE

    frames = run.accepted_frames(optimizer)
    converged = failure is None and optimizer.state == OPT_STATE.CONVERGED
    rms, maximum = optimizer.calcGradNorm() if failure is None else _gradient_norms(frames[-1].slope() * ANGSTROM_PER_BOHR)
    reached = {
        "energy_change": abs(frames[-1].energy - frames[-2].energy) if len(frames) > 1 else 0.0,
        "max_gradient": float(maximum) / ANGSTROM_PER_BOHR,
        "rms_gradient": float(rms) / ANGSTROM_PER_BOHR,
    }
    reason = None
    if failure is not None:
        reason = f"the optimizer broke down after {len(frames) - 1} steps"
    elif not converged:
        reason = f"no convergence within {options['max_steps']} steps"
    else:
        missed = missed_constraints(frames[-1].positions, constraints)
        if missed:
            converged, reason = False, f"a constraint was not reached: {missed[0]}"
    final = run.point_at(frames[-1].positions)
    return Optimization(frames, converged, _convergence(options, reached, converged, len(frames) - 1), reason, final, notes)


def _convergence(options: dict[str, Any], reached: dict[str, float], converged: bool, steps: int) -> dict[str, Any]:
    """The provenance record: what was reached and the thresholds beside it, Hartree and Hartree/Angstrom."""
    return {
        **reached,
        "thresholds": {
            "energy_change": options["energy_threshold"],
            "max_gradient": options["max_gradient_threshold"],
            "rms_gradient": options["rms_gradient_threshold"],
        },
        "converged": converged,
        "steps": steps,
    }


def _gradient_norms(gradient: np.ndarray) -> tuple[float, float]:
    """Root mean square and maximum of the per-atom norms."""
    squares = np.einsum("ni,ni->n", gradient, gradient)
    return float(np.sqrt(squares.sum() / len(squares))), float(np.sqrt(squares.max()))


class _Run:
    """Everything that one optimization evaluates, and the geomeTRIC objects made from it."""

    def __init__(
        self,
        molecule: Molecule,
        calculator,
        on_step: Callable[[int, float], None] | None,
        on_kept: Callable[[Callable[[], list[Frame]]], None] | None,
        thresholds: tuple[float, float, float],
    ):
        self.molecule = molecule
        self.calculator = calculator
        self.on_step = on_step
        self.on_kept = on_kept
        self.optimizer: Any = None
        self.thresholds = thresholds
        # Energy and gradient of each geometry. All else, bond orders of all pairs for one, is kept of the last one only.
        self.points: dict[bytes, Frame] = {}
        self._last: tuple[bytes, SinglePoint] | None = None
        self.evaluations = 0
        self._first_maximum: float | None = None
        self._fraction = 0.0

    def engine(self, start):
        """A geomeTRIC engine over our calculator."""
        from geometric.engine import Engine

        run = self

        class OurEngine(Engine):
            def calc_new(self, coords, dirname):
                return run.evaluate(coords)

        return OurEngine(start)

    def evaluate(self, coords: np.ndarray) -> dict[str, Any]:
        positions = coords.reshape(-1, 3) * ANGSTROM_PER_BOHR
        molecule = self.molecule.at(positions)
        point = single_point(self.calculator, molecule)
        key, slope = molecule.positions.tobytes(), point.slope()
        self.points[key], self._last = Frame(molecule.positions, point.energy, slope), (key, point)
        gradient = slope * ANGSTROM_PER_BOHR
        self.evaluations += 1
        if self.on_step:
            self.on_step(self.evaluations, self._progress(gradient))
        if self.on_kept:
            self.on_kept(self.kept_so_far)
        return {"energy": point.energy, "gradient": gradient.flatten()}

    def point_at(self, positions: np.ndarray) -> SinglePoint | None:
        """All that was computed at a geometry; None unless it was the last one."""
        return self._last[1] if self._last and self._last[0] == positions.tobytes() else None

    def _progress(self, gradient: np.ndarray) -> float:
        """A guess of the finished part: how far the largest gradient has come towards its threshold, on a logarithmic scale."""
        maximum = max(_gradient_norms(gradient)[1], 1e-12)
        if self._first_maximum is None:
            self._first_maximum = maximum
        whole = math.log(max(self._first_maximum / self.thresholds[1], 1.0 + 1e-9))
        self._fraction = max(self._fraction, min(0.95, math.log(self._first_maximum / maximum) / whole) if whole > 1e-6 else 0.95)
        return self._fraction

    def kept_so_far(self) -> list[Frame]:
        """The steps that the optimizer has kept; whether it keeps the geometry evaluated last is not known yet."""
        return self._frames_of(getattr(self.optimizer, "X_hist", []))

    def accepted_frames(self, optimizer) -> list[Frame]:
        """The steps that the optimizer kept, and the last geometry."""
        return self._frames_of([*getattr(optimizer, "X_hist", []), optimizer.X])

    def _frames_of(self, kept: list[np.ndarray]) -> list[Frame]:
        frames: list[Frame] = []
        for coords in kept:
            positions = self.molecule.at(coords.reshape(-1, 3) * ANGSTROM_PER_BOHR).positions
            point = self.points.get(positions.tobytes())
            if point is not None and not (frames and np.array_equal(frames[-1].positions, positions)):
                frames.append(point)
        return frames


def _constraint_text(constraints: list[dict[str, Any]]) -> str:
    """geomeTRIC's constraint language, written from checked numbers only."""
    words = {"bond": "distance", "angle": "angle", "dihedral": "dihedral"}
    freeze, set_ = [], []
    for constraint in constraints:
        atoms, value = constraint["atoms"], constraint["value"]
        if constraint["constraint_type"] == "freeze_atoms":
            freeze.extend(f"xyz {atom}" for atom in atoms)
            continue
        line = " ".join([words[constraint["constraint_type"]], *map(str, atoms)])
        if value is None:
            freeze.append(line)
        else:
            set_.append(f"{line} {value:.10f}")
    return "\n".join([*(["$freeze", *freeze] if freeze else []), *(["$set", *set_] if set_ else [])])


def internal_value(positions: np.ndarray, kind: str, atoms: list[int]) -> float:
    """A bond (Angstrom), angle or dihedral (degrees) of 1-based atoms."""
    points = [positions[atom - 1] for atom in atoms]
    if kind == "bond":
        return float(np.linalg.norm(points[1] - points[0]))
    if kind == "angle":
        a, b = points[0] - points[1], points[2] - points[1]
        return float(np.degrees(np.arccos(np.clip(a @ b / np.linalg.norm(a) / np.linalg.norm(b), -1, 1))))
    b0, b1, b2 = points[0] - points[1], points[2] - points[1], points[3] - points[2]
    axis = b1 / np.linalg.norm(b1)
    v, w = b0 - (b0 @ axis) * axis, b2 - (b2 @ axis) * axis
    return float(np.degrees(np.arctan2(np.cross(axis, v) @ w, v @ w)))


def missed_constraints(positions: np.ndarray, constraints: list[dict[str, Any]]) -> list[str]:
    """Constraints with a value that the geometry does not have, as text."""
    missed = []
    for constraint in constraints:
        kind, value = constraint["constraint_type"], constraint["value"]
        if kind == "freeze_atoms" or value is None:
            continue
        reached = internal_value(positions, kind, constraint["atoms"])
        error = reached - value
        if kind == "dihedral":
            error = (error + 180) % 360 - 180
        if abs(error) > (1e-3 if kind == "bond" else 0.1):
            missed.append(f"{kind} {'-'.join(map(str, constraint['atoms']))} is {reached:.3f} instead of {value:.3f}")
    return missed


def check_collapse(molecule: Molecule) -> None:
    """An optimization that ends with atoms on one point is no result."""
    check_distances(molecule, "result")
