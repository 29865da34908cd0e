"""Ion mobility: collision cross sections of the conformers of an ion, and their average.

Proton (where one is asked for) at the site of lowest energy and conformers by GFN2-xTB in the gas phase, charges that fit its
electrostatic potential (`potential_charges`), cross sections by the trajectory method (`cross_section`), weights by energy at the
temperature of the gas. One method lets the ion give way in collisions (`inelastic_factor`), with the vibrations of each conformer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdForceFieldHelpers

from .. import engines
from ..calculations.levels import Level, LevelsResult, Piece, check_levels, level_deviations, level_of, level_rows, provenance, run_levels
from ..chemistry.embed import embed, minimise, molecule_from_mol
from ..chemistry.ensemble import boltzmann_weights
from ..chemistry.perceive import average_mass
from ..chemistry.protonation import with_proton
from ..errors import ConvergenceError, InputError, MethodNotAvailable
from ..ion_mobility.cross_section import projection_area, reduced_mobility, sampled_cross_section
from ..ion_mobility.inelastic_factor import inelastic_factor
from ..ion_mobility.ion_gas import ExpSix, Ion, known_elements, make_ion, make_typed_ion
from ..ion_mobility.mmff94_nonbonded import known_types, typed_elements
from ..ion_mobility.potential_charges import potential_charges
from ..methods.applicability import is_ion_inside, limits
from ..runtime.job import Job
from ..runtime.notes import message
from ..runtime.parallel import Crew, each
from ..schemas.knowledge import calibration_lines, knowledge
from ..structures.elements import SYMBOLS
from ..structures.molecule import Molecule
from ..units import KCAL_PER_HARTREE
from ..vibrations.hessian import hessian_of
from . import Result
from .conformer_structure import Structure, check_size, read_structure

METHODS = {
    "trajectory_n2_inelastic": "N2",
    "trajectory_n2_ieritano": "N2",
    "trajectory_n2_campuzano": "N2",
    "trajectory_he_siu": "He",
}
# The methods whose parameters go by atom type instead of element, and the one of them that lets the ion give way.
_TYPED, _INELASTIC = ("trajectory_n2_inelastic", "trajectory_n2_ieritano"), "trajectory_n2_inelastic"
_GAS_TITLE = {"N2": "N₂", "He": "He"}
# Conformers embedded and optimized, those of each protonated form, and how far above the lowest (kcal/mol) one still counts.
_EMBEDDED, _OPTIMIZED, _OF_EACH_FORM, _WINDOW, _MOST_CONFORMERS = 50, 10, 2, 3.0, 5
_MOST_SITES = 20
# Trajectories of one estimate; estimates are added until the standard error of the mean is this part of it.
_TRAJECTORIES, _FEWEST, _MOST, _PRECISION = 1024, 6, 24, 0.01
# Conformers are one where energies (kcal/mol) and moments of inertia (relative) are as near as this.
_SAME_ENERGY, _SAME_MOMENTS = 0.05, 0.01


@dataclass(frozen=True)
class Sampling:
    """One estimate of a cross section: the ion, the temperature and the seed."""

    ion: Ion
    temperature: float
    seed: int


@dataclass(frozen=True)
class Conformer:
    """A conformer whose vibrations are wanted: its place, geometry and level, and its atoms' potential with the gas of a temperature."""

    number: int
    molecule: Molecule
    level: Level
    wall: ExpSix
    temperature: float


def give_way(job: Job, conformer: Conformer) -> float:
    """The factor by which turning and bending in collisions lowers the cross section of a conformer."""
    molecule = conformer.molecule
    calculator = engines.calculator(conformer.level.settings, molecule, job, tight=True, field_path="ccs_method")
    inputs = np.round(molecule.positions, 6).tolist()
    words = f"Vibrations of conformer {conformer.number + 1}"
    hessian, _ = hessian_of(job, f"vibrations/{conformer.number}", molecule, calculator, inputs, words)
    return inelastic_factor(molecule, hessian, conformer.wall, conformer.temperature)


