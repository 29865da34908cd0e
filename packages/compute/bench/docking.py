"""Docking and batch docking against bare Vina calls with the same input; prints the ratios of processor times (issue 18: at most 1.1).

One ligand, as the product runs it: a job whose receptor is prepared, forked by a warm process (`warm.py`) that has loaded what dockings
need; the first job after a pause, which loads that, is listed too. Many ligands: a batch job in a process of its own, from the start of
Python to its end. Bare Vina: a script that gives the same texts to Vina in the way of Vina's documentation (for one ligand, the maps of its
atoms alone), from the start of Python to its end. One thread each. Processor time, because a shared machine says nothing by the clock.

Run in packages/compute: PYTHONPATH=src:tests .venv/bin/python bench/docking.py [exhaustiveness] [compounds, 0 for none]
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conftest import UUID, Here, process_environment
from rdkit import Chem
from rdkit.Chem import Descriptors, rdMolDescriptors
from redocking import pocket_of, protein_of

from cuvette_compute.chemistry.embed import quick_structure
from cuvette_compute.chemistry.smiles import parse
from cuvette_compute.docking.box import read_box
from cuvette_compute.docking.ligand import ELEMENTS, ligand_pdbqt
from cuvette_compute.docking.search import read_settings
from cuvette_compute.runtime.warm import CONTROL

CODE, PROTEIN, SEED = "1ia1", "11111111-1111-4111-8111-111111111111", 42
QUINAZOLINE, IBUPROFEN = "Nc1nc(N)c2c(Sc3ccccc3)cccc2n1", "CC(C)Cc1ccc(cc1)[C@H](C)C(=O)O"
COMPOUNDS = Path(__file__).parent / "sets" / "solubility-delaney.csv"
BARE = """
import json, sys
from vina import Vina
given = json.load(sys.stdin)
vina = Vina(sf_name=given["scoring"], cpu=1, seed=given["seed"], verbosity=0)
vina.set_receptor(given["receptor"])
alone = len(given["ligands"]) == 1
if alone:
    vina.set_ligand_from_string(given["ligands"][0])
vina.compute_vina_maps(center=given["box"][0], box_size=given["box"][1])
for text in given["ligands"]:
    if not alone:
        vina.set_ligand_from_string(text)
    vina.dock(exhaustiveness=given["exhaustiveness"], n_poses=20)
    vina.poses(n_poses=given["poses"])
    print("docked", flush=True)
