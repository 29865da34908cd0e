"""A job's pieces on a Dask cluster beside the forked processes of one machine: `npm run bench:dask`.

200 ligands are docked and 64 conformers optimized, on 1, 2 and 4 processes of this machine: forked by the job, and as a Dask cluster of so
many workers that runs already, as that of a laboratory does. The seconds are those of the whole job, with the start of what speaks with
the cluster. At most 5 % more than forked is wanted with two processes on two cores. Results must be the same to the last digit, which is
checked.

Run in packages/compute; `--ligands N`, `--conformers N` and `--processes 1,2` do less:
PYTHONPATH=src:tests .venv/bin/python bench/dask_pieces.py
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from conftest import UUID, Recorder
from local_cluster import bridge, local_cluster
from test_protein import pdb_object

from cuvette_compute.catalogue import CATALOGUE
from cuvette_compute.runtime.run import execute

_POCKET = Path(__file__).resolve().parents[3] / "examples/proteins/1ia1-pocket.pdb"
_FLEXIBLE = "CCCCC(=O)NCCc1ccc(O)cc1"
_PARTS = ("C", "CC", "O", "N", "F", "Cl", "OC", "C#N", "C(=O)O", "C(F)(F)F", "C(=O)N", "SC", "NC", "CO", "C(C)C")


def ligands(count: int) -> list[str]:
    """So many different ligands: benzenes and pyridines with two groups."""
    cores = ("c1cc({a})cc({b})c1", "c1cc({a})nc({b})c1")
    made = (core.format(a=a, b=b) for a, b in itertools.combinations(_PARTS, 2) for core in cores)
    return list(itertools.islice(made, count))


def docking(count: int) -> dict[str, Any]:
    """The data of a batch docking into a pocket of dihydrofolate reductase, with the least searching that Vina does."""
    lines = [line for line in _POCKET.read_text().splitlines() if line.startswith(("ATOM", "HETATM"))]
    places = [[float(line[start : start + 8]) for start in (30, 38, 46)] for line in lines]
    centre = [sum(axis) / len(places) for axis in zip(*places, strict=True)]
    return {
        "initial_smiles_list": ligands(count),
        "target": pdb_object(_POCKET.read_text()),
        "pocket": [centre, [16.0, 16.0, 16.0]],
        "docking_settings": {"executable": "vina", "scoring_function": "vina", "max_poses": 1, "exhaustiveness": 2, "extend_search": False},
    }


def search(count: int) -> dict[str, Any]:
    """The data of a conformer search that optimizes so many conformers carefully."""
    generator = {"settings_type": "etkdg", "mode": "manual", "conf_opt_method": "gfn_ff", "num_initial_confs": 4 * count}
    level = {"method": "gfn2_xtb", "tasks": ["optimize"], "mode": "careful"}
    return {
        "initial_smiles": _FLEXIBLE,
        "conf_gen_settings": {**generator, "num_confs_considered": count},
        "mso_mode": "manual",
        "multistage_opt_settings": {"mode": "manual", "optimization_settings": [level]},
    }


def seconds_of(type_: str, data: dict[str, Any], threads: int, address: str | None) -> tuple[float, Any]:
    """Wall seconds of a job in this process, and its data."""
    job = {"protocol": 1, "uuid": UUID, "attempt": 1, "type": type_, "data": data, "options": {}, "seed": 42, "steps": {}}
    recorder = Recorder()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as directory, bridge(address) if address else nullcontext():
        found = execute(CATALOGUE, json.loads(json.dumps(job)), threads, Path(directory), recorder)
        seconds = time.perf_counter() - begun
    if address:
        assert found["provenance"]["machines"] == 1, "the cluster took no pieces"
    return seconds, found["data"]


def main() -> None:
    """Measure and print both jobs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ligands", type=int, default=200)
    parser.add_argument("--conformers", type=int, default=64)
    parser.add_argument("--processes", default="1,2,4")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'job':28} {'processes':>9} {'forked s':>9} {'Dask s':>9} {'ratio':>6} {'load':>5}", flush=True)
    jobs = (
        (f"{options.conformers} conformers", "conformer_search", search(options.conformers), search(4)),
        (f"{options.ligands} ligands", "batch_docking", docking(options.ligands), docking(4)),
    )
    for title, type_, data, small in jobs:
        seconds_of(type_, small, 1, None)
        for processes in map(int, options.processes.split(",")):
            forked, expected = seconds_of(type_, data, processes, None)
            with local_cluster(processes) as cluster:
                # Its workers load the engines once, whichever job comes first.
                seconds_of(type_, small, 1, cluster.address)
                there, found = seconds_of(type_, data, 1, cluster.address)
            assert found == expected, "the digits differ"
            line = f"{title:28} {processes:>9} {forked:9.2f} {there:9.2f} {there / forked:6.3f} {os.getloadavg()[0]:5.1f}"
            print(line, flush=True)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