def sample(job: Job, sampling: Sampling) -> float:
    """The estimate in Å^2. Each is a step of the job: a large ion takes minutes for one."""
    ion = sampling.ion
    terms = (ion.positions, ion.charges, *ion.van_der_waals.terms)
    inputs = [*(np.round(values, 6).tolist() for values in terms), ion.gas, ion.orientations, sampling.temperature]
    estimate = lambda: float(sampled_cross_section(ion, sampling.temperature, _TRAJECTORIES, sampling.seed))  # noqa: E731
    return job.step(f"trajectories/{sampling.seed}", inputs, estimate)


def run(job: Job) -> Result:
    """Form, conformers, cross sections. Raises InputError, ConvergenceError, MethodNotAvailable."""
    data = job.data
    if data.get("ccs_method") not in METHODS:
        raise MethodNotAvailable("CoSIMS is not available on this worker.", field="ccs_method")
    gas = METHODS[data["ccs_method"]]
    structure = read_structure(job)
    if data["protonate"] or data["do_csearch"] or data["do_optimization"]:
        check_size(structure, "ion_mobility")
    given = _given_parameters(data)
    typed = data["ccs_method"] in _TYPED and given is None
    _check(structure, data, set(given) if given is not None else typed_elements() if typed else known_elements(gas))
    tasks = ["energy", "charge", *(["optimize"] if data["do_optimization"] else [])]
    level = level_of({"method": "gfn2_xtb"}, "ccs_method", tasks, "rapid")
    check_levels([level], structure.molecule)
    messages = list(structure.messages)
    results: list[LevelsResult] = []
    form, start = Chem.Mol(structure.mol), structure.molecule
    with job.share(0.0, 0.2):
        if data["protonate"]:
            form, start, words = _protonated(job, structure, level, results)
            messages.append(message("info", "Protonation Site", words))
    types = _atom_types(form) if typed else None
    with job.share(0.2, 0.5):
        kept = _conformers(job, form, start, level, results)
    uuids = [result.uuids[-1] for result in kept]
    job.partial({"conformers": uuids})
    temperature = float(data["temperature"])
    weights = boltzmann_weights([result.energy for result in kept], [1] * len(kept), temperature)
    ions = []
    for molecule in (result.molecule for result in kept):
        charges = potential_charges(molecule, engines.calculator(level.settings, molecule, job, field_path="ccs_method"))
        ions.append(
            make_ion(molecule.numbers, molecule.positions, charges, gas, given)
            if types is None
            else make_typed_ion(types, molecule.positions, charges, temperature)
        )
    with job.share(0.5, 0.8):
        values, errors = _cross_sections(job, ions, temperature)
    if data["ccs_method"] == _INELASTIC:
        with job.share(0.8, 1.0):
            values, errors, words = _inelastic(job, kept, ions, level, values, errors, weights)
        messages.append(message("info", "Inelastic Collisions", words))
    average = float(np.dot(weights, values))
    mobility = reduced_mobility(average, start.charge, average_mass(form), gas, temperature) if start.charge else None
    messages.append(_error_of_model(data["ccs_method"], gas))
    if mobility is not None:
        body = f"K₀ = {mobility:.3f} cm²/(V s) in {_GAS_TITLE[gas]} at {temperature:.0f} K by the Mason–Schamp equation."
        messages.append(message("info", "Reduced Mobility", body))
    area = float(np.dot(weights, [projection_area(r.molecule.numbers, r.molecule.positions) for r in kept]))
    body = f"{area:.1f} Å² in helium. This is a rough measure of the size{'; do not compare it with values in N₂' if gas == 'N2' else ''}."
    messages.append(message("info", "Projection Approximation", body))
    rows = [*level_rows([level], results), _row(data["ccs_method"], len(kept))]
    record = provenance(
        job,
        rows,
        level_deviations([level], structure.molecule),
        structure=structure.record(),
        ensemble=_ensemble(kept, weights, temperature),
    )
    record["seed"] = job.seed
    return Result(
        {
            "conformers": uuids,
            "conformer_ccs": [round(value, 3) for value in values],
            "conformer_ccs_stdev": [round(error, 3) for error in errors],
            "boltzmann_weights": [round(float(weight), 6) for weight in weights],
            "average_ccs": round(average, 3),
            "average_ccs_stdev": round(float(np.sqrt(np.dot(np.square(weights), np.square(errors)))), 3),
        },
        record,
        messages,
    )


