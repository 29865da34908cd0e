"""Docking and batch docking against bare Vina calls with the same input; prints the ratios of the times (issue 18: at most 1.1).

Run in packages/compute: PYTHONPATH=src:tests .venv/bin/python bench/docking.py [exhaustiveness] [compounds]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from conftest import Here
from rdkit import Chem
from redocking import pocket_of, protein_of

from cuvette_compute.chemistry.embed import quick_structure
from cuvette_compute.chemistry.smiles import parse
from cuvette_compute.docking.box import read_box
from cuvette_compute.docking.ligand import ligand_pdbqt
from cuvette_compute.docking.search import Search, read_settings

CODE, PROTEIN = "1ia1", "11111111-1111-4111-8111-111111111111"
LIGANDS = ["Nc1nc(N)c2c(Sc3ccccc3)cccc2n1", "CC(C)Cc1ccc(cc1)C(C)C(=O)O", "CC(=O)Nc1ccc(O)cc1", "Cn1c(=O)c2c(ncn2C)n(C)c1=O"]


def main() -> None:
    exhaustiveness, count = int(sys.argv[1]) if len(sys.argv) > 1 else 8, int(sys.argv[2]) if len(sys.argv) > 2 else 8
    here = Here(Path(tempfile.mkdtemp()))
    chosen = [LIGANDS[index % len(LIGANDS)] for index in range(count)]
    settings = {"max_poses": 4, "executable": "vina", "scoring_function": "vina", "exhaustiveness": exhaustiveness}
    shared = {"pocket": pocket_of(CODE), "docking_settings": settings}
    proteins = {PROTEIN: protein_of(CODE)}
    first = here("batch_docking", {**shared, "target": PROTEIN, "initial_smiles_list": [LIGANDS[0]]}, proteins=proteins)
    prepared = {key: value for key, value in first.steps.items() if key.startswith("receptor/")}
    pdbqt = next(iter(prepared.values()))["pdbqt"]
    box = read_box(shared["pocket"])
    texts = {smiles: ligand_pdbqt(Chem.AddHs(parse(smiles)), quick_structure(parse(smiles)).positions) for smiles in LIGANDS}

    def bare(compounds: list[str]) -> float:
        begun = time.perf_counter()
        search = Search(pdbqt, box, read_settings(settings), 42, 1, Path(tempfile.mkdtemp()))
        for smiles in compounds:
            search.dock(texts[smiles])
        return time.perf_counter() - begun

    def ours(type_: str, data: dict) -> float:
        begun = time.perf_counter()
        here(type_, {**shared, **data}, proteins=proteins, steps=prepared)
        return time.perf_counter() - begun

    plain = {"do_csearch": False, "do_optimization": False, "do_pose_refinement": False}
    one, alone = ours("docking", {"initial_smiles": LIGANDS[0], "target_uuid": PROTEIN, **plain}), bare(LIGANDS[:1])
    print(f"one ligand at exhaustiveness {exhaustiveness}: {one:.1f} s, bare Vina {alone:.1f} s, ratio {one / alone:.2f}")
    batch, calls = ours("batch_docking", {"target": PROTEIN, "initial_smiles_list": chosen}), bare(chosen)
    print(f"{count} ligands: {batch:.1f} s, bare Vina {calls:.1f} s, ratio {batch / calls:.2f}")


if __name__ == "__main__":
    main()
