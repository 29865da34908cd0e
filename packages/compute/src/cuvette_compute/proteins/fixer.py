"""PDBFixer and OpenMM, held to this machine and to one answer for one question."""

from __future__ import annotations

import io
import os
import random
import urllib.error
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, ClassVar

os.environ.setdefault("OPENMM_CPU_THREADS", "1")

from ..errors import ComputeError, InputError, MethodNotAvailable
from ..structures.points import triple
from .building import ShortRanged, Tell

FORCE_FIELD = ("amber14-all.xml", "amber14/tip3p.xml")
FORCE_FIELD_NAME = "ff14SB with TIP3P"
# Å; beyond this the hydrogens of a protein feel one another too little to turn.
CUTOFF_NM = 1.2


def _load() -> tuple[Any, Any, Any, Any]:
    """openmm, openmm.app, openmm.unit and pdbfixer's module. Raises MethodNotAvailable where they do not load."""
    try:
        import openmm
        import openmm.app
        import openmm.unit
        from pdbfixer import pdbfixer
    except (ImportError, OSError) as error:
        raise MethodNotAvailable("Preparing a protein needs PDBFixer and OpenMM, and they do not load here.", detail=str(error)) from error
    return openmm, openmm.app, openmm.unit, pdbfixer


def versions() -> dict[str, str]:
    """Versions of what prepares."""
    return {"PDBFixer": version("pdbfixer"), "OpenMM": version("openmm")}


def one_thread_platform() -> Any:
    """OpenMM's CPU platform on one thread: sums in one order, so the same input gives the same coordinates."""
    openmm, *_ = _load()
    platform = openmm.Platform.getPlatformByName("CPU")
    platform.setPropertyDefaultValue("Threads", "1")
    platform.setPropertyDefaultValue("DeterministicForces", "true")
    return platform


def open_fixer(mmcif: str, seed: int, tell: Tell = lambda *_: None) -> Any:
    """A PDBFixer of the structure that asks nothing of the network; `tell` is called with the progress of missing atoms.

    What it would download from the chemical component dictionary counts as unknown.
    """
    openmm, _, _, module = _load()
    building = ShortRanged(openmm, tell)

    def refused(*_: Any, **__: Any) -> Any:
        raise urllib.error.URLError("nothing is fetched here")

    module.urlopen = refused
    module.mm = building

    class LocalFixer(module.PDBFixer):
        def _downloadCCDDefinition(self, residueName: str) -> None:
            return None

        def _findNearestDistance(self, *words: Any) -> float:
            found = super()._findNearestDistance(*words)
            building.after_round(self._rounds)
            self._rounds += 1
            return found

        def _describeVariant(self, residue: Any, definitions: Any) -> Any:
            return self.variants.get(residue.index) or super()._describeVariant(residue, definitions)

        _rounds = 0
        # OpenMM's names of states that are chosen, by the index of the residue; hydrogens that do not belong to a state are taken out.
        variants: ClassVar[dict[int, str]] = {}

    random.seed(seed)
    try:
        return LocalFixer(pdbxfile=io.StringIO(mmcif), platform=one_thread_platform())
    except Exception as error:
        raise InputError(f"PDBFixer cannot read the structure: {error}", field="data") from error


def attempt(what: str, work: Callable[[], Any]) -> Any:
    """Do a step of PDBFixer; what it cannot do is shown with its own reason."""
    try:
        return work()
    except (ComputeError, MemoryError):
        raise
    except Exception as error:
        raise InputError(
            f"PDBFixer could not {what}: {error}. Look at the residue it names in the structure, or leave this step out."
        ) from error


def templates_of(fixer: Any) -> dict[str, set[str]]:
    """Names of the heavy atoms of each residue that PDBFixer knows."""
    return {
        name: {atom.name for atom in template.topology.atoms() if atom.element is not None and atom.element.symbol != "H"}
        for name, template in fixer.templates.items()
    }


def substitutions() -> dict[str, str]:
    """PDBFixer's table: name of a modified residue -> the standard one it is made from."""
    return dict(_load()[3].substitutions)


def unmatched(fixer: Any) -> list[Any]:
    """Residues that the force field has no parameters for, with their present atoms."""
    _, app, _, _ = _load()
    return list(app.ForceField(*FORCE_FIELD).getUnmatchedResidues(fixer.topology))


def relax_hydrogens(fixer: Any, strangers: list[Any]) -> dict[str, float]:
    """Minimize the energy of the hydrogens with everything else held; energies before and after in kJ/mol.

    The residues of `strangers`, which the force field does not know, are held as they are and felt as uncharged spheres.
    """
    openmm, app, unit, _ = _load()
    force_field = fixer._createForceField(fixer.topology, True) if strangers else app.ForceField(*FORCE_FIELD)
    system = force_field.createSystem(
        fixer.topology,
        nonbondedMethod=app.CutoffNonPeriodic,
        nonbondedCutoff=CUTOFF_NM * unit.nanometer,
        constraints=None,
        rigidWater=False,
    )
    unknown = set(strangers)
    nonbonded = next(force for force in system.getForces() if isinstance(force, openmm.NonbondedForce))
    for atom in fixer.topology.atoms():
        if atom.residue in unknown:
            # PDBFixer gives them a radius without a repulsion; this one is that of a carbon.
            _, sigma, _ = nonbonded.getParticleParameters(atom.index)
            nonbonded.setParticleParameters(atom.index, 0.0, sigma, 0.4577)
        if atom.residue in unknown or atom.element.symbol != "H":
            system.setParticleMass(atom.index, 0.0)
    context = openmm.Context(system, openmm.VerletIntegrator(0.001 * unit.picosecond), fixer.platform)
    context.setPositions(fixer.positions)
    before = context.getState(getEnergy=True).getPotentialEnergy()
    openmm.LocalEnergyMinimizer.minimize(context, tolerance=10.0, maxIterations=500)
    state = context.getState(getEnergy=True, getPositions=True)
    fixer.positions = state.getPositions()
    return {
        "before_kj_mol": round(before.value_in_unit(unit.kilojoule_per_mole), 3),
        "after_kj_mol": round(state.getPotentialEnergy().value_in_unit(unit.kilojoule_per_mole), 3),
    }


def positions_in_angstrom(fixer: Any) -> list[tuple[float, float, float]]:
    """Positions of the topology's atoms, in their order."""
    _, _, unit, _ = _load()
    return [triple(row) for row in fixer.positions.value_in_unit(unit.angstrom)]
