"""Sizes and shapes of conformers: surface areas, radius of gyration, and one of each group of similar shapes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdFreeSASA, rdMolDescriptors
from scipy.cluster.vq import kmeans2

_FUNCTIONS = {
    "radius_of_gyration": rdMolDescriptors.CalcRadiusOfGyration,
    "plane_of_best_fit": rdMolDescriptors.CalcPBF,
    "normalized_principal_moment_ratio_1": rdMolDescriptors.CalcNPR1,
    "normalized_principal_moment_ratio_2": rdMolDescriptors.CalcNPR2,
}


@dataclass(frozen=True)
class Surface:
    """Solvent-accessible surface areas in Å² for a probe of 1.4 Å: of all atoms, and of all but carbon and hydrogen."""

    total: float
    polar: float


def placed(mol: Chem.Mol, positions: np.ndarray) -> Chem.Mol:
    """A copy of the molecule with one conformer at these positions (Å)."""
    copy = Chem.Mol(mol)
    copy.RemoveAllConformers()
    conformer = Chem.Conformer(copy.GetNumAtoms())
    conformer.SetPositions(np.array(positions, dtype=float))
    copy.AddConformer(conformer, assignId=True)
    return copy


def surface(mol: Chem.Mol, positions: np.ndarray) -> Surface:
    """Surface areas by FreeSASA (Mitternacht 2016, 10.12688/f1000research.7931.1) with the radii of the elements (Å)."""
    table = Chem.GetPeriodicTable()
    radii = [table.GetRvdw(atom.GetAtomicNum()) for atom in mol.GetAtoms()]
    copy = placed(mol, positions)
    total = rdFreeSASA.CalcSASA(copy, radii)
    polar = sum(float(atom.GetProp("SASA")) for atom in copy.GetAtoms() if atom.GetAtomicNum() not in (1, 6))
    return Surface(float(total), float(polar))


def radius_of_gyration(mol: Chem.Mol, positions: np.ndarray) -> float:
    """Radius of gyration in Å, weighed by the masses."""
    return float(rdMolDescriptors.CalcRadiusOfGyration(placed(mol, positions)))


def descriptors(mol: Chem.Mol, positions: np.ndarray, names: list[str]) -> list[float]:
    """The named descriptors of a conformer, in order. Raises KeyError for a name that is not known."""
    copy = placed(mol, positions)
    area = surface(mol, positions)
    areas = {"solvent_accessible_surface_area": area.total, "polar_solvent_accessible_surface_area": area.polar}
    return [areas[name] if name in areas else float(_FUNCTIONS[name](copy)) for name in names]


def representatives(mol: Chem.Mol, conformers: list[np.ndarray], names: list[str], clusters: int, of_each: int, seed: int) -> list[int]:
    """The places of the first `of_each` conformers of each cluster by k-means on the descriptors, each scaled to unit variance; in order.

    All places where there are no more conformers than that. The list is expected in the order of their ranking.
    """
    count = len(conformers)
    if count <= clusters * of_each or not names:
        return list(range(count))
    values = np.array([descriptors(mol, positions, names) for positions in conformers])
    spread = values.std(axis=0)
    scaled = (values - values.mean(axis=0)) / np.where(spread > 1e-9, spread, 1.0)
    _, labels = kmeans2(scaled, clusters, minit="++", seed=seed, missing="warn")
    taken: dict[int, int] = {}
    kept = []
    for place, label in enumerate(labels):
        taken[int(label)] = taken.get(int(label), 0) + 1
        if taken[int(label)] <= of_each:
            kept.append(place)
    return kept
