"""PoseBusters on a pose: which of its checks of geometry and clashes fail."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from rdkit import Chem

from ..chemistry.perceive import with_conformer
from ..errors import MethodNotAvailable

# A pose is judged as one into a known protein: bonds, angles, planarity, strain, clashes with and distance to the protein.
_CONFIGURATION = "dock"
# Å around the poses within which residues are looked at: the checks feel no atom farther away than 6 Å, and walk through all that they get.
_LOOKED_AT = 12.0


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
    table = PoseBusters(config=_CONFIGURATION, max_workers=0).bust(
        mols, None, Chem.MolFromPDBBlock(_near(protein.read_text("utf-8"), poses), sanitize=False, removeHs=False)
    )
    return [[words(name) for name, fine in row.items() if fine is not True and bool(fine) is False] for _, row in table.iterrows()]


def _near(pdb: str, poses: list[np.ndarray]) -> str:
    """The PDB text of the residues near a pose; all of it where none is near, so that the distance is judged."""
    from scipy.spatial import cKDTree

    residues: dict[str, list[str]] = {}
    for line in pdb.splitlines():
        if line.startswith(("ATOM", "HETATM")):
            residues.setdefault(line[17:27], []).append(line)
    tree = cKDTree(np.concatenate(poses))
    kept = []
    for lines in residues.values():
        places = [[float(line[at : at + 8]) for at in (30, 38, 46)] for line in lines]
        if np.isfinite(tree.query(places, distance_upper_bound=_LOOKED_AT)[0]).any():
            kept += lines
    return "\n".join([*kept, "END", ""]) if kept else pdb


def words(check: str) -> str:
    """The name of a check as words: "minimum_distance_to_protein" -> "minimum distance to protein"."""
    return str(check).replace("_", " ").replace("-", " ")
