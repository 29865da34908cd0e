"""The fastest of OpenMM's platforms for a system, found by running some steps of it on each; and what a day of it yields."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import ComputeError, ResourceError
from ..proteins.fixer import _load

# The quickest ones first; Reference is only there to be compared with, and the last resort.
_NAMES = ("CUDA", "HIP", "OpenCL", "CPU", "Reference")
_SMALL = 600
_LEAST_SECONDS = 0.5


@dataclass(frozen=True)
class Speed:
    """A platform with its properties, and the seconds of a step of the system there."""

    name: str
    properties: dict[str, str]
    seconds_per_step: float

    def ns_per_day(self, timestep_fs: float) -> float:
        return 86_400.0 / self.seconds_per_step * timestep_fs * 1e-6


def properties_of(name: str, threads: int) -> dict[str, str]:
    """How a platform is asked to compute."""
    if name == "CPU":
        # PDBFixer's part of this process may have set other defaults.
        return {"Threads": str(threads), "DeterministicForces": "false"}
    return {"Precision": "mixed"} if name in ("CUDA", "HIP", "OpenCL") else {}


def context_of(system: Any, integrator: Any, name: str, properties: dict[str, str]) -> Any:
    """A context on a platform. Raises ComputeError where it does not start."""
    openmm, *_ = _load()
    try:
        return openmm.Context(system, integrator, openmm.Platform.getPlatformByName(name), properties)
    except openmm.OpenMMException as error:
        raise ComputeError(f"OpenMM's platform {name} does not start: {error}") from error


def set_state(context: Any, positions: np.ndarray, box: np.ndarray, velocities: np.ndarray | None = None) -> None:
    """Positions (Å), box (rows, Å), and velocities (Å/ps) of a context."""
    openmm, *_ = _load()
    context.setPeriodicBoxVectors(*[openmm.Vec3(*(float(value) / 10 for value in row)) for row in box])
    context.setPositions(np.asarray(positions, dtype=float) / 10)
    if velocities is not None:
        context.setVelocities(np.asarray(velocities, dtype=float) / 10)


def fastest(system: Any, positions: np.ndarray, box: np.ndarray, timestep_fs: float, threads: int) -> tuple[Speed, list[str]]:
    """The fastest platform, and a line for each that was tried. Raises ResourceError where none starts."""
    openmm, _, unit, _ = _load()
    available = {openmm.Platform.getPlatform(index).getName() for index in range(openmm.Platform.getNumPlatforms())}
    found: list[Speed] = []
    lines = []
    for name in _NAMES:
        if name not in available or (name == "Reference" and found and len(positions) > _SMALL):
            continue
        properties = properties_of(name, threads)
        try:
            context = context_of(system, openmm.VerletIntegrator(timestep_fs * 1e-3 * unit.picosecond), name, properties)
            set_state(context, positions, box)
            seconds = seconds_per_step(context)
        except (ComputeError, openmm.OpenMMException) as error:
            lines.append(f"{name}: {error}")
            continue
        finally:
            context = None
        found.append(Speed(name, properties, seconds))
        lines.append(f"{name}: {seconds * 1000:.3g} ms a step")
    if not found:
        raise ResourceError("OpenMM computes on no platform here.", detail="\n".join(lines))
    return min(found, key=lambda speed: speed.seconds_per_step), lines


def seconds_per_step(context: Any) -> float:
    """Seconds of a step of a context that is at its start; the steps that are taken for it move its atoms."""
    integrator = context.getIntegrator()
    integrator.step(2)
    context.getState(getEnergy=True)
    steps = 5
    while True:
        started = time.perf_counter()
        integrator.step(steps)
        # GPUs answer before they have finished; asking for the energy waits for them.
        context.getState(getEnergy=True)
        seconds = time.perf_counter() - started
        if seconds >= _LEAST_SECONDS / 4 or steps >= 2000:
            return seconds / steps
        steps *= 4
