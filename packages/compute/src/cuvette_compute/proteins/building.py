"""How PDBFixer relaxes the atoms that it builds: in time that does not grow with their number, and with word of how far it is.

PDBFixer keeps new atoms apart by a soft repulsion, C / ((r / 0.2 nm)^4 + 1), between each of them and every other atom. With hundreds of
them these pairs take minutes. Here the repulsion ends where it is a hundredth of its height, and OpenMM finds the pairs by its list of
neighbours.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

_BEGINS_TO_END_NM, _ENDS_NM = 0.6, 0.7
_ROUNDS = 10

Tell = Callable[[str, float], None]
"""Hears what is done, and about which share of the building is behind it (0 to 1)."""


class ShortRanged:
    """The module `openmm` as PDBFixer sees it: contexts with the short repulsion, and a minimizer that tells of its steps."""

    def __init__(self, openmm: Any, tell: Tell) -> None:
        self._openmm, self._tell, self._share = openmm, tell, (0.0, 0.4)
        self.LocalEnergyMinimizer = SimpleNamespace(minimize=self._minimize)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._openmm, name)

    def Context(self, system: Any, *words: Any) -> Any:
        """A context of the system with its repulsion by neighbours."""
        for index in reversed(range(system.getNumForces())):
            force = system.getForce(index)
            if isinstance(force, self._openmm.CustomNonbondedForce) and force.getNumInteractionGroups():
                replacement = self._by_neighbours(force)
                system.removeForce(index)
                system.addForce(replacement)
        return self._openmm.Context(system, *words)

    def _by_neighbours(self, force: Any) -> Any:
        made = self._openmm.CustomNonbondedForce(force.getEnergyFunction())
        for index in range(force.getNumGlobalParameters()):
            made.addGlobalParameter(force.getGlobalParameterName(index), force.getGlobalParameterDefaultValue(index))
        for _ in range(force.getNumParticles()):
            made.addParticle([])
        for index in range(force.getNumExclusions()):
            made.addExclusion(*force.getExclusionParticles(index))
        made.setNonbondedMethod(made.CutoffNonPeriodic)
        made.setCutoffDistance(_ENDS_NM)
        made.setUseSwitchingFunction(True)
        made.setSwitchingDistance(_BEGINS_TO_END_NM)
        return made

    def after_round(self, number: int) -> None:
        """Called after each round of dynamics that drives overlapping atoms apart; 0 is before the first."""
        if number == 0:
            return
        self._share = (0.9, 1.0)
        self._tell(f"moving apart atoms that lie on one another, round {number} of {_ROUNDS}", 0.4 + 0.5 * number / _ROUNDS)

    def _minimize(self, context: Any, tolerance: float = 10.0, most: int = 0) -> None:
        tell, (start, end) = self._tell, self._share

        class Reporter(self._openmm.MinimizationReporter):
            """Tells of every tenth step."""

            steps = 0

            def report(self, *_: Any) -> bool:
                self.steps += 1
                if self.steps % 10 == 0:
                    tell(f"step {self.steps} of their relaxation", start + (end - start) * self.steps / (self.steps + 200))
                return False

        self._openmm.LocalEnergyMinimizer.minimize(context, tolerance, most, Reporter())
