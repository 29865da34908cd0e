"""PoseBusters on a pose: which of its checks of geometry and clashes fail."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from rdkit import Chem

from ..chemistry.perceive import with_conformer
from ..errors import MethodNotAvailable

# A pose is judged as one into a known protein: bonds, angles, planarity, strain, clashes with and distance to the protein.
_CONFIGURATION = "dock"


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
        mols, None, Chem.MolFromPDBFile(str(protein), sanitize=False, removeHs=False)
    )
    return [[words(name) for name, fine in row.items() if fine is not True and bool(fine) is False] for _, row in table.iterrows()]


def words(check: str) -> str:
    """The name of a check as words: "minimum_distance_to_protein" -> "minimum distance to protein"."""
    return str(check).replace("_", " ").replace("-", " ")
