"""PoseBusters on a pose: which of its checks of geometry and clashes fail.

Three of its ways are made shorter, and each verdict stays what it would be: atoms that no check looks at are left out of the protein,
checks against a kind of atom that the protein lacks (waters, cofactors) are left out, and the energy of a pose is first held against few
conformers.
"""

from __future__ import annotations

import copy
import math
from functools import cache
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
# of them come first. UFF's energies of relaxed molecules are positive, so the mean of all is at least k / 50 of the mean of the first k: a
# pose within that share of PoseBusters' limit is within the limit itself. Whatever is not is held against more, at last against all.
_FEW = 3
_ENERGY, _ENERGY_FAILED, _ENERGY_RATIO = "energy_ratio", "internal energy", "energy_ratio"
# Verdicts that are "fine" where the protein has no atom of the kind that a check looks at.
_FINE_WITHOUT_ATOMS = {"no_clashes", "no_volume_clash"}


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

    def judged(config: dict[str, Any], some: list[Chem.Mol]) -> list[tuple[list[str], float]]:
        """Return for each pose the names of the checks that fail, and its energy as a multiple of that of the conformers."""
        busters = PoseBusters(config=config, max_workers=0)
        table = busters.bust(some, None, pocket, full_report=True)
        chosen = {name for module in config["modules"] for name in _columns(module)}
        rows = [row for _, row in table.iterrows()]
        return [
            ([words(name) for name, fine in row.items() if name in chosen and fine is not True and bool(fine) is False],
             float(row[_ENERGY_RATIO]))
            for row in rows
        ]  # fmt: skip

    whole = _configuration()
    (energy,) = (module for module in whole["modules"] if module["function"] == _ENERGY)
    only_energy = {**whole, "modules": [module for module in whole["modules"] if module["function"] in ("loading", _ENERGY)]}
    found = judged(_with_conformers({**whole, "modules": _needed(whole["modules"], pocket)}, _FEW), mols)
    for count in (None, energy["parameters"]["ensemble_number_conformations"]):
        doubtful = [index for index, (names, _) in enumerate(found) if _ENERGY_FAILED in names]
        if not doubtful:
            break
        again = judged(_with_conformers(only_energy, count or _enough(energy, [found[index][1] for index in doubtful])),
                       [mols[index] for index in doubtful])  # fmt: skip
        for index, (names, ratio) in zip(doubtful, again, strict=True):
            others = [name for name in found[index][0] if name != _ENERGY_FAILED or name in names]
            found[index] = (others, ratio)
    return [names for names, _ in found]


@cache
def _configuration() -> dict[str, Any]:
    from posebusters import PoseBusters

    return PoseBusters(config=_CONFIGURATION, max_workers=0).config


def _columns(module: dict[str, Any]) -> list[str]:
    """The columns of a module's verdicts in PoseBusters' table."""
    renamed, suffix = module.get("rename_outputs", {}), module.get("rename_suffix", "")
    chosen = module.get("chosen_binary_test_output", [])
    return [str(renamed.get(name, name + suffix)).lower().replace(" ", "_") for name in chosen]


def _needed(modules: list[dict[str, Any]], pocket: Chem.Mol) -> list[dict[str, Any]]:
    """The modules without those that look at atoms of which the pocket has none, and are fine then."""
    from posebusters.tools.protein import get_atom_type_mask

    def looks_at_none(module: dict[str, Any]) -> bool:
        ignored = module.get("parameters", {}).get("ignore_types")
        if ignored is None or not set(module["chosen_binary_test_output"]) <= _FINE_WITHOUT_ATOMS:
            return False
        return not any(get_atom_type_mask(pocket, ignored))

    return [module for module in modules if not looks_at_none(module)]


def _enough(energy: dict[str, Any], ratios: list[float]) -> int:
    """How many conformers show that poses of these energy ratios are within PoseBusters' limit, with some to spare."""
    every, limit = energy["parameters"]["ensemble_number_conformations"], energy["parameters"]["threshold_energy_ratio"]
    worst = max(ratios)
    count = math.ceil(1.2 * worst / limit * every) + 1 if math.isfinite(worst) else every
    return count if count < every / 2 else every


def _with_conformers(config: dict[str, Any], count: int) -> dict[str, Any]:
    """The configuration with the energy of a pose held against the first `count` conformers, and so much stricter."""
    changed = copy.deepcopy(config)
    for module in changed["modules"]:
        if module["function"] == _ENERGY:
            parameters = module["parameters"]
            parameters["threshold_energy_ratio"] *= count / parameters["ensemble_number_conformations"]
            parameters["ensemble_number_conformations"] = count
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
