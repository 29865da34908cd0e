"""What recipes cost beside their engines, and what a second core gains: `npm run bench:recipes`.

"ratio" is the wall time of a job over the sum of its bare engine calls, on one core: 1.15 is wanted. The calls are counted inside the very
run, at the libraries' own functions; `engine_time.py` says which. "by cpu" is the same ratio of processor time, which another load on the
machine spoils less. "cores" is the wall time on one core over that on two, the better of two runs each, for the types whose pieces are
independent: 1.7 is wanted. What two processes of bare engine calls gain on this machine is printed first: no job can gain more. No
absolute time counts. The grids of electronic properties are held against PySCF's own `cubegen` besides.

Two cores can be filled only by a job whose pieces fill them. Three pieces of the same length gain 1.5 at most, two of different length
less. So spin states run in four multiplicities, and a search begins with a hundred conformers, a third of what its mode rapid begins with.
A redox potential has three pieces in any case; for ibuprofen, optimized carefully, one of them takes about as long as the two others, where
other molecules gain 1.5 to 1.6.

The molecules have the size of a drug. What a job costs of itself, whatever its molecule, is printed last, in milliseconds: of the tests'
jobs, whose molecules have a few atoms and gradients of a millisecond. Before a type is measured, such a job loads what it imports; what a
process's start and its imports cost is printed first.

Run in packages/compute, with the names of types or none for all; `--one-core` leaves the second core out, `--small` and `--drug` the other
molecules:
PYTHONPATH=src:tests .venv/bin/python bench/recipes.py redox_potential scan
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from conftest import UUID, WATER, from_smiles, process_environment
from cubegen import seconds_of_grids
from engine_time import EngineTime, processor_seconds
from reactions import planar_amine, proton_transfer
from tiny_jobs import tiny_jobs
from two_processes import gain_of_two_processes

from cuvette_compute.catalogue import CATALOGUE
from cuvette_compute.errors import explain
from cuvette_compute.runtime.protocol import Emitter
from cuvette_compute.runtime.run import execute

_PARALLEL = ("bde", "conformer_search", "conformers", "redox_potential", "scan", "spin_states", "strain", "tautomers")
_IBUPROFEN = "CC(C)Cc1ccc(cc1)C(C)C(=O)O"
_MORE = {"settings_type": "etkdg", "mode": "manual", "conf_opt_method": "gfn_ff", "num_initial_confs": 100, "num_confs_considered": 40}
_IN_ACETONITRILE = {
    "mode": "manual",
    "optimization_settings": [
        {
            "method": "gfn2_xtb",
            "tasks": ["optimize"],
            "mode": "careful",
            "solvent_settings": {"solvent": "acetonitrile", "model": "alpb"},
        }
    ],
}
# The changes of the tests' tiny jobs that make them jobs of molecules of twenty to thirty atoms, with pieces enough for two processes;
# types that are not here run the tiny job only.
_DRUG: dict[str, dict[str, Any]] = {
    "basic_calculation": {"initial_molecule": _IBUPROFEN, "settings": {"method": "gfn2_xtb", "tasks": ["optimize"]}},
    "bde": {"initial_molecule": _IBUPROFEN},
    "conformer_search": {"initial_smiles": _IBUPROFEN, "conf_gen_settings": _MORE},
    "conformers": {
        "initial_molecule": _IBUPROFEN,
        "settings": {"final_method": "gfn2_xtb", "solvent": None, "num_initial_confs": 100},
    },
    "descriptors": {"initial_molecule": _IBUPROFEN},
    "electronic_properties": {"initial_molecule": _IBUPROFEN},
    "fukui": {"initial_molecule": _IBUPROFEN},
    "double_ended_ts_search": proton_transfer(),
    "irc": {"initial_molecule": planar_amine()},
    "molecular_dynamics": {"initial_molecule": _IBUPROFEN},
    "multistage_opt": {"initial_molecule": _IBUPROFEN},
    "redox_potential": {"initial_molecule": _IBUPROFEN, "multistage_opt_settings": _IN_ACETONITRILE},
    "scan": {
        "initial_molecule": _IBUPROFEN,
        "scan_settings": [{"type": "dihedral", "atoms": [1, 2, 4, 5], "start": 0, "stop": 330, "num": 12}],
    },
    "spin_states": {"initial_molecule": _IBUPROFEN, "states": [1, 3, 5, 7]},
    "strain": {"initial_molecule": _IBUPROFEN, "conf_gen_settings": _MORE},
    "tautomers": {"initial_molecule": "CC(C)Cc1ccc(cc1)c1cccc(=O)[nH]1", "mode": "rapid"},
}


def bench_job(type_: str, drug: bool) -> dict[str, Any]:
    """The data of a type's job, of the tiny molecule or of one of a drug's size."""
    data = {**tiny_jobs()[type_], **(_DRUG[type_] if drug else {})}
    if isinstance(data.get("initial_molecule"), str):
        data["initial_molecule"] = from_smiles(data["initial_molecule"]).to_json()
    return data


def carry_out(type_: str, data: dict[str, Any], threads: int = 1) -> None:
    """Run a job in this process as a worker's process does, its lines written nowhere; raises what it raises."""
    job = {"protocol": 1, "uuid": UUID, "attempt": 1, "type": type_, "data": data, "options": {}, "seed": 42, "steps": {}}
    with tempfile.TemporaryDirectory() as directory, open(os.devnull, "wb") as nowhere:
        emitter = Emitter(nowhere.fileno())
        emitter.send({"event": "result", **execute(CATALOGUE, json.loads(json.dumps(job)), threads, Path(directory), emitter)})


