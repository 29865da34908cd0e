"""Clusters of the frames of a trajectory by the shape of their alpha carbons; positions in Å."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .superposition import all_laid_on, rmsd_to


@dataclass(frozen=True)
class Clusters:
    """The cluster of each frame, counted from 0, the largest first; and the central frame of each."""

    of_frames: list[int]
    centroids: list[int]


def distances(traces: np.ndarray) -> np.ndarray:
    """RMSD between all pairs of frames (count x count), each pair superposed by itself."""
    return np.array([rmsd_to(traces, trace) for trace in traces])


def medoid(matrix: np.ndarray) -> int:
    """The frame whose RMSD to all others is the smallest."""
    return int(matrix.sum(axis=1).argmin())


def greedy(matrix: np.ndarray, cutoff: float) -> Clusters:
    """The frame with the most neighbours within the cutoff and these neighbours, then the same of what is left.

    Daura et al. 1999, 10.1002/(SICI)1521-3773(19990115)38:1/2<236::AID-ANIE236>3.0.CO;2-M.
    """
    near = matrix <= cutoff
    left = np.ones(len(matrix), dtype=bool)
    found = np.zeros(len(matrix), dtype=int)
    centroids: list[int] = []
    while left.any():
        counts = (near & left[None]).sum(axis=1)
        counts[~left] = -1
        centre = int(counts.argmax())
        members = near[centre] & left
        found[members] = len(centroids)
        centroids.append(centre)
        left &= ~members
    return Clusters(found.tolist(), centroids)


def k_means(traces: np.ndarray, matrix: np.ndarray, count: int, seed: int) -> Clusters:
    """K-means of the positions, the frames laid on their medoid; the frame nearest to the middle of a cluster is its central frame."""
    from scipy.cluster.vq import kmeans2

    points = all_laid_on(traces, traces[medoid(matrix)]).reshape(len(traces), -1)
    count = min(count, len(np.unique(points, axis=0)))
    middles, labels = kmeans2(points, count, iter=50, minit="++", rng=np.random.default_rng(seed), missing="warn")
    order = [int(label) for label in np.argsort(-np.bincount(labels, minlength=count), kind="stable") if (labels == label).any()]
    centroids = []
    for label in order:
        members = np.flatnonzero(labels == label)
        centroids.append(int(members[np.linalg.norm(points[members] - middles[label], axis=1).argmin()]))
    return Clusters([order.index(int(label)) for label in labels], centroids)
