"""Energies and gradients that are added to the mean field: dispersion (D3, D4) and the geometric counterpoise correction."""

from __future__ import annotations

import numpy as np

from ...structures.elements import SYMBOLS
from ...structures.molecule import Molecule
from .methods import Dispersion, Theory


def added_energy(mol, theory: Theory, corrections: tuple[str, ...], gradient: bool) -> tuple[float, np.ndarray | None]:
    """The sum of all corrections: Hartree, and Hartree/bohr (atoms x 3) where the gradient is asked for."""
    energy, slope = 0.0, np.zeros((mol.natm, 3)) if gradient else None
    asked = [Dispersion(kind, theory.corrections[kind], three_body=kind == "d4") for kind in corrections]
    pieces = [_dispersion(mol, each, gradient) for each in ([theory.dispersion] if theory.dispersion else []) + asked]
    if theory.counterpoise:
        pieces.append(_counterpoise(mol, theory.counterpoise, gradient))
    for piece in pieces:
        energy += float(piece["energy"])
        if slope is not None:
            slope += np.asarray(piece["gradient"])
    return energy, slope


def _dispersion(mol, wanted: Dispersion, gradient: bool):
    from pyscf.dispersion.dftd3 import DFTD3Dispersion
    from pyscf.dispersion.dftd4 import DFTD4Dispersion

    if wanted.kind == "d4":
        scaling = dict(zip(("ga", "gc"), wanted.charge_scaling, strict=True)) if wanted.charge_scaling else {}
        model = DFTD4Dispersion(mol, xc=wanted.parameters, atm=wanted.three_body, **scaling)
    else:
        version = {"d3bj": "d3bj", "d3": "d3zero"}[wanted.kind]
        model = DFTD3Dispersion(mol, xc=wanted.parameters, version=version, atm=wanted.three_body)
    return model.get_dispersion(grad=gradient)


def _counterpoise(mol, method: str, gradient: bool):
    from pyscf.dispersion.gcp import GCP

    return GCP(mol, method=method).get_counterpoise(grad=gradient)


def added_energy_at(molecule: Molecule, theory: Theory, corrections: tuple[str, ...], gradient: bool) -> tuple[float, np.ndarray | None]:
    """The same for a molecule whose field another program computes: Hartree, and Hartree/bohr (atoms x 3)."""
    if not corrections and theory.dispersion is None and not theory.counterpoise:
        return 0.0, np.zeros((len(molecule), 3)) if gradient else None
    from pyscf import gto

    bare = gto.Mole(charge=molecule.charge, spin=molecule.multiplicity - 1, unit="Angstrom", verbose=0)
    bare.atom = [(SYMBOLS[int(number)], position) for number, position in zip(molecule.numbers, molecule.positions, strict=True)]
    # One function on each atom, of any element: only charges and places are read.
    bare.basis = {"default": [[0, [1.0, 1.0]]]}
    bare.build(dump_input=False, parse_arg=False)
    return added_energy(bare, theory, corrections, gradient)
