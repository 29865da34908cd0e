"""The time that this process spends inside engines, counted at the libraries' own functions.

An engine call is what a person would call by hand for the same work in one process:

* tblite: making its calculator, its settings and solvents, a new geometry, a single point, each property that is read.
* RDKit: embedding (ETKDG), setting up and minimising with MMFF94 and UFF, energies and gradients of these, enumeration and scores of
  tautomers.
* PySCF: making the molecule, the self-consistent field as a whole, integrals, values of basis functions at points, a Molden file. The
  products of matrices that make a density out of these values are numpy's and count to the recipe.
* Mordred: its calculator, made and called.
* Programs (xtb): from their start to their end.

All else is the recipe's: steps of optimizers (geomeTRIC's and ours), dynamics (ASE's), the string (mlfsm's), ASE's calculators, comparing
conformers, finding bonds, records, JSON. Inside a call stay the microseconds in which tblite hands over its lines, and the faster integrals
that Cuvette puts into PySCF's field of density functionals in place of PySCF's own.
"""

from __future__ import annotations

import functools
import resource
import subprocess
import time
from typing import Any

import mordred
from pyscf import gto
from pyscf.scf import hf
from pyscf.tools import molden
from rdkit.Chem import rdDistGeom, rdForceFieldHelpers
from rdkit.Chem.MolStandardize import rdMolStandardize
from rdkit.ForceField import rdForceField
from tblite import interface as tblite

_FUNCTIONS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (tblite.Calculator, ("__init__", "set", "add", "update", "singlepoint")),
    (tblite.Result, ("get",)),
    (rdDistGeom, ("EmbedMultipleConfs",)),
    (
        rdForceFieldHelpers,
        (
            "MMFFOptimizeMoleculeConfs",
            "UFFOptimizeMoleculeConfs",
            "MMFFGetMoleculeProperties",
            "MMFFGetMoleculeForceField",
            "UFFGetMoleculeForceField",
        ),
    ),
    (rdForceField.ForceField, ("Initialize", "Minimize", "CalcEnergy", "CalcGrad")),
    (rdMolStandardize.TautomerEnumerator, ("Enumerate", "ScoreTautomer")),
    (gto, ("M",)),
    (gto.Mole, ("intor", "eval_gto")),
    (hf.SCF, ("scf",)),
    (molden, ("from_scf",)),
    (mordred.Calculator, ("__init__", "__call__")),
    (subprocess.Popen, ("__init__", "wait", "communicate")),
)


def processor_seconds() -> float:
    """Processor seconds of this process and of the programs that it has started and that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class EngineTime:
    """The seconds inside engines since `clear`, by the wall and by the processor, and how many calls these were."""

    def __init__(self) -> None:
        self._inside = False
        self.clear()
        for owner, names in _FUNCTIONS:
            for name in names:
                self._replace(owner, name)

    def clear(self) -> None:
        """Begin anew."""
        self.wall, self.cpu, self.calls = 0.0, 0.0, 0
        self.by_call: dict[str, list[float]] = {}

    def _replace(self, owner: Any, name: str) -> None:
        library = getattr(owner, "__module__", owner.__name__).split(".")[0]
        counted = self._counted(getattr(owner, name), f"{library} {owner.__name__}.{name}", owner is subprocess.Popen)
        still = isinstance(owner, type) and isinstance(owner.__dict__.get(name), staticmethod)
        setattr(owner, name, staticmethod(counted) if still else counted)

    def _counted(self, plain: Any, label: str, program: bool) -> Any:
        # The clock of this process alone is the cheaper one: reading it must not show.
        clock = processor_seconds if program else time.process_time

        @functools.wraps(plain)
        def counted(*arguments: Any, **more: Any) -> Any:
            if self._inside:
                return plain(*arguments, **more)
            self._inside = True
            wall, cpu = time.perf_counter(), clock()
            try:
                return plain(*arguments, **more)
            finally:
                wall, cpu = time.perf_counter() - wall, clock() - cpu
                self._inside = False
                self.wall += wall
                self.cpu += cpu
                self.calls += 1
                found = self.by_call.setdefault(label, [0.0, 0.0, 0.0])
                found[0] += 1
                found[1] += wall
                found[2] += cpu

        return counted
