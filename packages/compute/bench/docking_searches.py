"""How often a run of Vina (exhaustiveness 1) finds the best pose of all, in complexes of known structure.

Writes points/docking_searches.json.

From this the default was chosen: four searches of two runs each, three of which must agree, with more runs where they do not. `found`
counts runs with a pose within 2 Å and 0.5 kcal/mol of the best one; `rmsd` (Å) is the distance of that best pose from the crystal's: that
searches agree does not mean that the scoring function is right (1uou).

Run in packages/compute: PYTHONPATH=src:tests .venv/bin/python bench/docking_searches.py [runs]
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

from rdkit import Chem
from rdkit.Chem import rdMolAlign
from redocking import crystal_ligand, pocket_of, protein_of

from cuvette_compute.chemistry.embed import quick_structure
from cuvette_compute.chemistry.perceive import with_conformer
from cuvette_compute.chemistry.smiles import parse
from cuvette_compute.docking.agreement import found_by
from cuvette_compute.docking.box import read_box
from cuvette_compute.docking.ligand import ligand_pdbqt, poses_from_pdbqt
from cuvette_compute.docking.receptor import prepare_receptor
from cuvette_compute.docking.search import Search, Settings

COMPLEXES = ("1ia1", "1of6", "1s3v", "1uou")
SETTINGS = Settings(max_poses=4, scoring_function="vinardo", exhaustiveness=1)
POINTS = Path(__file__).parent / "points" / "docking_searches.json"


def runs_of(code: str, count: int) -> list[object]:
    """The complex, its runs, those that found the best pose, its score (kcal/mol, Vinardo) and its RMSD from the crystal's (Å)."""
    box = read_box(pocket_of(code))
    receptor = prepare_receptor(protein_of(code), box)
    mol = Chem.AddHs(parse(Chem.MolToSmiles(crystal_ligand(code))))
    text = ligand_pdbqt(mol, quick_structure(Chem.RemoveHs(mol), 42).positions)
    searches = []
    for seed in range(1, count + 1):
        found = Search(receptor.pdbqt, box, SETTINGS, seed, 1, Path(tempfile.mkdtemp()), text).dock(text)
        places = poses_from_pdbqt(found["poses"], mol)
        searches.append([{"score": score, "positions": place} for score, place in zip(found["scores"], places, strict=True)])
    best = min((pose for search in searches for pose in search), key=lambda pose: pose["score"])
    apart = rdMolAlign.CalcRMS(Chem.RemoveAllHs(with_conformer(mol, best["positions"])), crystal_ligand(code))
    return [code, count, found_by(mol, best, searches), best["score"], round(apart, 2)]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    points = [runs_of(code, count) for code in COMPLEXES]
    versions = {name: version(name) for name in ("vina", "meeko")}
    lines = ",\n".join(f"  {json.dumps(point)}" for point in points)
    head = json.dumps({"ran": time.strftime("%Y-%m-%d"), "versions": versions})[:-1]
    POINTS.write_text(f'{head}, "columns": ["complex", "runs", "found", "score", "rmsd"], "points": [\n{lines}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main()
