"""Ligands of a docking: what can be docked, their torsion tree by meeko, and poses back as geometries in our order of atoms."""

from __future__ import annotations

import numpy as np
from rdkit import Chem

from ..chemistry.perceive import with_conformer
from ..errors import InputError, MethodNotAvailable
from ..runtime.notes import message
from ..structures.elements import SYMBOLS
from ..structures.molecule import Molecule

# What the search still finds reliably, and what Vina's search has room for.
MANY_TORSIONS, MOST_TORSIONS = 15, 32
# AutoDock Vina has types for these elements.
ELEMENTS = {1, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53}


def check_ligand(molecule: Molecule, mol: Chem.Mol, field: str) -> None:
    """Refuse what docking does not cover: several molecules, attachment points, elements without types, open shells. Raises InputError."""
    fragments = len(Chem.GetMolFrags(mol))
    if fragments > 1:
        raise InputError(
            f"The ligand consists of {fragments} separate molecules; docking takes one. Remove counterions and solvent.", field=field
        )
    if (molecule.numbers == 0).any():
        raise InputError(
            "The ligand has an attachment point (*), as covalent ligands have. Docking here makes no bond to the protein: give the whole "
            "molecule as it is before binding.",
            field=field,
        )
    strange = sorted({SYMBOLS[int(number)] for number in molecule.numbers if int(number) not in ELEMENTS})
    if strange:
        raise InputError(f"AutoDock Vina has no atom types for {', '.join(strange)}; this ligand cannot be docked.", field=field)
    if molecule.multiplicity != 1:
        raise InputError("Docking covers closed-shell ligands only; the multiplicity must be 1.", field=f"{field}.multiplicity")
    if not (molecule.numbers > 1).any():
        raise InputError("The ligand has no heavy atom.", field=field)


def flexibility_messages(pdbqt: str) -> list[dict[str, str]]:
    """Return a warning for a ligand with many rotatable bonds, as peptides have. Raises InputError beyond what Vina can turn."""
    torsions = sum(line.startswith("BRANCH") for line in pdbqt.splitlines())
    if torsions > MOST_TORSIONS:
        raise InputError(
            f"The ligand has {torsions} rotatable bonds, and AutoDock Vina turns at most {MOST_TORSIONS}. Peptides and other long "
            "chains need another method."
        )
    if torsions <= MANY_TORSIONS:
        return []
    body = f"It has {torsions} rotatable bonds, as a peptide has; beyond about {MANY_TORSIONS} the search often misses the best pose."
    return [message("warning", "The Ligand Is Very Flexible", body)]


def ligand_pdbqt(mol: Chem.Mol, positions: np.ndarray, field: str = "initial_molecule") -> str:
    """PDBQT text of the ligand (explicit hydrogens, positions in Å); rings keep the shape they have. Raises InputError."""
    try:
        from meeko import MoleculePreparation, PDBQTWriterLegacy
    except ImportError as error:
        raise MethodNotAvailable("Docking needs meeko, and it does not load here.", detail=str(error)) from error
    try:
        setup = MoleculePreparation(rigid_macrocycles=True).prepare(with_conformer(mol, positions))[0]
        text, fine, why = PDBQTWriterLegacy.write_string(setup)
    except Exception as error:
        raise InputError(f"meeko cannot make a torsion tree of the ligand: {error}", field=field) from error
    if not fine:
        raise InputError(f"meeko cannot make a torsion tree of the ligand: {why}", field=field)
    return text


def poses_from_pdbqt(text: str, mol: Chem.Mol) -> list[np.ndarray]:
    """Positions (Å) of all atoms of each pose of Vina's output, in the order of `mol`'s atoms.

    Vina moves polar hydrogens alone; the others are put back by geometry.
    """
    from meeko import PDBQTMolecule, RDKitMolCreate

    made = RDKitMolCreate.from_pdbqt_mol(PDBQTMolecule(text, skip_typing=True))[0]
    match = made.GetSubstructMatch(_plain(mol), useChirality=True) or made.GetSubstructMatch(_plain(mol))
    if len(match) != mol.GetNumAtoms():
        raise InputError(
            "The poses could not be brought back to the ligand's atoms: its bonds are read in two ways.", field="initial_molecule"
        )
    return [conformer.GetPositions()[list(match)] for conformer in made.GetConformers()]


def _plain(mol: Chem.Mol) -> Chem.Mol:
    """The molecule without conformers, so that stereochemistry is compared as it is written down."""
    bare = Chem.Mol(mol)
    bare.RemoveAllConformers()
    return bare


def ring_shapes(mol: Chem.Mol, conformers: list[np.ndarray], most: int = 4) -> list[int]:
    """Places of the conformers that differ in a ring, the first of each shape: Vina turns bonds and leaves rings as they are.

    Two shapes differ when a torsion inside a ring does by more than 30 degrees.
    """
    rings = [ring for ring in mol.GetRingInfo().AtomRings() if not all(mol.GetAtomWithIdx(atom).GetIsAromatic() for atom in ring)]
    chosen: list[tuple[int, np.ndarray]] = []
    for index, positions in enumerate(conformers):
        shape = np.array([angle for ring in rings for angle in _torsions(positions, ring)])
        differences = [np.abs((shape - other + 180) % 360 - 180).max(initial=0.0) for _, other in chosen]
        if not chosen or min(differences) > 30:
            chosen.append((index, shape))
        if len(chosen) == most:
            break
    return [index for index, _ in chosen]


def _torsions(positions: np.ndarray, ring: tuple[int, ...]) -> list[float]:
    """Torsions along a ring in degrees."""
    size = len(ring)
    found = []
    for start in range(size):
        a, b, c, d = (positions[ring[(start + step) % size]] for step in range(4))
        first, axis, last = b - a, c - b, d - c
        normal, other = np.cross(first, axis), np.cross(axis, last)
        found.append(float(np.degrees(np.arctan2(np.dot(np.cross(normal, other), axis) / np.linalg.norm(axis), np.dot(normal, other)))))
    return found
