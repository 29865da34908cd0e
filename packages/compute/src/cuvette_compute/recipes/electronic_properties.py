"""Orbitals, density, electrostatic potential, charges, bond orders and multipoles of a molecule, from one calculation.

The field is PySCF's; of GFN2-xTB, the fast path, it is tblite's orbitals of the valence electrons in its own basis.

The item keeps what is light: charges, bond orders, multipoles and the orbital levels around the gap. The grids travel in a file of kind
"orbitals", in the platform's form of lists of points (bohr), and with them all orbitals as a Molden file under the key "molden".
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyscf.tools import molden

from .. import engines
from ..calculations.calculation import run_stage
from ..calculations.levels import Level, LevelsResult, Piece, level_of, level_rows, provenance, run_levels
from ..calculations.report import deviations
from ..calculations.stage import Stage, require_convergence
from ..engines import bond_order_list
from ..engines.pyscf.fields import Field, box_around, density_fields, electrostatic_potential_field, orbital_fields
from ..engines.pyscf.orbital_file import listed_levels, write_orbital_file
from ..engines.pyscf.properties import ElectronicProperties, electronic_properties
from ..engines.tblite_orbitals import XtbField, valence_electrons
from ..errors import InputError, MethodNotAvailable
from ..methods.settings import canonical, level_of_theory, method_title
from ..runtime.job import Job
from ..runtime.notes import message
from ..schemas.knowledge import knowledge
from ..structures.molecule import Molecule, molecule_from_json
from . import Result

# The semiempirical method whose orbitals are known as functions in space.
_FAST = "gfn2_xtb"
_VALENCE = (
    "GFN2-xTB has valence electrons in a minimal basis: the density and the potential lack the cores, and orbital energies are not those "
    "of a density functional. Use it for shapes and order of the frontier orbitals."
)


def run(job: Job) -> Result:
    """Compute the field, its properties and its grids; raises InputError for a method without orbitals."""
    data = job.data
    molecule = molecule_from_json(data.get("initial_molecule"))
    level = level_of(data.get("settings"), "settings", ["energy", "charge", "dipole"], data.get("mode"))
    semiempirical = level.settings["method"] == _FAST
    level = level if semiempirical else level.through("pyscf")
    if not semiempirical and engines.engine_for(level.settings).name != "pyscf":
        raise MethodNotAvailable(f"{method_title(level.settings['method'])} gives no orbitals on this worker.", field="settings.method")
    _check_orbitals(data, molecule, semiempirical)
    before, first = _preoptimization(data, level), None
    if before:
        with job.share(0.0, 0.3):
            first = _optimized(job, molecule, before)
        molecule = first.molecule
    solved: list[Any] = []
    stage = Stage(
        "orbitals",
        "the molecule",
        molecule,
        level.settings,
        level.requested,
        calculation_title=f"{method_title(level.settings['method'])} single point",
        result_key="calc_uuid",
        on_solved=solved.append,
    )
    with job.share(0.3 if before else 0.0, 0.6):
        outcome = run_stage(job, stage)
    require_convergence(outcome)
    with job.share(0.6, 1.0):
        if not solved:
            # The energy was computed by an earlier attempt, whose orbitals ended with it.
            job.progress("Computing the orbitals again", 0, 3)
            calculator = engines.calculator(level.settings, molecule, job, field_path="settings")
            engines.single_point(calculator, molecule, gradient=False)
            solved.append(calculator)
        mean_field = XtbField(molecule, solved[0].with_integrals()) if semiempirical else solved[0].solution.mean_field
        found = electronic_properties(mean_field)
        job.partial({**_light(found), "calc_uuid": outcome.uuid})
        fields = _fields(job, data, mean_field)
        keys = _send_grids(job, fields, found, mean_field)
    engine = engines.engine_for(level.settings)
    row = {
        "name": stage.calculation_title,
        "method": level.settings["method"],
        "level": level_of_theory(level.settings),
        "engine": engine.name,
        "engine_version": engine.version(),
        "count_in": 1,
        "count_out": 1,
        "seconds": round(outcome.seconds, 3),
    }
    messages = list(outcome.messages)
    if semiempirical:
        messages.append(message("info", "Valence Electrons Only", _VALENCE))
    if not keys:
        messages.append(message("info", "No Grids", "No density, potential or orbital was asked for."))
    rows, optimization = [row], {}
    if before and first:
        rows = [*level_rows([before], [first]), row]
        optimization = {"preoptimization_uuid": first.uuids[0]}
    return Result({"calc_uuid": outcome.uuid, **optimization, **_light(found)}, provenance(job, rows, deviations(stage)), messages)


def _preoptimization(data: dict[str, Any], level: Level) -> Level | None:
    """The level of the optimization before the orbitals, in their solvent where ALPB has it; None where none was asked for."""
    if canonical(data.get("preoptimization")) != _FAST:
        return None
    solvent = (level.settings.get("solvent_settings") or {}).get("solvent")
    known = solvent in knowledge()["solvents_of_model"]["alpb"]
    asked = {"method": _FAST, "solvent_settings": {"solvent": solvent, "model": "alpb"} if known else None}
    return level_of(asked, "preoptimization", ["optimize"])


def _optimized(job: Job, molecule: Molecule, level: Level) -> LevelsResult:
    """The structure optimized. Raises ConvergenceError where that fails, with what to do."""
    result = run_levels(job, Piece("preoptimization", "the molecule", molecule, (level,)))
    if result.error is not None:
        words = " Choose the structure as it is given, or start from another one."
        raise type(result.error)(result.error.message + words, field="preoptimization")
    return result


def _check_orbitals(data: dict[str, Any], molecule: Molecule, valence: bool) -> None:
    electrons = (valence_electrons(molecule) if valence else int(molecule.numbers.sum())) - molecule.charge
    occupied = (electrons + molecule.multiplicity - 1 + 1) // 2
    asked = data.get("compute_num_occupied_orbitals", 1)
    if asked > occupied:
        raise InputError(f"The structure has {occupied} occupied orbitals; {asked} were asked for.", field="compute_num_occupied_orbitals")


def _light(found: ElectronicProperties) -> dict[str, Any]:
    """Return what is in the item itself."""
    return {
        "dipole": [round(float(value), 6) for value in found.dipole],
        "quadrupole": [[round(float(value), 6) for value in row] for row in found.quadrupole],
        "mulliken_charges": [round(float(value), 6) for value in found.mulliken_charges],
        "lowdin_charges": [round(float(value), 6) for value in found.lowdin_charges],
        "wiberg_bond_orders": bond_order_list(found.wiberg_bond_orders),
        "mayer_bond_orders": bond_order_list(found.mayer_bond_orders),
        **listed_levels(found.orbitals),
    }


def _fields(job: Job, data: dict[str, Any], mean_field) -> list[Field]:
    """The grids that were asked for, on one box around the molecule."""
    box = box_around(mean_field.mol)
    fields: list[Field] = []
    occupied, empty = data.get("compute_num_occupied_orbitals", 1), data.get("compute_num_virtual_orbitals", 1)
    job.progress("Evaluating orbitals on a grid", 0, 3)
    if occupied or empty:
        fields += orbital_fields(mean_field, box, occupied, empty)
    job.progress("Evaluating the electron density on a grid", 1, 3)
    if data.get("compute_density_cube", True):
        fields += density_fields(mean_field, box)
    job.progress("Evaluating the electrostatic potential on a grid", 2, 3)
    if data.get("compute_electrostatic_potential_cube", True):
        fields.append(electrostatic_potential_field(mean_field, box))
    job.progress("Writing the grids", 3, 3)
    return fields


def _send_grids(job: Job, fields: list[Field], found: ElectronicProperties, mean_field) -> list[str]:
    """Hand the grids and all orbitals (as a Molden file) over as one file; returns the keys of the grids in it."""
    directory = job.new_directory("grids")
    text = _molden(mean_field, directory / "orbitals.molden")
    path = directory / "orbitals.json"
    grids = write_orbital_file(path, fields, listed_levels(found.orbitals), text)
    job.file("orbitals.json", "orbitals", path, "application/json", keys=grids)
    return grids


def _molden(mean_field, path: Path) -> str:
    """All orbitals with their basis functions in the Molden format, which most programs that draw orbitals read."""
    molden.from_scf(mean_field, str(path))
    return path.read_text("utf-8")
