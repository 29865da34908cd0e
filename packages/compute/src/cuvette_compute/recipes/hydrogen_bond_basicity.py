"""Hydrogen-bond basicity (pKBHX) of each acceptor: the minimum of the electrostatic potential beside it, and the line of its group.

Route `vmin_hf_631gd_gfn2`: geometry by GFN2-xTB, potential by HF/6-31G(d). The minimum is sought on the points that the lines were fitted
on: shells of 0.95 to 2.00 Å around the atom in steps of 0.05 Å, 220 directions each, those that are nearest to this atom. An acceptor has
one site, its lowest point, because the values behind the lines are those of whole molecules with one acceptor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdForceFieldHelpers

from .. import engines
from ..calculations.calculation import run_stage
from ..calculations.levels import Level, Piece, check_levels, level_deviations, level_of, level_rows, provenance, run_levels
from ..calculations.stage import Outcome, Stage
from ..chemistry.acceptors import Acceptor, acceptors
from ..chemistry.embed import embed, minimise
from ..engines.pyscf.fields import electrostatic_potential
from ..errors import ConvergenceError, InputError, MethodNotAvailable
from ..methods.settings import level_of_theory
from ..runtime.job import Job
from ..runtime.notes import message
from ..runtime.parallel import each
from ..schemas.knowledge import calibration_lines
from ..structures.molecule import Molecule
from ..structures.sphere import even_directions
from ..units import ANGSTROM_PER_BOHR
from . import Result
from .conformer_structure import Structure, check_size, read_structure

TYPE, METHOD = "hydrogen_bond_basicity", "vmin_hf_631gd_gfn2"
_SHELLS = np.arange(0.95, 2.0001, 0.05)
_DIRECTIONS = 220
# Conformers embedded, and those of lowest MMFF94 energy that GFN2-xTB screens.
_EMBEDDED, _SCREENED = 50, 10


def run(job: Job) -> Result:
    """Geometry, potential, sites. Raises InputError, ConvergenceError, MethodNotAvailable."""
    data = job.data
    if data.get("pkbhx_method") != METHOD:
        raise MethodNotAvailable("The platform's levels for hydrogen bonds are not available on this worker.", field="pkbhx_method")
    structure = read_structure(job)
    check_size(structure, "hydrogen_bond_basicity")
    _check(structure)
    sites = acceptors(structure.mol)
    screening = level_of({"method": "gfn2_xtb"}, "pkbhx_method", ["energy"], "rapid")
    optimization = level_of({"method": "gfn2_xtb"}, "pkbhx_method", ["energy", "optimize"], "rapid")
    potential = level_of({"method": "hf", "basis_set": {"name": "6-31G(d)"}}, "pkbhx_method", ["energy"], "rapid")
    levels = [*([optimization] if data["do_optimization"] else []), potential]
    check_levels(levels, structure.molecule)
    rows: list[dict[str, Any]] = []
    messages = list(structure.messages)
    molecule = structure.molecule
    if data["do_csearch"]:
        with job.share(0.0, 0.3):
            molecule = _lowest_conformer(job, structure, screening, rows)
    uuid = None
    if data["do_optimization"]:
        with job.share(0.3, 0.5):
            done = run_levels(job, Piece("optimization", "the molecule", molecule, (optimization,), structure.mol))
        if done.error is not None:
            raise done.error
        change = done.outcomes[-1].connectivity
        if change["changed"]:
            raise ConvergenceError(
                f"The molecule changed its bonds in the optimization ({change['detail']}); its sites are not those given."
            )
        molecule, uuid = done.molecule, done.uuids[-1]
        rows += level_rows([optimization], [done])
        messages += done.messages
        job.partial({"optimization": uuid})
    with job.share(0.5, 0.8):
        outcome, density = _solve(job, molecule, structure.mol, potential)
    rows.append(_row(potential, outcome))
    with job.share(0.8, 1.0):
        found = _values(job, density, molecule, sites)
    outside = [molecule.atom_name(site.atom) for site in sites if site.group is None]
    if outside:
        body = f"{', '.join(outside)}: the groups of these acceptors are outside the calibration, so they have no value."
        messages.append(message("warning", "Outside Calibration", body))
    record = provenance(job, rows, level_deviations(levels, structure.molecule), structure=structure.record())
    record["seed"] = job.seed
    return Result({"optimization": uuid or outcome.uuid, "hba_sites": found, "hbd_sites": []}, record, messages)


def _check(structure: Structure) -> None:
    molecule = structure.molecule
    if molecule.multiplicity != 1:
        raise InputError("Hydrogen-bond basicity takes closed-shell molecules only.", field="initial_molecule.multiplicity")
    if molecule.charge != 0:
        raise InputError("Hydrogen-bond basicity takes neutral molecules only.", field="initial_molecule.charge")
    if structure.smiles_ran is None:
        raise InputError("No bonds with orders fit this structure, so its acceptors cannot be determined.", field="initial_molecule")


def _lowest_conformer(job: Job, structure: Structure, level: Level, rows: list[dict[str, Any]]) -> Molecule:
    """The conformer of lowest GFN2-xTB energy among those of lowest MMFF94 energy; the given geometry where MMFF94 lacks a group."""
    mol = Chem.Mol(structure.mol)
    if structure.fragments > 1 or not rdForceFieldHelpers.MMFFHasAllMoleculeParams(mol):
        return structure.molecule
    embedded = embed(mol, _EMBEDDED, job.seed)
    order = np.argsort(minimise(embedded, 1, 500), kind="stable")[:_SCREENED]
    conformers = list(embedded.GetConformers())
    pieces = [
        Piece(f"screening/{place}", f"conformer {place + 1}", structure.molecule.at(conformers[int(number)].GetPositions()), (level,), mol)
        for place, number in enumerate(order)
    ]
    results = each(job, run_levels, pieces, "Screening conformers with GFN2-xTB", "screening", things="conformers")
    rows += level_rows([level], results)
    sound = [result for result in results if result.failure is None]
    if not sound:
        raise ConvergenceError(f"No conformer could be computed: {results[0].failure}.")
    return min(sound, key=lambda result: result.energy).molecule


def _solve(job: Job, molecule: Molecule, mol: Chem.Mol, level: Level) -> tuple[Outcome, Callable[[], Any]]:
    """The single point whose density gives the potential, and what hands over its solved field."""
    solved: list[Any] = []
    stage = Stage(
        "potential",
        "the molecule",
        molecule,
        level.settings,
        level.requested,
        mol=mol,
        field_path=level.field_path,
        calculation_title=level.title,
        words="Computing the electron density with HF/6-31G(d)",
        on_solved=solved.append,
    )

    def density() -> Any:
        if not solved:
            # The energy was computed by an earlier attempt, whose density ended with it.
            calculator = engines.calculator(level.settings, molecule, job, field_path=level.field_path)
            engines.single_point(calculator, molecule, gradient=False)
            solved.append(calculator)
        return solved[0].solution.mean_field

    return run_stage(job, stage), density


def _row(level: Level, outcome: Outcome) -> dict[str, Any]:
    engine = engines.engine_for(level.settings)
    return {
        "name": f"{level.title}, electrostatic potential",
        "method": level.settings["method"],
        "level": level_of_theory(level.settings),
        "engine": engine.name,
        "engine_version": engine.version(),
        "count_in": 1,
        "count_out": 1,
        "seconds": round(outcome.seconds, 3),
    }


def _values(job: Job, density: Callable[[], Any], molecule: Molecule, sites: list[Acceptor]) -> list[dict[str, Any]]:
    """The sites with a line, strongest first."""
    lines = calibration_lines(TYPE, METHOD)
    known = [(site, lines[site.group]) for site in sites if site.group in lines]
    found = []
    for place, (site, line) in enumerate(known):
        job.progress("Searching minima of the potential", place, len(known))
        inputs = [site.atom, molecule.numbers.tolist(), np.round(molecule.positions, 6).tolist()]
        lowest, position = job.step(f"minimum/{site.atom}", inputs, lambda atom=site.atom: _minimum(density(), molecule, atom))
        found.append(
            {
                "atom_idx": site.atom,
                "pkbhx": round(line(lowest), 3),
                "position": [round(float(x), 4) for x in position],
                "name": site.group,
                "potential_minimum": round(lowest, 5),
            }
        )
    return sorted(found, key=lambda site: -site["pkbhx"])


def _minimum(mean_field: Any, molecule: Molecule, atom: int) -> list[Any]:
    lowest, position = potential_minimum(mean_field, molecule.positions, atom)
    return [lowest, [float(x) for x in position]]


def potential_minimum(mean_field: Any, positions: np.ndarray, atom: int) -> tuple[float, np.ndarray]:
    """The lowest potential (Hartree/e) on the shells around an atom, and where (Å); `positions` (n x 3) in Å."""
    points = (positions[atom] + _SHELLS[:, None, None] * even_directions(_DIRECTIONS)[None]).reshape(-1, 3)
    distances = np.linalg.norm(points[:, None] - positions[None], axis=2)
    points = points[np.argmin(distances, axis=1) == atom]
    values = electrostatic_potential(mean_field, points / ANGSTROM_PER_BOHR)
    best = int(np.argmin(values))
    return float(values[best]), points[best]
