"""The self-consistent field: made from a request, solved from coarse to fine, tried once more where it does not converge."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...errors import ConvergenceError
from ...methods.settings import method_title
from ...structures.elements import SYMBOLS
from ...structures.molecule import Molecule
from ..base import Request
from .basis import auxiliary_basis, core_potential, is_cartesian, shells
from .blas import load_pyscf
from .coulomb import fitting_class
from .integrator import integrator_class
from .memory import check_memory
from .methods import THEORIES, Theory
from .solvents import with_solvent

# Hartree. The energy of an optimization step, and what finite differences need.
_CONVERGENCE, _TIGHT_CONVERGENCE = 1e-8, 1e-10
_COARSE_CONVERGENCE = 1e-5
# PySCF's grid levels: 3 is 50 to 75 radial shells with 302 points each, pruned. The M06 family needs the finer one.
_COARSE_GRID, _GRID, _FINE_GRID = 0, 3, 4
_NEEDS_FINE_GRID = ("m06", "m062x", "m06l")
# The VV10 term is smooth: 50 shells of 146 points, as other programs take, give it to some 1e-6 Hartree.
_NONLOCAL_GRID = (50, 146)
# The probe only asks whether a functional runs.
_PROBE_GRID = (10, 14)
# Lebedev order of a continuum's surface where only the density is wanted: 110 points an atom instead of 302.
_COARSE_SURFACE = 17
# Hartree by which a field of broken symmetry must lie lower to count as another one.
_LOWER = 1e-5
# Electrons forced to pair in one of two equal orbitals swap it in each cycle: after so many, the second-order solver takes over.
_PAIRED_CYCLES = 40
# Smaller molecules are done before a coarse grid pays.
_COARSE_FROM_ATOMS = 7


@dataclass
class Solution:
    """A solved field: PySCF's mean field, its energy without corrections (Hartree), cycles, and what differs from the request."""

    mean_field: Any
    energy: float
    cycles: int
    deviations: list[dict[str, str]] = field(default_factory=list)


def basis_of(request: Request) -> str:
    """The basis set of a request: the one that the method brings, or the chosen one. `Engine.check` refuses a request without one."""
    basis = theory_of(request.method).basis or request.basis_set
    if basis is None:
        raise ValueError(f"{request.method} needs a basis set")
    return basis


def theory_of(method: str) -> Theory:
    """The theory of a method name of this engine."""
    return THEORIES[method]


def make_mole(request: Request, molecule: Molecule):
    """PySCF's molecule with basis and core potentials. Raises ResourceError where it cannot fit into memory."""
    load_pyscf()
    from pyscf import gto, lib

    lib.num_threads(request.threads)
    basis = basis_of(request)
    elements = sorted({int(number) for number in molecule.numbers})
    potentials = {SYMBOLS[number]: found for number in elements if (found := core_potential(basis, number))}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mole = gto.M(
            atom=[(SYMBOLS[int(number)], position) for number, position in zip(molecule.numbers, molecule.positions, strict=True)],
            basis={SYMBOLS[number]: shells(basis, number) for number in elements},
            ecp=potentials,
            charge=molecule.charge,
            spin=molecule.unpaired_electrons,
            cart=is_cartesian(basis),
            unit="Angstrom",
            verbose=0,
        )
    title = f"{method_title(request.method)}/{basis}"
    mole.max_memory = check_memory(mole.nao, 1 if molecule.multiplicity == 1 else 2, title)
    return mole


