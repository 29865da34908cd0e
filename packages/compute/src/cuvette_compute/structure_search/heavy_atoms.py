"""Bond orders of a molecule without hydrogens, as a ligand of a crystal structure is: from lengths, and from which atoms are flat."""

from __future__ import annotations

import numpy as np
from rdkit import Chem
from scipy.optimize import Bounds, LinearConstraint, milp

from ..chemistry.perceive import bonded_pairs
from ..errors import InputError

# Mean lengths (Å) of single, double and triple bonds of organic compounds in crystals (Allen et al., J. Chem. Soc. Perkin Trans. 2
# 1987, S1).
_LENGTHS: dict[tuple[int, int], tuple[float, ...]] = {
    (6, 6): (1.50, 1.34, 1.19),
    (6, 7): (1.45, 1.29, 1.14),
    (6, 8): (1.40, 1.22),
    (6, 16): (1.79, 1.67),
    (7, 7): (1.40, 1.25),
    (7, 8): (1.40, 1.22),
    (7, 16): (1.65, 1.54),
    (8, 15): (1.60, 1.49),
    (8, 16): (1.57, 1.44),
}
_SPREAD = 0.06
"""Scatter of lengths in crystal structures of proteins (Å)."""
_MAX_COST = 9.0
"""Cost of a length that fits no order: one bad length must not decide about its neighbours."""
_VALENCE = {5: 3, 6: 4, 7: 3, 8: 2, 9: 1, 14: 4, 15: 5, 16: 6, 17: 1, 34: 6, 35: 1, 53: 1}
_SHAPE_COST = 12.0
"""Cost of a flat carbon without a double bond, and of a tetrahedral one with one."""
_SECONDS = 2.0


def smiles_of_heavy_atoms(numbers: list[int], positions: np.ndarray) -> str:
    """
    Canonical SMILES of atoms other than hydrogen at positions in Å. Orders are those of the least sum of squared deviations from mean
    lengths, with valences kept, and one double bond at each flat carbon; hydrogens fill what is left. An acid is read as protonated, an
    amine as neutral. Raises InputError where no structure fits.
    """
    mol = Chem.RWMol()
    for number in numbers:
        mol.AddAtom(Chem.Atom(number))
    for first, second in sorted(bonded_pairs(np.array(numbers), positions)):
        mol.AddBond(int(first), int(second), Chem.BondType.SINGLE)
    conformer = Chem.Conformer(len(numbers))
    conformer.SetPositions(np.asarray(positions, dtype=float))
    mol.AddConformer(conformer)
    mol.UpdatePropertyCache(strict=False)
    orders = _orders(mol, positions)
    for bond, order in zip(mol.GetBonds(), orders, strict=True):
        bond.SetBondType((Chem.BondType.SINGLE, Chem.BondType.DOUBLE, Chem.BondType.TRIPLE)[order - 1])
    for atom in mol.GetAtoms():
        valence = sum(int(bond.GetBondTypeAsDouble()) for bond in atom.GetBonds())
        if atom.GetAtomicNum() == 7 and valence == 4:
            atom.SetFormalCharge(1)
            _balance_nitro(atom)
    try:
        Chem.SanitizeMol(mol)
    except (ValueError, RuntimeError) as error:
        raise InputError("No structure fits these lengths.") from error
    Chem.AssignStereochemistryFrom3D(mol)
    return Chem.MolToSmiles(mol)


def _balance_nitro(nitrogen: Chem.Atom) -> None:
    """Give the singly bonded terminal oxygen of a nitro group or an N-oxide its charge."""
    for neighbour in nitrogen.GetNeighbors():
        bond = nitrogen.GetOwningMol().GetBondBetweenAtoms(nitrogen.GetIdx(), neighbour.GetIdx())
        if neighbour.GetAtomicNum() == 8 and neighbour.GetDegree() == 1 and bond.GetBondType() == Chem.BondType.SINGLE:
            neighbour.SetFormalCharge(-1)
            return


