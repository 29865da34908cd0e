"""geomeTRIC's step control for minimizations, with one decomposition of the Hessian for each step.

geomeTRIC looks for the step whose atoms move as far as the trust radius allows: it shifts the Hessian until the step in the coordinates has
a length (Hebden 1973), and looks for the length whose step in space is right. It inverts the shifted Hessian anew for each shift it tries.
Here its eigenvectors serve for all shifts, and most steps need none: the plain Newton step is short enough. The steps are the same.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from geometric import optimize
from geometric.step import Froot, brent_wiki
from scipy.linalg import lapack

# A shift is found when the step's length is right to this part.
_LENGTH_TOLERANCE = 1e-3
_MOST_SHIFTS = 100
# A shift that shortens the step by less than this leaves only what the constraints ask for.
_FLAT = 1e-12
_SMALLEST_CHANGE = 1e-6
_OVER_TRUST = 1.1


class NewtonSteps:
    """Newton steps on a quadratic surface, shorter under a shift of the Hessian. Held coordinates move as their constraints ask."""

    def __init__(self, gradient: np.ndarray, hessian: np.ndarray, lowest: float, held: list[int], wanted: np.ndarray) -> None:
        """`lowest` is the least curvature that a step may see; `wanted` the steps of the `held` coordinates."""
        self._gradient, self._hessian, self._lowest = gradient, hessian, lowest
        self._free = np.setdiff1d(np.arange(len(gradient)), held)
        self._fixed = np.zeros_like(gradient)
        self._fixed[held] = wanted
        self._slope = (gradient + hessian @ self._fixed)[self._free]
        self._block = hessian[np.ix_(self._free, self._free)]

    @cached_property
    def _modes(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Curvatures and directions of the free coordinates, and the slope along each."""
        curvatures, directions = np.linalg.eigh(self._block)
        return curvatures, directions, directions.T @ self._slope

    @cached_property
    def _start(self) -> float:
        """The shift that a Newton step needs: none where the surface bends upwards in all directions."""
        if is_positive(self._hessian, self._lowest):
            return 0.0
        return self._lowest - float(np.linalg.eigvalsh(self._hessian)[0])

    def newton(self) -> np.ndarray:
        """The full step."""
        if self._start == 0.0:
            _, free, failed = lapack.dposv(self._block, -self._slope, lower=1)
            if not failed:
                return self._whole(free)
        return self._at(self._start)[0]

    def expected(self, step: np.ndarray) -> float:
        """The change of the energy that the surface has for a step."""
        return float(0.5 * step @ self._hessian @ step + step @ self._gradient)

    def of_length(self, target: float) -> np.ndarray:
        """The step of a length, or the shortest one that the constraints allow (Hebden's iteration over the shift)."""
        shift, last = self._start, 0.0
        step, slope = self._at(shift)
        length = shortest = float(np.linalg.norm(step))
        if length < target:
            return step
        best = step
        for turn in range(_MOST_SHIFTS):
            if slope > -_FLAT:
                break
            shift += (1 - length / target) * length / slope
            step, slope = self._at(shift)
            length = float(np.linalg.norm(step))
            if abs(length - target) < _LENGTH_TOLERANCE * target:
                return step
            if length < shortest:
                best, shortest = step, length
            if turn > 10 and abs(last - length) < _LENGTH_TOLERANCE * length:
                break
            last = length
        return best

    def _at(self, shift: float) -> tuple[np.ndarray, float]:
        """The step under a shift, and how its length changes with the shift."""
        curvatures, directions, slopes = self._modes
        parts = -slopes / (curvatures + shift)
        step = self._whole(directions @ parts)
        return step, float(-np.sum(parts**2 / (curvatures + shift)) / max(np.linalg.norm(step), 1e-30))

    def _whole(self, free: np.ndarray) -> np.ndarray:
        step = self._fixed.copy()
        step[self._free] = free
        return step


def is_positive(matrix: np.ndarray, lowest: float) -> bool:
    """Whether all eigenvalues of a symmetric matrix are above `lowest`."""
    return not lapack.dpotrf(matrix - lowest * np.eye(len(matrix)), lower=1)[1]


