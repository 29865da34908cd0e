"""geomeTRIC's step control for minimizations and saddle points, with one decomposition of the Hessian for each step.

geomeTRIC looks for the step whose atoms move as far as the trust radius allows: it shifts the Hessian until the step in the coordinates has
a length (Hebden 1973), and looks for the length whose step in space is right. It inverts the shifted Hessian anew for each shift it tries.
Here its eigenvectors serve for all shifts, and most steps need none: the plain Newton step is short enough. The steps are the same, and so
is what is made of them: which are good, which are taken back, and how the trust radius follows.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from geometric import optimize
from geometric.internal import bohr2ang
from geometric.rotate import build_F
from geometric.step import Froot, brent_wiki
from scipy.linalg import blas, lapack

from .failures import BrokenDown
from .internal_coordinates import Delocalized
from .saddle_steps import SaddleSteps

# A shift is found when the step's length is right to this part.
_LENGTH_TOLERANCE = 1e-3
_MOST_SHIFTS = 100
# A shift that shortens the step by less than this leaves only what the constraints ask for.
_FLAT = 1e-12
_SMALLEST_CHANGE = 1e-6
_OVER_TRUST = 1.1
# The change of the energy over the expected one: from the first on a step is good, from the second the trust radius stays, below the last
# the step is taken back (geomeTRIC's numbers).
_GOOD, _OKAY, _BACK = 0.75, 0.25, -1.0


class NewtonSteps:
    """Newton steps on a quadratic surface, shorter under a shift of the Hessian. Held coordinates move as their constraints ask."""

    _free: slice | np.ndarray

    def __init__(
        self, gradient: np.ndarray, hessian: np.ndarray, lowest: float, held: list[int], wanted: np.ndarray, *, upwards: bool | None = None
    ) -> None:
        """`lowest` is the least curvature that a step may see; `wanted` the steps of the `held` coordinates; `upwards` whether all
        curvatures of the Hessian are known to be above `lowest`.
        """
        self._upwards = upwards
        self._gradient, self._hessian, self._lowest = gradient, hessian, lowest
        self._fixed = np.zeros_like(gradient)
        if not held:
            self._free, self._slope, self._block = slice(None), gradient, hessian
            return
        self._fixed[held] = wanted
        count = len(held)
        if held == list(range(count)):
            self._free, self._block = slice(count, None), hessian[count:, count:]
        else:
            self._free = np.setdiff1d(np.arange(len(gradient)), held)
            self._block = hessian[np.ix_(self._free, self._free)]
        self._slope = (gradient + hessian @ self._fixed)[self._free]

    @cached_property
    def _modes(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Curvatures and directions of the free coordinates, and the slope along each."""
        curvatures, directions = np.linalg.eigh(self._block)
        return curvatures, directions, directions.T @ self._slope

    @cached_property
    def _start(self) -> float:
        """The shift that a Newton step needs: none where the surface bends upwards in all directions."""
        if self._upwards is None:
            self._upwards = is_positive(self._hessian, self._lowest)
        if self._upwards:
            return 0.0
        return self._lowest - float(np.linalg.eigvalsh(self._hessian)[0])

    def full(self) -> np.ndarray:
        """The plain Newton step."""
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
    shifted = matrix.copy()
    shifted.reshape(-1)[:: len(matrix) + 1] -= lowest
    # LAPACK reads columns: of a symmetric matrix they are the rows.
    return not lapack.dpotrf(shifted.T, lower=1, clean=0, overwrite_a=1)[1]


def displacement(here: np.ndarray, there: np.ndarray, *, turned: bool = True) -> tuple[float, float]:
    """The root mean square and the largest move of an atom (Angstrom) between two geometries (bohr) that are laid on each other.

    Without `turned` only their centres are.
    """
    a, b = here.reshape(-1, 3), there.reshape(-1, 3)
    a, b = a - a.sum(axis=0) / len(a), b - b.sum(axis=0) / len(b)
    if turned:
        a = a @ _rotation(a, b)
    moves = np.einsum("ni,ni->n", a - b, a - b)
    return float(np.sqrt(moves.sum() / len(a))) * bohr2ang, float(np.sqrt(moves.max())) * bohr2ang


# The matrix whose eigenvector is the quaternion of the best rotation, by the elements of the correlation matrix (Coutsias, Seok and Dill
# 2004, 10.1002/jcc.20110).
_CORRELATIONS = np.array([build_F(first[None], second[None]) for first in np.eye(3) for second in np.eye(3)]).reshape(9, 16)


