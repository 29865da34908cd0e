"""Conformer search, second part: candidate geometries by ETKDG and MMFF94, and their ranking."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rdkit import Chem

from .. import engines
from ..chemistry.embed import batches, embed, embed_at_random, embed_batch, minimise, require_mmff94, with_conformers
from ..chemistry.ensemble import ENERGY_TOLERANCE_BY_MODE, ROTATIONAL_TOLERANCE_BY_MODE, Comparer, Thresholds
from ..chemistry.identity import connectivity_change, reference_bonds
from ..chemistry.monte_carlo import MonteCarlo
from ..chemistry.openconf_ensemble import MOST_CONFORMERS, openconf_ensemble, openconf_version
from ..engines.crest import crest_version, sample
from ..engines.xtb_program import optimize_natively
from ..errors import ConvergenceError, InputError, MethodNotAvailable, RandomError
from ..methods.settings import complete_settings, method_title
from ..runtime.job import Job, now_iso
from ..runtime.parallel import each
from ..structures.molecule import Molecule, molecule_from_json
from ..units import KCAL_PER_HARTREE
from .conformer_structure import WITHOUT_CREST, Structure

GENERATORS = {"lyrebird": "Lyrebird"}
_RANKING_LEVEL = "loose"  # xtb's own optimizer levels; candidates are only sorted here, not yet results
_BUILDING, _MINIMISING = "Building conformers (ETKDG)", "Minimising conformers with MMFF94"
# So many geometries are minimised in one piece of work.
_PART = 8


@dataclass
class Pool:
    """Candidate geometries (Angstrom) by rank, and what was done to get them."""

    positions: list[np.ndarray]
    stages: list[dict[str, Any]]
    ranking: dict[str, Any] | None
    deviations: list[dict[str, str]]


def screening_thresholds(settings: dict[str, Any], mode: str) -> Thresholds:
    """The screening numbers of the settings; where there are none, 2 % and 0.25 Angstrom.

    In the loose modes the same conformer comes out with somewhat different energies and shapes, so those defaults are wider there.
    """
    screening = settings.get("screening") or {}

    def number(name: str, default: float) -> float:
        value = screening.get(name)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else default

    return Thresholds(
        number("rotational_constants_threshold", ROTATIONAL_TOLERANCE_BY_MODE[mode]),
        number("rmsd", 0.25),
        number("energy_threshold", ENERGY_TOLERANCE_BY_MODE[mode]),
    )


def generate(job: Job, structure: Structure, settings: dict[str, Any]) -> Pool:
    """Candidates in the order of the ranking method, at most `max_confs`."""
    if job.data.get("initial_conformers"):
        return _given_conformers(job, structure)
    kind = settings["settings_type"]
    if kind == "imtd":
        return _sample_with_crest(job, structure, settings)
    if kind not in ("etkdg", "monte_carlo_multiple_minimum", "openconf") or (kind == "openconf" and openconf_version() is None):
        name = GENERATORS.get(kind, kind)
        raise MethodNotAvailable(
            f"The conformer generator {name} is not available on this server. Available: {WITHOUT_CREST}.",
            field="conf_gen_settings",
        )
    try:
        require_mmff94(structure.mol)
    except InputError as error:
        error.field = "initial_molecule" if structure.given_geometry else "initial_smiles"
        raise
    if kind == "monte_carlo_multiple_minimum":
        pool = _rank(job, structure, settings, *_by_monte_carlo(job, structure, settings))
        asked = (settings.get("energy_settings") or {}).get("method") or "mmff94"
        if asked != "mmff94":
            what = f"Monte Carlo search with MMFF94 instead of {method_title(asked)}"
            pool.deviations.append({"what": what, "reason": "The Monte Carlo search of this server minimises with MMFF94."})
        return pool
    if kind == "openconf":
        return _by_openconf(job, structure, settings)
    return _rank(job, structure, settings, *_by_embedding(job, structure, settings))


def _given_conformers(job: Job, structure: Structure) -> Pool:
    """The conformers that the job brings, in their order. Raises InputError for one that is another molecule."""
    bonds = reference_bonds(structure.molecule, structure.mol)
    positions = []
    for index, given in enumerate(job.data["initial_conformers"]):
        molecule = molecule_from_json(given)
        same = list(molecule.numbers) == list(structure.molecule.numbers)
        if not same or connectivity_change(structure.molecule, molecule.positions, bonds)["changed"]:
            words = f"Conformer {index + 1} is another molecule than the first one: atoms, their order and their bonds must be the same."
            raise InputError(words, field=f"initial_conformers.{index}")
        positions.append(molecule.positions)
    return Pool(positions, [], None, [])


def _sample_with_crest(job: Job, structure: Structure, settings: dict[str, Any]) -> Pool:
    """Candidates by CREST's metadynamics, from the given geometry or from a first one built here."""
    try:
        version = crest_version()
    except MethodNotAvailable as error:
        raise MethodNotAvailable(
            f"The conformer modes careful and meticulous need CREST: {error.reason} Available: {WITHOUT_CREST}.",
            field="conf_gen_mode",
        ) from error
    if job.data.get("constraints") or settings.get("constraints"):
        raise MethodNotAvailable("Constraints during CREST's sampling are not available on this server.", field="constraints")
    start = structure.molecule if structure.given_geometry or structure.fragments > 1 else quick_structure_of(structure, job.seed)
    inputs = {"molecule": start.to_json(), "settings": {k: v for k, v in settings.items() if k != "max_confs"}}
    with job.share(0.0, 0.2):
        job.progress("Sampling conformers with CREST", 0, 1)
        record = job.step("crest", inputs, lambda: _crest_record(job, start, settings))
    positions = [np.array(p) for p in record["positions"]]
    limit = settings["max_confs"] or len(positions)
    method = settings.get("mtd_method") or "gfn_ff"
    title = f"CREST sampling with {method_title(method)}"
    stage = _stage_record(title, method, "crest", version, 1, min(limit, len(positions)), record["seconds"])
    ranking = {"requested": settings["conf_opt_method"], "ran": method, "reason": "CREST ranks with its sampling method."}
    return Pool(positions[:limit], [stage], ranking, [])


