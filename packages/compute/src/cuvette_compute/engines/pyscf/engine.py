"""PySCF as an engine: which methods, elements, bases, solvents and corrections it takes, and what it refuses as text."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from typing import Any

from ...errors import MethodNotAvailable
from ...structures.molecule import Molecule
from ..base import Engine, MethodInfo, Request, package_version
from ..quantum_chemistry import check_field
from .basis import check_basis
from .methods import THEORIES
from .solvents import SOLVENT_MODELS

# The composites have dispersion parameters and bases to radon; of the others the basis set decides, and no set of the list goes further.
_ELEMENTS = frozenset(range(1, 87))
# How the time of r2SCAN-3c grows with the atoms: 1.8 from water to ethanol and from there to butane (processor seconds on one core,
# bench/pyscf_cost.py). Larger molecules grow faster.
_EXPONENT = 2.0


class PySCFEngine(Engine):
    """Hartree-Fock, density functionals and the 3c composites."""

    name = "pyscf"
    takes_basis_set = True
    has_spin_densities = True
    cheap_gradient = False
    parts_singlets = True
    methods = tuple(
        MethodInfo(name, _ELEMENTS, SOLVENT_MODELS, "Mulliken", exponent=_EXPONENT, relative_cost=theory.relative_cost)
        for name, theory in THEORIES.items()
    )

    def version(self) -> str:
        try:
            import pyscf.dispersion  # noqa: F401  (a broken installation must show here)

            return package_version("pyscf")
        except (ImportError, OSError, PackageNotFoundError) as error:
            raise MethodNotAvailable(
                "The pyscf package with pyscf-dispersion is not installed on this worker.", detail=str(error)
            ) from error

    def probe_request(self, method: str, molecule: Molecule) -> Request:
        return Request(method, molecule, None, basis_set=THEORIES[method].basis or "STO-3G")

    def check(self, request: Request, field_path: str) -> None:
        super().check(request, field_path)
        theory = THEORIES[request.method]
        check_basis(check_field(request, theory.basis, theory.corrections, field_path), request.molecule, field_path)

    def check_excited_states(self, request: Request, wanted: dict[str, Any], field_path: str) -> None:
        from .excited import check_excited

        check_excited(request, wanted, field_path)

    def calculator(self, request: Request):
        from .calculator import PySCFCalculator

        self.version()
        return PySCFCalculator(request)
