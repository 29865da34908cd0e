"""Voxels at nuclei: means of a density over the voxel in place of its value in the middle.

The density has a cusp at each nucleus that is far narrower than a voxel. A grid of plain values misses or doubles the core electrons: the
sum over the voxels of formaldehyde gave 18.1 electrons in place of 16. With means of the voxels around heavy atoms the sum is the number of
electrons, and nothing changes where surfaces are drawn.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

# Voxels up to this far from a nucleus (spacings, along each axis) are averaged finely, and those further out roughly: where means end and
# plain values begin, the density must be flat, or the sum misses some of it.
_FINE, _ROUGH = 1.5, 4.5
_ROUGH_PARTS, _MOST_PARTS = 3, 16
# The 1s density of an element falls by exp(-2 Z r); samples are at most so far apart (in units of 1/(2 Z) bohr).
_SAMPLE_DISTANCE = 0.9
_SAMPLES_AT_ONCE = 8000
# Densities of hydrogen and helium are smooth enough.
_LIGHTEST = 3


def average_at_nuclei(
    values: np.ndarray, shape: tuple[int, int, int], origin: np.ndarray, spacing: float, nuclei: np.ndarray, charges: np.ndarray, evaluate
) -> None:
    """
    Replace the values of voxels at heavy nuclei by means over the voxels, in place.

    :param values: of densities on the whole grid (densities x points), the last axis of the grid running fastest
    :param origin: of the grid (bohr), as the nuclei
    :param spacing: of the points along each axis, bohr
    :param evaluate: values of the densities (densities x n) at points (bohr, n x 3)
    """
    wanted = np.zeros(shape, dtype=int)
    for nucleus, charge in zip(nuclei, charges, strict=True):
        if charge < _LIGHTEST:
            continue
        fine = int(np.clip(np.ceil(spacing * 2 * charge / _SAMPLE_DISTANCE), _ROUGH_PARTS, _MOST_PARTS))
        for reach, parts in ((_ROUGH, _ROUGH_PARTS), (_FINE, fine)):
            near = wanted[_around((nucleus - origin) / spacing, shape, reach)]
            np.maximum(near, parts, out=near)
    flat = wanted.reshape(-1)
    for number in np.unique(flat[flat > 0]).tolist():
        _average(values, np.flatnonzero(flat == number), number, shape, origin, spacing, evaluate)


def _around(place: np.ndarray, shape: tuple[int, int, int], reach: float) -> tuple[slice, ...]:
    """The voxels that are at most `reach` from a place (both in spacings, the place from the origin) along each axis."""
    first = [max(0, int(np.ceil(x - reach))) for x in place]
    last = [max(0, min(count - 1, int(np.floor(x + reach)))) for x, count in zip(place, shape, strict=True)]
    return tuple(slice(begin, end + 1) for begin, end in zip(first, last, strict=True))


def _average(
    values: np.ndarray,
    places: np.ndarray,
    parts: int,
    shape: tuple[int, int, int],
    origin: np.ndarray,
    spacing: float,
    evaluate: Callable[[np.ndarray], np.ndarray],
) -> None:
    """Means over `parts` cubed samples of each voxel."""
    steps = spacing * ((np.arange(parts) + 0.5) / parts - 0.5)
    samples = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
    together = max(1, _SAMPLES_AT_ONCE // len(samples))
    for start in range(0, len(places), together):
        some = places[start : start + together]
        middles = origin + spacing * np.stack(np.unravel_index(some, shape), axis=-1)
        found = evaluate((middles[:, None, :] + samples).reshape(-1, 3))
        values[:, some] = found.reshape(len(values), len(some), -1).mean(axis=2)