def quick_structure_of(structure: Structure, seed: int) -> Molecule:
    """A first geometry in the structure's atom order."""
    mol = embed(structure.mol, 1, seed)
    return structure.molecule.at(mol.GetConformer().GetPositions())


def _crest_record(job: Job, start: Molecule, settings: dict[str, Any]) -> dict[str, Any]:
    started = time.perf_counter()
    directory = job.new_directory("crest")
    try:
        frames = sample(directory, start, settings, job.threads)
    finally:
        remove_tree(directory)
    return {"positions": [np.round(positions, 8).tolist() for positions, _ in frames], "seconds": time.perf_counter() - started}


def _stage_record(name: str, method: str, engine: str, version: str, count_in: int, count_out: int, seconds: float) -> dict[str, Any]:
    return {
        "name": name,
        "method": method,
        "engine": engine,
        "engine_version": version,
        "count_in": count_in,
        "count_out": count_out,
        "seconds": round(seconds, 3),
    }


def _candidates(job: Job, structure: Structure, settings: dict[str, Any]) -> dict[str, Any]:
    inputs = {
        "smiles": structure.smiles_ran,
        "molecule": structure.molecule.to_json() if structure.given_geometry else None,
        "settings": {
            k: settings[k] for k in ("num_initial_confs", "num_confs_considered", "max_mmff_iterations", "max_mmff_energy", "screening")
        },
        "seed": job.seed,
    }
    with job.share(0.0, 0.06):
        return job.step("generate", inputs, lambda: _embed_and_minimise(job, structure, settings))


