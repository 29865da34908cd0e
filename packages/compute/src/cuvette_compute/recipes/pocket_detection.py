"""Pockets of a protein by alpha spheres: pocketeer (C. Harris, MIT), after fpocket (Le Guilloux et al. 2009, 10.1186/1471-2105-10-168).

Hydrogens, water and what is no polymer are left out, as pocketeer does by itself: a pocket is found whether a ligand is in it or not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..calculations.levels import provenance
from ..docking.receptor import job_protein
from ..engines.base import package_version
from ..errors import InputError, MethodNotAvailable
from ..proteins.structure import Entry, atom_name, is_hydrogen, take
from ..runtime.job import Job
from ..runtime.notes import message
from . import Result

_FEWEST_ATOMS = 50


def run(job: Job) -> Result:
    """Find the pockets; raises InputError for a protein without enough atoms, MethodNotAvailable where pocketeer is not installed."""
    settings = job.data.get("settings") or {}
    if settings.get("settings_type", "pocketeer") != "pocketeer":
        raise MethodNotAvailable("MixMD is not available on this worker; choose Pocketeer.", field="settings.settings_type")
    entries = take(job_protein(job, "protein")).of("polymer")
    job.progress("Finding pockets", 0, 1)
    found = pockets_of(entries, float(settings.get("merge_distance", 1.75)))
    messages = []
    if not found:
        body = "No group of buried spheres is large enough to be a pocket. A larger merge distance joins smaller groups."
        messages.append(message("info", "No Pockets", body))
    stage = {
        "name": "Pockets",
        "method": "pocketeer",
        "engine": "pocketeer",
        "engine_version": package_version("pocketeer"),
        "count_in": len(entries),
        "count_out": len(found),
    }
    return Result({"pockets": found}, provenance(job, [stage], []), messages)


def pockets_of(entries: list[Entry], merge_distance: float) -> list[dict[str, Any]]:
    """Pockets of a polymer's residues, the highest score first: spheres and box in Å, volume in Å³, score from 0 to 1, residue numbers."""
    try:
        from pocketeer.api import find_pockets
    except ImportError as error:
        raise MethodNotAvailable("Pocketeer is not installed on this worker.", field="settings.settings_type") from error
    atoms = _atoms(entries)
    if len(atoms) < _FEWEST_ATOMS:
        raise InputError(f"The protein has {len(atoms)} heavy atoms; pockets need {_FEWEST_ATOMS} or more.", field="protein")
    return [_record(pocket, entries) for pocket in find_pockets(atoms, merge_distance=merge_distance)]


def _atoms(entries: list[Entry]):
    """Heavy atoms as biotite's array; the place of a residue in the list stands for its number, which may occur twice."""
    from biotite.structure import AtomArray

    kept = [(index, entry, atom) for index, entry in enumerate(entries) for atom in entry.atoms if not is_hydrogen(atom)]
    array = AtomArray(len(kept))
    array.coord = np.array([[atom[axis] for axis in "xyz"] for _, _, atom in kept], dtype=np.float32).reshape(-1, 3)
    array.res_id = np.array([index for index, _, _ in kept], dtype=int)
    array.chain_id = np.array([entry.chain[:4] for _, entry, _ in kept] or [""], dtype="U4")[: len(kept)]
    array.res_name = np.array([entry.name[:5] for _, entry, _ in kept] or [""], dtype="U5")[: len(kept)]
    array.atom_name = np.array([atom_name(atom)[:6] for _, _, atom in kept] or [""], dtype="U6")[: len(kept)]
    array.element = np.array([str(atom.get("element") or "C").upper()[:2] for _, _, atom in kept] or [""], dtype="U2")[: len(kept)]
    array.hetero = np.zeros(len(kept), dtype=bool)
    return array


def _record(pocket, entries: list[Entry]) -> dict[str, Any]:
    centres = np.array([sphere.center for sphere in pocket.spheres], dtype=float)
    radii = np.array([sphere.radius for sphere in pocket.spheres], dtype=float)
    low, high = (centres - radii[:, None]).min(axis=0), (centres + radii[:, None]).max(axis=0)
    numbers = {entries[index].number for _, index, _ in pocket.residues}
    return {
        "sphere_centers": np.round(centres, 3).tolist(),
        "sphere_radii": np.round(radii, 3).tolist(),
        "volume": round(float(pocket.volume), 2),
        "score": round(float(pocket.score), 4),
        "pocket_center": np.round((low + high) / 2, 3).tolist(),
        "pocket_sides": np.round(high - low, 3).tolist(),
        "residue_numbers": sorted(number for number in numbers if number is not None and number >= 0),
    }