def make_mean_field(request: Request, mole):
    """The mean field of a request, not yet solved: restricted for singlets, else unrestricted; density fitting always."""
    from pyscf import dft, scf

    theory = theory_of(request.method)
    unrestricted = mole.spin != 0 or request.reference == "unrestricted"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if theory.functional is None:
            mean_field = scf.UHF(mole) if unrestricted else scf.RHF(mole)
        else:
            mean_field = dft.UKS(mole) if unrestricted else dft.RKS(mole)
            mean_field.xc = theory.functional
            mean_field._numint = integrator_class()()
            mean_field.nlc = "" if theory.nonlocal_correlation else False
            mean_field.grids.level = _FINE_GRID if request.method in _NEEDS_FINE_GRID else _GRID
            if theory.nonlocal_correlation:
                mean_field.nlcgrids.atom_grid = _NONLOCAL_GRID
            if request.extras.get("coarse"):
                mean_field.grids.atom_grid = mean_field.nlcgrids.atom_grid = _PROBE_GRID
        fitting = fitting_class()(mole, _fitting_set(mole, basis_of(request)))
        fitting.max_memory = mole.max_memory
        mean_field = mean_field.density_fit(auxbasis=fitting.auxbasis, with_df=fitting)
        if request.solvent_settings:
            mean_field = with_solvent(mean_field, request.solvent_settings)
            if request.extras.get("coarse_surface"):
                mean_field.with_solvent.lebedev_order = _COARSE_SURFACE
    mean_field.max_cycle = request.max_scf_iterations
    if request.on_cycle is not None:
        on_cycle = request.on_cycle
        mean_field.callback = lambda state: on_cycle(int(state.get("cycle", state.get("imacro", 0))) + 1)
    mean_field.conv_tol = _TIGHT_CONVERGENCE if request.tight else _CONVERGENCE
    if request.tight:
        mean_field.conv_tol_grad = 1e-6
    return mean_field


def _fitting_set(mole, basis: str) -> str | None:
    from pyscf import gto

    name = auxiliary_basis(basis)
    if name is None:
        return None
    try:
        for symbol in {mole.atom_pure_symbol(index) for index in range(mole.natm)}:
            gto.basis.load(name, symbol)
    except Exception:  # PySCF makes a fitting set of its own for elements that the universal one lacks
        return None
    return name


def solve(request: Request, mole, guess: np.ndarray | None) -> Solution:
    """Solve the field from a guess density (None for PySCF's own). Raises ConvergenceError."""
    mean_field = make_mean_field(request, mole)
    density = guess
    theory = theory_of(request.method)
    worth_it = mole.natm >= _COARSE_FROM_ATOMS or theory.nonlocal_correlation
    if density is None and worth_it and theory.functional is not None and not request.extras.get("coarse"):
        density = _coarse(mean_field)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mean_field.kernel(dm0=density)
    cycles = int(getattr(mean_field, "cycles", 0) or 0)
    deviations: list[dict[str, str]] = []
    if not mean_field.converged:
        cycles += _retry(mean_field, request)
        deviations.append(
            {
                "kind": "scf",
                "what": "second-order self-consistent field with a level shift",
                "reason": f"The usual one did not converge in {request.max_scf_iterations} cycles.",
            }
        )
    energy = float(mean_field.e_tot)
    if not np.isfinite(energy):
        raise ConvergenceError(f"{method_title(request.method)} returned an energy that is not a number.")
    return Solution(mean_field, energy, cycles, deviations)


def breaks_symmetry(request: Request) -> bool:
    """Whether a request lets the electrons of a singlet part: an unrestricted reference for paired spins."""
    return request.reference == "unrestricted" and request.molecule.multiplicity == 1


def solve_open_singlet(request: Request, mole) -> Solution:
    """The lower one of two fields of a singlet: all electrons paired, or the spin symmetry broken.

    The broken one starts from the paired orbitals, the highest occupied and the lowest empty one mixed half and half with opposite signs
    for the two spins. A molecule that is stable with its electrons paired comes back from there to the paired field, which is returned
    as a restricted one. Raises ConvergenceError where the paired field does not converge.
    """
    cycles = min(request.max_scf_iterations, _PAIRED_CYCLES)
    paired = solve(replace(request, reference="restricted", max_scf_iterations=cycles), mole, None)
    guess = _mixed_density(paired.mean_field)
    if guess is None:
        return paired
    try:
        broken = solve(request, mole, guess)
    except ConvergenceError:
        return paired
    return broken if broken.energy < paired.energy - _LOWER else paired