def _orders(mol: Chem.Mol, positions: np.ndarray) -> list[int]:
    """
    Orders (1 to 3) of the bonds: an integer programme. Its variables say for each bond whether it is double and whether it is triple,
    and for each carbon of known shape whether that is broken.
    """
    bonds = list(mol.GetBonds())
    count = len(bonds)
    if count == 0:
        return []
    shapes = _shapes(mol, positions)
    costs = np.zeros(2 * count + len(shapes))
    upper = np.ones(len(costs))
    for index, bond in enumerate(bonds):
        first, second = sorted((bond.GetBeginAtom().GetAtomicNum(), bond.GetEndAtom().GetAtomicNum()))
        lengths = _LENGTHS.get((first, second), ())
        length = float(np.linalg.norm(positions[bond.GetBeginAtomIdx()] - positions[bond.GetEndAtomIdx()]))
        known = [min(((length - mean) / _SPREAD) ** 2, _MAX_COST) for mean in lengths]
        # Longer than a single bond is no sign against one.
        single = 0.0 if not lengths or length > lengths[0] else known[0]
        for order in (2, 3):
            place = index + (order - 2) * count
            if order <= len(known):
                costs[place] = known[order - 1] - single
            else:
                upper[place] = 0
    rows, lowest, highest = [], [], []
    for atom in mol.GetAtoms():
        row = np.zeros(len(costs))
        for bond in atom.GetBonds():
            row[bond.GetIdx()], row[bond.GetIdx() + count] = 1, 2
        rows.append(row)
        lowest.append(0)
        highest.append(max(0, _valence(atom) - atom.GetDegree()))
    for bond in bonds:
        row = np.zeros(len(costs))
        row[[bond.GetIdx(), bond.GetIdx() + count]] = 1
        rows.append(row)
        lowest.append(0)
        highest.append(1)
    for place, (atom, extra) in enumerate(shapes):
        # `extra` bonds beyond single ones, unless the variable of its shape says that it is broken.
        row = np.zeros(len(costs))
        for bond in mol.GetAtomWithIdx(atom).GetBonds():
            row[bond.GetIdx()], row[bond.GetIdx() + count] = 1, 2
        slack = 2 * count + place
        costs[slack] = _SHAPE_COST
        row[slack] = extra if extra else -2
        rows.append(row)
        lowest.append(extra if extra else -2)
        highest.append(extra)
    found = milp(
        costs,
        integrality=np.ones(len(costs)),
        bounds=Bounds(0, upper),
        constraints=LinearConstraint(np.array(rows), lowest, highest),
        options={"time_limit": _SECONDS},
    )
    if found.x is None:
        raise InputError("No structure fits these lengths.")
    chosen = np.round(found.x).astype(int)
    return [1 + int(chosen[index]) + 2 * int(chosen[index + count]) for index in range(count)]


def _valence(atom: Chem.Atom) -> int:
    """Most bonds of an atom, a double one counted twice; a nitrogen with four neighbours, or in a nitro group, is charged."""
    if atom.GetAtomicNum() == 7:
        terminal = sum(one.GetAtomicNum() == 8 and one.GetDegree() == 1 for one in atom.GetNeighbors())
        return 4 if atom.GetDegree() == 4 or (atom.GetDegree() == 3 and terminal >= 2) else 3
    # A sulfur or phosphorus with few neighbours is a thioether or a thiol.
    if atom.GetAtomicNum() in (16, 34) and atom.GetDegree() < 3:
        return 2
    return _VALENCE.get(atom.GetAtomicNum(), atom.GetDegree())


def _shapes(mol: Chem.Mol, positions: np.ndarray) -> list[tuple[int, int]]:
    """Carbons whose shape shows how many bonds they have beyond single ones: 0 tetrahedral, 1 flat, 2 straight."""
    Chem.GetSymmSSSR(mol)
    flat_rings = {
        atom for ring in mol.GetRingInfo().AtomRings() if len(ring) in (5, 6) and _is_flat(positions[list(ring)]) for atom in ring
    }
    in_rings = {atom for ring in mol.GetRingInfo().AtomRings() for atom in ring}
    shapes = []
    for atom in mol.GetAtoms():
        if atom.GetAtomicNum() != 6 or atom.GetDegree() < 2:
            continue
        index = atom.GetIdx()
        away = positions[[one.GetIdx() for one in atom.GetNeighbors()]] - positions[index]
        away = away / np.linalg.norm(away, axis=1, keepdims=True)
        angles = np.degrees(np.arccos(np.clip(away @ away.T, -1, 1)))[np.triu_indices(len(away), 1)]
        if len(away) > 3:
            shapes.append((index, 0))
        elif len(away) == 3:
            shapes.append((index, 1 if angles.sum() > 354 else 0))
        elif index in in_rings:
            shapes.append((index, 1 if index in flat_rings else 0))
        elif angles[0] > 155:
            shapes.append((index, 2))
        elif angles[0] < 114 or angles[0] > 118:
            shapes.append((index, 1 if angles[0] > 118 else 0))
    return shapes


def _is_flat(ring: np.ndarray) -> bool:
    """Whether the atoms of a ring lie within 0.08 Å of a plane."""
    centred = ring - ring.mean(axis=0)
    normal = np.linalg.svd(centred)[2][2]
    return bool(np.abs(centred @ normal).max() < 0.08)
