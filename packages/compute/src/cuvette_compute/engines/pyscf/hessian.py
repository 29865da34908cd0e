"""Analytic Hessians and dipole derivatives of a solved field, from PySCF's coupled-perturbed equations.

The dipole derivatives are d mu_x / d R = Z delta - 2 <d chi | x | chi> P - 4 <C1| x |C0> (Yamaguchi et al., A New Dimension to Quantum
Chemistry, 1994). Corrections (dispersion, counterpoise) are differentiated by differences of their own gradients, which cost nothing.
PySCF's density-fitted Hessian differs from differences of its gradients by up to 3e-4 Hartree/bohr^2 (measured on the water cation).
"""

from __future__ import annotations

import warnings

import numpy as np

from ...units import DEBYE_PER_E_ANGSTROM
from ..base import Request
from .corrections import added_energy
from .mean_field import theory_of

# Bohr.
_STEP = 1e-3


def has_analytic_hessian(request: Request) -> bool:
    """Whether PySCF has it: not with VV10, and in solvent its dipole derivatives lack the solvent's answer."""
    return not theory_of(request.method).nonlocal_correlation and not request.solvent_settings


def analytic_hessian(request: Request, mean_field) -> tuple[np.ndarray, np.ndarray]:
    """The Hessian (Hartree/bohr^2, 3N x 3N) and the dipole derivatives (Debye/Angstrom, 3N x 3) of a solved mean field."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        method = mean_field.Hessian()
        first = method.make_h1(mean_field.mo_coeff, mean_field.mo_occ)
        response, energies = method.solve_mo1(mean_field.mo_energy, mean_field.mo_coeff, mean_field.mo_occ, first)
        electronic = method.hess_elec(mo1=response, mo_e1=energies, h1ao=first)
        blocks = electronic + method.hess_nuc()
    size = 3 * mean_field.mol.natm
    hessian = blocks.transpose(0, 2, 1, 3).reshape(size, size) + _hessian_of_corrections(request, mean_field.mol)
    derivatives = _dipole_derivatives(mean_field, response)
    return 0.5 * (hessian + hessian.T), derivatives * DEBYE_PER_E_ANGSTROM


def _hessian_of_corrections(request: Request, mole) -> np.ndarray:
    theory, places = theory_of(request.method), mole.atom_coords()
    rows = []
    for place in range(places.size):
        slopes = []
        for sign in (1, -1):
            moved = places.copy().reshape(-1)
            moved[place] += sign * _STEP
            there = mole.set_geom_(moved.reshape(-1, 3), unit="Bohr", inplace=False)
            slopes.append(added_energy(there, theory, request.corrections, True)[1])
        rows.append(((slopes[0] - slopes[1]) / (2 * _STEP)).reshape(-1))
    return np.array(rows)


def _dipole_derivatives(mean_field, response) -> np.ndarray:
    """d mu / d R in e, as rows (atom and direction) of three."""
    mole = mean_field.mol
    coefficients, occupations = np.asarray(mean_field.mo_coeff), np.asarray(mean_field.mo_occ)
    if coefficients.ndim == 2:
        channels = [(coefficients[:, occupations > 0], response, 4.0)]
    else:
        channels = [(coefficients[spin][:, occupations[spin] > 0], response[spin], 2.0) for spin in (0, 1)]
    density = np.asarray(mean_field.make_rdm1())
    density = density if density.ndim == 2 else density.sum(axis=0)
    place = mole.intor("int1e_r", comp=3)
    moved = mole.intor("int1e_irp", comp=9).reshape(3, 3, mole.nao, mole.nao)
    rows = []
    for atom, (_, _, start, stop) in enumerate(mole.aoslice_by_atom()):
        block = mole.atom_charge(atom) * np.eye(3)
        block = block + 2 * np.einsum("xkmn,mn->kx", moved[:, :, :, start:stop], density[:, start:stop])
        for occupied, first, factor in channels:
            block = block - factor * np.einsum("kpi,xpq,qi->kx", first[atom], place, occupied)
        rows.append(block)
    return np.concatenate(rows)