def _mixed_density(mean_field) -> np.ndarray | None:
    """The densities of both spins after the frontier orbitals were mixed; None without an occupied or an empty orbital."""
    coefficients, occupations = np.asarray(mean_field.mo_coeff), np.asarray(mean_field.mo_occ)
    filled = int(np.count_nonzero(occupations > 0))
    if filled == 0 or filled == len(occupations):
        return None
    core = coefficients[:, : filled - 1]
    highest, lowest = coefficients[:, filled - 1], coefficients[:, filled]
    frontier = [(highest + sign * lowest) / np.sqrt(2) for sign in (1, -1)]
    return np.array([core @ core.T + np.outer(orbital, orbital) for orbital in frontier])


def _coarse(mean_field) -> np.ndarray:
    """The density on the coarse grid, a guess for the fine one."""
    fine, tolerance, gradient_tolerance = mean_field.grids, mean_field.conv_tol, mean_field.conv_tol_grad
    nonlocal_term = mean_field.nlc
    mean_field.grids = fine.__class__(mean_field.mol)
    mean_field.grids.level = _COARSE_GRID
    mean_field.conv_tol, mean_field.conv_tol_grad = _COARSE_CONVERGENCE, 1e-2
    mean_field.nlc = False
    # The guess needs no last look at whether it has converged.
    mean_field.conv_check = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mean_field.kernel()
    density = mean_field.make_rdm1()
    mean_field.conv_check = True
    mean_field.grids, mean_field.conv_tol, mean_field.conv_tol_grad = fine, tolerance, gradient_tolerance
    mean_field.nlc = nonlocal_term
    return np.asarray(density)


def _retry(mean_field, request: Request) -> int:
    """One more attempt with safer settings: shifted levels, then second order from there. Returns its cycles.

    Raises ConvergenceError.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mean_field.level_shift, tolerance, mean_field.conv_tol = 0.5, mean_field.conv_tol, 1e-5
        mean_field.max_cycle = max(100, request.max_scf_iterations)
        # A fresh start: what did not converge is no good guess.
        mean_field.kernel()
        first = int(getattr(mean_field, "cycles", 0) or 0)
        mean_field.level_shift, mean_field.conv_tol = 0.0, tolerance
        second_order = mean_field.newton()
        second_order.max_cycle = max(50, request.max_scf_iterations)
        second_order.kernel(mean_field.mo_coeff, mean_field.mo_occ)
    if not second_order.converged:
        raise ConvergenceError(
            f"The self-consistent field of {method_title(request.method)} did not converge, nor did a second attempt with a level shift "
            "and a second-order solver. Check geometry, charge and multiplicity."
        )
    for name in ("mo_coeff", "mo_occ", "mo_energy", "e_tot", "converged"):
        setattr(mean_field, name, getattr(second_order, name))
    return first + int(getattr(second_order, "cycles", 0) or 0)


def carried_density(mean_field, overlap: np.ndarray) -> np.ndarray:
    """The occupied orbitals of the last geometry, made orthonormal in a new overlap, as a density: the guess for a near geometry."""
    coefficients, occupations = np.asarray(mean_field.mo_coeff), np.asarray(mean_field.mo_occ)
    if coefficients.ndim == 2:
        return _density(coefficients[:, occupations > 0], occupations[occupations > 0], overlap)
    return np.array([_density(c[:, o > 0], o[o > 0], overlap) for c, o in zip(coefficients, occupations, strict=True)])


def _density(occupied: np.ndarray, occupations: np.ndarray, overlap: np.ndarray) -> np.ndarray:
    if occupied.shape[1] == 0:
        return np.zeros_like(overlap)
    values, vectors = np.linalg.eigh(occupied.T @ overlap @ occupied)
    orthonormal = occupied @ (vectors / np.sqrt(values)) @ vectors.T
    return (orthonormal * occupations) @ orthonormal.T
