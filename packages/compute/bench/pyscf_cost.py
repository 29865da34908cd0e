"""How PySCF's time grows with the molecule and differs by method: processor seconds of energy and gradient on one core.

Prints, for r2SCAN-3c on water, ethanol and butane, the exponent of the growth; and for each method its time on ethanol against
r2SCAN-3c's (def2-SVP where a method brings no basis set). Processor seconds do not count what else the machine does.
Run in packages/compute: OMP_NUM_THREADS=1 PYTHONPATH=src:tests .venv/bin/python bench/pyscf_cost.py
"""

from __future__ import annotations

import math
import sys
import time

from conftest import from_smiles

from cuvette_compute.engines import Request, single_point
from cuvette_compute.engines.pyscf import PySCFEngine
from cuvette_compute.engines.pyscf.methods import THEORIES
from cuvette_compute.structures.molecule import Molecule


def seconds(method: str, molecule: Molecule) -> float:
    """Processor seconds of a second geometry, whose start is that of the first as in an optimization."""
    calculator = PySCFEngine().calculator(Request(method, molecule, None, basis_set=THEORIES[method].basis or "def2-SVP"))
    single_point(calculator, molecule)
    begun = time.process_time()
    single_point(calculator, molecule.at(molecule.positions * 1.01))
    return time.process_time() - begun


def main() -> None:
    molecules = {name: from_smiles(smiles) for name, smiles in (("water", "O"), ("ethanol", "CCO"), ("butane", "CCCC"))}
    found = {}
    for name, molecule in molecules.items():
        found[name] = seconds("r2scan_3c", molecule)
        print(f"r2SCAN-3c, {name} ({len(molecule)} atoms): {found[name]:.2f} s", flush=True)
    for first, second in (("water", "ethanol"), ("ethanol", "butane"), ("water", "butane")):
        growth = math.log(found[second] / found[first]) / math.log(len(molecules[second]) / len(molecules[first]))
        print(f"{first} to {second}: atoms to the power {growth:.2f}", flush=True)
    for method in sys.argv[1:] or THEORIES:
        print(f"{method}: {seconds(method, molecules['ethanol']) / found['ethanol']:.2f} of r2SCAN-3c", flush=True)


if __name__ == "__main__":
    main()