def _embed_and_minimise(job: Job, structure: Structure, settings: dict[str, Any]) -> dict[str, Any]:
    started, started_at = time.perf_counter(), now_iso()
    wanted = settings["num_initial_confs"]
    starts = _embedded(job, structure.mol, wanted)
    built, embed_seconds = len(starts), time.perf_counter() - started
    if structure.given_geometry:
        starts.append(structure.molecule.positions)
    job.progress(_MINIMISING, 0, len(starts), 0.5)
    positions, energies = _minimised(job, structure.mol, starts, settings["max_mmff_iterations"])
    bonds = reference_bonds(structure.molecule, structure.mol)
    sound = [i for i in np.argsort(energies, kind="stable") if not connectivity_change(structure.molecule, positions[i], bonds)["changed"]]
    if not sound:
        raise ConvergenceError("No sound geometry could be built from this structure.")
    window = settings["max_mmff_energy"]
    inside = [i for i in sound if window is None or energies[i] - energies[sound[0]] <= window]
    comparer = Comparer(structure.molecule, structure.mol, structure.achiral, screening_thresholds(settings, "careful"))
    entries = [comparer.entry(int(i), positions[i], float(energies[i]) / KCAL_PER_HARTREE) for i in inside]
    kept = comparer.unique(entries)[: settings["num_confs_considered"]]
    job.progress(_MINIMISING, len(positions), len(positions), 1.0)
    return {
        "positions": [np.round(entry.positions, 8).tolist() for entry in kept],
        "energies": [entry.energy * KCAL_PER_HARTREE for entry in kept],
        "wanted": wanted,
        "built": built,
        "minimised": len(positions),
        "embed_seconds": embed_seconds,
        "minimise_seconds": time.perf_counter() - started - embed_seconds,
        "started_at": started_at,
    }


def _embedded(job: Job, mol: Chem.Mol, wanted: int) -> list[np.ndarray]:
    """Geometries by distance geometry, up to as many as are wanted. Raises ConvergenceError."""
    job.progress(_BUILDING, 0, wanted, 0.0)
    parts = [(mol, start, count, wanted) for start, count in batches(wanted)]
    with job.share(0.0, 0.5):
        built = [positions for part in each(job, embed_part, parts, _BUILDING, "embedding", things="batches") for positions in part]
        return built or embed_at_random(mol, wanted, job.seed, job.threads)


def embed_part(job: Job, part: tuple[Chem.Mol, int, int, int]) -> list[np.ndarray]:
    """The geometries of one batch of so many."""
    mol, start, count, wanted = part
    positions = embed_batch(mol, start, count, job.seed, job.threads)
    job.progress(_BUILDING, start + count, wanted, 1.0)
    return positions


def _minimised(job: Job, mol: Chem.Mol, starts: list[np.ndarray], iterations: int) -> tuple[list[np.ndarray], np.ndarray]:
    """The geometries after MMFF94, and their energies in kcal/mol."""
    parts = [(mol, starts[first : first + _PART], iterations) for first in range(0, len(starts), _PART)]
    with job.share(0.5, 1.0):
        done = each(job, minimise_part, parts, _MINIMISING, "minimisation", things="batches")
    return [positions for part, _ in done for positions in part], np.concatenate([energies for _, energies in done])


def minimise_part(job: Job, part: tuple[Chem.Mol, list[np.ndarray], int]) -> tuple[list[np.ndarray], np.ndarray]:
    """Some of the geometries after MMFF94, and their energies in kcal/mol."""
    mol, starts, iterations = part
    work = with_conformers(mol, starts)
    energies = minimise(work, job.threads, iterations)
    return [conformer.GetPositions() for conformer in work.GetConformers()], energies


def _by_embedding(job: Job, structure: Structure, settings: dict[str, Any]) -> tuple[list[np.ndarray], list[dict[str, Any]]]:
    """Candidates by distance geometry and MMFF94, and the stages of their making."""
    pool, rdkit = _candidates(job, structure, settings), engines.engine_of("mmff94")
    positions = [np.array(p) for p in pool["positions"]]
    return positions, [
        _stage_record("ETKDGv3 embedding", "etkdg", rdkit.name, rdkit.version(), pool["wanted"], pool["built"], pool["embed_seconds"]),
        _stage_record(
            "MMFF94 minimisation", "mmff94", rdkit.name, rdkit.version(), pool["minimised"], len(positions), pool["minimise_seconds"]
        ),
    ]


