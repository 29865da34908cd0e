"""Double-ended search: a string of structures that grows from reactant and product, and the transition state from its highest node."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from .. import engines
from ..calculations.calculation import physics, report_stage, run_stage, single_point_record
from ..calculations.levels import Level, Piece, check_levels, level_deviations, level_of, level_rows, provenance, run_levels
from ..calculations.refinement import failures, refine, refinement_level
from ..calculations.stage import Outcome, Stage, check_stage
from ..chemistry.perceive import mol_from_molecule
from ..errors import ConvergenceError, InputError
from ..methods.settings import canonical, level_of_theory, method_title
from ..optimization.freezing_string import FrozenString, Node, StringSettings, aligned, arc_lengths
from ..runtime.job import Job, now_iso
from ..runtime.notes import caveat, message
from ..runtime.parallel import each
from ..structures.molecule import Molecule, molecule_from_json
from ..units import KCAL_PER_HARTREE
from . import Result

_PATH = "calculation_settings"
# Clients compare this text, so it must not change.
_MISMATCH = (
    "The charge and multiplicity of the reactant and product must match for a double-ended transition-state (TS) search. "
    "Please correct the input molecules."
)
_POINTS = ("reactant", "transition_state", "product")
# Two ends that lie within this of each other (Angstrom, root mean square) are one structure.
_SAME = 0.05
# A mode below this (1/cm) counts as imaginary.
_IMAGINARY = 50.0


def run(job: Job) -> Result:
    """Grow the string and optimize its highest node; raises InputError for two ends that do not belong together."""
    reactant, product = (molecule_from_json(job.data.get(end), end) for end in ("reactant", "product"))
    _check_pair(reactant, product)
    settings = _string_settings(job.data.get("search_settings") or {})
    given = job.data.get(_PATH)
    plain = level_of(given, _PATH, ["energy", "gradient"])
    plain.settings["opt_settings"]["transition_state"] = False
    better = refinement_level(job.data, plain)
    for molecule in (reactant, product):
        check_levels([plain, *([better] if better else [])], molecule)
    optimize_ts = bool(job.data.get("optimize_ts", True))
    # The single points come last; what comes before them ends at this part of the progress.
    searched = 0.7 if better else 1.0
    with job.share(0.0, searched):
        data, messages, rows, caveats, points = _search(job, reactant, product, given, plain, settings, optimize_ts)
    if better:
        with job.share(searched, 1.0):
            structures = [(name, f"the {name.replace('_', ' ')}", molecule) for name, molecule in points.items()]
            results = refine(job, better, structures)
        data["refined_calculation_uuids"] = dict.fromkeys(_POINTS) | {
            name: result.uuids[0] for name, result in zip(points, results, strict=True)
        }
        messages += failures(structures, results)
        rows += level_rows([better], results)
    deviations = level_deviations([plain, *([better] if better else [])], reactant)
    return Result(data, provenance(job, rows, deviations), messages, caveats)


def _search(
    job: Job, reactant: Molecule, product: Molecule, given: Any, plain: Level, settings: StringSettings, optimize_ts: bool
) -> tuple[dict[str, Any], list[dict[str, str]], list[dict[str, Any]], list[dict[str, Any]], dict[str, Molecule]]:
    """The string and its transition state: data, messages, rows of the provenance, caveats, and the stationary points by their names."""
    ends, end_rows = _ends(job, reactant, product, given, plain)
    messages = [text for outcome in ends for text in outcome.messages if text["type"] == "warning"]
    first, last = (outcome.molecule for outcome in ends)
    if _apart(first, last) < _SAME:
        optimized = " once optimized" if job.data.get("optimize_inputs", True) else ""
        raise InputError(
            f"Reactant and product are the same structure{optimized}; give two different ends of the reaction.", field="product"
        )
    with job.share(0.2, 0.6):
        path = _Path(job, plain, settings, ends)
        path.grow()
    messages += path.messages()
    caveats = path.caveats()
    guess = path.highest()
    data = path.lists()
    rows = [*end_rows, path.row()]
    data["ts_guess_calculation_uuid"] = path.uuid(guess)
    if optimize_ts:
        with job.share(0.6, 0.9):
            outcome, notes = _transition_state(job, given, path.molecule(guess))
        beside = None if _is_saddle(outcome) else path.beside(guess)
        if beside is not None:
            # The highest node can lie where the energy falls in several directions; the one beside it often does not.
            with job.share(0.9, 1.0):
                second, notes_of_second = _transition_state(job, given, path.molecule(beside), "transition-state-beside")
            if _is_saddle(second):
                body = (
                    f"From the highest node of the string, step {path.place(guess)}, the optimization led to no transition state; "
                    f"this one was optimized from the node beside it, step {path.place(beside)}."
                )
                outcome, notes, guess = second, [*notes_of_second, message("info", "Second Start", body)], beside
        messages += notes
        caveats += _not_a_saddle(outcome)
        if outcome is None or not outcome.converged:
            place = path.place(guess)
            messages.append(
                message("info", "Guess", f"The highest node of the string is step {place}; it is the guess that was optimized.")
            )
        data["ts_guess_calculation_uuid"] = outcome.uuid if outcome is not None and outcome.converged else None
        top = outcome.molecule if outcome is not None and outcome.converged else None
    else:
        top = path.molecule(guess)
    points = {"reactant": first, "transition_state": top, "product": last}
    return data, messages, rows, caveats, {name: molecule for name, molecule in points.items() if molecule is not None}


def _check_pair(reactant: Molecule, product: Molecule) -> None:
    """Raise InputError where charge, multiplicity or atoms differ, or nothing does."""
    if (reactant.charge, reactant.multiplicity) != (product.charge, product.multiplicity):
        raise InputError(_MISMATCH, field="product")
    if len(reactant) != len(product):
        raise InputError(
            f"The reactant has {len(reactant)} atoms, the product {len(product)}; both must have the same atoms in the same order.",
            field="product",
        )
    different = np.nonzero(reactant.numbers != product.numbers)[0]
    if len(different):
        index = int(different[0])
        raise InputError(
            f"Atom {index + 1} is {reactant.atom_name(index)} in the reactant and {product.atom_name(index)} in the product; both must "
            "have the same atoms in the same order.",
            field="product",
        )
    if len(reactant) < 3:
        raise InputError("A path between two structures needs at least three atoms.", field="reactant")
    if np.allclose(reactant.positions, product.positions, atol=1e-6):
        raise InputError("Reactant and product are the same structure; give two ends of the reaction.", field="product")


def _string_settings(given: dict[str, Any]) -> StringSettings:
    usual = StringSettings()
    found = StringSettings(
        canonical(given.get("optimization_coordinates")) or usual.coordinates,
        canonical(given.get("interpolation_method")) or usual.interpolation,
        int(given.get("min_num_nodes") or usual.fewest_nodes),
        int(given.get("num_interpolation_points") or usual.interpolation_points),
        int(given.get("max_optimizer_iterations") or usual.most_iterations),
        int(given.get("max_line_search_steps") or usual.most_line_search_steps),
        float(given.get("max_displacement") or usual.largest_displacement),
    )
    if found.fewest_nodes < 5:
        raise InputError(f"A string needs at least 5 nodes; this is {found.fewest_nodes}.", field="search_settings.min_num_nodes")
    return found


def _ends(job: Job, reactant: Molecule, product: Molecule, given: Any, plain: Level) -> tuple[list[Outcome], list[dict[str, Any]]]:
    """Reactant and product, optimized where that is asked for. Raises ConvergenceError that names the end."""
    optimizing = bool(job.data.get("optimize_inputs", True))
    level = level_of(given, _PATH, ["optimize"]) if optimizing else plain
    level.settings["opt_settings"]["transition_state"] = False
    pieces = [Piece(name, f"the {name}", molecule, (level,)) for name, molecule in (("reactant", reactant), ("product", product))]
    words = f"{'Optimizing' if optimizing else 'Computing'} reactant and product"
    with job.share(0.0, 0.2):
        results = each(job, run_levels, pieces, words, "ends")
    for piece, result in zip(pieces, results, strict=True):
        if result.failure is not None:
            if result.error is not None and not isinstance(result.error, ConvergenceError):
                raise result.error
            raise ConvergenceError(f"{piece.title.capitalize()} failed: {result.failure}.")
    return [result.outcomes[-1] for result in results], level_rows([level], results)


def _apart(first: Molecule, last: Molecule) -> float:
    """Root mean square distance of two structures in Angstrom, laid on each other."""
    shift = first.positions - aligned(first.positions, last.positions)
    return float(np.sqrt((shift**2).sum(axis=1).mean()))


class _Path:
    """The string with its calculations. A place is a side and a number; number 0 is the end itself."""

    def __init__(self, job: Job, level: Level, settings: StringSettings, ends: list[Outcome]) -> None:
        self.job, self.level, self.settings = job, level, settings
        self.ends = dict(zip(("forward", "backward"), ends, strict=True))
        self.start = ends[0].molecule
        self.mol = mol_from_molecule(self.start)
        self.string = FrozenString(self.start, ends[0].molecule.positions, ends[1].molecule.positions, settings)
        self.uuids: dict[str, list[str | None]] = {side: [outcome.uuid] for side, outcome in self.ends.items()}
        self.energies: dict[str, list[float | None]] = {side: [outcome.energy] for side, outcome in self.ends.items()}
        self.failed: list[str] = []
        self.seconds, self.gradients = 0.0, 0

    def grow(self) -> None:
        """Grow the string until its sides meet; each round is a step of the job."""
        calculator = engines.calculator(self.level.settings, self.start, self.job, mol=self.mol, field_path=_PATH)
        title = method_title(self.level.settings["method"])
        inputs = {
            "ends": [np.round(outcome.molecule.positions, 8).tolist() for outcome in self.ends.values()],
            "search": self.settings.__dict__,
            "settings": physics(self.level.settings),
        }
        most = 3 * self.settings.fewest_nodes
        for number in range(1, most + 1):
            count = sum(map(len, self.uuids.values()))
            words = f"Growing the string with {title}, {count} nodes"
            self.job.progress(words, count, max(count, self.settings.fewest_nodes + 2), 1 - self.string.left)
            record = self.job.step(f"string/{number}", inputs, lambda: self._round(calculator))
            nodes = {side: (len(self.uuids[side]), np.array(node["positions"])) for side, node in record["nodes"].items()}
            self.string.settle(nodes, record["growing"], record["apart"])
            for side, node in record["nodes"].items():
                self._take(side, node)
            self.job.partial(self.lists())
            if not self.string.growing:
                return
        raise ConvergenceError(
            f"The two sides of the string did not meet after {most} rounds. Try the other interpolation, or ends that are closer."
        )

    def _round(self, calculator: Any) -> dict[str, Any]:
        started_at, started = now_iso(), time.perf_counter()
        nodes = self.string.grow(calculator)
        seconds = (time.perf_counter() - started) / max(1, len(nodes))
        self.string.settle({side: (len(self.uuids[side]), node.positions) for side, node in nodes.items()}, self.string.growing, 0.0)
        growing, apart = self.string.meets()
        return {
            "nodes": {side: self._record(node, started_at, seconds) for side, node in nodes.items()},
            "growing": growing,
            "apart": apart,
        }

    def _record(self, node: Node, started_at: str, seconds: float) -> dict[str, Any]:
        molecule = self.start.at(node.positions)
        single = None if node.point is None else single_point_record(molecule, node.point, started_at, seconds)
        return {"positions": node.positions.tolist(), "reason": node.reason, "gradients": node.gradients, "record": single}

    def _take(self, side: str, node: dict[str, Any]) -> None:
        """Send the calculation of a node, or note why there is none."""
        number = len(self.uuids[side])
        self.gradients += node["gradients"]
        if node["record"] is None:
            end = "reactant" if side == "forward" else "product"
            self.failed.append(f"node {number} from the {end}: {str(node['reason']).rstrip('.')}")
            self.uuids[side].append(None)
            self.energies[side].append(None)
            return
        self.seconds += node["record"]["seconds"]
        stage = Stage(
            name=f"{side}/{number}",
            title=f"node {number} {side}",
            molecule=self.start.at(np.array(node["positions"])),
            settings=self.level.settings,
            requested=self.level.requested,
            mol=self.mol,
            field_path=_PATH,
            calculation_title=f"Node {number} from the {'reactant' if side == 'forward' else 'product'}",
        )
        self.uuids[side].append(report_stage(self.job, stage, dict(node["record"])).uuid)
        self.energies[side].append(float(node["record"]["frames"][-1]["energy"]))

    def lists(self) -> dict[str, Any]:
        """The result's lists. All distances are from the reactant along the string, to 1e-5 Angstrom."""
        forward, backward = self.string.forward, self.string.backward
        # The shape asks for distances above nothing, of the reactant too.
        lengths = [max(1e-5, round(length, 5)) for length in arc_lengths([*forward, *backward[::-1]])]
        return {
            "forward_calculation_uuids": list(self.uuids["forward"]),
            "backward_calculation_uuids": list(self.uuids["backward"]),
            "forward_string_distances": lengths[: len(forward)],
            "backward_string_distances": lengths[len(forward) :][::-1],
        }

    def top(self) -> float:
        """The energy of the highest node between the ends, Hartree. Raises ConvergenceError where none could be computed."""
        side, number = self.highest()
        energy = self.energies[side][number]
        assert energy is not None  # `highest` takes those that were computed.
        return energy

    def highest(self) -> tuple[str, int]:
        """The place of the highest node between the ends. Raises ConvergenceError where none could be computed."""
        places = [
            (energy, side, number)
            for side, energies in self.energies.items()
            for number, energy in enumerate(energies)
            if number and energy is not None
        ]
        if not places:
            raise ConvergenceError(
                f"No node of the string could be computed. The first one: {self.failed[0] if self.failed else 'none grew'}."
            )
        _, side, number = max(places)
        return side, number

    def beside(self, place: tuple[str, int]) -> tuple[str, int] | None:
        """The higher one of a node's two neighbours on the string; None where both are ends or could not be computed."""
        whole = [("forward", number) for number in range(len(self.uuids["forward"]))]
        whole += [("backward", number) for number in reversed(range(len(self.uuids["backward"])))]
        at = whole.index(place)
        neighbours = [
            (self.energies[side][number], side, number)
            for side, number in (whole[at - 1], whole[at + 1])
            if number and self.energies[side][number] is not None
        ]
        return max(neighbours)[1:] if neighbours else None

    def uuid(self, place: tuple[str, int]) -> str | None:
        return self.uuids[place[0]][place[1]]

    def molecule(self, place: tuple[str, int]) -> Molecule:
        side = self.string.forward if place[0] == "forward" else self.string.backward
        return self.start.at(side[place[1]])

    def place(self, place: tuple[str, int]) -> int:
        """The number under which the path shows a node: from the reactant on, those that failed left out."""
        whole = [("forward", number) for number in range(len(self.uuids["forward"]))]
        whole += [("backward", number) for number in reversed(range(len(self.uuids["backward"])))]
        return [one for one in whole if self.uuid(one) is not None].index(place) + 1

    def messages(self) -> list[dict[str, str]]:
        """The height of the string over both ends, and the nodes that failed."""
        above = {name: (self.top() - end.energy) * KCAL_PER_HARTREE for name, end in self.ends.items()}
        body = (
            f"The highest node lies {above['forward']:.1f} kcal/mol above the reactant and {above['backward']:.1f} kcal/mol above the "
            "product, before it is optimized and without thermal corrections."
        )
        found = [message("info", "Height of the String", body)]
        if self.failed:
            found.append(message("warning", "Nodes That Failed", f"{'; '.join(self.failed[:20])}."))
        return found

    def caveats(self) -> list[dict[str, Any]]:
        """Return what limits the use of the path: it has no barrier."""
        if self.top() > max(end.energy for end in self.ends.values()):
            return []
        words = "The string has no barrier between its ends at this level of theory; the guess is its highest inner node."
        return [caveat("limits_use", words)]

    def row(self) -> dict[str, Any]:
        engine = engines.engine_for(self.level.settings)
        return {
            "name": f"{method_title(self.level.settings['method'])} freezing string",
            "method": self.level.settings["method"],
            "level": level_of_theory(self.level.settings),
            "engine": engine.name,
            "engine_version": engine.version(),
            "count_in": 2,
            "count_out": sum(len(side) for side in self.uuids.values()),
            "gradients": self.gradients,
            "seconds": round(self.seconds, 3),
        }


