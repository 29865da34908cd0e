"""The Coulomb matrix by density fitting with the three-centre integrals kept in memory.

Without exact exchange PySCF makes these integrals twice in each cycle. Kept, a cycle reads them once each way. Where they do not fit into
a half of the memory that is left, PySCF's way is taken. Pairs of functions that do not overlap are left out.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import scipy.linalg

_SMALLEST_OVERLAP = 1e-12
_SHARE_OF_MEMORY = 0.5
_BLOCK_BYTES = 1e8


@cache
def fitting_class():
    """The class; made on first use, as importing PySCF takes a second."""
    from pyscf import df, lib

    class Fitting(df.DF):
        """PySCF's density fitting, with Coulomb matrices from kept integrals."""

        _kept: Any = None

        def reset(self, mol=None):
            self._kept = None
            return super().reset(mol)

        def get_jk(self, dm, hermi=1, with_j=True, with_k=True, direct_scf_tol=1e-13, omega=None):
            if with_k or not with_j or hermi != 1 or omega is not None or self._cderi is not None or not self._keep():
                return super().get_jk(dm, hermi, with_j, with_k, direct_scf_tol, omega)
            integrals, rows, columns, _ = self._kept
            matrices = np.asarray(dm)
            found = np.empty_like(matrices).reshape(-1, *matrices.shape[-2:])
            for matrix, result in zip(matrices.reshape(found.shape), found, strict=True):
                coulomb = self.coefficients(matrix) @ integrals
                result[:] = 0
                result[rows, columns] = result[columns, rows] = coulomb
            return found.reshape(matrices.shape), None

        def fitting_functions(self):
            """PySCF's molecule of the fitting functions."""
            if self.auxmol is None:
                self.auxmol = df.addons.make_auxmol(self.mol, self.auxbasis)
            return self.auxmol

        def coefficients(self, density: np.ndarray) -> np.ndarray:
            """The density (functions x functions, symmetric) in the fitting functions."""
            if self._keep():
                integrals, rows, columns, factor = self._kept
                return scipy.linalg.cho_solve(factor, integrals @ _pairs(density, rows, columns))
            fitting, (rows, columns) = self.fitting_functions(), np.tril_indices(self.mol.nao)
            pairs, charges = _pairs(density, rows, columns), np.empty(fitting.nao)
            for first, last, found in integral_blocks(self.mol, fitting, "int3c2e", "s2ij", 8.0 * len(rows)):
                charges[first:last] = found.T @ pairs
            return scipy.linalg.solve(fitting.intor("int2c2e"), charges, assume_a="pos")

        def _keep(self) -> bool:
            """Make the integrals where there is room for them. Says whether they are there."""
            if self._kept is not None:
                return self._kept != ()
            self._kept = ()
            mole, fitting = self.mol, self.fitting_functions()
            overlapping = mole.get_overlap_cond() < -np.log(_SMALLEST_OVERLAP)
            shells = np.repeat(np.arange(mole.nbas), np.diff(mole.ao_loc_nr()))
            rows, columns = np.tril_indices(mole.nao)
            taken = np.flatnonzero(overlapping[shells[rows], shells[columns]])
            room = _SHARE_OF_MEMORY * (self.max_memory - lib.current_memory()[0]) * 1e6
            if 8.0 * fitting.nao * len(taken) > room:
                return False
            try:
                factor = scipy.linalg.cho_factor(fitting.intor("int2c2e"), lower=True)
            except scipy.linalg.LinAlgError:
                return False
            integrals = np.empty((fitting.nao, len(taken)))
            for first, last, found in integral_blocks(mole, fitting, "int3c2e", "s2ij", 8.0 * len(rows)):
                np.take(found.T, taken, axis=1, out=integrals[first:last])
            self._kept = (integrals, rows[taken], columns[taken], factor)
            return True

    return Fitting


def _pairs(density: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """The density of pairs of functions; those of two different ones count twice."""
    return density[rows, columns] * np.where(rows == columns, 1.0, 2.0)


def integral_blocks(mole, fitting, name: str, symmetry: str, bytes_per_function: float):
    """Three-centre integrals in runs of fitting functions: first function, last, integrals as PySCF returns them."""
    from pyscf.gto.moleintor import getints, make_cintopt

    both = mole + fitting
    name = mole._add_suffix(name)
    prepared = make_cintopt(both._atm, both._bas, both._env, name)
    starts = fitting.ao_loc_nr()
    first = 0
    while first < fitting.nbas:
        last = first + 1
        while last < fitting.nbas and (starts[last + 1] - starts[first]) * bytes_per_function <= _BLOCK_BYTES:
            last += 1
        shells = (0, mole.nbas, 0, mole.nbas, mole.nbas + first, mole.nbas + last)
        yield starts[first], starts[last], getints(name, both._atm, both._bas, both._env, shells, aosym=symmetry, cintopt=prepared)
        first = last
