"""Frames laid on one another by least squares (Kabsch, 10.1107/S0567739476001873). Positions in Å."""

from __future__ import annotations

import numpy as np


def laid_on(frame: np.ndarray, target: np.ndarray, fit: np.ndarray) -> np.ndarray:
    """A frame turned and moved so that its atoms `fit` (places) lie on those of the target."""
    own, there = frame[fit], target[fit]
    here, middle = own.mean(axis=0), there.mean(axis=0)
    u, _, v = np.linalg.svd((own - here).T @ (there - middle))
    sign = np.sign(np.linalg.det(u @ v))
    return (frame - here) @ (u @ np.diag([1.0, 1.0, sign]) @ v) + middle


def all_laid_on(frames: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Frames (count x atoms x 3) each laid on the target with all their atoms."""
    everything = np.arange(len(target))
    return np.array([laid_on(frame, target, everything) for frame in frames])


def rmsd_to(frames: np.ndarray, target: np.ndarray) -> np.ndarray:
    """RMSD of each frame from the target after the best superposition, from the singular values alone."""
    own = frames - frames.mean(axis=1, keepdims=True)
    there = target - target.mean(axis=0)
    covariance = np.einsum("nai,aj->nij", own, there)
    values = np.linalg.svd(covariance, compute_uv=False)
    values[:, 2] *= np.sign(np.linalg.det(covariance))
    squares = (own**2).sum(axis=(1, 2)) + (there**2).sum() - 2 * values.sum(axis=1)
    return np.sqrt(np.maximum(squares, 0) / len(target))
