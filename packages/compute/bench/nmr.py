"""Shieldings of the molecules of DELTA50 and of alcohols by the recipe, kept in `points/nmr.json`; `--reference` prints TMS by solvent.

What is kept is not computed again; `npm run bench:accuracy` fits the lines and the errors on it. Run in packages/compute:
PYTHONPATH=src:tests .venv/bin/python bench/nmr.py
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from conftest import Here, from_smiles

from cuvette_compute.recipes.nmr import METHOD
from cuvette_compute.schemas import knowledge
from cuvette_compute.structures.molecule import Molecule

HERE = Path(__file__).parent
SETS, POINTS = [HERE / "sets" / f"nmr-{name}.json" for name in ("delta50", "solvents")], HERE / "points" / "nmr.json"
GEOMETRY = {"mode": "manual", "optimization_settings": [{"method": "gfn2_xtb", "tasks": ["optimize"], "mode": "rapid"}]}


def settings(molecule: Molecule, solvent: str, *, conformers: bool) -> dict:
    generation = {"settings_type": "etkdg", "mode": "rapid", "conf_opt_method": "gfn2_xtb"} if conformers else None
    return {
        "initial_molecule": molecule.to_json(),
        "mode": "auto",
        "nmr_method": METHOD,
        "solvent": solvent,
        "conf_gen_settings": generation,
        "multistage_opt_settings": GEOMETRY,
    }


def shieldings(runner: Here, molecule: Molecule, solvent: str, *, conformers: bool) -> dict:
    """What the recipe records of its shieldings, and how many conformers they are averaged over."""
    result = runner("nmr", settings(molecule, solvent, conformers=conformers)).result
    return result["provenance"]["nmr"] | {"conformers": len(result["data"]["conformers"])}


def reference(runner: Here) -> None:
    molecule = from_smiles("C[Si](C)(C)C")
    for solvent in knowledge.knowledge()["nmr_reference"]["shieldings"]:
        values = np.array(shieldings(runner, molecule, solvent, conformers=False)["shieldings"], dtype=float)
        means = {number: round(float(values[molecule.numbers == number].mean()), 3) for number in (1, 6)}
        print(f"{solvent}: {means}", flush=True)


def main() -> None:
    runner = Here(Path(tempfile.mkdtemp()))
    if "--reference" in sys.argv:
        reference(runner)
        return
    points = json.loads(POINTS.read_text()) if POINTS.exists() else {}
    molecules = [entry for path in SETS for entry in json.loads(path.read_text())["molecules"]]
    for entry in sorted(molecules, key=lambda each: len(each["numbers"])):
        if entry["name"] in points:
            continue
        begun = time.monotonic()
        molecule = Molecule(np.array(entry["numbers"]), np.array(entry["positions"]))
        found = shieldings(runner, molecule, "chloroform", conformers=True)
        points[entry["name"]] = {name: found[name] for name in ("classes", "shieldings", "conformers")}
        POINTS.parent.mkdir(exist_ok=True)
        POINTS.write_text(written(points))
        print(f"{entry['name']}: {found['conformers']} conformers, {time.monotonic() - begun:.0f} s", flush=True)


def written(points: dict) -> str:
    """The points as JSON, a molecule a line."""
    return "{\n" + ",\n".join(f" {json.dumps(name)}: {json.dumps(points[name])}" for name in sorted(points)) + "\n}\n"


if __name__ == "__main__":
    main()
