"""A pose beside the ligand that the structure has in its pocket: reports a docking that puts its ligand elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdDetermineBonds, rdMolAlign

from ..chemistry.perceive import with_conformer
from ..runtime.notes import caveat

# Two atoms this near (Å) are in the same place; RMSD (Å) up to which a pose is that of the crystal, as redocking is judged.
_SAME_ATOM, _SAME_POSE = 2.0, 2.0
# Share of the smaller ligand's atoms in the place of the other one, below which the two lie elsewhere.
_OVERLAP = 0.5
_MOST_WAYS = 1000


def reference_caveats(mol: Chem.Mol, positions: np.ndarray, reference: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The caveat of the best pose where it lies elsewhere than every ligand that was in the pocket; of the same molecule, in another pose.

    `mol` has explicit hydrogens; `positions` are those of its atoms in Å.
    """
    if not reference:
        return []
    pose = with_conformer(mol, positions)
    elsewhere = [_difference(pose, one) for one in reference]
    if any(words is None for words in elsewhere):
        return []
    body = (
        f"{' '.join(words for words in elsewhere if words)} Either the search or its scoring function missed the place, or the ligand "
        "binds in another way. Compare the poses with the ligand of the structure before you use them."
    )
    return [caveat("changes_number", body, values=["docking_score"], table="docking", rows=[0])]


def taken_out_caveats(ligands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what limits the use of a docking whose protein lost the ligand of its pocket when it was prepared."""
    if not ligands:
        return []
    names = ", ".join(one["name"] for one in ligands)
    text = (
        f"{names} was in this pocket and was removed when the protein was prepared. The best pose was compared with its place in the "
        "uploaded structure; the poses were made and scored without it."
    )
    return [caveat("limits_use", text)]


def _difference(pose: Chem.Mol, reference: dict[str, Any]) -> str | None:
    """How the pose differs from a ligand of the structure; None where it lies in the same place."""
    bare = _skeleton(pose)
    apart = _rmsd(bare, reference)
    if apart is not None:
        return (
            f"The best pose is {apart:.1f} Å (RMSD) from {reference['name']}, the same molecule in the structure."
            if apart > _SAME_POSE
            else None
        )
    places, others = bare.GetConformer().GetPositions(), np.array(reference["positions"], dtype=float)
    near = np.linalg.norm(places[:, None] - others[None], axis=2) <= _SAME_ATOM
    shared = float((near.any(axis=1) if len(places) <= len(others) else near.any(axis=0)).mean())
    if shared >= _OVERLAP:
        return None
    between = float(np.linalg.norm(places.mean(axis=0) - others.mean(axis=0)))
    return (
        f"The best pose has {100 * shared:.0f} % of the smaller molecule's atoms where {reference['name']} was in the structure; "
        f"their centres are {between:.1f} Å apart."
    )


def _skeleton(mol: Chem.Mol) -> Chem.Mol:
    """The heavy atoms with plain bonds and without charges: what can be read from a structure without hydrogens."""
    bare = Chem.RWMol(Chem.RemoveAllHs(mol, sanitize=False))
    for atom in bare.GetAtoms():
        atom.SetFormalCharge(0)
        atom.SetIsAromatic(False)
        atom.SetNoImplicit(True)
        atom.SetNumExplicitHs(0)
        atom.SetChiralTag(Chem.ChiralType.CHI_UNSPECIFIED)
    for bond in bare.GetBonds():
        bond.SetBondType(Chem.BondType.SINGLE)
        bond.SetIsAromatic(False)
    return bare.GetMol()


def _rmsd(pose: Chem.Mol, reference: dict[str, Any]) -> float | None:
    """RMSD (Å) of the pose's heavy atoms from the reference's where they are the same molecule, else None."""
    if sorted(atom.GetSymbol() for atom in pose.GetAtoms()) != sorted(reference["symbols"]):
        return None
    other = Chem.RWMol()
    for symbol in reference["symbols"]:
        other.AddAtom(Chem.Atom(symbol))
    placed = with_conformer(other.GetMol(), np.array(reference["positions"], dtype=float))
    rdDetermineBonds.DetermineConnectivity(placed)
    try:
        return float(rdMolAlign.CalcRMS(pose, _skeleton(placed), maxMatches=_MOST_WAYS))
    except RuntimeError:
        return None
