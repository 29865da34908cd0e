"""A small complex that dynamics runs in seconds: eight residues of a crystal structure with a molecule of formamide beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from test_protein import pdb_object

SMILES = "NC=O"


def _lines() -> list[str]:
    import posebusters

    path = Path(posebusters.__file__).parent / "datasets" / "pdb" / "1ia1" / "1ia1_protein_one_lig_removed.pdb"
    return [line for line in path.read_text().splitlines() if line.startswith("ATOM") and line[21] == "A"]


def complex_lines(first: int, last: int) -> list[str]:
    """Lines of the heavy atoms of these residues of the crystal structure."""
    wanted = range(first, last + 1)
    return [line for line in _lines() if int(line[22:26]) in wanted and line[76:78].strip() != "H"]


def small_complex(
    *, first: int = 60, last: int = 65, beside: int | None = None, without: tuple[int, ...] = (), distance: float = 4.0
) -> dict[str, Any]:
    """The residues with heavy atoms alone, and formamide at this distance (Å) from the outermost atom (of one residue, if named)."""
    wanted = set(range(first, last + 1)) - set(without)
    kept = [line for line in _lines() if int(line[22:26]) in wanted and line[76:78].strip() != "H"]
    at = np.array([[float(line[start : start + 8]) for start in (30, 38, 46)] for line in kept])
    centre = at.mean(axis=0)
    choice = np.array([beside in (None, int(line[22:26])) for line in kept])
    far = int(np.where(choice, np.linalg.norm(at - centre, axis=1), 0).argmax())
    outward = (at[far] - centre) / np.linalg.norm(at[far] - centre)
    side = np.cross(outward, [0.0, 0.0, 1.0])
    side /= np.linalg.norm(side)
    carbon = at[far] + distance * outward
    places = {"C1": carbon, "O1": carbon + 1.22 * outward, "N1": carbon + 1.36 * (-0.5 * outward + 0.87 * side)}
    lines = [f"{line[:54]}  1.00  0.00          {line[76:78]}" for line in kept]
    for index, (atom, (x, y, z)) in enumerate(places.items()):
        lines.append(f"HETATM{9000 + index:5d}  {atom:<3} LIG L   1    {x:8.3f}{y:8.3f}{z:8.3f}  1.00  0.00           {atom[0]}")
    return pdb_object("\n".join(lines))
