"""Bonds from coordinates. A structure found this way is "perceived" and is marked so wherever it is shown."""

from __future__ import annotations

import contextlib

import numpy as np
from rdkit import Chem, rdBase
from rdkit.Chem import Descriptors, rdDetermineBonds

from ..errors import InputError
from ..structures.elements import covalent_radius, isotope_of
from ..structures.molecule import Molecule

rdBase.DisableLog("rdApp.*")


def average_mass(mol: Chem.Mol) -> float:
    """The molar mass in g/mol with the average mass of each element, as RDKit's descriptor MolWt has it."""
    # RDKit's stubs lack what its module of descriptors makes as it is loaded.
    return float(vars(Descriptors)["MolWt"](mol))


_BONDED_FACTOR = 1.25
# Trying all charge assignments grows quickly with size; beyond this only connectivity is perceived.
_MAX_ATOMS_FOR_ORDERS = 250
# Elements of several valences multiply what is tried: a chain of twenty bare sulfur atoms would take for ever. Structures that people
# draw need a few hundred tries; this many take under a second.
_MAX_TRIES_FOR_ORDERS = 10_000
_THIOESTER = Chem.MolFromSmarts("[S+;X2]=[#6X3]-[O-;X1]")


def bare_mol(molecule: Molecule) -> Chem.Mol:
    """An RDKit molecule with atoms and one conformer but no bonds."""
    mol = Chem.RWMol()
    for number in molecule.numbers:
        atom = Chem.Atom(int(number))
        atom.SetNoImplicit(True)
        mol.AddAtom(atom)
    return with_conformer(mol.GetMol(), molecule.positions)


def with_conformer(mol: Chem.Mol, positions: np.ndarray) -> Chem.Mol:
    """A copy of the molecule with these positions (Angstrom) as its only conformer."""
    copy = Chem.Mol(mol)
    copy.RemoveAllConformers()
    conformer = Chem.Conformer(copy.GetNumAtoms())
    conformer.Set3D(True)
    conformer.SetPositions(np.ascontiguousarray(positions, dtype=float))
    copy.AddConformer(conformer, assignId=True)
    return copy


def bonded_pairs(numbers: np.ndarray, positions: np.ndarray, factor: float = _BONDED_FACTOR) -> set[tuple[int, int]]:
    """Pairs (i < j) closer than `factor` times the sum of their covalent radii."""
    from scipy.spatial import cKDTree

    radii = np.array([covalent_radius(int(z)) for z in numbers])
    if len(numbers) < 2:
        return set()
    pairs = cKDTree(positions).query_pairs(2 * float(radii.max()) * factor, output_type="ndarray")
    if not len(pairs):
        return set()
    distances = np.linalg.norm(positions[pairs[:, 0]] - positions[pairs[:, 1]], axis=1)
    keep = distances < factor * (radii[pairs[:, 0]] + radii[pairs[:, 1]])
    return {(int(min(i, j)), int(max(i, j))) for i, j in pairs[keep]}


def mol_from_molecule(molecule: Molecule) -> Chem.Mol:
    """Bonds with orders and formal charges from coordinates and total charge, stereo from the geometry.

    Where no Lewis structure fits (radicals, metals), or none is found soon, the molecule has single bonds only. Raises InputError if
    even that fails.
    """
    mol = bare_mol(molecule)
    if len(molecule) == 1:
        mol.GetAtomWithIdx(0).SetFormalCharge(molecule.charge)
        mol.UpdatePropertyCache(strict=False)
        return mol
    # The Lewis structure of a crystal that its cell cuts through is none.
    if molecule.multiplicity == 1 and molecule.cell is None and len(molecule) <= _MAX_ATOMS_FOR_ORDERS:
        with contextlib.suppress(ValueError, RuntimeError, Chem.rdchem.MolSanitizeException):
            perceived = _with_orders(mol, molecule)
            Chem.SanitizeMol(perceived)
            Chem.AssignStereochemistryFrom3D(perceived)
            return perceived
    return connectivity_only(mol)