def _inelastic(
    job: Job, kept: list[LevelsResult], ions: list[Ion], level: Level, values: list[float], errors: list[float], weights: list[float]
) -> tuple[list[float], list[float], str]:
    """Cross sections and errors of conformers that give way in collisions, from those of rigid ones; and as text what was done."""
    temperature = float(job.data["temperature"])
    conformers = [
        Conformer(number, result.molecule, level, ion.van_der_waals, temperature)
        for number, (result, ion) in enumerate(zip(kept, ions, strict=True))
        if isinstance(ion.van_der_waals, ExpSix)
    ]
    factors = np.array(each(job, give_way, conformers, "Computing vibrations of conformers", "vibrations", things="conformers"))
    line = calibration_lines("ion_mobility", _INELASTIC)["any ion"]
    scaled = line.slope * factors
    words = (
        f"The cross section of the rigid ion is {np.dot(weights, values):.1f} Å². Rotation and bending in collisions reduce it by a "
        f"factor of {np.dot(weights, factors):.3f}; a factor of {line.slope:.3f}, fitted to {line.size} ions, corrects for parameters "
        "made with rigid ions."
    )
    ion = kept[0].molecule
    if not is_ion_inside("ion_mobility", _INELASTIC, ion.charge, float(ion.masses.sum())):
        lightest, heaviest = limits("ion_mobility", _INELASTIC)["mass"]
        words += f" That number is for one positive charge and {lightest} to {heaviest} amu; this ion is outside."
    return (scaled * values).tolist(), (scaled * errors).tolist(), words


def _error_of_model(method: str, gas: str) -> dict[str, str]:
    """Return what is known of the error of the trajectory method in a gas; in nitrogen the ± beside the cross section holds it."""
    if gas == "He":
        body = (
            "The ± is that of the sampling. The error of the model in helium was not measured here; the published program's 55.4 Å² for "
            "choline is reproduced."
        )
        return message("warning", "Error of the Model", body)
    measured = knowledge()["accuracy"][f"ion_mobility/{method}"]
    body = (
        f"On {measured['size']} ions with drift-tube values in nitrogen the RMSE of the model is {measured['rmse']} Å² and the mean error "
        f"{measured['mae']} Å². The standard deviation in the table is that of the sampling alone."
    )
    return message("info", "Error of the Model", body)


def _given_parameters(data: dict[str, Any]) -> dict[int, tuple[float, float]] | None:
    """Pair parameters of a force field that came with the job: sigma in Å and depth in kcal/mol by element."""
    given = data.get("forcefield")
    return None if given is None else {int(entry["atomic_number"]): (float(entry["sigma"]), float(entry["epsilon"])) for entry in given}


def _check(structure: Structure, data: dict[str, Any], known: set[int]) -> None:
    molecule = structure.molecule
    if data["ccs_method"] == _INELASTIC and data.get("forcefield") is not None:
        raise InputError("Custom parameters apply to rigid ions only. Choose another cross-section method.", field="forcefield")
    if structure.fragments > 1:
        raise InputError(f"Ion mobility takes one ion; this structure has {structure.fragments} separate ones.", field="initial_molecule")
    missing = sorted({int(number) for number in molecule.numbers} - known)
    if missing:
        names = ", ".join(SYMBOLS[number] for number in missing)
        raise InputError(f"The trajectory method has no parameters for {names}.", field="initial_molecule")
    if (data["protonate"] or data["do_csearch"]) and structure.smiles_ran is None:
        raise InputError("No bonds with orders fit this structure, so its conformers cannot be built.", field="initial_molecule")


