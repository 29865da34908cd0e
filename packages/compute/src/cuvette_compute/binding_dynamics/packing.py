"""Numbers of a dynamics as short texts, for steps that a later attempt reads: positions, velocities and frames."""

from __future__ import annotations

import base64
import zlib

import numpy as np

# Å; what a coordinate of a frame is rounded to, as in the compressed trajectories of other programs.
FRAME_PRECISION = 0.01


def pack_floats(values: np.ndarray) -> str:
    """32-bit numbers, compressed, as text."""
    return base64.b64encode(zlib.compress(np.ascontiguousarray(values, dtype="<f4").tobytes(), 1)).decode("ascii")


def unpack_floats(text: str) -> np.ndarray:
    """Return what `pack_floats` wrote, as a flat array."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype="<f4").astype(float)


def pack_frames(frames: np.ndarray) -> str:
    """Frames (count x atoms x 3, Å) to 0.01 Å; each as its difference from the one before, which takes about a byte a number."""
    steps = np.rint(np.asarray(frames, dtype=float) / FRAME_PRECISION).astype("<i4")
    steps[1:] -= steps[:-1].copy()
    # The low bytes together, then the higher ones: long runs of equal bytes.
    planes = np.ascontiguousarray(steps).view(np.uint8).reshape(-1, 4).T
    return base64.b64encode(zlib.compress(np.ascontiguousarray(planes).tobytes(), 6)).decode("ascii")


def unpack_frames(text: str, atoms: int) -> np.ndarray:
    """Return what `pack_frames` wrote: count x atoms x 3 in Å, 32-bit."""
    planes = np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype=np.uint8).reshape(4, -1)
    steps = np.ascontiguousarray(planes.T).view("<i4").reshape(-1, atoms, 3)
    return (np.cumsum(steps, axis=0) * FRAME_PRECISION).astype("<f4")