def _rotation(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The matrix by which the rows of `a` are turned onto those of `b`; both lie about their centres."""
    _, vectors, _ = lapack.dsyev(((a.T @ b).reshape(9) @ _CORRELATIONS).reshape(4, 4))
    w, x, y, z = vectors[:, -1].tolist()
    return np.array(
        [
            [w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)],
            [2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)],
            [2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z],
        ]
    )


class _StepInSpace(Froot):
    """How far the step of a length in the coordinates moves the atoms, less the trust radius, as geomeTRIC's search for a root asks it."""

    def __init__(self, optimizer: Optimizer, steps: NewtonSteps | SaddleSteps) -> None:
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
    """geomeTRIC's optimizer; reaction paths take its own steps, and saddle points its judgement of them."""

    # The Hessian whose curvatures are known to be positive.
    _upwards: np.ndarray | None = None
    # The last step in the coordinates, as it was made.
    _moved: np.ndarray

    @property
    def _minimizes(self) -> bool:
        return isinstance(self.IC, Delocalized) and not (self.params.transition or self.params.irc)

    def SortedEigenvalues(self, H: np.ndarray) -> Any:
        """Skip what geomeTRIC computes of a Hessian only to print it."""
        return super().SortedEigenvalues(H) if self.params.irc else []

    def optimize_step(self) -> np.ndarray | None:
        """The next step in the coordinates; None where they had to be made anew instead."""
        if self.params.irc:
            return super().optimize_step()
        if not (np.isfinite(self.G).all() and np.isfinite(self.H).all()):
            raise BrokenDown("the gradient or the Hessian is not a number")
        self.Iteration += 1
        if self.Iteration % 5 == 0:
            self.engine.clearCalcs()
            if not isinstance(self.IC, Delocalized):
                self.IC.clearCache()
        steps = self._steps()
        self.farConstraints = self.IC.haveConstraints() and self.IC.maxConstraintViolation(self.X) > 1e-1
        step = steps.full()
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
        step = steps.of_length(length)
        self.cnorm = self.get_cartesian_norm(step)
        return step

    def _steps(self) -> NewtonSteps | SaddleSteps:
        """The steps that the present Hessian offers."""
        if self.params.transition:
            if self.IC.haveConstraints():
                raise BrokenDown("a saddle point cannot be searched under constraints")
            return SaddleSteps(self.G, self.H)
        held, wanted = self._held()
        upwards = True if self._upwards is self.H else None
        return NewtonSteps(self.G, self.H, self.params.epsilon, held, wanted, upwards=upwards)

    def step(self) -> None:
        """Take the next step, and keep where it began."""
        if not self._minimizes:
            super().step()
            return
        step = self.optimize_step()
        if step is None:
            return
        self.Yprev, self.Xprev, self.Gxprev, self.Gprev, self.Eprev = self.Y, self.X, self.gradx, self.G, self.E
        self.newCartesian(step)
        # Not always the step that was asked for: constraints may be enforced on its way.
        self._moved = moved = self.IC.calcDiff(self.X, self.Xprev)
        self.Y = self.Y + moved
        self.expect = float(0.5 * moved @ self.H @ moved + moved @ self.G)
        self.state = optimize.OPT_STATE.NEEDS_EVALUATION

    def calcEnergyForce(self) -> None:
        """Energy and gradient (`E`, `gradx`) of the present geometry."""
        if not self._minimizes or self.params.subfrctor == 2 or self.lowq_tr_count >= self.lowq_tr_limit:
            # geomeTRIC takes net force and torque off.
            super().calcEnergyForce()
            return
        if self.IC.haveConstraints():
            self.checkStructure()
        found = self.engine.calc_new(self.X, self.dirname)
        self.E, self.gradx = found["energy"], found["gradient"]

    def get_cartesian_norm(self, dy: np.ndarray, verbose: Any = None) -> float:
        """How far a step in the coordinates moves the atoms (Angstrom, root mean square)."""
        if self.params.irc or not isinstance(self.IC, Delocalized):
            return super().get_cartesian_norm(dy, verbose)
        enforced = self.IC.haveConstraints() and self.params.enforce > 0
        there = self.IC.newCartesian_withConstraint(self.X, dy, self.params.enforce) if enforced else self.IC.newCartesian(self.X, dy)
        return displacement(there, self.X)[0]

    def calcGradNorm(self) -> tuple[float, float]:
        """Root mean square and largest of the atoms' gradients, without what constraints hold."""
        if not self._minimizes:
            return super().calcGradNorm()
        free = self.IC.calcGradProj(self.X, self.gradx).reshape(-1, 3)
        squares = np.einsum("ni,ni->n", free, free)
        return float(np.sqrt(squares.sum() / len(squares))), float(np.sqrt(squares.max()))

    def evaluateStep(self) -> None:
        """Decide what follows the last step: the end, another trust radius, the way back, or the next Hessian."""
        if not self._minimizes or self.params.qccnv or self.params.molcnv or self.params.Converge_maxiter:
            super().evaluateStep()
            return
        change = self.E - self.Eprev
        # Where everything is held (a bond scan of two atoms) there is nothing to predict.
        quality = change / self.expect if self.expect else 1.0
        if self._has_converged(change):
            self.state = optimize.OPT_STATE.CONVERGED
            return
        if self.Iteration >= self.params.maxiter:
            self.state = optimize.OPT_STATE.FAILED
            return
        self.G = self.IC.calcGrad(self.X, self.gradx)
        trusted = self.trust
        if quality > _GOOD:
            self.trust = min(self.params.tmax, float(np.sqrt(2) * self.trust))
        elif quality <= _OKAY:
            self.trust = max(self.params.tmin, min(self.trust, self.cnorm) / 2)
            self._watch_turning()
        if quality < _BACK and self._goes_back(change, trusted):
            self.X_rj = self.X.copy()
            self.Y, self.X, self.gradx, self.G, self.E = self.Yprev, self.Xprev, self.Gxprev, self.Gprev, self.Eprev
            self.engine.load_guess_files(self.dirname)
            self.recalcHess = False
            return
        self.X_hist.append(self.X)
        self.Gx_hist.append(self.gradx)
        self.engine.save_guess_files(self.dirname)
        self._follow()

    def _has_converged(self, change: float) -> bool:
        """Whether the last step was the last that is needed."""
        params = self.params
        if not abs(change) < params.Convergence_energy:
            return False
        rms, largest = self.calcGradNorm()
        within = rms < params.Convergence_grms and largest < params.Convergence_gmax
        if not within or (self.IC.haveConstraints() and self.IC.maxConstraintViolation(self.X) >= params.Convergence_cmax):
            return False
        moved, farthest = displacement(self.X, self.Xprev)
        return moved < params.Convergence_drms and farthest < params.Convergence_dmax

    def _watch_turning(self) -> None:
        """Poor steps that mostly push or turn the whole molecule ask for gradients without net force and torque."""
        if self.params.subfrctor != 1:
            return
        inside, whole = (displacement(self.X, self.Xprev, turned=turned)[0] for turned in (True, False))
        if whole > self.lowq_tr_thre * inside:
            self.lowq_tr_count += 1

    def _goes_back(self, change: float, trusted: float) -> bool:
        """Whether a bad step is taken back: not one that was taken back before, nor a short one, nor one that did no harm."""
        if hasattr(self, "X_rj") and np.allclose(self.X_rj, self.X, atol=1e-6):
            del self.X_rj
            return False
        if trusted <= self.params.tmin or displacement(self.X, self.Xprev)[0] <= 1.2 * self.params.tmin:
            return False
        return not (change < 0 or abs(change) < self.params.Convergence_energy or self.farConstraints)

    def _follow(self) -> None:
        """Coordinates and Hessian for the step after a kept one."""
        if self.IC.bork:
            self.checkCoordinateSystem(recover=True)
            return
        if self.CoordCounter == self.params.check - 1:
            if self.checkCoordinateSystem(recover=False):
                return
        else:
            self.CoordCounter += 1
        if self.IC.setRegularization(self.X):
            self.rebuild_hessian()
        else:
            self.UpdateHessian()

    def _held(self) -> tuple[list[int], np.ndarray]:
        """The coordinates that constraints hold, and how far each has to go."""
        if not self.IC.haveConstraints():
            return [], np.zeros(0)
        held = self.IC.cDLC
        shares = np.array([self.IC.Vecs[row, column] for row, column in enumerate(held)])
        return held, -self.IC.calcConstraintDiff(self.X) * shares

    def _length_within_trust(self, steps: NewtonSteps | SaddleSteps, full: np.ndarray) -> float:
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
        # Straight angles are measured from another reference by now.
        followed = isinstance(self.IC, Delocalized) and not self.IC.Prims.has_others(self.X)
        moved = self._moved if followed else self.IC.calcDiff(self.X, self.Xprev)
        change = self.IC.calcGrad(self.X, self.gradx) - self.IC.calcGrad(self.Xprev, self.Gxprev)
        if np.linalg.norm(change) >= _SMALLEST_CHANGE and np.linalg.norm(moved) >= _SMALLEST_CHANGE:
            bent = self.H @ moved
            # LAPACK reads columns: of a symmetric matrix they are the rows.
            updated = blas.dger(1 / (change @ moved), change, change, a=self.H.T)
            self.H = blas.dger(-1 / (moved @ bent), bent, bent, a=updated, overwrite_a=1).T
        if is_positive(self.H, self.params.epsilon):
            self._upwards = self.H
        elif self.params.reset:
            self.H = self.IC.guess_hessian(self.X)
