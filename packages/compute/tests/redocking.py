"""Complexes that tests redock: the pocket's residues, the ligand and its crystal pose.

Four are inside PoseBusters' wheel; the fifth is TYK2 with the cyclopropyl amide of its crystal structure, from the test data of core.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdMolAlign
from test_protein import pdb_object

from cuvette_compute.chemistry.perceive import mol_from_molecule
from cuvette_compute.structures.molecule import molecule_from_json

_SEGMENTS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


TYK2 = "tyk2"
_FIXTURES = Path(__file__).resolve().parents[2] / "core/src/chemistry/fixtures"


@cache
def _folder(code: str) -> Path:
    import posebusters

    return Path(posebusters.__file__).parent / "datasets" / "pdb" / code


def crystal_ligand(code: str) -> Chem.Mol:
    """The ligand as it lies in the crystal, without hydrogens."""
    if code == TYK2:
        with gzip.open(_FIXTURES / "tyk2_ligands.sdf.gz") as file:
            return next(mol for mol in Chem.ForwardSDMolSupplier(file) if mol.GetProp("_Name") == "ejm_46")
    return Chem.MolFromMolFile(str(_folder(code) / f"{code}_ligand.sdf"))


def pocket_of(code: str) -> list[list[float]]:
    """A box around the crystal ligand: centre and edges in Å."""
    places = crystal_ligand(code).GetConformer().GetPositions()
    low, high = places.min(axis=0), places.max(axis=0)
    return [((low + high) / 2).round(3).tolist(), np.maximum(high - low + 7, 14).round(3).tolist()]


def _protein_lines(code: str) -> list[str]:
    if code == TYK2:
        return gzip.decompress((_FIXTURES / "tyk2_structure.pdb.gz").read_bytes()).decode().splitlines()
    return (_folder(code) / f"{code}_protein_one_lig_removed.pdb").read_text().splitlines()


def protein_of(code: str, reach: float = 8.0, *, bridged: int = 0) -> dict[str, Any]:
    """The residues within `reach` Å of the crystal ligand; each run of neighbours is a chain of its own, so that all can be prepared.

    With `bridged`, this many residues on both sides of each are kept too: no residue is then alone; ff14SB has no template for such a one.
    """
    ligand = crystal_ligand(code).GetConformer().GetPositions()
    residues: dict[str, list[str]] = {}
    for line in _protein_lines(code):
        if line[:6] in ("ATOM  ", "HETATM"):
            residues.setdefault(line[17:27], []).append(line.ljust(80))

    def near(lines: list[str]) -> bool:
        at = np.array([[float(line[start : start + 8]) for start in (30, 38, 46)] for line in lines])
        return bool(np.linalg.norm(at[:, None] - ligand[None], axis=2).min() < reach)

    wanted = {key for key, lines in residues.items() if near(lines)}
    if bridged:
        names = [key for key, lines in residues.items() if lines[0].startswith("ATOM")]
        wanted |= {key for index, key in enumerate(names) if wanted & set(names[max(0, index - bridged) : index + bridged + 1])}
    kept, segment, last = [], -1, None
    for key, lines in residues.items():
        if key in wanted:
            number, chain, protein = int(lines[0][22:26]), lines[0][21], lines[0].startswith("ATOM")
            if not protein or (chain, number - 1) != last:
                segment += 1
            last = (chain, number) if protein else None
            for line in lines:
                element = line[76:78].strip() or line[12:14].strip(" 0123456789")[:1]
                kept.append(f"{line[:21]}{_SEGMENTS[segment]}{line[22:54]}  1.00  0.00{line[66:76]}{element:>2}")
    return pdb_object("\n".join(kept))


def distance_to_crystal(code: str, pose: dict[str, Any]) -> float:
    """RMSD (Å) of the heavy atoms of a pose on the wire to the crystal ligand where they lie, symmetric atoms matched."""
    mol = Chem.RemoveAllHs(mol_from_molecule(molecule_from_json(pose)))
    return rdMolAlign.CalcRMS(mol, crystal_ligand(code))
