"""Collision cross sections of tetraalkylammonium ions in N2 against drift-tube values; prints a table.

Reference values: drift-tube calibrant values in N2, as they are listed for tetraalkylammonium ions. Run in packages/compute:
PYTHONPATH=src:tests .venv/bin/python bench/ion_mobility.py
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from conftest import Here, from_smiles

REFERENCES = {2: 126.8, 3: 148.1, 4: 169.4, 5: 192.9, 6: 215.7, 7: 238.9}


def settings(length: int) -> dict:
    """The job of a tetraalkylammonium ion with unbranched chains of a length."""
    chain = "C" * length
    return {
        "initial_molecule": from_smiles(f"{chain}[N+]({chain})({chain}){chain}").to_json(),
        "mode": "auto",
        "protonate": False,
        "temperature": 300,
        "do_csearch": True,
        "do_optimization": True,
        "forcefield": None,
        "ccs_method": "trajectory_n2_campuzano",
    }


def main() -> None:
    runner = Here(Path(tempfile.mkdtemp()))
    for length, reference in REFERENCES.items():
        begun = time.monotonic()
        found = runner("ion_mobility", settings(length), threads=2).result["data"]
        value, error = found["average_ccs"], found["average_ccs_stdev"]
        deviation = 100 * (value / reference - 1)
        conformers = len(found["conformers"])
        print(
            f"n = {length}: {value:6.1f} ± {error:.1f}, reference {reference}, {deviation:+.1f} %, {conformers} conformers, "
            f"{time.monotonic() - begun:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
