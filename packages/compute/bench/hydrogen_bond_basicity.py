"""pKBHX of 20 molecules that the fit of the lines has not seen, against experiment; prints a table and the mean absolute error.

Experimental values: Laurence et al. 2009 (10.1021/jm801331y). Run in packages/compute: PYTHONPATH=src:tests .venv/bin/python bench/NAME.py
"""

from __future__ import annotations

import math
import tempfile
import time
from pathlib import Path

from conftest import Here, from_smiles

SET = {
    "c1ccncc1": 1.86,
    "CC(C)=O": 1.18,
    "C1CCOC1": 1.28,
    "CN(C)C=O": 2.10,
    "CC(=O)N(C)C": 2.44,
    "CN(C)C": 2.13,
    "CCN(CC)CC": 1.98,
    "CO": 0.82,
    "CCO": 1.02,
    "CCOC(C)=O": 1.07,
    "N#Cc1ccccc1": 0.80,
    "O=Cc1ccccc1": 0.78,
    "Cn1ccnc1": 2.72,
    "CN(C)c1ccncc1": 2.80,
    "C1CN2CCC1CC2": 2.71,
    "CN(C)P(=O)(N(C)C)N(C)C": 3.60,
    "Nc1ccccc1": 0.46,
    "COc1ccccc1": -0.07,
    "CSC": 0.12,
    "CN1CCCC1=O": 2.38,
}


def main() -> None:
    runner = Here(Path(tempfile.mkdtemp()))
    errors = []
    for smiles, experiment in SET.items():
        begun = time.monotonic()
        data = {
            "initial_molecule": from_smiles(smiles).to_json(),
            "mode": "auto",
            "do_csearch": True,
            "do_optimization": True,
            "pkbhx_method": "vmin_hf_631gd_gfn2",
        }
        sites = runner("hydrogen_bond_basicity", data).result["data"]["hba_sites"]
        value = math.log10(sum(10 ** site["pkbhx"] for site in sites))
        errors.append(value - experiment)
        names = ", ".join(f"{site['name']} {site['pkbhx']:.2f} at V(min) {site['potential_minimum']:.4f}" for site in sites)
        print(
            f"{smiles:26} {value:6.2f} {experiment:6.2f} {value - experiment:+.2f}  {time.monotonic() - begun:5.1f} s  {names}", flush=True
        )
    print(f"MAE {sum(map(abs, errors)) / len(errors):.2f} over {len(errors)} molecules")


if __name__ == "__main__":
    main()