def _by_monte_carlo(job: Job, structure: Structure, settings: dict[str, Any]) -> tuple[list[np.ndarray], list[dict[str, Any]]]:
    """Candidates by Monte Carlo multiple minimum search, and the stage of their making. Its energies are MMFF94's."""
    start = structure.molecule if structure.given_geometry or structure.fragments > 1 else quick_structure_of(structure, job.seed)
    names = ("num_monte_carlo_iterations", "rmsd_threshold", "energy_window")
    inputs = {"molecule": start.to_json(), "settings": {name: settings[name] for name in names}, "seed": job.seed}
    with job.share(0.0, 0.06):
        record = job.step("monte-carlo", inputs, lambda: _monte_carlo_record(job, structure, start, settings))
    positions, rdkit, steps = [np.array(p) for p in record["positions"]], engines.engine_of("mmff94"), record["steps"]
    title = "Monte Carlo multiple minimum search with MMFF94"
    return positions, [_stage_record(title, "mmff94", rdkit.name, rdkit.version(), steps, len(positions), record["seconds"])]


def _monte_carlo_record(job: Job, structure: Structure, start: Molecule, settings: dict[str, Any]) -> dict[str, Any]:
    started, steps = time.perf_counter(), int(settings["num_monte_carlo_iterations"])
    bonds = reference_bonds(structure.molecule, structure.mol)
    words = (
        "Turning bonds at random (Monte Carlo)" if structure.fragments < 2 else "Moving molecules and turning bonds at random (Monte Carlo)"
    )
    found = MonteCarlo(
        structure.mol,
        steps,
        float(settings["energy_window"]),
        float(settings["rmsd_threshold"]),
        job.seed,
        lambda positions: not connectivity_change(structure.molecule, positions, bonds)["changed"],
        lambda done: job.progress(words, done, steps),
    ).run(start.positions)
    if not found:
        raise ConvergenceError("No sound geometry could be built from this structure.")
    kept = found[: settings["num_confs_considered"]]
    return {"positions": [np.round(p, 8).tolist() for p, _ in kept], "steps": steps, "seconds": time.perf_counter() - started}


def _by_openconf(job: Job, structure: Structure, settings: dict[str, Any]) -> Pool:
    """Candidates by openconf in the order of its own energies: its settings name no other ranking."""
    names = ("n_steps", "energy_window_kcal", "parent_strategy", "final_select", "do_final_refine", "max_confs")
    start = structure.molecule if structure.given_geometry else None
    inputs = {
        "smiles": structure.smiles_ran,
        "molecule": start.to_json() if start else None,
        "settings": {name: settings.get(name) for name in names},
        "seed": job.seed,
    }
    with job.share(0.0, 0.2):
        job.progress("Searching conformers with openconf", 0, 1)
        record = job.step("openconf", inputs, lambda: _openconf_record(job, structure, settings))
    positions = [np.array(p) for p in record["positions"]]
    wanted = settings.get("max_confs") or MOST_CONFORMERS
    stage = _stage_record("openconf", "mmff94s", "openconf", openconf_version() or "", wanted, len(positions), record["seconds"])
    return Pool(positions, [stage], {"requested": "mmff94s", "ran": "mmff94s", "reason": None}, [])


def _openconf_record(job: Job, structure: Structure, settings: dict[str, Any]) -> dict[str, Any]:
    started = time.perf_counter()
    mol = with_conformers(structure.mol, [structure.molecule.positions]) if structure.given_geometry else structure.mol
    found, _ = openconf_ensemble(mol, settings, job.seed, job.threads)
    bonds = reference_bonds(structure.molecule, structure.mol)
    sound = [positions for positions in found if not connectivity_change(structure.molecule, positions, bonds)["changed"]]
    if not sound:
        raise ConvergenceError("No sound geometry could be built from this structure.")
    return {"positions": [np.round(p, 8).tolist() for p in sound], "seconds": time.perf_counter() - started}


