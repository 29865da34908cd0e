"""Properties of a solved field: charges, bond orders, multipoles, orbital energies, spin. Atomic units unless stated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...units import ANGSTROM_PER_BOHR, DEBYE_PER_E_BOHR, EV_PER_HARTREE


@dataclass
class OrbitalLevels:
    """Orbital energies (Hartree) and occupations of one spin; `spin` is None for a restricted field."""

    spin: str | None
    energies: np.ndarray
    occupations: np.ndarray


@dataclass
class ElectronicProperties:
    """All that a density and its orbitals say without a grid.

    `dipole` in Debye; `quadrupole` is the traceless tensor after Buckingham, 3 x 3, in Debye Angstrom, about the centre of nuclear
    charge; bond orders are symmetric atoms x atoms matrices; `spin_squared` is the expectation value of S^2.
    """

    mulliken_charges: np.ndarray
    lowdin_charges: np.ndarray
    mulliken_spin_densities: np.ndarray | None
    mayer_bond_orders: np.ndarray
    wiberg_bond_orders: np.ndarray
    dipole: np.ndarray
    quadrupole: np.ndarray
    orbitals: list[OrbitalLevels]
    spin_squared: float


def spin_densities(mean_field) -> tuple[np.ndarray, np.ndarray]:
    """The density matrices of both spins."""
    density = np.asarray(mean_field.make_rdm1())
    return (density[0], density[1]) if density.ndim == 3 else (density / 2, density / 2)


def electronic_properties(mean_field) -> ElectronicProperties:
    """All properties of a solved mean field."""
    mole = mean_field.mol
    overlap = mean_field.get_ovlp()
    alpha, beta = spin_densities(mean_field)
    values, vectors = np.linalg.eigh(overlap)
    root = (vectors * np.sqrt(values)) @ vectors.T
    nuclear = mole.atom_charges().astype(float)
    lowdin = [root @ each @ root for each in (alpha, beta)]
    return ElectronicProperties(
        mulliken_charges=mulliken_charges(mean_field),
        lowdin_charges=nuclear - _per_atom(mole, np.diag(lowdin[0] + lowdin[1])),
        mulliken_spin_densities=mulliken_spins(mean_field),
        mayer_bond_orders=mayer_bond_orders(mean_field),
        # Wiberg's index in the Löwdin basis, per spin so that it holds for open shells.
        wiberg_bond_orders=_atom_pairs(mole, 2 * (lowdin[0] ** 2 + lowdin[1] ** 2)),
        dipole=dipole_moment(mean_field) * DEBYE_PER_E_BOHR,
        quadrupole=quadrupole_moment(mean_field) * DEBYE_PER_E_BOHR * ANGSTROM_PER_BOHR,
        orbitals=orbital_levels(mean_field),
        spin_squared=float(mean_field.spin_square()[0]),
    )


def mulliken_charges(mean_field) -> np.ndarray:
    """Mulliken charges in e."""
    alpha, beta = spin_densities(mean_field)
    populations = np.einsum("ij,ji->i", alpha + beta, mean_field.get_ovlp())
    return mean_field.mol.atom_charges() - _per_atom(mean_field.mol, populations)


def mulliken_spins(mean_field) -> np.ndarray | None:
    """Mulliken spin densities (alpha minus beta electrons); None for a restricted field."""
    if np.asarray(mean_field.mo_coeff).ndim == 2:
        return None
    alpha, beta = spin_densities(mean_field)
    return _per_atom(mean_field.mol, np.einsum("ij,ji->i", alpha - beta, mean_field.get_ovlp()))


def spin_squared(mean_field) -> float | None:
    """The expectation value of S^2; None for a restricted field, where it is 0 by construction."""
    return None if np.asarray(mean_field.mo_coeff).ndim == 2 else float(mean_field.spin_square()[0])


def mayer_bond_orders(mean_field) -> np.ndarray:
    """Mayer's bond orders (10.1016/0009-2614(83)80005-0), with the spin-resolved form for open shells."""
    overlap = mean_field.get_ovlp()
    products = [each @ overlap for each in spin_densities(mean_field)]
    return _atom_pairs(mean_field.mol, 2 * np.sum([product * product.T for product in products], axis=0))


def dipole_moment(mean_field) -> np.ndarray:
    """The dipole moment in e bohr about the origin."""
    mole = mean_field.mol
    density = sum(spin_densities(mean_field))
    electrons = np.einsum("xij,ji->x", mole.intor_symmetric("int1e_r", comp=3), density)
    return mole.atom_charges() @ mole.atom_coords() - electrons


def quadrupole_moment(mean_field) -> np.ndarray:
    """The traceless quadrupole (Buckingham) in e bohr^2 about the centre of nuclear charge."""
    mole = mean_field.mol
    charges, places = mole.atom_charges(), mole.atom_coords()
    centre = charges @ places / charges.sum()
    with mole.with_common_orig(centre):
        second = mole.intor("int1e_rr", comp=9).reshape(3, 3, mole.nao, mole.nao)
    density = sum(spin_densities(mean_field))
    moved = places - centre
    moments = np.einsum("a,ax,ay->xy", charges, moved, moved) - np.einsum("xyij,ji->xy", second, density)
    return (3 * moments - np.trace(moments) * np.eye(3)) / 2


def orbital_levels(mean_field) -> list[OrbitalLevels]:
    """Energies and occupations, one entry for a restricted field, two (alpha, beta) else."""
    energies, occupations = np.asarray(mean_field.mo_energy), np.asarray(mean_field.mo_occ)
    if energies.ndim == 1:
        return [OrbitalLevels(None, energies, occupations)]
    return [OrbitalLevels(spin, energies[i], occupations[i]) for i, spin in enumerate(("alpha", "beta"))]


def homo_lumo_gap(mean_field) -> float | None:
    """The gap (eV) between the highest filled and the lowest empty orbital of either spin; None without empty orbitals."""
    levels = orbital_levels(mean_field)
    filled = [level.energies[level.occupations > 0] for level in levels]
    empty = [level.energies[level.occupations == 0] for level in levels]
    if not any(len(each) for each in filled) or not any(len(each) for each in empty):
        return None
    return float(min(each.min() for each in empty if len(each)) - max(each.max() for each in filled if len(each))) * EV_PER_HARTREE


def _per_atom(mole, populations: np.ndarray) -> np.ndarray:
    return np.array([populations[first:last].sum() for _, _, first, last in mole.aoslice_by_atom()])


def _atom_pairs(mole, matrix: np.ndarray) -> np.ndarray:
    starts = [int(first) for _, _, first, _ in mole.aoslice_by_atom()]
    orders = np.add.reduceat(np.add.reduceat(matrix, starts, axis=0), starts, axis=1)
    np.fill_diagonal(orders, 0.0)
    return orders
