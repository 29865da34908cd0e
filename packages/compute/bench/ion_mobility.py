"""Collision cross sections of ions in N2 against drift-tube values, with both sets of parameters; prints a table.

Tetraalkylammonium ions: the table of calibrants of PNNL's viewer of ion-mobility data, means of three. Protonated metabolites: Stow et al.
2017 (10.1021/acs.analchem.7b01729), stepped field, four laboratories, as CCSbase lists them. Run in packages/compute, with names of methods
and lengths of chains or none for all:
PYTHONPATH=src:tests .venv/bin/python bench/ion_mobility.py trajectory_n2_ieritano 2 3
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from conftest import Here, from_smiles

REFERENCES = {2: 126.8, 3: 148.1, 4: 169.4, 5: 192.9, 6: 215.7, 7: 238.9}
METHODS = ["trajectory_n2_inelastic", "trajectory_n2_ieritano", "trajectory_n2_campuzano"]
METABOLITES = {
    "creatinine": ("CN1CC(=O)NC1=N", 123.87),
    "proline": ("OC(=O)[C@@H]1CCCN1", 126.22),
    "leucine": ("CC(C)C[C@H](N)C(=O)O", 135.56),
    "methionine": ("CSCC[C@H](N)C(=O)O", 134.08),
    "histidine": ("N[C@@H](Cc1cnc[nH]1)C(=O)O", 132.74),
    "phenylalanine": ("N[C@@H](Cc1ccccc1)C(=O)O", 141.28),
    "tyrosine": ("N[C@@H](Cc1ccc(O)cc1)C(=O)O", 146.45),
}


def tetraalkylammonium(length: int) -> str:
    """The SMILES of the ion with unbranched chains of a length."""
    chain = "C" * length
    return f"{chain}[N+]({chain})({chain}){chain}"


def settings(smiles: str, method: str, *, protonate: bool = False) -> dict:
    """The job of an ion, or of a molecule that takes a proton."""
    return {
        "initial_molecule": from_smiles(smiles).to_json(),
        "mode": "auto",
        "protonate": protonate,
        "temperature": 300,
        "do_csearch": True,
        "do_optimization": True,
        "forcefield": None,
        "ccs_method": method,
    }


def jobs(lengths: list[int]) -> list[tuple[str, float, str, bool]]:
    """Name, reference, SMILES, and whether a proton is added: the chains that are asked for, or all ions."""
    chains = [(f"tetraalkylammonium, chains of {n}", REFERENCES[n], tetraalkylammonium(n), False) for n in lengths or REFERENCES]
    return chains + ([] if lengths else [(name, measured, smiles, True) for name, (smiles, measured) in METABOLITES.items()])


def main() -> None:
    runner = Here(Path(tempfile.mkdtemp()))
    asked = sys.argv[1:]
    for name, reference, smiles, protonate in jobs([int(one) for one in asked if one.isdigit()]):
        for method in [one for one in asked if one in METHODS] or METHODS:
            begun = time.process_time()
            found = runner("ion_mobility", settings(smiles, method, protonate=protonate), threads=1).result["data"]
            value, error = found["average_ccs"], found["average_ccs_stdev"]
            deviation = 100 * (value / reference - 1)
            print(
                f"{name}, {method}: {value:6.1f} ± {error:.1f}, reference {reference}, {deviation:+.1f} %, "
                f"{len(found['conformers'])} conformers, {time.process_time() - begun:.0f} s of processor time",
                flush=True,
            )


if __name__ == "__main__":
    main()
