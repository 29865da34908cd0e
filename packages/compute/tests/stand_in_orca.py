"""A stand-in for ORCA's command line, in tests alone: it reads the input that ORCA would, computes by PySCF, and writes ORCA's files.

`orca --version` and `orca job.inp`. The files have the keys and units of those that ORCA 6.1 writes (property file and orbitals as JSON,
Hessian file). It knows the words that the tests use, and refuses others as ORCA does.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np

from cuvette_compute.engines import Request, engine_of, single_point
from cuvette_compute.structures.elements import SYMBOLS
from cuvette_compute.structures.molecule import Molecule
from cuvette_compute.units import ANGSTROM_PER_BOHR, DEBYE_PER_E_ANGSTROM, EV_PER_HARTREE

METHODS = {"hf": "hf", "b3lyp/g": "b3lyp", "pbe0": "pbe0", "r2scan-3c": "r2scan_3c"}
BASIS_SETS = {"def2-svp": "def2-SVP", "6-31g(d)": "6-31G(d)"}
OTHERS = {"rhf", "uhf", "rks", "uks", "tightscf", "verytightscf", "engrad", "freq", "d3bj", "cpcm"}


def main(words: list[str]) -> int:
    if words == ["--version"]:
        print("                         Program Version 6.1.0  -  RELEASE   -")
        return 0
    path = Path(words[0])
    text = path.read_text()
    keywords = [word.lower() for line in text.splitlines() if line.startswith("!") for word in line[1:].split()]
    unknown = [word for word in keywords if word not in {*METHODS, *BASIS_SETS, *OTHERS}]
    if unknown:
        print(f"INPUT ERROR\nUNRECOGNIZED OR DUPLICATED KEYWORD(S) IN SIMPLE INPUT LINE\n  {unknown[0].upper()}")
        return 1
    compute(path.with_suffix(""), text, keywords)
    print("****ORCA TERMINATED NORMALLY****")
    return 0


def compute(stem: Path, text: str, keywords: list[str]) -> None:
    molecule = structure_of(text)
    epsilon = re.search(r"epsilon ([\d.]+)", text)
    request = Request(
        next(METHODS[word] for word in keywords if word in METHODS),
        molecule,
        None,
        basis_set=next((BASIS_SETS[word] for word in keywords if word in BASIS_SETS), None),
        corrections=("d3bj",) if "d3bj" in keywords else (),
        reference="unrestricted" if {"uhf", "uks"} & set(keywords) else None,
        tight="verytightscf" in keywords,
        solvent_settings={"model": "cpcm", "solvent": "water"} if epsilon else None,
    )
    if epsilon:
        assert abs(float(epsilon[1]) - 78.3553) < 0.01, epsilon[1]
    calculator = engine_of(request.method).calculator(request)
    point = single_point(calculator, molecule, gradient="engrad" in keywords)
    print("                     *                     SUCCESS                       *")
    if point.spin_squared is not None:
        print(f"Expectation value of <S**2>     :     {point.spin_squared:.6f}\nIdeal value S*(S+1) for S=0.5   :     0.750000")
    write_property_file(stem, molecule, point)
    write_orbitals(stem, molecule, point)
    if "freq" in keywords:
        write_hessian(stem, *calculator.analytic_hessian(molecule))


def structure_of(text: str) -> Molecule:
    block = re.search(r"^\*\s*xyz\s+(-?\d+)\s+(\d+)\n(.*?)^\*", text, re.MULTILINE | re.DOTALL)
    assert block, text
    rows = [line.split() for line in block[3].splitlines() if line.strip()]
    return Molecule(
        np.array([SYMBOLS.index(row[0]) for row in rows]),
        np.array([[float(word) for word in row[1:4]] for row in rows]),
        int(block[1]),
        int(block[2]),
    )


def column(values) -> list[list[float]]:
    return [[float(value)] for value in np.asarray(values).reshape(-1)]


def write_property_file(stem: Path, molecule: Molecule, point) -> None:
    pairs = [(i, j) for i in range(len(molecule)) for j in range(i + 1, len(molecule)) if point.bond_orders[i, j] > 0.1]
    numbers = [int(number) for number in molecule.numbers]
    geometry = {
        "Single_Point_Data": {"Converged": True, "FinalEnergy": point.energy},
        "Dipole_Moment": [{"Method": "SCF", "dipoleTotal": column(point.dipole / DEBYE_PER_E_ANGSTROM / ANGSTROM_PER_BOHR)}],
        "Mulliken_Population_Analysis": [{"NAtoms": len(molecule), "AtomicCharges": column(point.charges)}],
        "Mayer_Population_Analysis": [
            {
                "NAtoms": len(molecule),
                "BondOrders": column([point.bond_orders[pair] for pair in pairs]),
                "components": [[i, numbers[i], j, numbers[j]] for i, j in pairs],
            }
        ],
    }
    if point.gradient is not None:
        gradient = column(point.gradient * ANGSTROM_PER_BOHR)
        geometry["Nuclear_Gradient"] = [{"NAtoms": len(molecule), "grad": gradient}]
    status = {"Status": "NORMAL TERMINATION", "progName": "stand-in", "version": "6.1.0"}
    stem.with_suffix(".property.json").write_text(json.dumps({"Calculation_Status": status, "Geometries": [geometry]}))


def write_orbitals(stem: Path, molecule: Molecule, point) -> None:
    gap = point.homo_lumo_gap / EV_PER_HARTREE
    orbitals = [{"Occupancy": 2.0, "OrbitalEnergy": -gap}, {"Occupancy": 0.0, "OrbitalEnergy": 0.0}]
    content = {"HFTyp": "RHF", "Origin": [0.0, 0.0, 0.0], "MolecularOrbitals": {"EnergyUnit": "Eh", "MOs": orbitals}}
    stem.with_suffix(".json").write_text(json.dumps({"ORCA Header": {"Version": "6.1.0"}, "Molecule": content}))
    stem.with_suffix(".gbw").write_bytes(b"")


def write_hessian(stem: Path, hessian: np.ndarray, dipoles: np.ndarray) -> None:
    size = len(hessian)
    lines = ["$orca_hessian_file", "", "$hessian", str(size)]
    for start in range(0, size, 5):
        columns = range(start, min(start + 5, size))
        lines.append(" " + " ".join(f"{each:18d}" for each in columns))
        lines += [f"{row:5d} " + " ".join(f"{hessian[row, each]:18.10E}" for each in columns) for row in range(size)]
    atomic = dipoles / DEBYE_PER_E_ANGSTROM
    lines += ["", "$dipole_derivatives", str(size), *(" ".join(f"{value:18.10E}" for value in row) for row in atomic), "", "$end", ""]
    stem.with_suffix(".hess").write_text("\n".join(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