def _atom_types(form: Chem.Mol) -> list[int]:
    """The MMFF94 types of the atoms. InputError where MMFF94 has none, or no parameters."""
    properties = rdForceFieldHelpers.MMFFGetMoleculeProperties(Chem.Mol(form))
    types = [] if properties is None else [properties.GetMMFFAtomType(place) for place in range(form.GetNumAtoms())]
    if not types or not known_types().issuperset(types):
        raise InputError(
            "MMFF94 has no atom types for this ion. Choose the parameters of Campuzano et al., which go by element.", field="ccs_method"
        )
    return types


def _protonated(job: Job, structure: Structure, level: Level, results: list[LevelsResult]) -> tuple[Chem.Mol, Molecule, str]:
    """The form with one proton more of lowest energy, its geometry, and as text where the proton is."""
    bare = Chem.Mol(structure.mol)
    bare.RemoveAllConformers()
    sites = [atom.GetIdx() for atom in bare.GetAtoms() if atom.GetAtomicNum() in (7, 8, 16) and atom.GetFormalCharge() <= 0]
    forms = [(site, form) for site in sites if (form := with_proton(bare, site)) is not None]
    if not forms:
        raise InputError("A proton is added to nitrogen, oxygen or sulfur, and no atom of this molecule can take one.", field="protonate")
    if len(forms) > _MOST_SITES:
        raise InputError(
            f"{len(forms)} atoms can take the proton; at most {_MOST_SITES} are tried. Submit the ion itself.", field="protonate"
        )
    pieces, owners = [], []
    for site, form in forms:
        for place, molecule in enumerate(_geometries(job, form, 10, _OF_EACH_FORM)):
            name = structure.molecule.atom_name(site)
            pieces.append(Piece(f"proton/{site}/{place}", f"the ion with the proton at {name}", molecule, (level,), form))
            owners.append((site, form))
    done = each(job, run_levels, pieces, "Comparing protonation sites", "proton", things="sites")
    results += done
    sound = [(result, owner) for result, owner in zip(done, owners, strict=True) if _is_sound(result)]
    if not sound:
        raise ConvergenceError("No protonated form kept its bonds when it was computed.")
    best, (site, form) = min(sound, key=lambda one: one[0].energy)
    others = {owner[0]: min(r.energy for r, o in sound if o[0] == owner[0]) - best.energy for _, owner in sound if owner[0] != site}
    words = f"The proton is at {structure.molecule.atom_name(site)}, the site of lowest energy of {len(forms)} that were tried"
    if others:
        second = min(others, key=lambda each: others[each])
        words += f"; {structure.molecule.atom_name(second)} is next, {others[second] * KCAL_PER_HARTREE:.1f} kcal/mol above"
    return form, best.molecule, f"{words}."


def _geometries(job: Job, form: Chem.Mol, tried: int, kept: int) -> list[Molecule]:
    """The lowest geometries by MMFF94; the first ones embedded where it lacks a group."""
    embedded = embed(form, tried, job.seed)
    known = rdForceFieldHelpers.MMFFHasAllMoleculeParams(embedded)
    order = np.argsort(minimise(embedded, 1, 500), kind="stable") if known else range(embedded.GetNumConformers())
    conformers = list(embedded.GetConformers())
    smiles = Chem.MolToSmiles(Chem.RemoveHs(form))
    return [molecule_from_mol(form, conformers[int(place)].GetPositions(), smiles) for place in list(order)[:kept]]


def _is_sound(result: LevelsResult) -> bool:
    return result.failure is None and not result.outcomes[-1].connectivity["changed"]


