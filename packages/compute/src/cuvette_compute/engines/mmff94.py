"""The MMFF94 force field through RDKit (Halgren 1996, 10.1002/(SICI)1096-987X(199604)17:5/6<490::AID-JCC1>3.0.CO;2-P).

A force field needs bonds: they come from the request (`extras["mol"]`, an RDKit molecule in the same atom order), else from
the molecule's coordinates.
"""

from __future__ import annotations

import numpy as np
from ase import Atoms
from ase.calculators.calculator import Calculator, all_changes

from ..errors import InputError, MethodNotAvailable
from ..structures.elements import MMFF94_ELEMENTS
from ..units import EV_PER_KCAL
from .base import Engine, MethodInfo, Request


class MMFF94Calculator(Calculator):
    """Energy (kcal/mol turned into eV), forces, MMFF94 partial charges and their dipole."""

    implemented_properties = ["energy", "forces", "dipole", "charges"]  # noqa: RUF012  (the ASE interface)
    atoms: Atoms
    """What was computed last; Calculator sets it, None at first."""

    def __init__(self, mol) -> None:
        super().__init__()
        from rdkit.Chem import rdForceFieldHelpers

        self._properties = rdForceFieldHelpers.MMFFGetMoleculeProperties(mol, mmffVariant="MMFF94")
        if self._properties is None:
            raise InputError("MMFF94 has no parameters for this molecule.", field="initial_molecule")
        self._mol = mol
        self._field = rdForceFieldHelpers.MMFFGetMoleculeForceField(mol, self._properties)
        self._charges = np.array([self._properties.GetMMFFPartialCharge(i) for i in range(mol.GetNumAtoms())])

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes) -> None:
        super().calculate(atoms, properties, system_changes)
        flat = [float(x) for x in self.atoms.positions.reshape(-1)]
        self.results = {
            "energy": self._field.CalcEnergy(flat) * EV_PER_KCAL,
            "forces": -np.array(self._field.CalcGrad(flat)).reshape(-1, 3) * EV_PER_KCAL,
            "charges": self._charges,
            "dipole": self._charges @ self.atoms.positions,
        }


class MMFF94Engine(Engine):
    """RDKit's MMFF94."""

    name = "rdkit"
    methods = (MethodInfo("mmff94", MMFF94_ELEMENTS, (), "MMFF94 partial charges", exponent=2.0, open_shell=False),)

    def version(self) -> str:
        try:
            import rdkit

            return rdkit.__version__
        except ImportError as error:
            raise MethodNotAvailable("The rdkit package is not installed on this worker.", detail=str(error)) from error

    def calculator(self, request: Request) -> MMFF94Calculator:
        from ..chemistry.perceive import mol_from_molecule, with_conformer

        mol = request.extras.get("mol")
        if mol is None:
            mol = mol_from_molecule(request.molecule)
        return MMFF94Calculator(with_conformer(mol, request.molecule.positions))
