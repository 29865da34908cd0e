"""BBB score of Gupta et al. 2019 (10.1021/acs.jmedchem.9b01220), 0 to 6; from 4 on a molecule probably enters the brain."""

from __future__ import annotations

import math

from rdkit import Chem
from rdkit.Chem import rdMolDescriptors

from ..chemistry.perceive import average_mass

_AROMATIC_RINGS = (0.336376, 0.816016, 1.0, 0.691115, 0.199399)


def bbb_score(mol: Chem.Mol, pka: float | None) -> float:
    """The score of an uncharged molecule with its pKa (the strongest base's, else the strongest acid's); without one its term is zero."""
    rings = rdMolDescriptors.CalcNumAromaticRings(mol)
    aromatic = _AROMATIC_RINGS[rings] if rings < len(_AROMATIC_RINGS) else 0.0
    heavy = mol.GetNumHeavyAtoms()
    size = (0.0000443 * heavy**3 - 0.004556 * heavy**2 + 0.12775 * heavy - 0.463) / 0.624231 if 5 < heavy <= 45 else 0.0
    x = (rdMolDescriptors.CalcNumHBA(mol) + rdMolDescriptors.CalcNumHBD(mol)) / math.sqrt(average_mass(mol))
    bonds = (26.733 * x**3 - 31.495 * x**2 + 9.5202 * x - 0.1358) / 0.72258 if 0.05 < x <= 0.45 else 0.0
    area = rdMolDescriptors.CalcTPSA(mol)
    polar = (-0.0067 * area + 0.9598) / 0.9598 if 0 < area <= 120 else 0.0
    p = pka if pka is not None and 3 < pka <= 11 else None
    basic = 0.0 if p is None else (0.00045068 * p**4 - 0.016331 * p**3 + 0.18618 * p**2 - 0.71043 * p + 0.8579) / 0.597488
    return aromatic + size + 1.5 * bonds + 2 * polar + 0.5 * basic
