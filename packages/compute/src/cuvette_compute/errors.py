"""The error classes a job can end with, and how any exception is sorted into them.

The six classes are those of QCEngine (input, resource, convergence, random, compute lost, unknown); the server decides by
class whether another attempt makes sense, so a wrong class costs either a lost result or a useless retry.
"""

from __future__ import annotations

import errno
import traceback

INPUT_ERROR = "input_error"
RESOURCE_ERROR = "resource_error"
CONVERGENCE_ERROR = "convergence_error"
RANDOM_ERROR = "random_error"
UNKNOWN_ERROR = "unknown_error"


class ComputeError(Exception):
    """A failure that is already explained as text a chemist understands.

    `field` is the path of the input that is at fault ("initial_molecule.atoms.2.position"), if one is.
    """

    error_class = UNKNOWN_ERROR

    def __init__(self, message: str, *, field: str | None = None, detail: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.detail = detail


class InputError(ComputeError):
    """The input cannot be computed; trying again changes nothing."""

    error_class = INPUT_ERROR


class MethodNotAvailable(InputError):
    """A method, task or generator that this worker does not have, with the reason."""

    def __init__(self, reason: str, *, field: str | None = None, detail: str | None = None) -> None:
        super().__init__(reason, field=field, detail=detail)
        self.reason = reason


class ConvergenceError(ComputeError):
    """A self-consistent field or a geometry that did not converge."""

    error_class = CONVERGENCE_ERROR


class ResourceError(ComputeError):
    """Out of memory or disk space."""

    error_class = RESOURCE_ERROR


class RandomError(ComputeError):
    """An engine died in a way that another attempt may not repeat (a crash, a disk fault)."""

    error_class = RANDOM_ERROR


_DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def explain(error: BaseException) -> ComputeError:
    """Turn any exception into a ComputeError with the right class, keeping the traceback as detail."""
    detail = "".join(traceback.format_exception(error))[-8000:]
    if isinstance(error, ComputeError):
        error.detail = error.detail or detail
        return error
    if isinstance(error, MemoryError):
        return ResourceError("The calculation ran out of memory. Try a smaller molecule or a worker with more memory.", detail=detail)
    if isinstance(error, OSError) and error.errno in _DISK_FULL:
        return ResourceError("The worker's disk is full, so the calculation could not write its files.", detail=detail)
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return ResourceError("The worker had no memory left to start the calculation.", detail=detail)
    if isinstance(error, OSError) and error.errno == errno.EIO:
        return RandomError("The worker's disk reported a read or write fault.", detail=detail)
    return ComputeError(f"The calculation stopped with an unexpected error ({type(error).__name__}: {error}).", detail=detail)