def _with_orders(mol: Chem.Mol, molecule: Molecule) -> Chem.Mol:
    """Bonds with orders by RDKit. Raises ValueError or RuntimeError where no Lewis structure fits.

    RDKit finds none for most nitro groups on an aromatic ring with another substituent. So each nitro group is shown to it as nitroso,
    which has no charges, and gets its second oxygen back afterwards. Thioesters come as [S+]=C[O-] and are made neutral.
    """
    nitro = _nitro_oxygens(molecule)
    left = [atom for atom in range(len(molecule)) if atom not in nitro]
    shown = Chem.RWMol(mol)
    for atom in sorted(nitro, reverse=True):
        shown.RemoveAtom(atom)
    rdDetermineBonds.DetermineBonds(shown, charge=molecule.charge, embedChiral=False, maxIterations=_MAX_TRIES_FOR_ORDERS)
    perceived = _with_nitro(Chem.RWMol(mol), shown, left, nitro) if nitro else shown
    for sulfur, carbon, oxygen in perceived.GetSubstructMatches(_THIOESTER):
        perceived.GetBondBetweenAtoms(sulfur, carbon).SetBondType(Chem.BondType.SINGLE)
        perceived.GetBondBetweenAtoms(carbon, oxygen).SetBondType(Chem.BondType.DOUBLE)
        for atom in (sulfur, oxygen):
            perceived.GetAtomWithIdx(atom).SetFormalCharge(0)
    return perceived.GetMol()


def _with_nitro(whole: Chem.RWMol, shown: Chem.Mol, left: list[int], nitro: dict[int, int]) -> Chem.RWMol:
    """The bonds of what was shown (its atoms are those of `left`) on the whole molecule, and each nitro group with both of its oxygens."""
    Chem.Kekulize(shown, clearAromaticFlags=True)
    for bond in shown.GetBonds():
        whole.AddBond(left[bond.GetBeginAtomIdx()], left[bond.GetEndAtomIdx()], bond.GetBondType())
    for atom in shown.GetAtoms():
        whole.GetAtomWithIdx(left[atom.GetIdx()]).SetFormalCharge(atom.GetFormalCharge())
    for oxygen, nitrogen in nitro.items():
        whole.AddBond(oxygen, nitrogen, Chem.BondType.SINGLE)
        whole.GetAtomWithIdx(oxygen).SetFormalCharge(-1)
        whole.GetAtomWithIdx(nitrogen).SetFormalCharge(1)
    return whole


def _nitro_oxygens(molecule: Molecule) -> dict[int, int]:
    """One oxygen of each nitro group, with its nitrogen: nitrogen with three neighbours, two of them oxygen with no other."""
    if 7 not in molecule.numbers:
        return {}
    neighbours: dict[int, list[int]] = {}
    for i, j in bonded_pairs(molecule.numbers, molecule.positions):
        neighbours.setdefault(i, []).append(j)
        neighbours.setdefault(j, []).append(i)
    found = {}
    for nitrogen, near in neighbours.items():
        ends = [atom for atom in near if molecule.numbers[atom] == 8 and len(neighbours[atom]) == 1]
        if molecule.numbers[nitrogen] == 7 and len(near) == 3 and len(ends) == 2:
            found[max(ends)] = nitrogen
    return found


def with_isotopes(mol: Chem.Mol, molecule: Molecule) -> Chem.Mol:
    """The atoms of a molecule as the isotopes that its given masses are of; stereocentres that only isotopes make are assigned."""
    isotopes = [isotope_of(int(z), mass) for z, mass in zip(molecule.numbers, molecule.given_masses, strict=False)]
    if not any(isotopes):
        return mol
    labelled = Chem.Mol(mol)
    for atom, isotope in zip(labelled.GetAtoms(), isotopes, strict=True):
        atom.SetIsotope(isotope)
    Chem.AssignStereochemistryFrom3D(labelled)
    return labelled


def connectivity_only(mol: Chem.Mol) -> Chem.Mol:
    """Single bonds between near atoms, nothing else."""
    editable = Chem.RWMol(mol)
    numbers = np.array([atom.GetAtomicNum() for atom in mol.GetAtoms()])
    for i, j in sorted(bonded_pairs(numbers, mol.GetConformer().GetPositions())):
        editable.AddBond(i, j, Chem.BondType.SINGLE)
    result = editable.GetMol()
    result.UpdatePropertyCache(strict=False)
    Chem.FastFindRings(result)
    return result


def perceived_smiles(molecule: Molecule) -> str:
    """Canonical SMILES perceived from coordinates. Raises InputError where no Lewis structure fits."""
    mol = mol_from_molecule(molecule)
    try:
        Chem.SanitizeMol(mol)
        mol = with_isotopes(mol, molecule)
        total = sum(atom.GetFormalCharge() for atom in mol.GetAtoms())
        if total != molecule.charge:
            raise ValueError("no Lewis structure with this charge")
        without_hydrogens = Chem.RemoveHs(mol)
        return Chem.MolToSmiles(without_hydrogens)
    except (ValueError, RuntimeError) as error:
        raise InputError("No SMILES could be perceived from these coordinates and this charge.", field="molecules") from error
