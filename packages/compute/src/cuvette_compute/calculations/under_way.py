"""The Calculation record of an optimization that is still under way."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ..optimization.optimize import Frame
from ..runtime.job import Job, host_name, now_iso
from .report import report_steps
from .stage import Stage

# Seconds between two sendings at least; and as a part of the time since the start, so that a long optimization, whose steps are many and
# all sent again each time, sends ever less often: some fifty times in an hour.
_LEAST_SECONDS, _LEAST_PART = 3.0, 0.1


def frame_record(frame: Frame) -> dict[str, Any]:
    """A step as it is stored: positions to 1e-8 Angstrom, energy to 1e-9 Hartree, gradient to 1e-8 Hartree/Angstrom."""
    return {
        "positions": (np.round(frame.positions, 8) + 0.0).tolist(),
        "energy": round(frame.energy, 9),
        "gradient": None if frame.gradient is None else (np.round(frame.gradient, 8) + 0.0).tolist(),
    }


class StepsSoFar:
    """Sends the steps of an optimization while it runs, so that people see it and a stopped one keeps them."""

    def __init__(self, job: Job, stage: Stage) -> None:
        self._job, self._stage = job, stage
        self._started = self._last = time.perf_counter()
        self._started_at = now_iso()
        self._sent = 0

    def offer(self, kept: Callable[[], list[Frame]]) -> None:
        """Send the steps that `kept` gives, where it is time and there are new ones."""
        now = time.perf_counter()
        if now - self._last < max(_LEAST_SECONDS, _LEAST_PART * (now - self._started)):
            return
        frames = kept()
        if len(frames) <= self._sent:
            return
        self._last, self._sent = now, len(frames)
        record = {
            "frames": [frame_record(frame) for frame in frames],
            "seconds": now - self._started,
            "host": host_name(),
            "started_at": self._started_at,
        }
        report_steps(self._job, self._stage, record)
