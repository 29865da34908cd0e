"""A job's pieces on a Dask cluster beside the forked processes of one machine: `npm run bench:dask`.

200 ligands are docked and 64 conformers optimized, on 1, 2 and 4 processes of this machine: forked by the job, and as a Dask cluster of so
many workers of one thread that runs already, as that of a laboratory does. Every calculation has one thread in both.

The seconds are those of the whole job. With as many processes as the machine has cores, which is what is judged, the order is forked, Dask,
Dask, forked, so that what drifts on the machine meets both alike; else each runs once. The seconds of a job with Dask hold the start of the
bridge (`bridge.py`) and its first talk with the cluster, during which the job computes a piece at a time by itself; "joined" says when the
cluster had its first pieces. The start of the cluster itself is no part of a job and printed beside it: its processes, and the engines that
they load with their first job. At most 5 % more than forked is wanted with two processes on two cores. Results must be the same to the last
digit, which is checked.

Run in packages/compute; `--ligands N`, `--conformers N` and `--processes 1,2` do less (0 leaves a job out). It all takes about 25 minutes
on two cores:
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
# Imatinib: a drug of usual size, whose conformers take some seconds each. A piece costs 0.03 processor seconds on the way, whatever it is.
_DRUG = "Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1"
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
    generator = {"settings_type": "etkdg", "mode": "manual", "conf_opt_method": "gfn_ff", "num_initial_confs": 2 * count}
    level = {"method": "gfn2_xtb", "tasks": ["optimize"], "mode": "careful"}
    return {
        "initial_smiles": _DRUG,
        "conf_gen_settings": {**generator, "num_confs_considered": count},
        "mso_mode": "manual",
        "multistage_opt_settings": {"mode": "manual", "optimization_settings": [level]},
    }


class Watch(Recorder):
    """Keeps the events of a job, and when the cluster had its first pieces."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = time.perf_counter()
        self.joined: float | None = None

    def send(self, event: dict[str, Any]) -> None:
        """Keep an event."""
        if self.joined is None and event["event"] == "progress" and event["stage"].endswith(" on 1 machine"):
            self.joined = time.perf_counter() - self.begun
        super().send(event)


def run_job(type_: str, data: dict[str, Any], threads: int, address: str | None = None) -> tuple[float, float | None, Any]:
    """Run a job in this process: its wall seconds, the seconds until the cluster had its first pieces, and its data."""
    job = {"protocol": 1, "uuid": UUID, "attempt": 1, "type": type_, "data": data, "options": {}, "seed": 42, "steps": {}}
    job = json.loads(json.dumps(job))
    watch = Watch()
    with tempfile.TemporaryDirectory() as directory, bridge(address) if address else nullcontext():
        found = execute(CATALOGUE, job, threads, Path(directory), watch)
        seconds = time.perf_counter() - watch.begun
    if address:
        assert found["provenance"]["machines"] == 1, "the cluster took no pieces"
    return seconds, watch.joined, found["data"]


def compare(title: str, type_: str, data: dict[str, Any], small: dict[str, Any], processes: int) -> None:
    """Run a job forked and on a cluster of so many processes, in turn, and print one line."""
    forked: list[float] = []
    dask: list[float] = []
    joins: list[float] = []
    results: list[Any] = []

    def run(address: str | None) -> None:
        seconds, joined, found = run_job(type_, data, 1 if address else processes, address)
        (dask if address else forked).append(seconds)
        joins.extend([] if joined is None else [joined])
        results.append(found)

    begun = time.perf_counter()
    with local_cluster(processes) as cluster:
        started = time.perf_counter() - begun
        # Its workers load the engines once, whichever job comes first.
        loaded = run_job(type_, small, 1, cluster.address)[0]
        once = (None, cluster.address)
        for address in (*once, *reversed(once)) if processes == os.cpu_count() else once:
            run(address)
    assert all(found == results[0] for found in results), "the digits differ"
    ratio = sum(dask) / sum(forked)
    pairs = " ".join(f"{there / here:.3f}" for here, there in zip(forked, dask, strict=True))
    print(
        f"{title:14} {processes:>9} {sum(forked) / len(forked):>9.2f} {sum(dask) / len(dask):>7.2f} {ratio:>6.3f}  {pairs:13}"
        f" {sum(joins) / len(joins):>7.2f} {started:>8.2f} {loaded:>7.2f} {os.getloadavg()[0]:>5.1f}",
        flush=True,
    )


def main() -> None:
    """Measure and print both jobs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ligands", type=int, default=200)
    parser.add_argument("--conformers", type=int, default=64)
    parser.add_argument("--processes", default="1,2,4")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; seconds, ratio of all, ratios of the pairs")
    names = f"{'job':14} {'processes':>9} {'forked s':>9} {'Dask s':>7} {'ratio':>6}  {'pairs':13}"
    print(f"{names} {'joined':>7} {'cluster':>8} {'engines':>7} {'load':>5}", flush=True)
    jobs = (
        (f"{options.conformers} conformers", "conformer_search", search(options.conformers), search(4)),
        (f"{options.ligands} ligands", "batch_docking", docking(options.ligands), docking(4)),
    )
    for title, type_, data, small in jobs:
        if title.startswith("0 "):
            continue
        run_job(type_, small, 1)
        for processes in map(int, options.processes.split(",")):
            compare(title, type_, data, small, processes)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
