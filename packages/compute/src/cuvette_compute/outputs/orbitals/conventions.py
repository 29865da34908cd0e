"""How programs mean the coefficients that they write, found by the orthonormality of the orbitals.

Files of the same form differ in three things that they do not state: whether contraction coefficients belong to normalized primitives (as
the form of Molden wants) or to bare ones (ORCA, xtb), how Cartesian products are normalized, and the signs of some spherical harmonics
(ORCA). Orbitals C over functions with the overlap S are orthonormal, C^T S C = 1, with the right reading alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np
from pyscf import gto

from ...structures.elements import SYMBOLS
from .basis import FileOrbitals, OrbitalsNotReadable, Shell

# A reading whose largest deviation is below the first is right at once, below the second if it is the best one: programs print few digits.
# Wrong readings of the files that were tried deviate by 0.001 (occupied orbitals alone, signs of f functions) to 50.
_RIGHT, _ACCEPTED = 1e-5, 5e-4
# Orbitals whose products are looked at while readings are tried.
_MOST_TRIED = 300


@dataclass(frozen=True)
class Reading:
    """One way to read coefficients.

    `bare`: contraction coefficients belong to primitives without norm. `as_written`: a contraction keeps the norm that it is written with.
    `cartesian`: which products of a shell have the norm one: `each`; `first`, all by the factor of the first one (xx; Psi4 until 1.3);
    `mixed`, by that of a product of different axes (xy, xyz; CFOUR); `enlarged`, none, each has the norm sqrt((2 l - 1)!!) (Turbomole).
    `flipped`: spherical functions of f and above with |m| of 3 and 4 have the other sign.
    """

    bare: bool
    as_written: bool
    cartesian: str
    flipped: bool


def readings(orbitals: FileOrbitals) -> Iterator[Reading]:
    """The readings that make a difference for the shells of a file, that of its program or form first."""
    has_cartesian = any(not shell.is_pure for shell in orbitals.shells)
    has_high = any(shell.is_pure and shell.momentum >= 3 for shell in orbitals.shells)
    norms = ((False, False), (True, False), (False, True))
    cartesian = ("each", "first", "mixed", "enlarged") if has_cartesian else ("each",)
    signs = (False, True) if has_high else (False,)
    if orbitals.program == "ORCA":
        # Signs of a single atom make no difference to overlaps.
        norms, signs = (norms[1], norms[0], norms[2]), signs[::-1]
    for flipped, kind, (bare, as_written) in product(signs, cartesian, norms):
        yield Reading(bare, as_written, kind, flipped)


@dataclass(frozen=True)
class SolvedOrbitals:
    """PySCF's molecule with the functions of a file, the coefficients of each spin over them, and their deviation from orthonormality."""

    mole: Any
    coefficients: list[np.ndarray]
    deviation: float


def solve(orbitals: FileOrbitals) -> SolvedOrbitals:
    """The orbitals over PySCF's functions, by the reading that makes them orthonormal.

    Raises OrbitalsNotReadable where none does: the coefficients are then not what the form says.
    """
    is_cartesian = any(not shell.is_pure for shell in orbitals.shells)
    moles = {bare: _mole(orbitals, bare, is_cartesian) for bare in (False, True)}
    overlaps = {bare: mole.intor_symmetric("int1e_ovlp") for bare, mole in moles.items()}
    best: tuple[float, Reading] | None = None
    for reading in readings(orbitals):
        deviation = max(
            _deviation(_over_mole(orbitals, reading, is_cartesian, _some(spin.coefficients)), overlaps[reading.bare])
            for spin in orbitals.spins
        )
        if best is None or deviation < best[0]:
            best = (deviation, reading)
        if deviation < _RIGHT:
            break
    assert best is not None  # readings() yields at least one
    reading = best[1]
    whole = [_over_mole(orbitals, reading, is_cartesian, spin.coefficients) for spin in orbitals.spins]
    deviation = max(_deviation(one, overlaps[reading.bare]) for one in whole)
    if not deviation <= _ACCEPTED:
        raise OrbitalsNotReadable(
            "The orbitals are not drawn: with the basis set of the file they are not orthonormal (the largest deviation of their overlaps "
            f"is {deviation:.2g}), so order, signs or norms of the basis functions are others than those that are known here."
        )
    return SolvedOrbitals(moles[reading.bare], whole, deviation)


def _some(coefficients: np.ndarray) -> np.ndarray:
    count = coefficients.shape[1]
    if count <= _MOST_TRIED:
        return coefficients
    return coefficients[:, np.unique(np.linspace(0, count - 1, _MOST_TRIED).round().astype(int))]


def _deviation(coefficients: np.ndarray, overlap: np.ndarray) -> float:
    """The largest deviation of C^T S C from the unit matrix."""
    found = coefficients.T @ (overlap @ coefficients)
    found[np.diag_indices_from(found)] -= 1.0
    return float(np.abs(found).max(initial=0.0))


