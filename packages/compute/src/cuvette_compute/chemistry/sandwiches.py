"""Geometries of metal complexes that a SMILES cannot place: sandwiches and half-sandwiches are built, other multi-hapto ones are refused.

A SMILES writes ferrocene as three separate ions, or with ten bonds at the iron, and ETKDG puts the ions side by side. Two patterns are
recognised here, in both ways of writing: one metal between two rings that are bound by all of their atoms (five or six carbons), and one
metal with one such ring and carbonyls. The rings are placed parallel, at the height at which metal and carbon are as far apart as the sum
of their covalent radii (Cordero et al. 2008, 10.1039/B801115J): 2.05 Angstrom for iron. It is a start; the metal's spin is a guess.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from rdkit import Chem

from ..errors import InputError
from ..structures.elements import SYMBOLS, covalent_radius

# The d and f block, where a fragment beside the metal is a ligand and no counterion.
_TRANSITION_METALS = frozenset([*range(21, 31), *range(39, 49), *range(57, 81), *range(89, 113)])
_CARBON_SP2_RADIUS = 0.73
# Angstrom between the carbons of a carbonyl's metal and along its bond, as what the radii give is too long for back-bonding.
_METAL_CARBONYL_SHORTER, _CARBON_OXYGEN = 0.22, 1.15
# Degrees between the axis of the ring and a carbonyl of a piano stool.
_STOOL_ANGLE = 125.0
_CARBONYL = Chem.MolFromSmarts("[CX1,CX2;H0]#,=[OX1+0,OX1+1]")
# Unpaired electrons plus one of the neutral metallocenes that are no singlets or doublets.
_METALLOCENE_SPINS = {23: 4, 24: 3, 25: 6, 28: 3}
_INSTEAD = "Give the complex as coordinates instead, in an XYZ file or another structure file."


@dataclass
class Complex:
    """A recognised complex: the molecule with its metal-ligand bonds cut, the metal, its rings, and its carbonyls (C, O)."""

    mol: Chem.Mol
    metal: int
    rings: list[tuple[int, ...]]
    carbonyls: list[tuple[int, int]]
    multiplicity: int


def has_transition_metal(mol: Chem.Mol) -> bool:
    """Whether an atom of the d or f block is in the molecule."""
    return any(atom.GetAtomicNum() in _TRANSITION_METALS for atom in mol.GetAtoms())


def recognise(mol: Chem.Mol) -> Complex | None:
    """The sandwich or half-sandwich that a molecule is; None for a molecule without transition metal or multi-hapto ligands.

    Raises InputError for a complex whose ligands a SMILES does not place and that is none of these.
    """
    metals = [atom.GetIdx() for atom in mol.GetAtoms() if atom.GetAtomicNum() in _TRANSITION_METALS]
    if not metals:
        return None
    drawn = [_drawn_rings(mol, metal) for metal in metals]
    several = len(Chem.GetMolFrags(mol)) > 1
    if not several and not any(drawn) and not any(_has_chain(mol, metal) for metal in metals):
        return None
    if len(metals) == 1:
        found = _complex(mol, metals[0], drawn[0])
        if found is not None:
            return found
    symbol = SYMBOLS[mol.GetAtomWithIdx(metals[0]).GetAtomicNum()]
    raise InputError(f"No geometry can be built: the SMILES does not say where the ligands of {symbol} lie. {_INSTEAD}")


def refuse_unbuilt(mol: Chem.Mol) -> InputError:
    """Return what to say of a complex of one piece for which no geometry could be built."""
    symbol = next(atom.GetSymbol() for atom in mol.GetAtoms() if atom.GetAtomicNum() in _TRANSITION_METALS)
    return InputError(f"No geometry of this complex of {symbol} can be built from its SMILES. {_INSTEAD}")


def _drawn_rings(mol: Chem.Mol, metal: int) -> list[tuple[int, ...]]:
    """Rings of five or six carbons whose atoms are all bonded to the metal."""
    near = {atom.GetIdx() for atom in mol.GetAtomWithIdx(metal).GetNeighbors()}
    without = Chem.RWMol(mol)
    for other in near:
        without.RemoveBond(metal, other)
    Chem.FastFindRings(without)
    rings = [ring for ring in without.GetRingInfo().AtomRings() if len(ring) in (5, 6) and set(ring) <= near]
    return [ring for ring in rings if all(mol.GetAtomWithIdx(atom).GetAtomicNum() == 6 for atom in ring)]


def _has_chain(mol: Chem.Mol, metal: int) -> bool:
    """Whether three atoms in a row are all bonded to the metal, which is a multi-hapto ligand and no metallacycle."""
    near = {atom.GetIdx() for atom in mol.GetAtomWithIdx(metal).GetNeighbors()}
    return any(sum(other.GetIdx() in near for other in mol.GetAtomWithIdx(atom).GetNeighbors()) >= 2 for atom in near)


def _complex(mol: Chem.Mol, metal: int, drawn: list[tuple[int, ...]]) -> Complex | None:
    cut = Chem.RWMol(mol)
    carbonyls = [pair for pair in mol.GetSubstructMatches(_CARBONYL) if mol.GetBondBetweenAtoms(metal, pair[0]) or _is_alone(mol, pair)]
    for other in [atom.GetIdx() for atom in mol.GetAtomWithIdx(metal).GetNeighbors()]:
        # No hydrogen takes the place of the metal.
        atom = cut.GetAtomWithIdx(other)
        atom.SetNumExplicitHs(atom.GetTotalNumHs())
        atom.SetNoImplicit(True)
        cut.RemoveBond(metal, other)
    for ring in drawn:
        _make_aromatic(cut, metal, ring)
    try:
        Chem.SanitizeMol(cut)
    except ValueError:
        return None
    fragments = [set(atoms) for atoms in Chem.GetMolFrags(cut)]
    rings = []
    for atoms in fragments:
        if atoms == {metal} or any(atoms == set(pair) for pair in carbonyls):
            continue
        ring = _ring_ligand(cut, atoms)
        if ring is None:
            return None
        rings.append(ring)
    if (len(rings), bool(carbonyls)) not in ((2, False), (1, True)):
        return None
    return Complex(cut.GetMol(), metal, rings, carbonyls, _multiplicity(mol, metal, rings))


def _is_alone(mol: Chem.Mol, pair: tuple[int, ...]) -> bool:
    return sum(mol.GetAtomWithIdx(atom).GetDegree() for atom in pair) == 2


def _make_aromatic(cut: Chem.RWMol, metal: int, ring: tuple[int, ...]) -> None:
    """Write a ring that was drawn with bonds to its metal as an aromatic one; five atoms take an electron from the metal."""
    for index, atom in enumerate(ring):
        cut.GetAtomWithIdx(atom).SetIsAromatic(True)
        cut.GetAtomWithIdx(atom).SetNumRadicalElectrons(0)
        bond = cut.GetBondBetweenAtoms(atom, ring[index - 1])
        bond.SetBondType(Chem.BondType.AROMATIC)
        bond.SetIsAromatic(True)
    if len(ring) == 5 and not any(cut.GetAtomWithIdx(atom).GetFormalCharge() for atom in ring):
        cut.GetAtomWithIdx(ring[0]).SetFormalCharge(-1)
        centre = cut.GetAtomWithIdx(metal)
        centre.SetFormalCharge(centre.GetFormalCharge() + 1)


def _ring_ligand(mol: Chem.Mol, atoms: set[int]) -> tuple[int, ...] | None:
    """The ring by which a fragment is bound: its only aromatic ring of carbons, a benzene or a cyclopentadienide."""
    rings = [ring for ring in mol.GetRingInfo().AtomRings() if set(ring) <= atoms]
    fitting = [
        ring
        for ring in rings
        if all(mol.GetAtomWithIdx(a).GetIsAromatic() and mol.GetAtomWithIdx(a).GetAtomicNum() == 6 for a in ring)
        and sum(mol.GetAtomWithIdx(a).GetFormalCharge() for a in ring) == (-1 if len(ring) == 5 else 0)
    ]
    return fitting[0] if len(rings) == len(fitting) == 1 and len(fitting[0]) in (5, 6) else None


def _multiplicity(mol: Chem.Mol, metal: int, rings: list[tuple[int, ...]]) -> int:
    number = mol.GetAtomWithIdx(metal).GetAtomicNum()
    charge = Chem.GetFormalCharge(mol)
    electrons = sum(atom.GetAtomicNum() + atom.GetTotalNumHs() for atom in mol.GetAtoms()) - charge
    if charge == 0 and [len(ring) for ring in rings] == [5, 5] and number in _METALLOCENE_SPINS:
        return _METALLOCENE_SPINS[number]
    return 1 + electrons % 2


def build(found: Complex, embedded) -> np.ndarray:
    """Positions (Angstrom) of all atoms, hydrogens included (after the heavy atoms, as `Chem.AddHs` appends them).

    `embedded` gives the positions of one fragment with hydrogens.
    """
    mol = Chem.AddHs(found.mol)
    positions = np.zeros((mol.GetNumAtoms(), 3))
    radius = covalent_radius(mol.GetAtomWithIdx(found.metal).GetAtomicNum())
    atoms_of: list[tuple[int, ...]] = []
    fragments = Chem.GetMolFrags(mol, asMols=True, fragsMolAtomMapping=atoms_of)
    for fragment, atoms in zip(fragments, atoms_of, strict=True):
        ring = next((ring for ring in found.rings if set(ring) <= set(atoms)), None)
        if ring is None:
            continue
        side = 1 if ring is found.rings[0] else -1
        placed = _lying(embedded(fragment), [atoms.index(atom) for atom in ring], radius + _CARBON_SP2_RADIUS, side)
        others = positions[[atom for atom in range(len(positions)) if np.abs(positions[atom]).sum() > 0]]
        positions[list(atoms)] = _turned_away(placed, others)
    _place_carbonyls(positions, found, radius)
    return positions


def _lying(ligand: np.ndarray, ring: list[int], distance: float, side: int) -> np.ndarray:
    """A ligand with its ring flat above (side 1) or below the metal at the origin, its carbons `distance` away."""
    centred = ligand - ligand[ring].mean(axis=0)
    axes = np.linalg.svd(centred[ring])[2]
    if np.linalg.det(axes) < 0:
        axes[2] *= -1
    flat = centred @ axes.T
    # Substituents that leave the plane point away from the metal.
    if flat[:, 2].sum() * side < 0:
        flat[:, 1:] *= -1
    spread = np.linalg.norm(flat[ring], axis=1).mean()
    flat[:, 2] += side * np.sqrt(max(distance**2 - spread**2, 1.0))
    return flat


def _turned_away(ligand: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The ligand turned about the axis to where it is farthest from what is there."""
    if not len(others):
        return ligand

    def turned(angle: float) -> np.ndarray:
        cosine, sine = np.cos(angle), np.sin(angle)
        return ligand @ np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1]])

    def nearest(angle: float) -> float:
        return float(np.linalg.norm(turned(angle)[:, None] - others[None], axis=2).min())

    return turned(max(np.radians(np.arange(0, 360, 6)), key=lambda angle: round(nearest(angle), 4)))


def _place_carbonyls(positions: np.ndarray, found: Complex, radius: float) -> None:
    distance = radius + _CARBON_SP2_RADIUS - _METAL_CARBONYL_SHORTER
    tilt = np.radians(_STOOL_ANGLE if len(found.carbonyls) > 1 else 180.0)
    for index, (carbon, oxygen) in enumerate(found.carbonyls):
        around = 2 * np.pi * index / len(found.carbonyls)
        direction = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
        positions[carbon] = distance * direction
        positions[oxygen] = (distance + _CARBON_OXYGEN) * direction
