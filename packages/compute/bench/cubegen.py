"""The grids of electronic properties against PySCF's own `cubegen`, which a person would call by hand, from one solved field."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from conftest import from_smiles

from cuvette_compute.engines.pyscf.fields import box_around, density_fields, electrostatic_potential_field, orbital_fields
from cuvette_compute.units import ANGSTROM_PER_BOHR

# PySCF's potential takes minutes on the product's grid: both compute it at half the fineness along each axis.
_SPACING, _COARSE, _MARGIN = 0.25, 0.5, 3.0


def seconds_of_grids(smiles: str) -> dict[str, tuple[float, float]]:
    """Wall seconds with HF/STO-3G by what is on the grids, those of Cuvette and those of PySCF.

    Cuvette's density has means at the nuclei, so that it sums to the electrons; PySCF's has not.
    """
    from pyscf import gto, scf
    from pyscf.tools import cubegen

    molecule = from_smiles(smiles)
    mole = gto.M(atom=[(int(z), place) for z, place in zip(molecule.numbers, molecule.positions, strict=True)], basis="STO-3G", verbose=0)
    field = scf.RHF(mole).density_fit().run()
    occupied, matrix = mole.nelectron // 2, field.make_rdm1()

    def by_cubegen(make: Any, what: Any, spacing: float) -> None:
        make(mole, os.devnull, what, resolution=spacing / ANGSTROM_PER_BOHR, margin=_MARGIN / ANGSTROM_PER_BOHR)

    fine, coarse = (box_around(mole, spacing, _MARGIN) for spacing in (_SPACING, _COARSE))
    return {
        "the density": (_seconds(lambda: density_fields(field, fine)), _seconds(lambda: by_cubegen(cubegen.density, matrix, _SPACING))),
        "two orbitals": (
            _seconds(lambda: orbital_fields(field, fine, 1, 1)),
            _seconds(lambda: [by_cubegen(cubegen.orbital, field.mo_coeff[:, occupied + shift], _SPACING) for shift in (-1, 0)]),
        ),
        "the potential on an eighth of the points": (
            _seconds(lambda: electrostatic_potential_field(field, coarse)),
            _seconds(lambda: by_cubegen(cubegen.mep, matrix, _COARSE)),
        ),
    }


def _seconds(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