def _mole(orbitals: FileOrbitals, bare: bool, is_cartesian: bool) -> Any:
    """PySCF's molecule: the shells of each atom by their momentum, each contraction with the norm one."""
    labels = [f"{SYMBOLS[number]}{index + 1}" for index, number in enumerate(orbitals.numbers)]
    basis: dict[str, list[Any]] = {}
    for shell in sorted(orbitals.shells, key=lambda each: each.momentum):
        factors = shell.exponents ** (-(2 * shell.momentum + 3) / 4) if bare else np.ones(len(shell.exponents))
        primitives = [[float(a), float(c)] for a, c in zip(shell.exponents, shell.coefficients * factors, strict=True)]
        basis.setdefault(labels[shell.centre], []).append([shell.momentum, *primitives])
    mole = gto.Mole()
    mole.build(
        # Atoms without functions are no part of it.
        atom=[[label, place] for label, place in zip(labels, orbitals.positions, strict=True) if label in basis],
        unit="Bohr",
        basis=basis,
        charge=0,
        spin=None,
        cart=is_cartesian,
        verbose=0,
        dump_input=False,
        parse_arg=False,
    )
    charges = [charge for label, charge in zip(labels, orbitals.charges, strict=True) if label in basis]
    mole._atm[:, gto.mole.CHARGE_OF] = np.round(charges)
    return mole


def _over_mole(orbitals: FileOrbitals, reading: Reading, is_cartesian: bool, coefficients: np.ndarray) -> np.ndarray:
    """Coefficients over the functions of PySCF's molecule."""
    # Shells are by atom and momentum there, those that are alike in the order of the file.
    order = sorted(range(len(orbitals.shells)), key=lambda index: (orbitals.shells[index].centre, orbitals.shells[index].momentum))
    starts = np.concatenate([[0], np.cumsum([shell.size for shell in orbitals.shells])])
    blocks = {}
    parts = []
    for index in order:
        shell = orbitals.shells[index]
        key = (shell.momentum, shell.is_pure)
        if key not in blocks:
            blocks[key] = _block(shell, reading, is_cartesian, orbitals.cartesian_order)
        norm = _norm_as_written(shell) if reading.as_written else 1.0
        parts.append(norm * (blocks[key] @ coefficients[starts[index] : starts[index + 1]]))
    return np.concatenate(parts)


def _norm_as_written(shell: Shell) -> float:
    """The norm of a contraction of normalized primitives: their overlap is (2 sqrt(a b) / (a + b))^(l + 3/2)."""
    a = shell.exponents
    overlaps = (2 * np.sqrt(np.outer(a, a)) / np.add.outer(a, a)) ** (shell.momentum + 1.5)
    return float(np.sqrt(shell.coefficients @ overlaps @ shell.coefficients))


def _block(shell: Shell, reading: Reading, is_cartesian: bool, cartesian_order: dict[int, str]) -> np.ndarray:
    """PySCF's functions of a shell x the file's functions."""
    momentum = shell.momentum
    if momentum < 2:
        return np.eye(shell.size)
    if shell.is_pure:
        # PySCF's functions run from m = -l to l, those of the files 0, 1, -1, 2, -2, ...
        block = np.zeros((shell.size, shell.size))
        for place in range(shell.size):
            magnetic = (place + 1) // 2 * (1 if place % 2 else -1)
            sign = -1.0 if reading.flipped and momentum >= 3 and abs(magnetic) in (3, 4) else 1.0
            block[momentum + magnetic, place] = sign
        return gto.cart2sph(momentum) @ block if is_cartesian else block
    if momentum not in cartesian_order:
        raise OrbitalsNotReadable(f"The orbitals are not drawn: the order of Cartesian functions with l = {momentum} is not known.")
    block = np.zeros((shell.size, shell.size))
    for place, name in enumerate(cartesian_order[momentum].split()):
        # PySCF's products run from x to z: xx, xy, xz, yy, yz, zz.
        y, z = name.count("y"), name.count("z")
        block[(y + z) * (y + z + 1) // 2 + z, place] = 1.0 / _cartesian_norm(name, reading.cartesian)
    return block


def _cartesian_norm(name: str, kind: str) -> float:
    """What PySCF's product ("xxy") is divided by to be the file's.

    Its radial part has the norm one, so its own norm is the root of 4 pi / (2 l + 1) (2 a - 1)!! (2 b - 1)!! (2 c - 1)!! / (2 l - 1)!!.
    """
    momentum = len(name)
    most = prod(range(1, 2 * momentum, 2))
    own = prod(prod(range(1, 2 * name.count(axis), 2)) for axis in "xyz")
    wanted = {"each": own, "first": most, "mixed": 1, "enlarged": own / most}[kind]
    return float(np.sqrt(4 * np.pi / (2 * momentum + 1) * wanted / most))
