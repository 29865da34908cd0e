"""Nuclear magnetic shieldings with gauge-including atomic orbitals, by pyscf-properties, of a solved restricted field.

The continuum solvent polarizes the density and is a potential that the gauge factors of the orbitals see too; a magnetic field does not
change the density to first order, so that it has no further response.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from typing import Any

import numpy as np

_POINTS_AT_ONCE = 2000
_GAUSSIAN_REACH = 4.0


def isotropic_shieldings(mean_field, atoms: list[int]) -> np.ndarray:
    """Isotropic shieldings in ppm of the atoms (counted from 0), of a solved restricted Hartree-Fock or Kohn-Sham field.

    Raises NotImplementedError for meta-GGA functionals.
    """
    from pyscf import dft, scf

    # The package prints and warns as it is imported.
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        from pyscf.prop.nmr import rhf, rks

        functional = getattr(mean_field, "xc", None)
        bare = scf.RHF(mean_field.mol) if functional is None else dft.RKS(mean_field.mol)
        bare = bare.density_fit(auxbasis=getattr(mean_field.with_df, "auxbasis", None))
        for name in ("mo_coeff", "mo_occ", "mo_energy", "e_tot", "converged"):
            setattr(bare, name, getattr(mean_field, name))
        if functional is not None:
            bare.xc, bare.grids = functional, mean_field.grids
            bare._numint = _integrator(surface_charges(mean_field))
        # Without a functional the potential of a solvent has no grid to be seen on.
        elif surface_charges(mean_field) is not None:
            raise NotImplementedError("shieldings of Hartree-Fock in a solvent")
        solver = (rhf if functional is None else rks).NMR(bare)
        solver.verbose, solver.shielding_nuc = 0, list(atoms)
        respond = _response(bare)
        solver.solve_mo1 = lambda: rhf.solve_mo1(solver, with_cphf=respond)
        tensors = solver.kernel()
    return np.trace(tensors, axis1=1, axis2=2) / 3


def _response(mean_field):
    """The induced potential of any number of first-order orbitals: the solver asks only for those that have not converged."""
    coefficients, filled = mean_field.mo_coeff, mean_field.mo_occ > 0
    occupied = coefficients[:, filled]
    induced = mean_field.gen_response(singlet=True, hermi=2)

    def respond(orbitals: np.ndarray) -> np.ndarray:
        first = orbitals.reshape(-1, coefficients.shape[1], occupied.shape[1])
        densities = 2 * np.einsum("pi,xij,qj->xpq", coefficients, first, occupied, optimize=True)
        potential = induced(densities - densities.transpose(0, 2, 1))
        return np.einsum("pi,xpq,qj->xij", coefficients, potential, occupied, optimize=True).ravel()

    return respond


def surface_charges(mean_field) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Places (bohr), charges (e) and Gaussian exponents of a polarizable continuum's surface; None without a solvent."""
    solvent = getattr(mean_field, "with_solvent", None)
    if solvent is None:
        return None
    return solvent.surface["grid_coords"], np.ravel(solvent._intermediates["q_sym"]), solvent.surface["charge_exp"]


def solvent_potential(points: np.ndarray, surface: tuple[np.ndarray, np.ndarray, np.ndarray]) -> np.ndarray:
    """Energy (Hartree) of an electron at points (n x 3, bohr) in the field of a surface's charges."""
    from scipy.spatial.distance import cdist
    from scipy.special import erf

    places, charges, exponents = surface
    widths = np.sqrt(exponents)
    values = []
    for start in range(0, len(points), _POINTS_AT_ONCE):
        distances = np.maximum(cdist(points[start : start + _POINTS_AT_ONCE], places), 1e-10)
        potentials = 1 / distances
        # Beyond four widths a Gaussian charge is a point charge to 1e-8.
        near = distances * widths < _GAUSSIAN_REACH
        potentials[near] *= erf((distances * widths)[near])
        values.append(-potentials @ charges)
    return np.concatenate(values)


def _integrator(surface):
    """PySCF's integrator with blocks of the size it wants itself, and with a solvent's potential in the one of the functional."""
    from pyscf.dft import numint

    class Integrator(numint.NumInt):
        """The potential of a solvent is local as that of a density functional is: it joins the latter on the points of the grid."""

        places: Any = None

        def block_loop(self, *arguments, blksize=None, **named):
            # pyscf-properties asks for as many points as the grid has; PySCF takes multiples of its own block only.
            if blksize is not None:
                blksize = max(numint.BLKSIZE, blksize // numint.BLKSIZE * numint.BLKSIZE)
            for block in super().block_loop(*arguments, blksize=blksize, **named):
                self.places = block[3]
                yield block

        def eval_xc(self, *arguments, **named):
            energy, potential, *rest = super().eval_xc(*arguments, **named)
            if surface is not None:
                potential = (potential[0] + solvent_potential(self.places, surface), *potential[1:])
            return energy, potential, *rest

    return Integrator()
