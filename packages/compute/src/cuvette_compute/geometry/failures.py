"""How geomeTRIC and ML-FSM fail, told apart from faults of our own code."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import TracebackType

import numpy as np

_OWN = __name__.partition(".")[0]


class BrokenDown(RuntimeError):
    """No further step: geomeTRIC or ML-FSM raised an error, or no step follows from the numbers that there are."""


@contextlib.contextmanager
def failures_of(*packages: str) -> Iterator[None]:
    """Raise what code of these packages raised as BrokenDown; what our own code raised, or an engine under it, passes as it is.

    Both packages raise ValueError, RuntimeError, IndexError and assertions beside errors of their own, so that the class says nothing: what
    counts is whose code was running. A decomposition that does not converge is a failure of the numbers in either case.
    """
    try:
        yield
    except (BrokenDown, MemoryError, OSError):
        raise
    except Exception as error:
        if isinstance(error, np.linalg.LinAlgError) or _raised_by(error.__traceback__, packages):
            raise BrokenDown(f"{type(error).__name__}: {error}") from error
        raise


def _raised_by(trace: TracebackType | None, packages: tuple[str, ...]) -> bool:
    """Whether the innermost frame of theirs lies within all frames of ours."""
    inner = None
    while trace is not None:
        package = str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        if package == _OWN or package in packages:
            inner = package
        trace = trace.tb_next
    return inner in packages