"""


def drug_like(count: int) -> list[str]:
    """Different compounds of Delaney's set, evenly over the file: 250 to 500 g/mol, a ring, nitrogen or oxygen, at most 10 rotors."""
    with COMPOUNDS.open() as file:
        read = [Chem.MolFromSmiles(row["smiles"]) for row in csv.DictReader(file)]
    fitting = [mol for mol in read if mol is not None and _is_drug_like(mol)]
    different = list(dict.fromkeys(Chem.MolToSmiles(mol) for mol in fitting))
    if count > len(different):
        raise SystemExit(f"The set has {len(different)} drug-like compounds.")
    return [different[index * len(different) // count] for index in range(count)]


def _is_drug_like(mol: Chem.Mol) -> bool:
    elements = {atom.GetAtomicNum() for atom in mol.GetAtoms()}
    return (
        250 <= Descriptors.MolWt(mol) <= 500
        and rdMolDescriptors.CalcNumRings(mol) > 0
        and rdMolDescriptors.CalcNumRotatableBonds(mol) <= 10
        and elements <= ELEMENTS
        and bool(elements & {7, 8})
        and len(Chem.GetMolFrags(mol)) == 1
    )


def processor_seconds(pid: int) -> float:
    """The processor time of a process and of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def environment() -> dict[str, str]:
    """Variables of every process that is measured: one thread."""
    return {**process_environment(), "PYTHONPATH": str(Path(__file__).parents[1] / "src"), "OMP_NUM_THREADS": "1"}


def seconds(command: list[str], text: str, mark: str = "") -> Iterator[float]:
    """The processor time of a process and its children at each line with the mark, and at its end. Raises CalledProcessError."""
    with tempfile.TemporaryFile() as given:
        given.write(text.encode())
        given.seek(0)
        process = subprocess.Popen(
            [sys.executable, *command], stdin=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment()
        )
    assert process.stdout is not None
    for line in process.stdout:
        if mark and mark in line.decode():
            yield processor_seconds(process.pid)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    yield usage.ru_utime + usage.ru_stime


class Warm:
    """A warm process, as the worker starts one; without walls, which cost milliseconds."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._ours, theirs = socket.socketpair()
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" {CONTROL}<&{theirs.fileno()}', "warm", sys.executable, "-m", "cuvette_compute", "warm"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            cwd=root,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        self._lines = self._ours.makefile("r")
        assert json.loads(self._lines.readline())["ready"]

    def run(self, job: dict[str, Any]) -> float:
        """The processor time of a job, with what loading its type takes where it is the first. Raises RuntimeError where it fails."""
        directory = tempfile.mkdtemp(dir=self._root)
        Path(directory, "job.json").write_text(json.dumps(job))
        before = processor_seconds(self._process.pid)
        request = {
            "directory": directory,
            "type": job["type"],
            "cpu_seconds": 3600,
            "environment": {"HOME": directory, "TMPDIR": directory},
        }
        self._ours.sendall(f"{json.dumps(request)}\n".encode())
        assert self._process.stdout is not None
        last = {}
        while last.get("event") not in ("result", "error"):
            last = json.loads(self._process.stdout.readline())
        answer = json.loads(self._lines.readline())
        if answer["status"]:
            raise RuntimeError(last["message"])
        return processor_seconds(self._process.pid) - before

    def close(self) -> None:
        # The end of the channel ends the process.
        self._lines.close()
        self._ours.close()
        self._process.wait()


def main() -> None:
    exhaustiveness, count = int(sys.argv[1]) if len(sys.argv) > 1 else 8, int(sys.argv[2]) if len(sys.argv) > 2 else 8
    root = Path(tempfile.mkdtemp())
    settings = {"max_poses": 4, "executable": "vina", "scoring_function": "vina", "exhaustiveness": exhaustiveness}
    shared: dict[str, Any] = {"pocket": pocket_of(CODE), "docking_settings": settings}
    proteins = {PROTEIN: protein_of(CODE)}
    quick = {**settings, "exhaustiveness": 1}
    with contextlib.redirect_stdout(None), contextlib.redirect_stderr(None):
        first = Here(root)(
            "batch_docking", {**shared, "docking_settings": quick, "target": PROTEIN, "initial_smiles_list": ["CC"]}, proteins=proteins
        )
    prepared = {key: value for key, value in first.steps.items() if key.startswith("receptor/")}
    receptor = root / "receptor.pdbqt"
    receptor.write_text(next(iter(prepared.values()))["pdbqt"])

    def bare(compounds: list[str]) -> Iterator[float]:
        chosen, box = read_settings(settings), read_box(shared["pocket"])
        given = {
            "scoring": chosen.scoring_function,
            "seed": SEED,
            "receptor": str(receptor),
            "box": box.to_json(),
            "poses": chosen.max_poses,
            "exhaustiveness": exhaustiveness,
            "ligands": [ligand_pdbqt(Chem.AddHs(parse(smiles)), quick_structure(parse(smiles), SEED).positions) for smiles in compounds],
        }
        return seconds(["-c", BARE], json.dumps(given), "docked")

    def job(type_: str, data: dict[str, Any]) -> dict[str, Any]:
        return {"protocol": 1, "uuid": UUID, "attempt": 2, "type": type_, "data": {**shared, **data}, "options": {}, "threads": 1,
                "seed": SEED, "steps": prepared, "proteins": proteins}  # fmt: skip

    plain = {"do_csearch": False, "do_optimization": False, "do_pose_refinement": False}
    warm = Warm(root)
    for smiles in (QUINAZOLINE, IBUPROFEN):
        ligand = job("docking", {"initial_smiles": smiles, "target_uuid": PROTEIN, **plain})
        (*_, alone), one = bare([smiles]), warm.run(ligand)
        note = f"{smiles} at exhaustiveness {exhaustiveness}: {one:.1f} s, bare Vina {alone:.1f} s, ratio {one / alone:.2f}"
        print(note + (" (first job after a pause)" if smiles == QUINAZOLINE else ""), flush=True)
        if smiles == QUINAZOLINE:
            again = warm.run(ligand)
            print(f"{smiles} again: {again:.1f} s, ratio {again / alone:.2f}", flush=True)
    warm.close()
    if count:
        chosen = drug_like(count)
        directory = tempfile.mkdtemp(dir=root)
        batch = job("batch_docking", {"target": PROTEIN, "initial_smiles_list": chosen})
        ours = []
        for done in seconds(["-m", "cuvette_compute", "run", "--job", "-", "--dir", directory], json.dumps(batch), '"key":"compound/'):
            ours.append(done)
            if len(ours) % 10 == 0:
                print(f"{len(ours)} of {count} ligands: {done:.1f} s", flush=True)
        for index, done in enumerate(bare(chosen)):
            if (index + 1) % 10 == 0 or index >= count - 1:
                print(
                    f"{min(index + 1, count)} ligands: {ours[index]:.1f} s, bare Vina {done:.1f} s, ratio {ours[index] / done:.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