def _rank(job: Job, structure: Structure, settings: dict[str, Any], positions: list[np.ndarray], stages: list[dict[str, Any]]) -> Pool:
    """Candidates in the order of the ranking method; `stages` is how they were made."""
    rdkit = engines.engine_of("mmff94")
    limit = settings["max_confs"] or len(positions)
    method = settings["conf_opt_method"]
    if method == "none":
        return Pool(positions[:limit], stages, {"requested": "mmff94", "ran": "mmff94", "reason": None}, [])
    if not engines.is_available(method):
        reason = f"{method_title(method)} is not available on this worker."
        what = f"conformers ranked with MMFF94 instead of {method_title(method)}"
        stages.append(
            _stage_record(
                "Ranking by MMFF94 energy", "mmff94", rdkit.name, rdkit.version(), len(positions), min(limit, len(positions)), 0.0
            )
        )
        ranking = {"requested": method, "ran": "mmff94", "reason": reason}
        return Pool(positions[:limit], stages, ranking, [{"what": what, "reason": reason}])
    with job.share(0.06, 0.2):
        ranked, seconds, lost = _rank_with(job, structure, settings, method, positions)
    engine = engines.engine_of(method)
    stages.append(
        _stage_record(
            f"Ranking with {method_title(method)}", method, engine.name, engine.version(), len(positions), min(limit, len(ranked)), seconds
        )
    )
    deviations = []
    if lost:
        deviations.append(
            {"what": f"{lost} candidates left out of the ranking", "reason": f"{method_title(method)} failed or changed their bonds."}
        )
    return Pool(ranked[:limit], stages, {"requested": method, "ran": method, "reason": None}, deviations)


def _rank_with(job: Job, structure: Structure, settings, method: str, positions: list[np.ndarray]) -> tuple[list[np.ndarray], float, int]:
    """Candidates optimized loosely with the ranking method, unique ones by energy; the seconds; how many were lost."""
    comparer = Comparer(structure.molecule, structure.mol, structure.achiral, screening_thresholds(settings, "rapid"))
    bonds = reference_bonds(structure.molecule, structure.mol)
    entries, seconds, lost, last_error = [], 0.0, 0, None
    candidates = [(structure, method, start, index, len(positions)) for index, start in enumerate(positions)]
    records = each(job, _ranked, candidates, f"Ranking conformers with {method_title(method)}", "ranking", things="conformers")
    for index, record in enumerate(records):
        seconds += record["seconds"]
        if record["positions"] is None:
            lost, last_error = lost + 1, record["error"]
            continue
        geometry = np.array(record["positions"])
        if connectivity_change(structure.molecule, geometry, bonds)["changed"]:
            lost += 1
            continue
        entries.append(comparer.entry(index, geometry, record["energy"]))
    if not entries:
        raise ConvergenceError(
            f"{method_title(method)} could not optimize any of the {len(positions)} candidate conformers.", detail=last_error
        )
    return [entry.positions for entry in comparer.unique(entries)], seconds, lost


def _ranked(job: Job, candidate: tuple[Structure, str, np.ndarray, int, int]) -> dict[str, Any]:
    """One candidate's loose optimization, as a step of the job."""
    structure, method, start, index, count = candidate
    job.progress(f"Ranking conformer {index + 1} of {count} with {method_title(method)}", 0, 1)
    molecule = structure.molecule.at(start)
    inputs = {"molecule": molecule.to_json(), "method": method, "level": _RANKING_LEVEL}
    return job.step(f"rank/{index}", inputs, lambda: _rank_one(job, structure, molecule, method))


def _rank_one(job: Job, structure: Structure, molecule, method: str) -> dict[str, Any]:
    started = time.perf_counter()
    directory: Path | None = None
    try:
        if engines.engine_of(method).name == "xtb":
            directory = job.new_directory("rank")
            geometry, energy = optimize_natively(directory, molecule, method, _RANKING_LEVEL, job.threads)
        else:
            from ..optimization.optimize import optimize

            settings = complete_settings({"method": method, "mode": "reckless"}, "conf_gen_settings.conf_opt_method")
            calculator = engines.calculator(settings, molecule, job, mol=structure.mol)
            last = optimize(molecule, calculator, settings, [], job.directory).frames[-1]
            geometry, energy = last.positions, last.energy
        return {"positions": np.round(geometry, 8).tolist(), "energy": energy, "seconds": time.perf_counter() - started, "error": None}
    except (ConvergenceError, RandomError) as error:
        return {"positions": None, "energy": None, "seconds": time.perf_counter() - started, "error": error.detail or error.message}
    finally:
        if directory is not None:
            remove_tree(directory)


def remove_tree(directory: Path) -> None:
    """Remove an engine's directory: hundreds of them add up."""
    import shutil

    shutil.rmtree(directory, ignore_errors=True)