class _StepInSpace(Froot):
    """How far the step of a length in the coordinates moves the atoms, less the trust radius, as geomeTRIC's search for a root asks it."""

    def __init__(self, optimizer: Optimizer, steps: NewtonSteps) -> None:
        super().__init__(optimizer.trust, 0.0, optimizer.X, optimizer.G, optimizer.H, optimizer.IC, optimizer.params)
        self._optimizer, self._steps = optimizer, steps

    def evaluate(self, trial: float) -> float:
        self.from_above = False
        if trial == 0.0:
            return -self.trust
        if trial not in self.stores:
            self.stores[trial] = self._optimizer.get_cartesian_norm(self._steps.of_length(trial))
            self.counter += 1
            # A search that has failed takes any step between its reduced aim and the trust radius.
            self.from_above = self.above_flag and not self.IC.bork and self.stores[trial] < self.trust
        length = self.stores[trial]
        if length < self.target and (self.stored_val is None or length > self.stored_val):
            self.stored_arg, self.stored_val = trial, length
        return length - self.target


class Optimizer(optimize.Optimizer):
    """geomeTRIC's optimizer; saddle points and reaction paths take its own steps."""

    def SortedEigenvalues(self, H: np.ndarray) -> Any:
        """What geomeTRIC prints of a minimization's Hessian is not computed."""
        return super().SortedEigenvalues(H) if self.params.transition or self.params.irc else []

    def optimize_step(self) -> np.ndarray | None:
        """The next step in the coordinates; None where they had to be made anew instead."""
        if self.params.transition or self.params.irc:
            return super().optimize_step()
        if not (np.isfinite(self.G).all() and np.isfinite(self.H).all()):
            raise RuntimeError("the gradient or the Hessian is not a number")
        self.Iteration += 1
        if self.Iteration % 5 == 0:
            self.engine.clearCalcs()
            self.IC.clearCache()
        held, wanted = self._held()
        steps = NewtonSteps(self.G, self.H, self.params.epsilon, held, wanted)
        self.farConstraints = bool(held) and self.IC.maxConstraintViolation(self.X) > 1e-1
        step = steps.newton()
        self.cnorm = self.get_cartesian_norm(step)
        if self.cnorm <= _OVER_TRUST * self.trust:
            return step
        length = self._length_within_trust(steps, step)
        twice, self.ForceRebuild = self.ForceRebuild, self.IC.bork
        if self.ForceRebuild:
            # Also a second time: no positions belong to the step, so Cartesian coordinates go on.
            self.checkCoordinateSystem(recover=True, cartesian=twice)
            self.Iteration -= 1
            self.state = optimize.OPT_STATE.SKIP_EVALUATION
            return None
        return steps.of_length(length)

    def _held(self) -> tuple[list[int], np.ndarray]:
        """The coordinates that constraints hold, and how far each has to go."""
        if not self.IC.haveConstraints():
            return [], np.zeros(0)
        held = self.IC.cDLC
        shares = np.array([self.IC.Vecs[row, column] for row, column in enumerate(held)])
        return held, -self.IC.calcConstraintDiff(self.X) * shares

    def _length_within_trust(self, steps: NewtonSteps, full: np.ndarray) -> float:
        """The length in the coordinates of the step that moves the atoms by the trust radius."""
        length = float(np.linalg.norm(full))
        search = _StepInSpace(self, steps)
        search.stores[length] = self.cnorm
        found = brent_wiki(search.evaluate, 0.0, length, self.trust, cvg=0.1, obj=search)
        if search.brentFailed and search.stored_arg is not None:
            return search.stored_arg
        for _ in range(3):
            if not self.IC.bork:
                break
            search.target /= 2
            search.above_flag = True
            found = brent_wiki(search.evaluate, 0.0, found, search.target, cvg=0.1)
        return found

    def UpdateHessian(self) -> None:
        """The update of Broyden, Fletcher, Goldfarb and Shanno; a Hessian that would lead uphill is guessed anew."""
        if self.params.transition or self.params.irc:
            super().UpdateHessian()
            return
        moved = self.IC.calcDiff(self.X, self.Xprev)
        change = self.IC.calcGrad(self.X, self.gradx) - self.IC.calcGrad(self.Xprev, self.Gxprev)
        if np.linalg.norm(change) >= _SMALLEST_CHANGE and np.linalg.norm(moved) >= _SMALLEST_CHANGE:
            bent = self.H @ moved
            self.H = self.H + np.outer(change, change) / (change @ moved) - np.outer(bent, bent) / (moved @ bent)
        if self.params.reset and not is_positive(self.H, self.params.epsilon):
            self.H = self.IC.guess_hessian(self.X)
