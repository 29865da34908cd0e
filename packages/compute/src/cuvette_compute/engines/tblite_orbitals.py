"""Orbitals of GFN2-xTB as functions in space: tblite's coefficients over the basis that its own parameters name.

Each shell is a Slater function written as a few Gaussians, those of largest overlap with it (Stewart 1970, 10.1063/1.1672702), as in
tblite. The fits are for the exponent 1 and scaled. The overlap matrix that comes with tblite's result says whether the basis is the same.
Electrons of the cores are no part of the method: densities, charges of the nuclei and potentials are those of valence electrons.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from pyscf import gto
from pyscf.data.nist import BOHR

from ..errors import ComputeError
from ..structures.elements import SYMBOLS
from ..structures.molecule import Molecule

_ANGULAR = "spdf"
# Largest difference to tblite's overlap matrix; the fits of its tables have seven digits.
_SAME_OVERLAP = 1e-4
# tblite orders functions by their magnetic number, PySCF p functions as x, y, z.
_ORDER = {1: (1, 2, 0)}


class XtbField:
    """What PySCF's properties and grids ask of a solved field, from a result of tblite: coefficients, energies (Hartree), occupations.

    Open shells have the same orbitals for both spins, as GFN2-xTB has no energy of the spin.
    """

    def __init__(self, molecule: Molecule, result: Any) -> None:
        self.mol, order = _mole(molecule)
        coefficients = np.zeros((self.mol.nao, self.mol.nao))
        coefficients[order] = np.asarray(result.get("orbital-coefficients"))
        overlap = self.mol.intor_symmetric("int1e_ovlp")
        wrong = float(np.abs(overlap[np.ix_(order, order)] - np.asarray(result.get("overlap-matrix"))).max())
        if wrong > _SAME_OVERLAP:
            words = "The basis of GFN2-xTB could not be rebuilt, so its orbitals cannot be drawn."
            raise ComputeError(words, detail=f"The overlap matrix differs by {wrong:.1e}.")
        self._overlap = overlap
        energies, occupations = (np.asarray(result.get(f"orbital-{name}")).reshape(-1) for name in ("energies", "occupations"))
        self._spin = molecule.unpaired_electrons / 2
        if self._spin:
            alpha = np.minimum(occupations, 1.0)
            self.mo_occ = np.array([alpha, occupations - alpha])
            self.mo_coeff, self.mo_energy = np.array([coefficients] * 2), np.array([energies] * 2)
        else:
            self.mo_coeff, self.mo_energy, self.mo_occ = coefficients, energies, occupations

    def make_rdm1(self) -> np.ndarray:
        """The density matrix, or those of both spins."""
        if self._spin:
            return np.array([(c * n) @ c.T for c, n in zip(self.mo_coeff, self.mo_occ, strict=True)])
        return (self.mo_coeff * self.mo_occ) @ self.mo_coeff.T

    def get_ovlp(self) -> np.ndarray:
        return self._overlap

    def spin_square(self) -> tuple[float, float]:
        """<S^2> and the multiplicity; both spins have the same orbitals, so nothing is mixed in."""
        return self._spin * (self._spin + 1), 2 * self._spin + 1


def _mole(molecule: Molecule) -> tuple[gto.Mole, np.ndarray]:
    """PySCF's molecule with the basis of GFN2-xTB, and where each of tblite's functions is in it."""
    parameters = _parameters()
    symbols = [SYMBOLS[int(number)] for number in molecule.numbers]
    # PySCF sorts the shells of an atom by their angular momentum, and keeps the order of those that are alike.
    basis = {symbol: [_shell(*shell) for shell in _shells(parameters[symbol])] for symbol in set(symbols)}
    mole = gto.Mole()
    mole.build(
        atom=[[symbol, place] for symbol, place in zip(symbols, molecule.positions / BOHR, strict=True)],
        unit="Bohr",
        basis=basis,
        charge=0,
        spin=None,
        verbose=0,
        dump_input=False,
        parse_arg=False,
    )
    mole._atm[:, gto.mole.CHARGE_OF] = [round(sum(parameters[symbol]["refocc"])) for symbol in symbols]
    mole.charge = molecule.charge
    order: list[int] = []
    starts = [int(first) for _, _, first, _ in mole.aoslice_by_atom()]
    for start, symbol in zip(starts, symbols, strict=True):
        momenta = [momentum for _, momentum, _, _ in _shells(parameters[symbol])]
        offsets, place = {}, start
        for index in sorted(range(len(momenta)), key=lambda k: momenta[k]):
            offsets[index], place = place, place + 2 * momenta[index] + 1
        for index, momentum in enumerate(momenta):
            order += [offsets[index] + k for k in _ORDER.get(momentum, range(2 * momentum + 1))]
    return mole, np.array(order)


def valence_electrons(molecule: Molecule) -> int:
    """Electrons of the neutral atoms that GFN2-xTB computes."""
    return sum(round(sum(_parameters()[SYMBOLS[int(number)]]["refocc"])) for number in molecule.numbers)


@cache
def _parameters() -> dict[str, Any]:
    """tblite's own parameters of GFN2-xTB by element."""
    from tblite import library

    parameters, table = library.new_param(), library.new_table()
    library.export_gfn2_param(parameters)
    library.dump_param(parameters, table)
    return library.table_to_dict(table)["element"]


def _shells(element: dict[str, Any]) -> list[tuple[int, int, int, float]]:
    """Principal and angular quantum number, number of Gaussians and exponent of each shell."""
    return [
        (int(name[0]), _ANGULAR.index(name[1]), int(count), float(exponent))
        for name, count, exponent in zip(element["shells"], element["ngauss"], element["slater"], strict=True)
    ]


def _shell(principal: int, angular: int, count: int, exponent: float) -> list[Any]:
    """A shell as PySCF reads it."""
    exponents, coefficients = _fits()[f"{principal}{_ANGULAR[angular]}-{count}"]
    return [angular, *([a * exponent**2, c] for a, c in zip(exponents, coefficients, strict=True))]


@cache
def _fits() -> dict[str, Any]:
    """Exponents and coefficients of normalized Gaussians for Slater functions of exponent 1, by "2p-4" (`bench/slater_gaussians.py`)."""
    return json.loads(Path(__file__).with_name("slater_gaussians.json").read_text("utf-8"))