def _imaginary(outcome: Outcome) -> list[float]:
    """Imaginary frequencies (1/cm, negative) of an optimized structure, those near zero left out."""
    modes = outcome.calculation["molecules"][-1]["vibrational_modes"] or []
    return [mode["frequency"] for mode in modes if mode["frequency"] < -_IMAGINARY]


def _is_saddle(outcome: Outcome | None) -> bool:
    """Whether an optimization ended at a structure with one imaginary frequency."""
    return outcome is not None and outcome.converged and len(_imaginary(outcome)) == 1


def _transition_state(job: Job, given: Any, guess: Molecule, name: str = "transition-state") -> tuple[Outcome | None, list[dict[str, str]]]:
    """The transition state optimized from the guess with its frequencies, or None, and the messages about it."""
    level = level_of(given, _PATH, ["optimize", "frequencies"])
    level.settings["opt_settings"]["transition_state"] = True
    stage = Stage(
        name=name,
        title="the transition state",
        molecule=guess,
        settings=level.settings,
        requested=level.requested,
        # Half-made bonds have no Lewis structure to compare with.
        mol=None,
        field_path=_PATH,
        calculation_title="Transition State",
    )
    check_stage(stage)
    try:
        outcome = run_stage(job, stage)
    except ConvergenceError as error:
        return None, [message("error", "Transition State Failed", error.message)]
    if not outcome.converged:
        body = (
            f"The optimization of the transition state did not converge: {outcome.reason}. Its steps are kept; start a transition-state "
            "optimization from the highest node, or grow the string with more nodes."
        )
        return outcome, [message("error", "Transition State Failed", body)]
    imaginary = _imaginary(outcome)
    listed = ", ".join(f"{-frequency:.0f}i" for frequency in imaginary[:5])
    if len(imaginary) == 1:
        body = f"The transition state has one imaginary frequency ({listed} cm⁻¹). An IRC from it shows whether it joins these two ends."
        return outcome, [message("info", "Transition State", body)]
    return outcome, []


def _not_a_saddle(outcome: Outcome | None) -> list[dict[str, Any]]:
    """Return what is beside barriers whose structure on top is no transition state."""
    if outcome is None or not outcome.converged or _is_saddle(outcome):
        return []
    imaginary = _imaginary(outcome)
    listed = ", ".join(f"{-frequency:.0f}i" for frequency in imaginary[:5])
    has = f"{len(imaginary)} imaginary frequencies ({listed} cm⁻¹)" if imaginary else "no imaginary frequency"
    words = (
        f"A transition state has one imaginary frequency; the optimized structure has {has}. It is not the transition state of one step."
    )
    return [caveat("changes_number", words, values=["barrier_forward", "barrier_backward"])]
