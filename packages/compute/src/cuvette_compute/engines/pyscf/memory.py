"""How much memory a calculation needs, and how much it was given."""

from __future__ import annotations

import resource
from pathlib import Path

from ...errors import ResourceError

# The process with its libraries, measured: 230 MB after a first calculation.
_PROCESS_MB = 250.0
# Square matrices alive at once: density, Fock, overlap, DIIS vectors of eight cycles and work space.
_MATRICES = 40
# Blocks of the grid and of the fitted integrals; both are cut to what there is, down to these.
_BLOCKS_MB = 150.0
_BYTES_PER_MB = 1e6


def needed_mb(functions: int, spins: int = 1) -> float:
    """The least memory (MB) for so many basis functions: what cannot be cut into blocks or put on disk."""
    return _PROCESS_MB + _BLOCKS_MB + _MATRICES * spins * 8 * functions**2 / _BYTES_PER_MB


def given_mb() -> float | None:
    """The memory (MB) that this process may use: the smallest of its limits and what the machine has; None where nothing tells."""
    limits = []
    soft = resource.getrlimit(resource.RLIMIT_AS)[0]
    if soft != resource.RLIM_INFINITY:
        limits.append(soft / _BYTES_PER_MB)
    for path in _control_group_files():
        try:
            limits.append(int(path.read_text()) / _BYTES_PER_MB)
        except (OSError, ValueError):  # "max", or no control groups here
            continue
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        limits.append(next(int(line.split()[1]) for line in lines if line.startswith("MemTotal")) * 1024 / _BYTES_PER_MB)
    except (OSError, StopIteration, ValueError):
        pass
    return min(limits, default=None)


def _control_group_files() -> list[Path]:
    try:
        own = Path("/proc/self/cgroup").read_text().strip().rsplit("::", 1)[-1].lstrip("/")
    except OSError:
        return []
    return [Path("/sys/fs/cgroup") / own / "memory.max", Path("/sys/fs/cgroup/memory.max")]


def check_memory(functions: int, spins: int, title: str, given: float | None = None) -> float:
    """The memory (MB) to work with. Raises ResourceError before anything starts where it cannot be enough."""
    given = given_mb() if given is None else given
    needed = needed_mb(functions, spins)
    if given is not None and needed > given:
        raise ResourceError(
            f"{title} needs at least {needed:.0f} MB for {functions} basis functions; this job may use {given:.0f} MB. "
            "Choose a smaller basis set or a worker with more memory."
        )
    return 4000.0 if given is None else given
