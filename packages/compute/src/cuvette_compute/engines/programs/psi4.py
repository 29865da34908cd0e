"""Psi4 (10.1063/5.0006002) as an engine, where an administrator has installed it: Hartree-Fock and functionals with density fitting.

Functionals are those that Psi4 has analytic gradients of. Dispersion corrections are those of the other engines (s-dftd3, dftd4), so that a
level of theory means the same whichever program computes its field.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from ...errors import ComputeError, ConvergenceError, MethodNotAvailable
from ...structures.molecule import Molecule
from ...units import ANGSTROM_PER_BOHR, DEBYE_PER_E_ANGSTROM, EV_PER_HARTREE
from ..base import Engine, MethodInfo, Request
from ..pyscf.corrections import added_energy_at
from ..pyscf.memory import given_mb
from ..pyscf.methods import THEORIES
from ..quantum_chemistry import check_field, is_unrestricted
from .calculator import ProgramCalculator, ProgramPoint, run_directory
from .psi4_program import molecule_lines, psi4_version, run_psi4

# Psi4's words for the functionals.
_WORDS = {
    "b3lyp": "b3lyp",
    "hf": "hf",
    "pbe": "pbe",
    "bp86": "bp86",
    "r2scan": "r2scan",
    "tpss": "tpss",
    "m06l": "m06-l",
    "pbe0": "pbe0",
    "tpssh": "tpssh",
    "m06": "m06",
    "m062x": "m06-2x",
    "camb3lyp": "cam-b3lyp",
}
_ELEMENTS = frozenset(range(1, 87))
# Density fitting and the integration of functionals grow as in PySCF, for the sizes that jobs have.
_EXPONENT = 2.0
_DEFAULT_MEMORY_MB = 1000
# Of the memory that a job may use; the rest is for what Psi4 does not count.
_MEMORY_SHARE = 0.7


class Psi4Engine(Engine):
    """The psi4 program."""

    name = "psi4"
    is_own_program = True
    takes_basis_set = True
    cheap_gradient = False
    methods = tuple(
        MethodInfo(name, _ELEMENTS, (), "Mulliken", exponent=_EXPONENT, relative_cost=THEORIES[name].relative_cost) for name in _WORDS
    )

    def version(self) -> str:
        # The public client names Psi4 for every functional, as its default. PySCF has more of them, with solvents and analytic Hessians:
        # a Psi4 that happens to be there (for SAPT0) does not take these jobs.
        if not os.environ.get("CUVETTE_PSI4"):
            raise MethodNotAvailable("Psi4 computes functionals where an administrator names it by CUVETTE_PSI4.")
        return psi4_version()

    def failures(self, molecule: Molecule) -> dict[str, Exception | None]:
        """All functionals in one run: the program takes a second to start."""
        lines = ["answer = {}"]
        for method in _WORDS:
            request = self.probe_request(method, molecule)
            request.extras["coarse"] = True
            piece = _lines(request, molecule, True)
            lines += [*piece[: piece.index("}", piece.index("set {")) + 1], "try:", f"    gradient('{_WORDS[method]}', dertype=1)"]
            lines += [f"    answer['{method}'] = None", "except Exception as error:", f"    answer['{method}'] = repr(error)[:300]"]
        with run_directory(self.probe_request("hf", molecule)) as place:
            answer = run_psi4(place, lines, 1)
        return {name: None if reason is None else ComputeError(reason) for name, reason in answer.items()}

    def probe_request(self, method: str, molecule: Molecule) -> Request:
        return Request(method, molecule, None, basis_set="STO-3G")

    def check(self, request: Request, field_path: str) -> None:
        super().check(request, field_path)
        check_field(request, None, THEORIES[request.method].corrections, field_path)

    def calculator(self, request: Request) -> ProgramCalculator:
        self.version()
        return ProgramCalculator(request, _run)


def _run(request: Request, molecule: Molecule, wants_gradient: bool, directory: Path) -> ProgramPoint:
    values = run_psi4(directory, _lines(request, molecule, wants_gradient), request.threads)
    added, added_slope = added_energy_at(molecule, THEORIES[request.method], request.corrections, wants_gradient)
    try:
        count = len(molecule)
        gradient = np.array(values["gradient"], dtype=float).reshape(count, 3) + added_slope if wants_gradient else None
        return ProgramPoint(
            float(values["energy"]) + added,
            gradient,
            dipole=np.array(values["dipole"], dtype=float) * ANGSTROM_PER_BOHR * DEBYE_PER_E_ANGSTROM,
            charges=np.array(values["charges"], dtype=float).reshape(count),
            bond_orders=np.array(values["bond_orders"], dtype=float).reshape(count, count),
            homo_lumo_gap=None if values["gap"] is None else float(values["gap"]) * EV_PER_HARTREE,
            scf_iterations=int(values["iterations"]),
            spin_squared=float(values["spin_squared"]) if is_unrestricted(request) else None,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ConvergenceError("psi4 gave no usable answer.", detail=str(error)) from error


def _lines(request: Request, molecule: Molecule, wants_gradient: bool) -> list[str]:
    """An input that computes one field and gathers what an engine gives, in atomic units."""
    reference = ("u" if is_unrestricted(request) else "r") + ("hf" if request.method == "hf" else "ks")
    given = given_mb()
    memory = _DEFAULT_MEMORY_MB if given is None else max(_DEFAULT_MEMORY_MB // 2, int(given * _MEMORY_SHARE))
    word = _WORDS[request.method]
    options = {
        "basis": request.basis_set,
        "scf_type": "df",
        "reference": reference,
        "maxiter": request.max_scf_iterations,
        "e_convergence": 1e-10 if request.tight else 1e-8,
        "d_convergence": 1e-9 if request.tight else 1e-7,
    }
    if request.extras.get("coarse"):
        options |= {"dft_spherical_points": 50, "dft_radial_points": 12}
    start = (
        f"slope, field = gradient('{word}', dertype=1, return_wfn=True)"
        if wants_gradient
        else f"total, field = energy('{word}', return_wfn=True)"
    )
    return [
        f"memory {memory} mb",
        *molecule_lines(molecule),
        "set {",
        *(f"{key} {value}" for key, value in options.items()),
        "}",
        start,
        "oeprop(field, 'MULLIKEN_CHARGES', 'MAYER_INDICES')",
        "frame = field.molecule()",
        "count = frame.natom()",
        "nuclei = numpy.array([[frame.x(i), frame.y(i), frame.z(i)] for i in range(count)])",
        "numbers = numpy.array([frame.Z(i) for i in range(count)])",
        "density = numpy.asarray(field.Da_subset('AO')) + numpy.asarray(field.Db_subset('AO'))",
        "places = [numpy.asarray(one) for one in core.MintsHelper(field.basisset()).ao_dipole()]",
        "dipole = numbers @ nuclei + numpy.array([(density * one).sum() for one in places])",
        "alpha, beta = numpy.asarray(field.Ca_subset('AO', 'OCC')), numpy.asarray(field.Cb_subset('AO', 'OCC'))",
        "shared = alpha.T @ numpy.asarray(field.S()) @ beta",
        "spin = 0.5 * (field.nalpha() - field.nbeta())",
        "spins = (field.epsilon_a_subset, field.epsilon_b_subset)",
        "highest = [level.max() for level in (numpy.asarray(each('AO', 'OCC')) for each in spins) if len(level)]",
        "lowest = [level.min() for level in (numpy.asarray(each('AO', 'VIR')) for each in spins) if len(level)]",
        "answer = {",
        "    'energy': field.energy(),",
        f"    'gradient': {'numpy.asarray(slope).tolist()' if wants_gradient else None},",
        "    'dipole': dipole.tolist(),",
        "    'charges': numpy.asarray(field.array_variable('MULLIKEN_CHARGES')).reshape(-1).tolist(),",
        "    'bond_orders': numpy.asarray(field.array_variable('MAYER_INDICES')).tolist(),",
        "    'gap': float(min(lowest) - max(highest)) if highest and lowest else None,",
        "    'iterations': variable('SCF ITERATIONS'),",
        "    'spin_squared': float(spin * (spin + 1) + field.nbeta() - (shared ** 2).sum()),",
        "}",
    ]