def start_seconds() -> tuple[float, float]:
    """Wall and processor seconds of a process that does one single point of water, nearly all of it start and imports."""
    data = {"initial_molecule": WATER, "settings": {"method": "gfn2_xtb", "tasks": ["optimize"]}}
    job = {"protocol": 1, "uuid": UUID, "attempt": 1, "type": "basic_calculation", "data": data, "options": {}, "steps": {}, "threads": 1}
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with tempfile.TemporaryDirectory() as directory:
        command = [sys.executable, "-m", "cuvette_compute", "run", "--job", "-", "--dir", directory]
        subprocess.run(command, input=json.dumps(job).encode(), capture_output=True, env=process_environment(), check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(engines: EngineTime, type_: str, data: dict[str, Any]) -> tuple[float, float]:
    """Wall and processor seconds of a job on one core; `engines` has those of its engine calls."""
    engines.clear()
    wall, cpu = time.perf_counter(), processor_seconds()
    carry_out(type_, data)
    return time.perf_counter() - wall, processor_seconds() - cpu


def print_drug_job(engines: EngineTime, type_: str, second_core: bool) -> None:
    """Measure and print a job of a molecule of a drug's size, or why it did not run."""
    data = bench_job(type_, drug=True)
    atoms = len((data.get("initial_molecule") or data.get("reactant") or {}).get("atoms", [])) or "-"
    try:
        wall, cpu = measure(engines, type_, data)
    except Exception as error:
        print(f"{type_:24} {atoms:>5} {explain(error).message}", flush=True)
        return
    line = f"{type_:24} {atoms:>5} {wall:8.2f} {engines.wall:9.2f} {engines.calls:6d} {wall / engines.wall:6.2f} {cpu / engines.cpu:7.2f}"
    gain = "-"
    if second_core and type_ in _PARALLEL:
        seconds = [[wall], []]
        for threads in (2, 1, 2):
            begun = time.perf_counter()
            carry_out(type_, data, threads)
            seconds[threads - 1].append(time.perf_counter() - begun)
        gain = f"{min(seconds[0]) / min(seconds[1]):.2f}"
    print(f"{line} {gain:>6}", flush=True)
    if type_ == "electronic_properties":
        for what, (ours, theirs) in seconds_of_grids(_IBUPROFEN).items():
            print(f"{'':30} {what}: {ours:.2f} s, by PySCF's cubegen {theirs:.2f} s", flush=True)


def print_small_job(engines: EngineTime, type_: str) -> None:
    """Measure and print what a job of a few atoms costs beside its engine calls, or why it did not run."""
    try:
        wall, cpu = measure(engines, type_, tiny_jobs()[type_])
    except Exception as error:
        print(f"{type_:24} {explain(error).message}", flush=True)
        return
    figures = (engines.wall, wall - engines.wall, cpu - engines.cpu)
    print(f"{type_:24} {engines.calls:6d} " + " ".join(f"{1e3 * seconds:10.0f}" for seconds in figures), flush=True)


def main(arguments: list[str]) -> None:
    """Measure each type and print its figures."""
    names = [argument for argument in arguments if not argument.startswith("--")]
    types = names or sorted(tiny_jobs())
    wall, cpu = start_seconds()
    print(f"A process's start, imports and one optimization of water: {wall:.2f} s, {cpu:.2f} s of a processor. Not in what follows.")
    if "--one-core" not in arguments:
        print(f"Bare GFN2-xTB gradients of ibuprofen in two processes instead of one: {gain_of_two_processes(_IBUPROFEN):.2f}.")
    print()
    engines = EngineTime()
    if "--small" not in arguments:
        print(f"{'type':24} {'atoms':>5} {'wall s':>8} {'engine s':>9} {'calls':>6} {'ratio':>6} {'by cpu':>7} {'cores':>6}", flush=True)
        for type_ in types:
            if type_ in _DRUG:
                carry_out(type_, tiny_jobs()[type_])
                print_drug_job(engines, type_, "--one-core" not in arguments)
        print()
    if "--drug" not in arguments:
        print("What a job costs of itself: the tests' jobs of a few atoms, in milliseconds.")
        print(f"{'type':24} {'calls':>6} {'engine ms':>10} {'beside ms':>10} {'by cpu ms':>10}", flush=True)
        for type_ in types:
            carry_out(type_, tiny_jobs()[type_])
            print_small_job(engines, type_)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main(sys.argv[1:])
