"""What recipes cost beside their engines, and what a second core gains. `npm run bench:recipes` prints one line for each type.

"ratio" is the wall time of a job over the sum of its bare engine calls, on one core: 1.15 is wanted. "cores" is the wall time on one core
over that on two, for the types whose pieces are independent: 1.7 is wanted. Both are of one run, so no absolute time counts; another load
on the machine spoils the second one.

Run in packages/compute, with the names of types or none for all:
PYTHONPATH=src:tests .venv/bin/python bench/recipes.py redox_potential scan
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from conftest import Here, from_smiles
from tiny_jobs import tiny_jobs

from cuvette_compute.engines.mmff94 import MMFF94Calculator
from cuvette_compute.engines.pyscf.calculator import PySCFCalculator
from cuvette_compute.engines.tblite import TBLiteCalculator

_PARALLEL = ("bde", "conformer_search", "conformers", "redox_potential", "scan", "spin_states", "strain", "tautomers")
# Molecules of a usual size in place of the tests' tiny ones.
_MOLECULES = {
    "basic_calculation": "CC(C)Cc1ccc(cc1)C(C)C(=O)O",
    "bde": "Cc1ccccc1",
    "conformers": "CCCCC",
    "descriptors": "Cc1ccccc1",
    "fukui": "c1ccc2ccccc2c1",
    "molecular_dynamics": "CC(C)Cc1ccc(cc1)C(C)C(=O)O",
    "multistage_opt": "CC(C)Cc1ccc(cc1)C(C)C(=O)O",
    "redox_potential": "c1ccc2ccccc2c1",
    "spin_states": "c1ccc2ccccc2c1",
    "strain": "CCCCCC",
    "tautomers": "O=c1cccc[nH]1",
}
_CHANGES: dict[str, dict[str, Any]] = {
    "basic_calculation": {"settings": {"method": "gfn2_xtb", "tasks": ["optimize"]}},
    "conformer_search": {"initial_smiles": "CCCCC"},
    "scan": {
        "initial_molecule": from_smiles("CCCCCC").to_json(),
        "scan_settings": [{"type": "dihedral", "atoms": [2, 3, 4, 5], "start": 0, "stop": 300, "num": 6}],
    },
}


class EngineTime:
    """The seconds that this process spends inside engines."""

    def __init__(self) -> None:
        self.seconds, self.calls, self._depth = 0.0, 0, 0
        for calculator in (TBLiteCalculator, MMFF94Calculator, PySCFCalculator):
            calculator.calculate = self._timed(calculator.calculate)

    def _timed(self, calculate: Any) -> Any:
        def timed(*arguments: Any, **more: Any) -> None:
            begun = time.perf_counter()
            self._depth += 1
            try:
                calculate(*arguments, **more)
            finally:
                self._depth -= 1
                if not self._depth:
                    self.seconds += time.perf_counter() - begun
                    self.calls += 1

        return timed


def bench_job(type_: str) -> dict[str, Any]:
    """The data of a type's job, of a usual size."""
    data = {**tiny_jobs()[type_], **_CHANGES.get(type_, {})}
    if type_ in _MOLECULES:
        data["initial_molecule"] = from_smiles(_MOLECULES[type_]).to_json()
    return data


def main(names: list[str]) -> None:
    """Run each type and print its ratios."""
    engines = EngineTime()
    here = Here(Path(tempfile.mkdtemp()))
    here("basic_calculation", tiny_jobs()["basic_calculation"])
    print(f"{'type':24} {'wall s':>8} {'engine s':>9} {'calls':>6} {'ratio':>6} {'cores':>6}", flush=True)
    for type_ in names or sorted(tiny_jobs()):
        data = bench_job(type_)
        engines.seconds, engines.calls = 0.0, 0
        begun = time.perf_counter()
        run = here(type_, data)
        wall = time.perf_counter() - begun
        if run.status:
            print(f"{type_:24} {run.last['message']}", flush=True)
            continue
        seconds, calls, gain = engines.seconds, engines.calls, "-"
        if type_ in _PARALLEL:
            begun = time.perf_counter()
            here(type_, data, threads=2)
            gain = f"{wall / (time.perf_counter() - begun):.2f}"
        ratio = f"{wall / seconds:.2f}" if seconds else "-"
        print(f"{type_:24} {wall:8.2f} {seconds:9.2f} {calls:6d} {ratio:>6} {gain:>6}", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main(sys.argv[1:])
