"""A pose relaxed with the residues around it: ff14SB and GAFF2 in vacuum, everything farther away held; no barrier is crossed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import ConvergenceError, InputError
from ..proteins.fixer import _load
from .ambertools import LigandParameters
from .ligand import PlacedLigand
from .platforms import context_of, properties_of
from .solute import Solute, solute_of
from .structure import structure_of
from .system import add_torsions, check_residues, force_field, topology_of

REFINEMENT = "ff14SB, GAFF2 with Gasteiger charges"
REACH = 6.0
"""Å around the ligand within which residues move"""
_ITERATIONS = 500
_CUTOFF_NM = 1.2


@dataclass
class Refined:
    """The ligand where it went (positions in Å, in the order of its molecule), how far its heavy atoms moved (Å), and the whole complex."""

    positions: np.ndarray
    moved: float
    structure: dict[str, Any]


def refine(
    prepared: dict[str, Any],
    ligand: PlacedLigand,
    parameters: LigandParameters,
    threads: int,
    title: str,
) -> Refined:
    """Minimize a ligand with the residues near it. `prepared` is a protein with its hydrogens and without the ligand.

    Raises InputError for residues that ff14SB does not know, ConvergenceError where atoms lie on top of one another.
    """
    openmm, app, unit, _ = _load()
    solute = solute_of(prepared, ligand, None)
    if solute.near:
        raise InputError(
            f"The force field has no parameters for {', '.join(solute.near)}, and the ligand would move into the space that they leave."
        )
    bonds = [[bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()] for bond in ligand.mol.GetBonds()]
    topology = topology_of(solute, bonds, [])
    field = force_field(parameters, bonds, [atom.GetSymbol() for atom in ligand.mol.GetAtoms()])
    check_residues(field, topology, solute)
    system = field.createSystem(
        topology, nonbondedMethod=app.CutoffNonPeriodic, nonbondedCutoff=_CUTOFF_NM * unit.nanometer, constraints=None, rigidWater=False
    )
    places = np.array([place for residue in solute.residues for place in residue.positions])
    own = _atoms_of_ligand(solute)
    add_torsions(system, parameters, int(own[0]))
    for index in np.flatnonzero(~_free(solute, places, own)):
        system.setParticleMass(int(index), 0.0)
    context = context_of(system, openmm.VerletIntegrator(0.001), "CPU", properties_of("CPU", threads))
    context.setPositions(places / 10)
    openmm.LocalEnergyMinimizer.minimize(context, 5.0, _ITERATIONS)
    state = context.getState(getPositions=True, getEnergy=True)
    found = np.array(state.getPositions(asNumpy=True).value_in_unit(unit.angstrom))
    if not np.isfinite(found).all() or not np.isfinite(state.getPotentialEnergy().value_in_unit(unit.kilojoule_per_mole)):
        raise ConvergenceError("The pose cannot be relaxed: atoms lie on top of one another.")
    heavy = own[[atom.GetAtomicNum() > 1 for atom in ligand.mol.GetAtoms()]]
    moved = float(np.sqrt(((found[heavy] - places[heavy]) ** 2).sum(axis=1).mean()))
    return Refined(found[own], moved, structure_of(solute, found, prepared, title))


def _atoms_of_ligand(solute: Solute) -> np.ndarray:
    start = 0
    for residue in solute.residues:
        if residue.place == "ligand":
            return np.arange(start, start + len(residue.names))
        start += len(residue.names)
    raise AssertionError("a solute has a ligand")


def _free(solute: Solute, places: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Which atoms move: those of the ligand and of every residue with an atom within reach of it."""
    free, start = np.zeros(len(places), dtype=bool), 0
    for residue in solute.residues:
        atoms = slice(start, start + len(residue.names))
        start += len(residue.names)
        near = np.linalg.norm(places[atoms][:, None] - places[own][None], axis=2).min() <= REACH
        free[atoms] = near
    return free
