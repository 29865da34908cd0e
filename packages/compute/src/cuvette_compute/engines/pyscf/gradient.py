"""The gradient of a density functional without exact exchange, with density fitting and the movement of the grid.

PySCF sums the derivative matrices over all pairs of functions; here each sum goes straight to the atoms. Coulomb: the derivatives to the
fitting functions follow from those to the orbitals, as moving all three centres together changes no integral. Exchange and correlation:
per point, the derivative of each function times the density that it meets (10.1016/0009-2614(92)85009-Y, with the weights' derivatives).
"""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np

from ...errors import ConvergenceError
from .coulomb import integral_blocks
from .grid_blocks import GridBlocks
from .grid_weights import MovingWeights
from .integrator import density_on_points, occupied_orbitals

# Rows of the second derivatives in PySCF's order, xx xy xz yy yz zz after the first four, for each axis.
_SECOND = ((4, 5, 6), (5, 7, 8), (6, 8, 9))


def mean_field_gradient(mean_field) -> np.ndarray:
    """The gradient of a solved field in Hartree/bohr.

    It holds the movement of the grid's points and weights, so that it is the derivative of the energy as computed. With VV10 PySCF
    leaves that out; the small net force that it leaves is taken off, as it would push the molecule as a whole.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        method = mean_field.nuc_grad_method()
        method.grid_response = not getattr(mean_field, "do_nlc", bool)()
        if has_own_gradient(mean_field):
            method.get_veff = partial(_own_part, mean_field)
        gradient = np.asarray(method.kernel())
    return gradient if len(gradient) == 1 else gradient - gradient.mean(axis=0)


def _own_part(mean_field, mole, densities) -> np.ndarray:
    """The gradient of the two-electron energy in the form in which PySCF takes the grid's part: per atom, with no matrix."""
    from pyscf import lib

    nothing = np.zeros((*densities.shape[:-2], 3, mole.nao, mole.nao))
    return lib.tag_array(nothing, exc1_grid=two_electron_gradient(mean_field, densities), aux=np.zeros((mole.natm, 3)))


def has_own_gradient(mean_field) -> bool:
    """Whether the gradient of a solved field can be made here: a fitted GGA or meta-GGA without exact exchange and VV10."""
    functional = getattr(mean_field, "xc", None)
    if functional is None or mean_field.do_nlc():
        return False
    numerics = mean_field._numint
    return not numerics.libxc.is_hybrid_xc(functional) and numerics._xc_type(functional) in ("GGA", "MGGA")


def two_electron_gradient(mean_field, densities: np.ndarray) -> np.ndarray:
    """The derivative of Coulomb and exchange-correlation energy at fixed density matrices, atoms x 3 in Hartree/bohr.

    `densities` is the density matrix, or those of both spins.
    """
    total = densities if densities.ndim == 2 else densities.sum(axis=0)
    return coulomb_gradient(mean_field, np.asarray(total)) + exchange_correlation_gradient(mean_field, densities)


def coulomb_gradient(mean_field, density: np.ndarray) -> np.ndarray:
    """The derivative of the fitted Coulomb energy."""
    mole, fit = mean_field.mol, mean_field.with_df
    fitting = fit.fitting_functions()
    coefficients = fit.coefficients(density)
    functions, fitted = np.zeros((3, mole.nao)), np.zeros((3, fitting.nao))
    flat = np.ascontiguousarray(density.T).reshape(-1)
    for first, last, found in integral_blocks(mole, fitting, "int3c2e_ip1", "s1", 24.0 * mole.nao**2):
        for axis in range(3):
            moved = found[axis].T.reshape(last - first, -1)
            functions[axis] += np.einsum("ji,ji->i", (coefficients[first:last] @ moved).reshape(mole.nao, mole.nao), density)
            fitted[axis, first:last] = moved @ flat
    pairs = np.einsum("xpq,q->xp", fitting.intor("int2c2e_ip1", comp=3), coefficients)
    return _per_atom(mole, -2 * functions) + _per_atom(fitting, (2 * fitted + pairs) * coefficients)


def exchange_correlation_gradient(mean_field, densities: np.ndarray) -> np.ndarray:
    """The derivative of the energy on the grid, with that of the grid's points and weights."""
    mole, numerics, functional, grids = mean_field.mol, mean_field._numint, mean_field.xc, mean_field.grids
    kind = numerics._xc_type(functional)
    occupied = occupied_orbitals(densities)
    if occupied is None:
        raise ConvergenceError("The self-consistent field has orbitals with a negative occupation, so that it has no gradient.")
    orbitals = [np.ascontiguousarray(each.T) for each in occupied]
    own_grids = grids.gen_atomic_grids(mole, grids.atom_grid, grids.radi_method, grids.level, grids.prune)
    moving = MovingWeights(mole, grids)
    total = np.zeros((mole.natm, 3))
    for atom in range(mole.natm):
        points, volumes = own_grids[mole.atom_symbol(atom)]
        coordinates = points + mole.atom_coord(atom)
        blocks = GridBlocks(mole, coordinates, moving.weights(atom, coordinates, volumes))
        energies, forces = np.zeros(len(blocks.order)), np.zeros((3, mole.nao))
        for block in blocks:
            values = blocks.values(block, 2)
            chosen = [each[:, block.functions] for each in orbitals]
            rows = [density_on_points(each, values, kind) for each in chosen]
            per_electron, slopes = numerics._functional(functional, rows, kind)
            energies[block.first : block.last] = per_electron * sum(each[0] for each in rows)
            for each, slope in zip(chosen, slopes, strict=True):
                forces[:, block.functions] += _forces(each, values, slope * blocks.weights[block.first : block.last], kind)
        total += moving.derivative(atom, blocks.coordinates, volumes[blocks.order], energies)[0]
        total -= _per_atom(mole, forces)
        total[atom] += forces.sum(axis=1)
    return total


def _forces(orbitals: np.ndarray, values: np.ndarray, slopes: np.ndarray, kind: str) -> np.ndarray:
    """Return what moving each function of a block along an axis with the point does to the energy, 3 x functions."""
    psi = np.matmul(orbitals, values[:4])
    met = np.matmul(orbitals.T, psi)
    straight = met[0] * slopes[0]
    for axis in (1, 2, 3):
        straight += met[axis] * slopes[axis]
    crossed = [2 * slopes[axis] * met[0] for axis in (1, 2, 3)]
    if kind == "MGGA":
        crossed = [each + slopes[4] * met[axis + 1] for axis, each in enumerate(crossed)]
    forces = []
    for axis in range(3):
        force = 2 * np.einsum("fn,fn->f", values[axis + 1], straight)
        for row, each in zip(_SECOND[axis], crossed, strict=True):
            force += np.einsum("fn,fn->f", values[row], each)
        forces.append(force)
    return np.array(forces)


def _per_atom(mole, rows: np.ndarray) -> np.ndarray:
    """Sums over the functions of each atom, atoms x 3."""
    return np.array([rows[:, first:last].sum(axis=1) for _, _, first, last in mole.aoslice_by_atom()])
