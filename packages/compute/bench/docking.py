"""Docking and batch docking against bare Vina calls with the same input; prints the ratios of processor times (issue 18: at most 1.1).

Each runs in a process of its own and one thread, from the start of Python to its end: a job whose receptor is prepared, and a script that
gives the same texts to Vina. Processor time, because a shared machine says nothing by the clock.

Run in packages/compute: PYTHONPATH=src:tests .venv/bin/python bench/docking.py [exhaustiveness] [compounds, 0 for none]
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from conftest import UUID, Here, process_environment
from rdkit import Chem
from redocking import pocket_of, protein_of

from cuvette_compute.chemistry.embed import quick_structure
from cuvette_compute.chemistry.smiles import parse
from cuvette_compute.docking.box import read_box
from cuvette_compute.docking.ligand import ligand_pdbqt
from cuvette_compute.docking.search import read_settings

CODE, PROTEIN, SEED = "1ia1", "11111111-1111-4111-8111-111111111111", 42
LIGANDS = ["Nc1nc(N)c2c(Sc3ccccc3)cccc2n1", "CC(C)Cc1ccc(cc1)[C@H](C)C(=O)O", "CC(=O)Nc1ccc(O)cc1", "Cn1c(=O)c2c(ncn2C)n(C)c1=O"]
BARE = """
import json, sys
from vina import Vina
given = json.load(sys.stdin)
vina = Vina(sf_name=given["scoring"], cpu=1, seed=given["seed"], verbosity=0)
vina.set_receptor(given["receptor"])
vina.compute_vina_maps(center=given["box"][0], box_size=given["box"][1])
for text in given["ligands"]:
    vina.set_ligand_from_string(text)
    vina.dock(exhaustiveness=given["exhaustiveness"], n_poses=20)
    vina.poses(n_poses=given["poses"])
"""


def seconds(command: list[str], text: str) -> float:
    """The processor time of a process and its children. Raises CalledProcessError where it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**process_environment(), "PYTHONPATH": os.environ["PYTHONPATH"], "OMP_NUM_THREADS": "1"}
    subprocess.run([sys.executable, *command], input=text.encode(), env=environment, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    exhaustiveness, count = int(sys.argv[1]) if len(sys.argv) > 1 else 8, int(sys.argv[2]) if len(sys.argv) > 2 else 8
    root = Path(tempfile.mkdtemp())
    settings = {"max_poses": 4, "executable": "vina", "scoring_function": "vina", "exhaustiveness": exhaustiveness}
    shared: dict[str, Any] = {"pocket": pocket_of(CODE), "docking_settings": settings}
    proteins = {PROTEIN: protein_of(CODE)}
    quick = {**settings, "exhaustiveness": 1}
    first = Here(root)(
        "batch_docking", {**shared, "docking_settings": quick, "target": PROTEIN, "initial_smiles_list": ["CC"]}, proteins=proteins
    )
    prepared = {key: value for key, value in first.steps.items() if key.startswith("receptor/")}
    receptor = root / "receptor.pdbqt"
    receptor.write_text(next(iter(prepared.values()))["pdbqt"])
    texts = {smiles: ligand_pdbqt(Chem.AddHs(parse(smiles)), quick_structure(parse(smiles), SEED).positions) for smiles in LIGANDS}

    def bare(compounds: list[str]) -> float:
        chosen, box = read_settings(settings), read_box(shared["pocket"])
        given = {
            "scoring": chosen.scoring_function,
            "seed": SEED,
            "receptor": str(receptor),
            "box": box.to_json(),
            "poses": chosen.max_poses,
            "exhaustiveness": exhaustiveness,
            "ligands": [texts[smiles] for smiles in compounds],
        }
        return seconds(["-c", BARE], json.dumps(given))

    def ours(type_: str, data: dict[str, Any]) -> float:
        job = {"protocol": 1, "uuid": UUID, "attempt": 2, "type": type_, "data": {**shared, **data}, "options": {}, "threads": 1,
               "seed": SEED, "steps": prepared, "proteins": proteins}  # fmt: skip
        directory = tempfile.mkdtemp(dir=root)
        return seconds(["-m", "cuvette_compute", "run", "--job", "-", "--dir", directory], json.dumps(job))

    plain = {"do_csearch": False, "do_optimization": False, "do_pose_refinement": False}
    for smiles in LIGANDS[:2]:
        one, alone = ours("docking", {"initial_smiles": smiles, "target_uuid": PROTEIN, **plain}), bare([smiles])
        print(f"{smiles} at exhaustiveness {exhaustiveness}: {one:.1f} s, bare Vina {alone:.1f} s, ratio {one / alone:.2f}", flush=True)
    if count:
        chosen = [LIGANDS[index % len(LIGANDS)] for index in range(count)]
        batch, calls = ours("batch_docking", {"target": PROTEIN, "initial_smiles_list": chosen}), bare(chosen)
        print(f"{count} ligands: {batch:.1f} s, bare Vina {calls:.1f} s, ratio {batch / calls:.2f}")


if __name__ == "__main__":
    main()
