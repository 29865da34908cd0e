"""Conformers, the older search: ETKDG and MMFF94 (or CREST), one optimization with the final method in its solvent, weights.

Each mode has fixed numbers: how many geometries are built and kept, the MMFF94 window and the window of the final energies.
"""

from __future__ import annotations

from typing import Any

from ..calculations.levels import Level, level_of, provenance
from ..errors import InputError
from ..methods.settings import canonical
from ..runtime.job import Job
from ..runtime.notes import message
from ..units import KCAL_PER_HARTREE
from . import Result
from .conformer_generation import generate
from .conformer_search import Search
from .conformer_structure import check_limits, generator_settings, read_structure

_COMMON = {"rmsd_cutoff": 0.1, "final_method": "aimnet2_wb97md3", "solvent": "water", "max_energy": 5}
_ETKDG = {
    **_COMMON,
    "num_confs_considered": 100,
    "num_confs_taken": 50,
    "num_initial_confs": 300,
    "max_mmff_energy": 15,
    "max_mmff_iterations": 500,
}
_BY_MODE: dict[str, dict[str, Any]] = {
    "reckless": _ETKDG,
    "rapid": _ETKDG,
    "careful": {**_COMMON, "num_confs_considered": 150, "num_confs_taken": 50, "gfn": "ff"},
    "meticulous": {**_COMMON, "num_confs_considered": 500, "num_confs_taken": 150, "max_energy": 10, "gfn": 2},
}
# The solvent model of a method where the data name only the solvent.
_XTB = ("gfn0_xtb", "gfn1_xtb", "gfn2_xtb", "gfn_ff")


def run(job: Job) -> Result:
    """Run the search. Raises InputError for what cannot run, ConvergenceError when no conformer converges."""
    mode = canonical(job.data.get("mode")) or "rapid"
    mode = "rapid" if mode == "auto" else mode
    if mode not in _BY_MODE:
        raise InputError(f"The mode {mode!r} is not one of {', '.join(_BY_MODE)}.", field="mode")
    chosen = {**_BY_MODE[mode], **{name: value for name, value in (job.data.get("settings") or {}).items() if name != "gfn"}}
    structure = read_structure(job)
    generator = generator_settings({"conf_gen_settings": _generator(mode, chosen)})
    check_limits(structure, generator, {"transition_state": False})
    search = Search(job, structure, generator, [_level(chosen)], prefix="conformers/")
    search.check()
    pool = generate(job, structure, generator)
    conformers = search.optimize(pool)
    sound = search.sound(conformers)
    window = [c for c in sound if (c.energy - sound[0].energy) * KCAL_PER_HARTREE <= float(chosen["max_energy"])]
    messages = list(search.messages)
    if len(window) < len(sound):
        body = f"{len(sound) - len(window)} conformers lie more than {chosen['max_energy']:g} kcal/mol above the lowest."
        messages.append(message("info", "Conformers Outside the Energy Window", body))
    lost = [c for c in conformers if c.excluded is not None]
    if lost:
        reasons = ", ".join(sorted({str(c.excluded) for c in lost}))
        messages.append(message("warning", "Conformers Left Out of the Weights", f"{len(lost)} conformers do not count: {reasons}."))
    ensemble = search.ensemble(window, [])
    values = [
        {"energy": round(conformer.energy, 9), "weight": member["weight"], "uuid": conformer.uuids[-1]}
        for conformer, member in zip(window, ensemble["conformers"], strict=True)
    ]
    record = provenance(
        job,
        [*pool.stages, *search.stages],
        [*pool.deviations, *search.deviations],
        ranking=pool.ranking,
        ensemble=ensemble,
        structure=structure.record(),
    )
    return Result({"conformers": values}, {**record, "seed": job.seed}, messages, search.caveats(len(window)))


def _generator(mode: str, chosen: dict[str, Any]) -> dict[str, Any]:
    """The generator's settings in the words of the newer search."""
    screening = {"rmsd": float(chosen["rmsd_cutoff"])}
    if "gfn" in _BY_MODE[mode]:
        return {"settings_type": "imtd", "mode": mode, "max_confs": chosen["num_confs_taken"], "screening": screening}
    return {
        "settings_type": "etkdg",
        "mode": "manual",
        # Ranked by MMFF94 as they are minimised.
        "conf_opt_method": "none",
        "num_initial_confs": chosen["num_initial_confs"],
        "num_confs_considered": chosen["num_confs_considered"],
        "max_mmff_energy": chosen["max_mmff_energy"],
        "max_mmff_iterations": chosen["max_mmff_iterations"],
        "max_confs": chosen["num_confs_taken"],
        "screening": screening,
    }


def _level(chosen: dict[str, Any]) -> Level:
    """The optimization with the final method, in the solvent by the method's own model."""
    method, solvent = canonical(chosen["final_method"]), canonical(chosen["solvent"]) or None
    model = "alpb" if method in _XTB else "cpcm"
    options = {"constraints": chosen.get("constraints") or [], "transition_state": bool(chosen.get("transition_state"))}
    asked = {
        "method": method,
        "tasks": ["optimize"],
        "mode": "rapid",
        "solvent_settings": {"solvent": solvent, "model": model} if solvent else None,
        "opt_settings": options,
    }
    level = level_of(asked, "settings")
    return Level(level.settings, {**asked, "method": chosen["final_method"]}, "settings")