def _conformers(job: Job, form: Chem.Mol, start: Molecule, level: Level, results: list[LevelsResult]) -> list[LevelsResult]:
    """The conformers that count, by energy."""
    molecules = _geometries(job, form, _EMBEDDED, _OPTIMIZED) if job.data["do_csearch"] else [start]
    pieces = [Piece(f"conformer/{n}", f"conformer {n + 1}", molecule, (level,), form) for n, molecule in enumerate(molecules)]
    done = each(job, run_levels, pieces, "Optimizing conformers", "conformer", things="conformers")
    results += done
    sound = sorted((result for result in done if _is_sound(result)), key=lambda result: result.energy)
    if not sound:
        raise done[0].error or ConvergenceError("The ion changed its bonds when it was optimized.")
    kept: list[LevelsResult] = []
    for result in sound:
        if (result.energy - sound[0].energy) * KCAL_PER_HARTREE > _WINDOW or len(kept) == _MOST_CONFORMERS:
            break
        if not any(_are_one(result, other) for other in kept):
            kept.append(result)
    return kept


def _are_one(first: LevelsResult, second: LevelsResult) -> bool:
    if abs(first.energy - second.energy) * KCAL_PER_HARTREE > _SAME_ENERGY:
        return False
    return bool(np.allclose(_moments(first.molecule), _moments(second.molecule), rtol=_SAME_MOMENTS, atol=0.1))


def _moments(molecule: Molecule) -> np.ndarray:
    """The principal second moments of the positions, weighted by atomic number."""
    centred = molecule.positions - np.average(molecule.positions, axis=0, weights=molecule.numbers)
    return np.linalg.eigvalsh((centred * molecule.numbers[:, None]).T @ centred)


def _cross_sections(job: Job, ions: list[Ion], temperature: float) -> tuple[list[float], list[float]]:
    """Cross section and standard error of each ion; estimates are added where the error is still large."""
    estimates: list[list[float]] = [[] for _ in ions]
    crew = Crew(job, sample, "Following trajectories", "trajectories", things="batches")
    wanted, begun = [_FEWEST] * len(ions), 0.0
    while any(wanted):
        items, owners = [], []
        for number, ion in enumerate(ions):
            for more in range(wanted[number]):
                items.append(Sampling(ion, temperature, (job.seed + 1000 * number + len(estimates[number]) + more) % 2**31))
                owners.append(number)
        with job.share(begun, begun := (1 + begun) / 2):
            for owner, value in zip(owners, crew.map(items), strict=True):
                estimates[owner].append(value)
        wanted = [_missing(found) for found in estimates]
    return [float(np.mean(found)) for found in estimates], [_error(found) for found in estimates]


def _error(found: list[float]) -> float:
    return float(np.std(found, ddof=1) / np.sqrt(len(found)))


def _missing(found: list[float]) -> int:
    """How many more estimates bring the error down to the precision; none beyond the most."""
    relative = _error(found) / np.mean(found)
    if relative <= _PRECISION:
        return 0
    needed = int(np.ceil(len(found) * (relative / _PRECISION) ** 2))
    return max(0, min(_MOST, needed) - len(found))


def _row(method: str, count: int) -> dict[str, Any]:
    return {
        "name": "Trajectory method",
        "method": method,
        "engine": "cuvette",
        "engine_version": "1",
        "count_in": count,
        "count_out": count,
    }


def _ensemble(kept: list[LevelsResult], weights: list[float], temperature: float) -> dict[str, Any]:
    return {
        "quantity": "E",
        "unit": "Hartree",
        "temperature": temperature,
        "formula": "w_i = exp(-(X_i-X_0)/RT) / sum",
        "conformers": [
            {
                "degeneracy": 1,
                "weight": round(float(weight), 6),
                "relative_energy_kcal": round((result.energy - kept[0].energy) * KCAL_PER_HARTREE, 4),
                "excluded": None,
            }
            for result, weight in zip(kept, weights, strict=True)
        ],
    }
