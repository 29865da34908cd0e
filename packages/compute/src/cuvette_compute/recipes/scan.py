"""Scan: the energy along one or two coordinates. At each point the coordinates are held and the rest is optimized.

With wavefront propagation (Qiu, Smith, Boothroyd, Jang, Hahn, Lee, Wang et al. 2020, 10.1063/5.0009232) the scan begins at the point
nearest to the given structure; each point that improves starts its neighbours in every direction, and the lowest result of a point is
kept, so that the curve does not depend on where it began. Without it, each point starts from the one before.

The lowest results alone hide a transition state that the coordinate does not describe: where two valleys cross (an amide, whose nitrogen
turns over), the curve jumps from one to the other below the height over which a path leads. There each valley is followed on until it
ends, which is near a transition state, and the curve takes the one that ends lower.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from rdkit import Chem

from ..calculations.calculation import compute_stage, report_stage
from ..calculations.levels import Level, check_levels, level_deviations, level_of, level_rows, provenance
from ..calculations.refinement import failures, refine, refinement_level
from ..calculations.stage import Outcome, Stage
from ..chemistry.perceive import mol_from_molecule
from ..errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable, ResourceError
from ..methods.settings import canonical, level_of_theory, method_title
from ..optimization.freezing_string import aligned
from ..runtime.helpers import Task
from ..runtime.job import Job
from ..runtime.notes import caveat, message
from ..runtime.parallel import Crew
from ..structures.molecule import Molecule, molecule_from_json
from ..units import KCAL_PER_HARTREE
from . import Result
from .scan_coordinates import Grid, driven, read_grid

# A point that another start lowers by less than this starts no new wave (kcal/mol), and a lower result by less than this is none (Hartree).
_IMPROVEMENT = 0.1
_NOISE = 1e-7
# An atom that moves this far between two points (Angstrom), and this many times as far as is usual in the scan, jumps.
_JUMP, _JUMP_RATIO = 0.6, 2.5


@dataclass(frozen=True)
class Attempt:
    """One optimization of a point from one start."""

    index: int
    stage: Stage

    @property
    def key(self) -> tuple[int, bytes]:
        return self.index, self.stage.molecule.positions.tobytes()


@dataclass
class Point:
    """The best result of a point so far, and where its neighbours start from; a failed one lends its start."""

    stage: Stage | None = None
    record: dict[str, Any] | None = None
    outcome: Outcome | None = None
    positions: np.ndarray | None = None
    energy: float = float("inf")
    reason: str | None = None

    def place(self) -> np.ndarray:
        """Where its neighbours start from; raises ValueError for a point that was not tried."""
        if self.positions is None:
            raise ValueError("the point was not tried yet")
        return self.positions


def run(job: Job) -> Result:
    """Run the scan; raises InputError for what cannot run, ConvergenceError when no point converges."""
    molecule = molecule_from_json(job.data.get("initial_molecule"), periodic=True)
    grid = read_grid(job.data, molecule)
    level = level_of(job.data.get("calc_settings"), "calc_settings", mode=canonical(job.data.get("mode")))
    if not level.optimizes:
        level.settings["tasks"] = ["optimize", *level.settings["tasks"]]
    if level.settings["opt_settings"]["transition_state"]:
        raise InputError("A scan optimizes to minima at each point; a transition state cannot be asked for.", field="calc_settings.tasks")
    for index, held in enumerate(level.settings["opt_settings"]["constraints"]):
        kind, atoms = canonical(held.get("constraint_type")), held.get("atoms") or []
        for coordinate, _ in grid.at(0):
            if coordinate.kind == kind and tuple(atoms) in (coordinate.atoms, coordinate.atoms[::-1]):
                words = f"The {kind} {', '.join(map(str, atoms))} is held and scanned; remove the constraint."
                raise InputError(words, field=f"calc_settings.opt_settings.constraints.{index}")
    better = refinement_level(job.data, level)
    check_levels([level, *([better] if better else [])], molecule)
    scan = _Scan(job, molecule, grid, level, better)
    return scan.run()


def _moved(first: np.ndarray, second: np.ndarray) -> tuple[float, int]:
    """How far the atom that moves most goes from one structure to the next (Angstrom), and which it is (from 0)."""
    distances = np.linalg.norm(first - aligned(first, second), axis=1)
    atom = int(np.argmax(distances))
    return float(distances[atom]), atom


def optimize_point(job: Job, attempt: Attempt) -> tuple[dict[str, Any] | None, str | None]:
    """The record of one start of one point, or the reason why there is none."""
    try:
        return compute_stage(job, attempt.stage), None
    except (MethodNotAvailable, ResourceError):
        raise
    except ComputeError as error:
        return None, error.message


class _Scan:
    """One scan on its way."""

    def __init__(self, job: Job, molecule: Molecule, grid: Grid, level: Level, better: Level | None) -> None:
        self.job, self.molecule, self.grid, self.level, self.better = job, molecule, grid, level, better
        self.mol: Chem.Mol = mol_from_molecule(molecule)
        # What is frozen in space must not move when a group is turned.
        held = level.settings["opt_settings"]["constraints"]
        self.frozen = any(canonical(one.get("constraint_type")) == "freeze_atoms" for one in held)
        self.points = [Point() for _ in range(len(grid))]
        self.tried: set[tuple[int, str]] = set()
        # What was begun before its wave, by the point and the geometry that it starts from.
        self.begun: dict[tuple[int, bytes], Task] = {}
        # Where the curve follows a valley beyond its crossing with the next one, and what both valleys reach.
        self.followed: list[dict[str, Any]] = []
        self.attempts = 0
        self.seconds = 0.0

    def run(self) -> Result:
        self.crew = Crew(self.job, optimize_point, "Optimizing the points of the scan", "scan", things="points")
        with self.job.share(0.0, 0.5 if self.better else 1.0):
            if self.job.data.get("wavefront_propagation", True):
                self._wavefront()
                if not self.grid.second:
                    self._follow_valleys()
            else:
                self._in_turn()
            result = self._result()
        if self.better:
            with self.job.share(0.5, 1.0):
                self._refine(result, self.better)
        return result

    def _refine(self, result: Result, level: Level) -> None:
        """Add single points of a better level on the points that converged."""
        converged = [(index, point.outcome.molecule) for index, point in enumerate(self.points) if point.outcome is not None]
        done = [index for index, _ in converged]
        structures = [(f"point/{index}", f"point {index + 1} of {len(self.grid)}", molecule) for index, molecule in converged]
        results = refine(self.job, level, structures)
        uuids: list[str | None] = [None] * len(self.points)
        for index, found in zip(done, results, strict=True):
            uuids[index] = found.uuids[0]
        result.data["refined_points"] = uuids
        result.messages += failures(structures, results)
        result.provenance["stages"] += level_rows([level], results)

    def _wavefront(self) -> None:
        """Waves from the point nearest to the given structure until no point improves."""
        expected = len(self.grid) * (4 if self.grid.second else 2)
        starts = [(self.grid.nearest(self.molecule.positions), self.molecule.positions)]
        while starts:
            done = min(0.97, self.attempts / expected)
            with self.job.share(done, min(0.98, done + len(starts) / expected)):
                improved = self._optimize(starts, waves=True)
            starts = [(other, self.points[index].place()) for index in improved for other in self.grid.neighbours(index)]

    def _follow_valleys(self) -> None:
        """At each jump of the curve, take the valley beyond the crossing that ends lower, until it ends."""
        jumps, far = self._places_of_jumps()
        for index, _ in jumps:
            valleys = {"forward": self._valley(index, 1, far), "backward": self._valley(index + 1, -1, far)}
            if not all(valleys.values()):
                continue
            tops = {name: max(self._energy(record) for _, record in valley) for name, valley in valleys.items()}
            direction = min(tops, key=lambda name: tops[name])
            for attempt, record in valleys[direction]:
                point = self.points[attempt.index]
                point.stage, point.record, point.energy, point.outcome = attempt.stage, record, self._energy(record), None
                point.positions = np.array(record["frames"][-1]["positions"])
                self._send(attempt.index)
            lowest = min(point.energy for point in self.points)
            self.followed.append(
                {
                    "direction": direction,
                    "points": [attempt.index for attempt, _ in valleys[direction]],
                    "tops": {name: round((top - lowest) * KCAL_PER_HARTREE, 2) for name, top in tops.items()},
                }
            )

    def _valley(self, index: int, step: int, far: float) -> list[tuple[Attempt, dict[str, Any]]]:
        """The points after one in a direction, each from the one before, until the structure jumps (`far`, Angstrom) or meets the curve."""
        found: list[tuple[Attempt, dict[str, Any]]] = []
        positions = self.points[index].place()
        for other in range(index + step, len(self.points) if step > 0 else -1, step):
            attempt, _ = self._new_attempt(other, positions)
            ((_, (record, _)),) = self._results([attempt])
            self.attempts += 1
            if record is None or not record["converged"]:
                return []
            self.seconds += record["seconds"]
            reached = np.array(record["frames"][-1]["positions"])
            above = (self._energy(record) - self.points[other].energy) * KCAL_PER_HARTREE
            if above < _IMPROVEMENT or _moved(positions, reached)[0] > far:
                return found
            found.append((attempt, record))
            positions = reached
        # It never ended: another minimum at the other end of the scan.
        return []

    @staticmethod
    def _energy(record: dict[str, Any]) -> float:
        return float(record["frames"][-1]["energy"])

    def _in_turn(self) -> None:
        """Each point from the one before; in two dimensions the rows are independent once each has its first point."""
        rows, columns = self.grid.shape
        positions, count = self.molecule.positions, len(self.grid)
        for row in range(rows):
            with self.job.share(self.attempts / count, (self.attempts + 1) / count):
                self._optimize([(row * columns, positions)])
            positions = self.points[row * columns].place()
        for column in range(1, columns):
            starts = [(row * columns + column, self.points[row * columns + column - 1].place()) for row in range(rows)]
            with self.job.share(self.attempts / count, (self.attempts + rows) / count):
                self._optimize(starts)

    def _optimize(self, starts: list[tuple[int, np.ndarray]], waves: bool = False) -> list[int]:
        """Optimize points from these geometries; the points that became better, or failed for the first time and so lend their start.

        With `waves`, the neighbours of a point that became better begin as soon as all its own starts have ended, beside the rest: the
        next round finds them under way. What is taken, and in which order, is the same.
        """
        attempts = [attempt for index, positions in starts if (attempt := self._attempt(index, positions)) is not None]
        left = Counter(attempt.index for attempt in attempts)
        found: dict[int, tuple[dict[str, Any] | None, str | None]] = {}
        changed: dict[int, int] = {}
        for place, result in self._results(attempts):
            found[place] = result
            index = attempts[place].index
            left[index] -= 1
            if left[index]:
                continue
            for own in [place for place, attempt in enumerate(attempts) if attempt.index == index]:
                self.attempts += 1
                if self._take(attempts[own], *found[own]):
                    changed.setdefault(index, own)
            if waves and index in changed and self.job.helpers is not None:
                self._begin_neighbours(index)
        improved = sorted(changed, key=lambda index: changed[index])
        for index in improved:
            self._send(index)
        return improved

    def _results(self, attempts: list[Attempt]) -> Iterator[tuple[int, Any]]:
        """The places of the attempts and their results, as they end."""
        tasks = [self.begun.pop(attempt.key, None) for attempt in attempts]
        if self.job.helpers is None or (len(attempts) == 1 and tasks[0] is None):
            yield from enumerate(self.crew.map(attempts))
            return
        tasks = [task or self.crew.begin(attempt) for attempt, task in zip(attempts, tasks, strict=True)]
        places = {id(task): place for place, task in enumerate(tasks)}
        for task in self.crew.finished(tasks):
            yield places[id(task)], task.result

    def _begin_neighbours(self, index: int) -> None:
        """Begin the neighbours of a point from its geometry, of which every start has ended."""
        positions = self.points[index].place()
        for other in self.grid.neighbours(index):
            attempt, same = self._new_attempt(other, positions)
            if same not in self.tried and attempt.key not in self.begun:
                self.begun[attempt.key] = self.crew.begin(attempt)

    def _attempt(self, index: int, positions: np.ndarray) -> Attempt | None:
        """One start of a point, or None where the same one was tried already."""
        attempt, same = self._new_attempt(index, positions)
        if same in self.tried:
            return None
        self.tried.add(same)
        return attempt

    def _new_attempt(self, index: int, positions: np.ndarray) -> tuple[Attempt, tuple[int, str]]:
        """A point from a geometry that is brought to it; and what makes it the same as another start, up to 0.001 Angstrom."""
        point = self.grid.at(index)
        start = positions if self.frozen else driven(self.mol, positions, point)
        options = self.level.settings["opt_settings"]
        held = [*options["constraints"], *self.grid.constraints(index)]
        settings = {**self.level.settings, "opt_settings": {**options, "constraints": held}}
        title = f"point {index + 1} of {len(self.grid)}"
        stage = Stage(
            name=f"point/{index}",
            title=title,
            molecule=self.molecule.at(start),
            settings=settings,
            requested=self.level.requested,
            mol=self.mol,
            field_path=self.level.field_path,
            calculation_title=f"Point {index + 1}: {self.grid.words(index, self.molecule)}",
            words=f"Optimizing {title} ({self.grid.words(index, self.molecule)}) with {method_title(settings['method'])}",
            shows_steps=False,
        )
        return Attempt(index, stage), (index, hashlib.sha256(np.round(start, 3).tobytes()).hexdigest()[:12])

    def _take(self, attempt: Attempt, record: dict[str, Any] | None, reason: str | None) -> bool:
        """Keep a result if it is the point's best; whether its neighbours are to be started from it."""
        point = self.points[attempt.index]
        if record is not None:
            self.seconds += record["seconds"]
            if not record["converged"]:
                reason = f"the geometry optimization did not converge: {record['reason']}"
        if reason is not None:
            first = point.positions is None
            if point.record is None:
                point.reason = reason
            if first:
                point.positions = attempt.stage.molecule.positions if record is None else np.array(record["frames"][-1]["positions"])
            return first
        if record is None:
            return False
        energy = float(record["frames"][-1]["energy"])
        gain = point.energy - energy
        if gain > _NOISE:
            point.stage, point.record, point.energy, point.reason, point.outcome = attempt.stage, record, energy, None, None
            point.positions = np.array(record["frames"][-1]["positions"])
        return gain * KCAL_PER_HARTREE > _IMPROVEMENT

    def _send(self, index: int) -> None:
        """Send the calculation of a point and the list with it."""
        point = self.points[index]
        if point.stage is None or point.record is None or point.outcome is not None:
            return
        bare = {task for task in point.stage.settings["tasks"] if task not in ("frequencies", "hessian")}
        stage = replace(point.stage, settings={**point.stage.settings, "tasks": sorted(bare)})
        point.outcome = report_stage(self.job, stage, dict(point.record))
        self.job.partial({"scan_points": [one.outcome.uuid if one.outcome else None for one in self.points]})

    def _result(self) -> Result:
        for index, point in enumerate(self.points):
            if point.stage is not None and point.record is not None and set(self.level.settings["tasks"]) & {"frequencies", "hessian"}:
                self.job.progress(f"Frequencies of point {index + 1} of {len(self.grid)}", index, len(self.grid), 0.98)
                point.outcome = report_stage(self.job, point.stage, dict(point.record))
            self._send(index)
        done = [point for point in self.points if point.outcome is not None]
        if not done:
            raise ConvergenceError(f"No point of the scan converged. The first one: {self.points[0].reason}.")
        messages = []
        failed = [
            f"Point {index + 1} ({self.grid.words(index, self.molecule)}): {str(point.reason).rstrip('.')}."
            for index, point in enumerate(self.points)
            if point.outcome is None
        ]
        if failed:
            more = f" {len(failed) - 20} more failed." if len(failed) > 20 else ""
            messages.append(message("warning", "Points That Failed", " ".join(failed[:20]) + more))
        changed = [index + 1 for index, point in enumerate(self.points) if point.outcome and point.outcome.connectivity["changed"]]
        caveats = []
        if changed:
            listed = ", ".join(map(str, changed[:20]))
            words = f"Bonds formed or broke at point {listed}; what is scanned there is another molecule."
            caveats.append(caveat("changes_number", words, table="scan", rows=[index - 1 for index in changed]))
        from .. import engines

        engine = engines.engine_for(self.level.settings)
        row = {
            "name": f"{method_title(self.level.settings['method'])} constrained optimization",
            "method": self.level.settings["method"],
            "level": level_of_theory(self.level.settings),
            "engine": engine.name,
            "engine_version": engine.version(),
            "count_in": self.attempts,
            "count_out": len(done),
            "seconds": round(self.seconds, 3),
        }
        levels = [self.level, *([self.better] if self.better else [])]
        record = provenance(
            self.job, [row], level_deviations(levels, self.molecule), optimizations=self.attempts, followed_valleys=self.followed or None
        )
        data = {"scan_points": [point.outcome.uuid if point.outcome else None for point in self.points]}
        return Result(data, record, messages, [*caveats, *self._jumps()])

    def _jumps(self) -> list[dict[str, Any]]:
        """Return what is beside the barrier where the structure changes at once between two points of a scan in one direction.

        The curve is then made of two valleys, each of which goes on beyond the point where they cross: no path leads from one point to the
        next over the height that the curve shows, and the transition state between the valleys lies higher.
        """
        jumps, _ = self._places_of_jumps()
        if not jumps:
            return []
        places = ", ".join(
            f"{self.grid.words(index, self.molecule)} and the next point ({self.molecule.atom_name(atom)} moves)"
            for index, atom in jumps[:3]
        )
        if self.followed and len(jumps) <= len(self.followed):
            tops = "; ".join(" and ".join(f"{top:.1f}" for top in sorted(one["tops"].values())) for one in self.followed)
            words = (
                f"The structure jumps between {places}. Two valleys meet there; each was followed until it ended ({tops} kcal/mol above "
                "the lowest point), and the curve takes the lower end, which is near a transition state: optimize one from the point "
                "beside the jump."
            )
        else:
            words = (
                f"The structure jumps between {places}. The curve consists of two valleys there, and the transition state between them "
                "lies higher than where they cross: optimize a transition state from the points beside the jump."
            )
        return [caveat("changes_number", words, values=["barrier"], table="scan")]

    def _places_of_jumps(self) -> tuple[list[tuple[int, int]], float]:
        """The points after which the structure jumps, with the atom (from 0) that moves most, and how far is a jump (Angstrom).

        A scan in two directions has none.
        """
        if self.grid.second:
            return [], _JUMP
        moved = {
            index: _moved(self.points[index].place(), self.points[index + 1].place())
            for index in range(len(self.points) - 1)
            if self.points[index].record and self.points[index + 1].record
        }
        if len(moved) < 3:
            return [], _JUMP
        usual = float(np.median([distance for distance, _ in moved.values()]))
        far = max(_JUMP, _JUMP_RATIO * usual)
        return [(index, atom) for index, (distance, atom) in moved.items() if distance > far], far
