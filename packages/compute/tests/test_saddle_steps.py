"""Steps towards saddle points are geomeTRIC's own, to rounding."""

from __future__ import annotations

import numpy as np
import pytest
from geometric.step import trust_step

from cuvette_compute.geometry.saddle_steps import SaddleSteps


class _Free:
    """Coordinates without constraints: all that geomeTRIC's step asks of them."""

    def haveConstraints(self) -> bool:
        return False


@pytest.mark.parametrize("downwards", [1, 2, 3])
@pytest.mark.parametrize("part", [1.2, 0.6, 0.1, 0.02])
def test_a_step_of_a_length_is_geometrics(downwards, part):
    random = np.random.default_rng(7)
    for size, steep in ((6, 1e-1), (21, 1e-2), (48, 1e-4)):
        modes = np.linalg.qr(random.normal(size=(size, size)))[0]
        curvatures = random.uniform(0.01, 1.0, size)
        curvatures[:downwards] *= -0.2
        hessian = modes @ np.diag(curvatures) @ modes.T
        gradient = steep * random.normal(size=size)
        steps = SaddleSteps(gradient, hessian)
        target = part * float(np.linalg.norm(steps.full()))
        theirs, _ = trust_step(target, 1.0, None, gradient, hessian, _Free(), True)
        assert np.linalg.norm(steps.of_length(target) - theirs) < 1e-8 * np.linalg.norm(theirs)


def test_modes_without_slope_take_no_part():
    hessian, gradient = np.diag([-0.3, -0.1, 0.2, 0.5]), np.array([0.01, 0.0, 0.02, 0.03])
    theirs, _ = trust_step(10.0, 1.0, None, gradient, hessian, _Free(), True)
    full = SaddleSteps(gradient, hessian).full()
    assert full[1] == 0.0
    assert np.allclose(full, theirs, atol=1e-12)


def test_a_lowest_mode_that_is_no_way_up_is_refused():
    with pytest.raises(RuntimeError, match="no way to a saddle point"):
        SaddleSteps(np.array([0.0, 0.01]), np.diag([0.1, 0.4])).full()
