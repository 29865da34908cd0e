"""Barriers of reactions and of rotations as the product computes them: stationary points by GFN2-xTB, and r²SCAN-3c single points on them.

Minima are optimized from the published structures, transition states as transition states; one that does not keep one imaginary mode, or
whose structure moves more than half an Angstrom away, is none of GFN2-xTB and has no barrier. Writes each structure's energies (Hartree)
into `points/barrier_energies.json` as they come, smallest structures first, and what the sets give into `points/`. What is there is not
computed again.
Run in packages/compute, the minutes that DFT may take after GFN2-xTB:
PYTHONPATH=src:tests .venv/bin/python bench/barriers.py 30
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np
from conftest import Here
from scipy.spatial.transform import Rotation

from cuvette_compute.units import KCAL_PER_HARTREE

HERE = Path(__file__).parent
ENERGIES = HERE / "points" / "barrier_energies.json"
SETS = {"barriers": "barriers-gmtkn55.json", "rotations": "rotations-gmtkn55.json"}
_ROTATIONS = {
    "amides and thioureas": ("acetamide", "ethylthiourea"),
    "biaryls": ("biphenyl", "bifuran", "bithiophene"),
    "conjugated double bonds": ("butadiene",),
}
_REACTIONS = {
    "BH76": "small radicals and ions (BH76)",
    "BHDIV10": "rearrangements and additions (BHDIV10)",
    "BHPERI": "pericyclic reactions (BHPERI)",
    "WCPT18": "proton transfer (WCPT18)",
}
# Angstrom; a saddle point of GFN2-xTB that lies farther from the published one is another one.
_SAME_SADDLE = 0.5


def main() -> None:
    """Compute what is missing within the time, and write the points of both sets."""
    until = time.monotonic() + 60 * float(sys.argv[1] if len(sys.argv) > 1 else 30)
    known = json.loads(ENERGIES.read_text()) if ENERGIES.exists() else {}
    sets = {name: json.loads((HERE / "sets" / file).read_text(encoding="utf-8")) for name, file in SETS.items()}
    structures = {key: one for each in sets.values() for key, one in each["structures"].items()}
    saddles = {species[0] for each in sets.values() for one in each["reactions"] for species in one["species"] if species[1] == 1}
    runner = Here(Path(tempfile.mkdtemp()))
    for key, one in sorted(structures.items(), key=lambda item: len(item[1]["atoms"])):
        if key not in known:
            known[key] = _stationary(runner, one, key in saddles)
            _keep(known)
    usable = [
        one for each in sets.values() for one in each["reactions"] if all(known[key]["gfn2"] is not None for key, _ in one["species"])
    ]
    usable.sort(key=lambda one: max(len(structures[key]["atoms"]) for key, _ in one["species"]))
    for key in dict.fromkeys(key for one in usable for key, _ in one["species"]):
        if "r2scan_3c" in known[key] or time.monotonic() > until:
            continue
        begun = time.monotonic()
        known[key]["r2scan_3c"] = _energy(runner, structures[key], known[key]["positions"])
        print(f"{key} {len(structures[key]['atoms'])} atoms {time.monotonic() - begun:.1f} s", flush=True)
        _keep(known)
    for name, each in sets.items():
        for method in ("gfn2", "r2scan_3c"):
            _write(f"{name}_{method}", each["reactions"], known, method)


def _molecule(one: dict, positions: list | None = None) -> dict:
    places = positions or [row[1:] for row in one["atoms"]]
    atoms = [{"atomic_number": row[0], "position": place} for row, place in zip(one["atoms"], places, strict=True)]
    return {"charge": one["charge"], "multiplicity": one["multiplicity"], "atoms": atoms}


def _stationary(runner: Here, one: dict, saddle: bool) -> dict:
    """Energy and geometry of a stationary point of GFN2-xTB; an energy of None with the reason where there is none."""
    tasks = ["optimize_ts", "frequencies"] if saddle else ["optimize"]
    if len(one["atoms"]) == 1:
        tasks = ["energy"]
    settings = {"method": "gfn2_xtb", "mode": "careful", "tasks": tasks}
    done = runner("basic_calculation", {"initial_molecule": _molecule(one), "settings": settings})
    if done.last["event"] == "error":
        return {"gfn2": None, "reason": done.last["message"]}
    final = done.calculation(done.result["data"]["calculation_uuid"])["molecules"][-1]
    positions = [atom["position"] for atom in final["atoms"]]
    if saddle:
        imaginary = sum(mode["frequency"] < -50 for mode in final["vibrational_modes"])
        moved = _apart(positions, [row[1:] for row in one["atoms"]])
        if imaginary != 1 or moved > _SAME_SADDLE:
            return {"gfn2": None, "reason": f"{imaginary} imaginary modes, {moved:.2f} Angstrom from the published structure"}
    return {"gfn2": final["energy"], "positions": [[round(value, 5) for value in place] for place in positions]}


def _energy(runner: Here, one: dict, positions: list) -> float | None:
    settings = {"method": "r2scan_3c", "tasks": ["energy"]}
    done = runner("basic_calculation", {"initial_molecule": _molecule(one, positions), "settings": settings})
    if done.last["event"] == "error":
        return None
    return done.calculation(done.result["data"]["calculation_uuid"])["molecules"][-1]["energy"]


def _apart(first: list, second: list) -> float:
    one, other = (np.array(each) - np.mean(each, axis=0) for each in (first, second))
    return float(Rotation.align_vectors(other, one)[1] / np.sqrt(len(one)))


def _group(one: dict) -> str:
    """The class of a reaction: that of the bond that turns, or the set of the reaction."""
    name = one["species"][-1][0].split("/", 1)[1]
    return next((group for group, names in _ROTATIONS.items() if name.startswith(names)), _REACTIONS.get(one["set"], "single bonds"))


def _keep(known: dict) -> None:
    rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in known.items())
    ENERGIES.write_text("{\n" + rows + "\n}\n")


def _write(name: str, reactions: list[dict], known: dict, method: str) -> None:
    points: list[list] = []
    missing: set[str] = set()
    for one in reactions:
        energies = [(known[key].get(method), count) for key, count in one["species"]]
        if any(known[key]["gfn2"] is None for key, _ in one["species"]):
            missing.add(one["species"][-1][0])
        # The two directions of a reaction between equals are one value.
        label = (
            " + ".join(key.split("/", 1)[1] for key, count in one["species"] if count < 0)
            + " over "
            + one["species"][-1][0].split("/", 1)[1]
        )
        if any(energy is None for energy, _ in energies) or any(label == point[0] for point in points):
            continue
        barrier = sum(energy * count for energy, count in energies) * KCAL_PER_HARTREE
        points.append([label, _group(one), round(barrier, 2), one["reference"]])
    head = {"ran": time.strftime("%Y-%m-%d"), "versions": {package: version(package) for package in ("rdkit", "tblite", "pyscf")}}
    head |= {"without_saddle": sorted(missing), "saddles": len({one["species"][-1][0] for one in reactions})}
    rows = ",\n".join("  " + json.dumps(row) for row in points)
    (HERE / "points" / f"{name}.json").write_text(json.dumps(head)[:-1] + ', "points": [\n' + rows + "\n]}\n")
    print(name, len(points), flush=True)


if __name__ == "__main__":
    main()
