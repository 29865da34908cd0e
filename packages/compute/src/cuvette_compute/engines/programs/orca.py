"""ORCA (10.1002/wcms.70019) as an engine, where an administrator has installed it.

It gives Hartree-Fock, density functionals, a double hybrid and the composites.

Words of the input come from the tables here and from names that were checked; nothing that a person wrote reaches ORCA as it is.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from ...errors import ComputeError, ConvergenceError
from ...structures.elements import SYMBOLS
from ...structures.molecule import Molecule
from ...units import ANGSTROM_PER_BOHR, DEBYE_PER_E_ANGSTROM
from ..base import Engine, MethodInfo, Request
from ..pyscf.memory import given_mb
from ..pyscf.methods import THEORIES
from ..pyscf.solvents import dielectric_constant
from ..quantum_chemistry import check_field, is_unrestricted
from .calculator import ProgramCalculator, ProgramPoint, run_directory
from .orca_hessian import dipole_derivatives, hessian_sections, square_matrix
from .orca_program import orca_version, run_orca

# B3LYP/G has the local correlation of Gaussian, Psi4 and PySCF; B3LYP of ORCA has VWN5.
_WORDS: dict[str, tuple[str, ...]] = {
    "r2scan_3c": ("r2SCAN-3c",),
    "b97_3c": ("B97-3c",),
    "wb97x_3c": ("wB97X-3c",),
    "hf_3c": ("HF-3c",),
    "hf": ("HF",),
    "pbe": ("PBE",),
    "bp86": ("BP86",),
    "b97_d3bj": ("B97-D3", "D3BJ"),
    "r2scan": ("r2SCAN",),
    "tpss": ("TPSS",),
    "m06l": ("M06L",),
    "pbe0": ("PBE0",),
    "b3lyp": ("B3LYP/G",),
    "tpssh": ("TPSSh",),
    "m06": ("M06",),
    "m062x": ("M062X",),
    "camb3lyp": ("CAM-B3LYP",),
    "wb97x_d3": ("wB97X-D3",),
    "wb97x_v": ("wB97X-V",),
    "wb97m_v": ("wB97M-V",),
    "wb97m_d3bj": ("wB97M-D3BJ",),
    # The perturbation part fits its integrals with a set of its own, made for whatever basis set is chosen.
    "dsd_blyp_d3bj": ("DSD-BLYP", "D3BJ", "AutoAux"),
}
_COMPOSITES = {"r2scan_3c": "def2-mTZVPP", "b97_3c": "def2-mTZVP", "wb97x_3c": "vDZP", "hf_3c": "MINIX"}
_CORRECTIONS = {"d3bj": "D3BJ", "d3": "D3ZERO", "d4": "D4"}
_SOLVENT_MODELS = ("cpcm", "cosmo", "SMD")
_ELEMENTS = frozenset(range(1, 87))
# Processor seconds grow as those of PySCF for the sizes that jobs have.
_EXPONENT = 2.0
_HF_3C_COST, _DOUBLE_HYBRID_COST = 0.1, 2.5
_DEFAULT_MEMORY_MB = 2000
# ORCA takes more than its limit for short times.
_MEMORY_SHARE = 0.6
# Our names in the spelling of the Minnesota table, which ORCA's SMD takes; names missing here are spelled alike.
_SMD_NAMES = {
    "carbontetrachloride": "carbon tetrachloride",
    "dichloroethane": "1,2-dichloroethane",
    "diethylether": "diethyl ether",
    "diisopropylether": "diisopropyl ether",
    "octane": "n-octane",
    "aceticacid": "acetic acid",
    "hexane": "n-hexane",
    "ethylacetate": "ethyl ethanoate",
    "isopropanol": "2-propanol",
    "octanol": "1-octanol",
    "dimethylacetamide": "n,n-dimethylacetamide",
    "dimethylformamide": "n,n-dimethylformamide",
    "ethylene_glycol": "1,2-ethanediol",
}


def _cost(name: str) -> float:
    if name == "hf_3c":
        return _HF_3C_COST
    return THEORIES[name].relative_cost if name in THEORIES else _DOUBLE_HYBRID_COST


class ORCAEngine(Engine):
    """The ORCA program, 6.1 or newer, through its Python interface."""

    name = "orca"
    is_own_program = True
    takes_basis_set = True
    cheap_gradient = False
    methods = tuple(
        MethodInfo(name, _ELEMENTS, _SOLVENT_MODELS, "Mulliken", exponent=_EXPONENT, relative_cost=_cost(name)) for name in _WORDS
    )

    def version(self) -> str:
        return orca_version()

    def probe_request(self, method: str, molecule: Molecule) -> Request:
        # A double hybrid needs a set that its auxiliary functions are known for.
        return Request(method, molecule, None, basis_set=_COMPOSITES.get(method, "def2-SVP"))

    def check(self, request: Request, field_path: str) -> None:
        super().check(request, field_path)
        corrections = THEORIES[request.method].corrections if request.method in THEORIES else {}
        check_field(request, _COMPOSITES.get(request.method), corrections, field_path)

    def calculator(self, request: Request) -> ORCACalculator:
        self.version()
        return ORCACalculator(request, _run)


class ORCACalculator(ProgramCalculator):
    """Energies and gradients by ORCA, and its analytic Hessian where it has one."""

    def analytic_hessian(self, molecule: Molecule) -> tuple[np.ndarray, np.ndarray] | None:
        """Hessian (Hartree/bohr^2) and dipole derivatives (Debye/Angstrom) at a geometry; None where ORCA has no analytic one."""
        with run_directory(self.request) as place:
            try:
                run_orca(place, _asked(self.request, molecule, ["Freq"]))
                sections = hessian_sections((place / "job.hess").read_text().splitlines())
            except (ComputeError, OSError):
                # VV10 and double hybrids have none: the gradients that follow tell what else may be wrong.
                return None
        hessian = square_matrix(sections.get("$hessian", []))
        dipoles = dipole_derivatives(sections.get("$dipole_derivatives", []), len(molecule))
        return None if hessian is None or dipoles is None else (hessian, dipoles)


def _run(request: Request, molecule: Molecule, wants_gradient: bool, directory: Path) -> ProgramPoint:
    values = run_orca(directory, _asked(request, molecule, ["EnGrad"] if wants_gradient else []))
    count = len(molecule)
    if values["energy"] is None or not values["scf_converged"] or (wants_gradient and values["gradient"] is None):
        raise ConvergenceError("ORCA gave no energy, or no gradient, of a converged field.")
    bond_orders = np.zeros((count, count))
    for first, second, order in values["bond_orders"] or []:
        bond_orders[int(first), int(second)] = bond_orders[int(second), int(first)] = order
    dipole = values["dipole"]
    return ProgramPoint(
        float(values["energy"]),
        np.array(values["gradient"], dtype=float).reshape(count, 3) if wants_gradient else None,
        dipole=None if dipole is None else np.array(dipole, dtype=float) * ANGSTROM_PER_BOHR * DEBYE_PER_E_ANGSTROM,
        charges=None if values["charges"] is None else np.array(values["charges"], dtype=float),
        bond_orders=None if values["bond_orders"] is None else bond_orders,
        homo_lumo_gap=values["gap"],
        spin_squared=values["spin_squared"],
    )


def _asked(request: Request, molecule: Molecule, tasks: list[str]) -> dict[str, object]:
    """What `orca_by_opi.py` is asked: words and blocks of the input, and the structure (Angstrom)."""
    basis = [] if request.method in _COMPOSITES else [str(request.basis_set)]
    corrections = [_CORRECTIONS[one] for one in request.corrections]
    reference = ("U" if is_unrestricted(request) else "R") + ("HF" if request.method in ("hf", "hf_3c") else "KS")
    accuracy = ["VeryTightSCF"] if request.tight else ["TightSCF"]
    solvent_words, blocks = _solvent(request)
    blocks.append(f"%scf\n  MaxIter {request.max_scf_iterations}\nend")
    rows = [f"{SYMBOLS[int(n)]} {x:.10f} {y:.10f} {z:.10f}" for n, (x, y, z) in zip(molecule.numbers, molecule.positions, strict=True)]
    processes = request.threads if os.environ.get("CUVETTE_OPENMPI") else 1
    given = given_mb()
    memory = _DEFAULT_MEMORY_MB if given is None else max(_DEFAULT_MEMORY_MB // 4, int(given * _MEMORY_SHARE))
    return {
        "keywords": [reference, *_WORDS[request.method], *basis, *corrections, *accuracy, *tasks, *solvent_words],
        "blocks": blocks,
        "xyz": "\n".join([str(len(rows)), "", *rows]),
        "charge": molecule.charge,
        "multiplicity": molecule.multiplicity,
        "processes": processes,
        "memory_mb": max(200, memory // processes),
    }


def _solvent(request: Request) -> tuple[list[str], list[str]]:
    """The words and blocks of an implicit solvent; continuum models by the dielectric constants of the other engines."""
    solvent = request.solvent_settings
    if not solvent:
        return [], []
    name, model = solvent["solvent"], solvent["model"].lower()
    if model == "smd":
        return ["CPCM"], [f'%cpcm\n  smd true\n  SMDsolvent "{_SMD_NAMES.get(name, name)}"\nend']
    return ["CPCM" if model == "cpcm" else "CPCMC"], [f"%cpcm\n  epsilon {dielectric_constant(name):.4f}\nend"]
