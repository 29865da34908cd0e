"""Structures of reactions for the bench of recipes: about twenty atoms, built from SMILES and moved by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
from conftest import from_smiles

from cuvette_compute.structures.elements import covalent_radius
from cuvette_compute.structures.molecule import Molecule

_AMINE = "CNCCc1ccccc1"
_HYDROXYPYRIDINE = "Oc1cccc(n1)c1ccccc1"
_N_H = 1.01


def planar_amine() -> dict[str, Any]:
    """N-methylphenethylamine with a flat nitrogen: near the saddle point of its inversion."""
    amine = from_smiles(_AMINE)
    nitrogen = int(np.flatnonzero(amine.numbers == 7)[0])
    hydrogen = next(atom for atom in _bonded(amine, nitrogen) if amine.numbers[atom] == 1)
    return _without_smiles(_moved_onto(amine, hydrogen, nitrogen))


def proton_transfer() -> dict[str, Any]:
    """6-Phenyl-2-hydroxypyridine and 6-phenyl-2-pyridone as `reactant` and `product`: the proton goes from oxygen to nitrogen."""
    reactant = from_smiles(_HYDROXYPYRIDINE)
    oxygen, nitrogen = (int(np.flatnonzero(reactant.numbers == number)[0]) for number in (8, 7))
    hydrogen = next(atom for atom in _bonded(reactant, oxygen) if reactant.numbers[atom] == 1)
    return {"reactant": _without_smiles(reactant), "product": _without_smiles(_moved_onto(reactant, hydrogen, nitrogen))}


def _bonded(molecule: Molecule, atom: int) -> list[int]:
    radii = np.array([covalent_radius(int(number)) for number in molecule.numbers])
    apart = np.linalg.norm(molecule.positions - molecule.positions[atom], axis=1)
    return [int(other) for other in np.flatnonzero(apart < 1.2 * (radii + radii[atom])) if other != atom]


def _moved_onto(molecule: Molecule, hydrogen: int, atom: int) -> Molecule:
    """The molecule with a hydrogen on an atom, in the plane of its two other neighbours."""
    positions = molecule.positions.copy()
    outwards = sum(
        (positions[atom] - positions[other]) / np.linalg.norm(positions[atom] - positions[other])
        for other in _bonded(molecule, atom)
        if other != hydrogen
    )
    positions[hydrogen] = positions[atom] + _N_H * outwards / np.linalg.norm(outwards)
    return molecule.at(positions)


def _without_smiles(molecule: Molecule) -> dict[str, Any]:
    """As a form sends it: the SMILES of what it was built from is no longer true."""
    return {**molecule.to_json(), "smiles": None}
