"""Putting the atoms of molecules in the order of a template: the same bonds, the best fit in space."""

from __future__ import annotations

from typing import Any

import numpy as np
from rdkit import Chem
from scipy.optimize import linear_sum_assignment

from ..chemistry.perceive import bare_mol, connectivity_only
from ..errors import ComputeError
from ..structures.molecule import Molecule, molecule_from_json
from .errors import ConvertError

MAX_MOLECULES = 1000
# Equal atoms can be exchanged in very many ways (5 methyl groups alone: 7776); up to this many are tried one by one.
_MOST_MATCHES = 20_000
_ROUNDS = 5
_PER_ATOM = ("gradient", "velocities", "mulliken_charges", "mulliken_spin_densities")


def reorder_to_match_template(content: dict[str, Any]) -> dict[str, Any]:
    """Each molecule with its atoms in the template's order; one whose bonds are not the template's fails alone.

    `order[i]` is the 0-based place, in the molecule as given, of the atom that is now at place i; `rmsd` (Angstrom) is over all
    atoms after superposition. Bonds are perceived from the coordinates, without orders.
    """
    values = content.get("molecules")
    if not isinstance(values, list) or not values:
        raise ConvertError("There are no molecules to reorder.", field="molecules")
    if len(values) > MAX_MOLECULES:
        raise ConvertError(f"{len(values)} molecules are too many for one request; at most {MAX_MOLECULES}.", field="molecules")
    template = _graph(molecule_from_json(content.get("template"), "template"))
    results = []
    for index, value in enumerate(values):
        try:
            molecule = molecule_from_json(value, f"molecules.{index}")
            order, deviation = _match(template, _graph(molecule))
            results.append({"molecule": _reordered(value, order), "order": order, "rmsd": round(deviation, 6), "error": None})
        except ComputeError as error:
            results.append(_failure(error.message, error.field))
        except ConvertError as error:
            results.append(_failure(error.detail, f"molecules.{index}"))
    return {"results": results}


def _failure(detail: str, field: str | None) -> dict[str, Any]:
    return {"molecule": None, "order": None, "rmsd": None, "error": {"detail": detail, "field": field}}


def _graph(molecule: Molecule) -> Chem.Mol:
    return connectivity_only(bare_mol(molecule))


def _positions(mol: Chem.Mol) -> np.ndarray:
    return mol.GetConformer().GetPositions()


def _match(template: Chem.Mol, mol: Chem.Mol) -> tuple[list[int], float]:
    """The order of the molecule's atoms that fits the template best, and its RMSD."""
    if sorted(_numbers(template)) != sorted(_numbers(mol)):
        raise ConvertError("The molecule does not have the same atoms as the template.")
    if template.GetNumBonds() != mol.GetNumBonds():
        raise ConvertError("The molecule does not have the same bonds as the template, so its atoms cannot be put in the same order.")
    matches = mol.GetSubstructMatches(template, uniquify=False, maxMatches=_MOST_MATCHES)
    if not matches:
        raise ConvertError("The molecule does not have the same bonds as the template, so its atoms cannot be put in the same order.")
    if len(matches) < _MOST_MATCHES:
        return _best(_positions(template), _positions(mol), matches)
    return _match_by_core(template, mol)


def _numbers(mol: Chem.Mol) -> list[int]:
    return [atom.GetAtomicNum() for atom in mol.GetAtoms()]


def _best(target: np.ndarray, positions: np.ndarray, matches: Any) -> tuple[list[int], float]:
    """The match with the lowest RMSD after superposition (Kabsch 1976, 10.1107/S0567739476001873), all at once."""
    orders = np.array(matches)
    fixed = target - target.mean(axis=0)
    moved = positions - positions.mean(axis=0)
    residuals = np.empty(len(orders))
    norm = (fixed**2).sum() + (moved**2).sum()
    for start in range(0, len(orders), 2000):
        part = orders[start : start + 2000]
        covariance = np.einsum("ai,nak->nik", fixed, moved[part])
        singular = np.linalg.svd(covariance, compute_uv=False)
        singular[:, 2] *= np.where(np.linalg.det(covariance) < 0, -1, 1)
        residuals[start : start + 2000] = norm - 2 * singular.sum(axis=1)
    best = int(np.argmin(residuals))
    return [int(i) for i in orders[best]], float(np.sqrt(max(0.0, residuals[best]) / len(fixed)))


