"""From a structure to coordinates: ETKDGv3 (Wang et al. 2020, 10.1021/acs.jcim.0c00025) and MMFF94 minimisation in RDKit."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdDistGeom, rdForceFieldHelpers

from ..errors import ConvergenceError, InputError
from ..structures.elements import MMFF94_ELEMENTS, SYMBOLS
from ..structures.molecule import Molecule
from .bent_centres import bent, single_bonds
from .sandwiches import build, has_transition_metal, recognise, refuse_unbuilt
from .stereo import multiplicity

_FRAGMENT_GAP = 3.0
_BATCH = 25
# How many geometries are tried for one structure, by the number of atoms up to which that many are: embedding is what takes the time.
_TRIES = ((40, 4), (80, 2))
_ROUGH_STEPS, _FINE_STEPS = 60, 2000
_TIMEOUT_SECONDS = 300  # for one batch; a cage that cannot be built must not run for ever


def _parameters(seed: int, threads: int) -> rdDistGeom.EmbedParameters:
    parameters = rdDistGeom.ETKDGv3()
    parameters.randomSeed = seed
    parameters.numThreads = threads
    parameters.clearConfs = True
    parameters.timeout = _TIMEOUT_SECONDS
    return parameters


def batches(count: int) -> list[tuple[int, int]]:
    """So many conformers in batches: the number before each and its own. A batch has a seed of its own, so that the conformers are the
    same whichever process builds them."""
    return [(start, min(_BATCH, count - start)) for start in range(0, count, _BATCH)]


def embed_batch(mol: Chem.Mol, start: int, count: int, seed: int, threads: int = 1, use_random: bool = False) -> list[np.ndarray]:
    """The geometries (Angstrom) of one batch, fewer than `count` where some cannot be embedded."""
    work = Chem.Mol(mol)
    parameters = _parameters((seed + 7919 * start) % 2**31, threads)
    parameters.useRandomCoords = use_random
    rdDistGeom.EmbedMultipleConfs(work, count, parameters)
    return [conformer.GetPositions() for conformer in work.GetConformers()]


def embed(mol: Chem.Mol, count: int, seed: int, threads: int = 1) -> Chem.Mol:
    """A copy of the molecule (with explicit hydrogens) that carries up to `count` conformers. Raises ConvergenceError when nothing can be
    embedded, not even from random coordinates.
    """
    built = [positions for start, size in batches(count) for positions in embed_batch(mol, start, size, seed, threads)]
    return with_conformers(mol, built or embed_at_random(mol, count, seed, threads))


def embed_at_random(mol: Chem.Mol, count: int, seed: int, threads: int = 1) -> list[np.ndarray]:
    """Geometries from random coordinates, for what cannot be embedded otherwise. Raises ConvergenceError where there are none."""
    built: list[np.ndarray] = []
    for start, size in batches(count):
        built += embed_batch(mol, start, size, seed, threads, use_random=True)
        if not built and start >= 2 * _BATCH:
            break
    if built:
        return built
    raise ConvergenceError("No three-dimensional structure could be built from this structure. Check its stereochemistry and ring strain.")


def with_conformers(mol: Chem.Mol, positions: list[np.ndarray]) -> Chem.Mol:
    """A copy of the molecule that carries these geometries and no other."""
    result = Chem.Mol(mol)
    result.RemoveAllConformers()
    for place in positions:
        conformer = Chem.Conformer(mol.GetNumAtoms())
        conformer.SetPositions(np.ascontiguousarray(place, dtype=float))
        result.AddConformer(conformer, assignId=True)
    return result


def require_mmff94(mol: Chem.Mol) -> None:
    """Refuse a molecule without MMFF94 parameters, naming the atom where possible."""
    for atom in mol.GetAtoms():
        if atom.GetAtomicNum() not in MMFF94_ELEMENTS:
            raise InputError(
                f"MMFF94 has no parameters for {SYMBOLS[atom.GetAtomicNum()]} (atom {atom.GetSymbol()}{atom.GetIdx() + 1}); "
                "the conformer modes reckless and rapid need them."
            )
    if not rdForceFieldHelpers.MMFFHasAllMoleculeParams(mol):
        raise InputError("MMFF94 has no parameters for a group of this molecule; the conformer modes reckless and rapid need them.")


def minimise(mol: Chem.Mol, threads: int, iterations: int) -> np.ndarray:
    """Minimise all conformers in place with MMFF94; their energies in kcal/mol."""
    results = rdForceFieldHelpers.MMFFOptimizeMoleculeConfs(mol, numThreads=threads, maxIters=iterations, mmffVariant="MMFF94")
    return np.array([energy for _, energy in results])


def molecule_from_mol(mol: Chem.Mol, positions: np.ndarray, smiles: str | None = None) -> Molecule:
    """Our molecule from an RDKit one with explicit hydrogens."""
    isotopes = tuple(atom.GetMass() if atom.GetIsotope() else None for atom in mol.GetAtoms())
    return Molecule(
        np.array([atom.GetAtomicNum() for atom in mol.GetAtoms()]),
        np.array(positions, dtype=float),
        Chem.GetFormalCharge(mol),
        multiplicity(mol),
        smiles,
        isotopes if any(isotope is not None for isotope in isotopes) else (),
    )


def quick_structure(mol: Chem.Mol, seed: int = 42) -> Molecule:
    """One cleaned-up geometry of a structure; separate fragments are placed apart.

    Sandwich and half-sandwich complexes are put together (`sandwiches`). Raises ConvergenceError, and InputError for a metal complex whose
    ligands a SMILES does not place.
    """
    smiles = Chem.MolToSmiles(mol)
    sandwich = recognise(mol)
    if sandwich:
        positions = build(sandwich, lambda fragment: _one_conformer(fragment, seed))
        molecule = molecule_from_mol(Chem.AddHs(sandwich.mol), positions - positions.mean(axis=0), smiles)
        return replace(molecule, multiplicity=sandwich.multiplicity)
    try:
        return _free_structure(mol, smiles, seed)
    except ConvergenceError:
        if has_transition_metal(mol):
            raise refuse_unbuilt(mol) from None
        raise


def _free_structure(mol: Chem.Mol, smiles: str, seed: int) -> Molecule:
    with_hydrogens = Chem.AddHs(mol)
    positions = np.zeros((with_hydrogens.GetNumAtoms(), 3))
    edge = 0.0
    atoms_of_fragments: list[tuple[int, ...]] = []
    fragments = Chem.GetMolFrags(with_hydrogens, asMols=True, fragsMolAtomMapping=atoms_of_fragments)
    for fragment, atoms in zip(fragments, atoms_of_fragments, strict=True):
        embedded = _one_conformer(fragment, seed)
        # ETKDG builds carbenes straight.
        embedded = bent(np.array([atom.GetAtomicNum() for atom in fragment.GetAtoms()]), embedded, single_bonds(fragment))
        embedded[:, 0] += edge - embedded[:, 0].min()
        edge = embedded[:, 0].max() + _FRAGMENT_GAP
        positions[list(atoms)] = embedded
    return molecule_from_mol(with_hydrogens, positions - positions.mean(axis=0), smiles)


def _one_conformer(fragment: Chem.Mol, seed: int) -> np.ndarray:
    """The best of a few tries by force-field energy, so that a ring is a chair: all are minimised roughly, the best in full."""
    atoms = fragment.GetNumAtoms()
    if atoms == 1:
        return np.zeros((1, 3))
    embedded = embed(fragment, next((tries for most, tries in _TRIES if atoms <= most), 1), seed)
    if rdForceFieldHelpers.MMFFHasAllMoleculeParams(embedded):
        best = int(np.argmin(minimise(embedded, 1, _ROUGH_STEPS)))
        conformer = embedded.GetConformers()[best].GetId()
        properties = rdForceFieldHelpers.MMFFGetMoleculeProperties(embedded, mmffVariant="MMFF94")
        field = rdForceFieldHelpers.MMFFGetMoleculeForceField(embedded, properties, confId=conformer)
    elif rdForceFieldHelpers.UFFHasAllMoleculeParams(embedded):
        energies = [energy for _, energy in rdForceFieldHelpers.UFFOptimizeMoleculeConfs(embedded, maxIters=_ROUGH_STEPS)]
        conformer = embedded.GetConformers()[int(np.argmin(energies))].GetId()
        field = rdForceFieldHelpers.UFFGetMoleculeForceField(embedded, confId=conformer)
    else:
        return embedded.GetConformers()[0].GetPositions()
    field.Initialize()
    # A structure that already lies at its minimum (H2) leaves no direction to go, which RDKit raises as an error.
    with contextlib.suppress(RuntimeError):
        field.Minimize(maxIts=_FINE_STEPS)
    return embedded.GetConformer(conformer).GetPositions()
