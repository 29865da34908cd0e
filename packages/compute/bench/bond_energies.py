"""Energies of molecules and radicals whose bond dissociation enthalpies are known, kept in `points/bond_energies.json`.

Of each species: energy and enthalpy correction (298.15 K) with GFN2-xTB, and the r2SCAN-3c energy at that geometry, by the same levels as
the recipe of bond energies; a radical starts from the geometry that it has in the molecule. What is kept is not computed again;
`npm run bench:accuracy` fits the calibrations on it. Run in packages/compute, with the SMILES of molecules or none for all:
OMP_NUM_THREADS=1 PYTHONPATH=src:tests .venv/bin/python bench/bond_energies.py
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from conftest import UUID, Recorder
from rdkit import Chem
from rdkit.Chem import rdDistGeom

from cuvette_compute.calculations.levels import Level, Piece, level_of, run_levels
from cuvette_compute.chemistry.embed import molecule_from_mol
from cuvette_compute.recipes.bde import radical
from cuvette_compute.runtime.job import Job
from cuvette_compute.structures.molecule import Molecule

HERE = Path(__file__).parent
SET, POINTS = HERE / "sets" / "bond-enthalpies.json", HERE / "points" / "bond_energies.json"
_CONFORMERS = 6


def job_here() -> Job:
    return Job(UUID, 1, "bde", {}, {}, 1, 42, {}, Path(tempfile.mkdtemp()), Recorder())


def optimization(*tasks: str) -> Level:
    return level_of({"method": "gfn2_xtb", "tasks": list(tasks), "mode": "rapid"}, "levels.0")


def lowest_conformer(smiles: str) -> tuple[Chem.Mol, Molecule]:
    """The molecule with the GFN2-xTB geometry that lies lowest of a few built ones."""
    mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
    rdDistGeom.EmbedMultipleConfs(mol, _CONFORMERS, randomSeed=42)
    found = []
    for conformer in mol.GetConformers():
        molecule = molecule_from_mol(mol, conformer.GetPositions(), smiles)
        result = run_levels(job_here(), Piece("conformer", "the molecule", molecule, (optimization("optimize"),), mol))
        if result.error is None:
            found.append((result.energy, result.molecule))
    return mol, min(found, key=lambda one: one[0])[1]


def energies(molecule: Molecule) -> dict[str, float]:
    """Energies (Hartree) of a molecule or radical, and what its enthalpy at 298.15 K has more than its energy with GFN2-xTB."""
    begun = time.process_time()
    levels = (optimization("optimize", "frequencies"), level_of({"method": "r2scan_3c", "tasks": ["energy"]}, "levels.1"))
    result = run_levels(job_here(), Piece("piece", "the species", molecule, levels))
    if result.error is not None:
        raise result.error
    first, second = result.outcomes
    return {
        "gfn2": round(first.energy, 6),
        "thermal": round(first.enthalpy - first.energy, 6),
        "r2scan_3c": round(second.energy, 6),
        "seconds": round(time.process_time() - begun, 1),
    }


def fragments(mol: Chem.Mol, first: str, second: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The atoms of both sides of the bond that leaves these radicals (canonical SMILES, heavy atoms)."""
    for bond in mol.GetBonds():
        if bond.IsInRing() or bond.GetBondTypeAsDouble() != 1:
            continue
        broken = Chem.FragmentOnBonds(mol, [bond.GetIdx()], addDummies=False)
        parts = Chem.GetMolFrags(broken)
        names = []
        for part in Chem.GetMolFrags(broken, asMols=True, sanitizeFrags=False):
            open_ = Chem.RWMol(part)
            for atom in open_.GetAtoms():
                atom.SetNoImplicit(True)
            names.append(named(open_))
        if names == [first, second]:
            return parts
        if names == [second, first]:
            return parts[1], parts[0]
    raise ValueError(f"No bond of {Chem.MolToSmiles(mol)} leaves {first} and {second}.")


def named(part: Chem.RWMol) -> str:
    """The SMILES of a radical whose hydrogens are atoms, in the spelling of the set."""
    for atom in part.GetAtoms():
        missing = (
            Chem.GetPeriodicTable().GetDefaultValence(atom.GetAtomicNum())
            + atom.GetFormalCharge()
            - round(sum(bond.GetBondTypeAsDouble() for bond in atom.GetBonds()))
        )
        atom.SetNumRadicalElectrons(max(0, missing) if atom.GetFormalCharge() >= 0 else 0)
    Chem.SanitizeMol(part)
    return Chem.CanonSmiles(Chem.MolToSmiles(Chem.RemoveHs(part, sanitize=False)))


def main() -> None:
    kept = json.loads(POINTS.read_text()) if POINTS.exists() else {}
    wanted = sys.argv[1:]
    for _, parent, first, second in json.loads(SET.read_text())["bonds"]:
        if all(name in kept for name in (parent, first, second)) or (wanted and parent not in wanted):
            continue
        mol, molecule = lowest_conformer(parent)
        if parent not in kept:
            kept[parent] = energies(molecule)
            write(kept, parent)
        for name, atoms in zip((first, second), fragments(mol, first, second), strict=True):
            if name not in kept:
                kept[name] = energies(radical(molecule, atoms, 1, displaced=True))
                write(kept, name)


def write(kept: dict[str, dict[str, float]], name: str) -> None:
    POINTS.write_text("{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in kept.items()) + "\n}\n")
    print(name, kept[name], flush=True)


if __name__ == "__main__":
    main()