def _match_by_core(template: Chem.Mol, mol: Chem.Mol) -> tuple[list[int], float]:
    """Where too many matches exist: the atoms with several neighbours first, then the end atoms (hydrogens, fluorines) by nearness."""
    core = [atom.GetIdx() for atom in template.GetAtoms() if atom.GetDegree() > 1]
    query = _part(template, core)
    inner = [atom.GetIdx() for atom in mol.GetAtoms() if atom.GetDegree() > 1]
    found = _part(mol, inner).GetSubstructMatches(query, uniquify=False, maxMatches=_MOST_MATCHES)
    target, positions = _positions(template), _positions(mol)
    best: tuple[list[int], float] | None = None
    ends, other_ends = _ends(template), _ends(mol)
    candidates = [dict(zip(core, (inner[i] for i in match), strict=True)) for match in found]
    candidates = [c for c in candidates if all(_kinds(template, ends.get(a, [])) == _kinds(mol, other_ends.get(c[a], [])) for a in core)]
    candidates.sort(key=lambda c: _rmsd_of(target[core], positions[[c[a] for a in core]]))
    for mapping in candidates[:200]:
        order, deviation = _with_ends(template, mol, mapping, ends, other_ends)
        if best is None or deviation < best[1]:
            best = (order, deviation)
    if best is None:
        raise ConvertError("The molecule does not have the same bonds as the template, so its atoms cannot be put in the same order.")
    return best


def _part(mol: Chem.Mol, atoms: list[int]) -> Chem.Mol:
    """Return these atoms and the bonds between them, in this order."""
    places = {atom: place for place, atom in enumerate(atoms)}
    part = Chem.RWMol()
    for atom in atoms:
        part.AddAtom(Chem.Atom(mol.GetAtomWithIdx(atom).GetAtomicNum()))
    for bond in mol.GetBonds():
        pair = (bond.GetBeginAtomIdx(), bond.GetEndAtomIdx())
        if pair[0] in places and pair[1] in places:
            part.AddBond(places[pair[0]], places[pair[1]], Chem.BondType.SINGLE)
    result = part.GetMol()
    for atom in result.GetAtoms():
        atom.SetNoImplicit(True)
    result.UpdatePropertyCache(strict=False)
    return result


def _ends(mol: Chem.Mol) -> dict[int, list[int]]:
    """Atoms with one neighbour, by that neighbour."""
    ends: dict[int, list[int]] = {}
    for atom in mol.GetAtoms():
        if atom.GetDegree() == 1:
            ends.setdefault(atom.GetNeighbors()[0].GetIdx(), []).append(atom.GetIdx())
    return ends


def _kinds(mol: Chem.Mol, atoms: list[int]) -> list[int]:
    return sorted(mol.GetAtomWithIdx(atom).GetAtomicNum() for atom in atoms)


def _superposed(positions: np.ndarray, onto: np.ndarray, moving: np.ndarray) -> np.ndarray:
    """`moving`, turned and shifted as `positions` must be to lie on `onto`."""
    centre, goal = positions.mean(axis=0), onto.mean(axis=0)
    u, _, vt = np.linalg.svd((positions - centre).T @ (onto - goal))
    u[:, 2] *= np.sign(np.linalg.det(u @ vt)) or 1
    return (moving - centre) @ (u @ vt) + goal


def _rmsd_of(target: np.ndarray, positions: np.ndarray) -> float:
    return float(np.sqrt(((_superposed(positions, target, positions) - target) ** 2).sum(axis=1).mean()))


def _with_ends(
    template: Chem.Mol, mol: Chem.Mol, mapping: dict[int, int], ends: dict[int, list[int]], other_ends: dict[int, list[int]]
) -> tuple[list[int], float]:
    """The end atoms of each mapped atom, given out by distance after superposition, until nothing changes."""
    target, positions = _positions(template), _positions(mol)
    known = dict(mapping)
    order: list[int] = []
    for _ in range(_ROUNDS):
        here = list(known)
        laid = _superposed(positions[[known[atom] for atom in here]], target[here], positions)
        known = dict(mapping)
        for atom, wanted in ends.items():
            given = other_ends[mapping[atom]]
            distances = ((target[wanted][:, None] - laid[given][None]) ** 2).sum(axis=2)
            kinds = np.array(_numbers(template))[wanted][:, None] != np.array(_numbers(mol))[given][None]
            rows, columns = linear_sum_assignment(distances + 1e6 * kinds)
            known.update({wanted[row]: given[column] for row, column in zip(rows, columns, strict=True)})
        order, before = [known[i] for i in range(len(target))], order
        if order == before:
            break
    return order, _rmsd_of(target, positions[order])


def _reordered(value: dict[str, Any], order: list[int]) -> dict[str, Any]:
    """The molecule as given, with all values of atoms in the new order."""
    result = dict(value)
    result["atoms"] = [value["atoms"][i] for i in order]
    for name in _PER_ATOM:
        numbers = value.get(name)
        if isinstance(numbers, list) and len(numbers) == len(order):
            result[name] = [numbers[i] for i in order]
    modes = value.get("vibrational_modes")
    if isinstance(modes, list):
        result["vibrational_modes"] = [_mode(mode, order) for mode in modes]
    return result


def _mode(mode: Any, order: list[int]) -> Any:
    displacements = mode.get("displacements") if isinstance(mode, dict) else None
    if not isinstance(displacements, list) or len(displacements) != len(order):
        return mode
    return {**mode, "displacements": [displacements[i] for i in order]}
