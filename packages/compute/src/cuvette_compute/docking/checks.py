"""PoseBusters on a pose: which of its checks of geometry and clashes fail.

Two of its ways are made shorter, and each verdict stays what it would be: atoms that no check looks at are left out of the protein, and the
energy of a pose is first held against few conformers (`_FEW`).
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
from rdkit import Chem

from ..chemistry.perceive import with_conformer
from ..errors import MethodNotAvailable

# A pose is judged as one into a known protein: bonds, angles, planarity, strain, clashes with and distance to the protein.
_CONFIGURATION = "dock"
# Å around the poses within which atoms of the protein are given to the checks, which look at none farther away than 6 Å.
_LOOKED_AT = 7.0
# PoseBusters holds the energy of a pose (UFF) against the mean of 50 conformers, which takes longer than all its other checks. These many
# of them come first. UFF's energies of relaxed molecules are positive, so the mean of all is at least _FEW / 50 of the mean of these: a
# pose within that share of PoseBusters' limit is within the limit itself. Whatever is not is held against all of them.
_FEW = 5
_ENERGY, _ENERGY_FAILED = "energy_ratio", "internal energy"


def posebusters_version() -> str:
    from importlib.metadata import version

    return version("posebusters")


def failed_checks(mol: Chem.Mol, poses: list[np.ndarray], protein: Path) -> list[list[str]]:
    """For each pose (positions in Å, in the order of `mol`'s atoms) the names of the checks that fail. Raises MethodNotAvailable."""
    try:
        from posebusters import PoseBusters
    except ImportError as error:
        raise MethodNotAvailable("PoseBusters does not load here.", detail=str(error)) from error
    mols = [with_conformer(mol, positions) for positions in poses]
    pocket = Chem.MolFromPDBBlock(_near(protein.read_text("utf-8"), poses), sanitize=False, removeHs=False, proximityBonding=False)

    def failing(config: dict[str, Any], judged: list[Chem.Mol]) -> list[list[str]]:
        table = PoseBusters(config=config, max_workers=0).bust(judged, None, pocket)
        return [[words(name) for name, fine in row.items() if fine is not True and bool(fine) is False] for _, row in table.iterrows()]

    whole = PoseBusters(config=_CONFIGURATION, max_workers=0).config
    found = failing(_with_few_conformers(whole), mols)
    doubtful = [index for index, names in enumerate(found) if _ENERGY_FAILED in names]
    if doubtful:
        energy = {**whole, "modules": [module for module in whole["modules"] if module["function"] in ("loading", _ENERGY)]}
        for index, names in zip(doubtful, failing(energy, [mols[index] for index in doubtful]), strict=True):
            if _ENERGY_FAILED not in names:
                found[index].remove(_ENERGY_FAILED)
    return found


def _with_few_conformers(config: dict[str, Any]) -> dict[str, Any]:
    """The configuration with the energy of a pose held against the first few conformers, and so much stricter."""
    changed = copy.deepcopy(config)
    for module in changed["modules"]:
        if module["function"] == _ENERGY:
            parameters = module["parameters"]
            parameters["threshold_energy_ratio"] *= _FEW / parameters["ensemble_number_conformations"]
            parameters["ensemble_number_conformations"] = _FEW
            parameters["num_threads"] = 1
    return changed


def _near(pdb: str, poses: list[np.ndarray]) -> str:
    """The PDB lines of the heavy atoms near a pose; all lines where none is near, so that the distance is judged."""
    from scipy.spatial import cKDTree

    lines = [line for line in pdb.splitlines() if line.startswith(("ATOM", "HETATM")) and line[76:78].strip() not in ("H", "D")]
    places = np.array([[float(line[at : at + 8]) for at in (30, 38, 46)] for line in lines]).reshape(-1, 3)
    near = np.isfinite(cKDTree(np.concatenate(poses)).query(places, distance_upper_bound=_LOOKED_AT)[0])
    kept = [line for line, is_near in zip(lines, near, strict=True) if is_near]
    return "\n".join([*kept, "END", ""]) if kept else pdb


def words(check: str) -> str:
    """The name of a check as words: "minimum_distance_to_protein" -> "minimum distance to protein"."""
    return str(check).replace("_", " ").replace("-", " ")
