"""Voxels at nuclei: means of a density over the voxel in place of its value in the middle.

The density has a cusp at each nucleus that is far narrower than a voxel. A grid of plain values misses or doubles the core electrons: the
sum over the voxels of formaldehyde gave 18.1 electrons in place of 16. With means of the voxels around heavy atoms the sum is the number of
electrons, and nothing changes where surfaces are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

# Voxels up to this far from a nucleus (spacings, along each axis) are averaged finely, and those further out roughly: where means end and
# plain values begin, the density must be flat, or the sum misses some of it.
_FINE, _ROUGH = 1.5, 4.5
_ROUGH_PARTS, _MOST_PARTS = 3, 16
# The 1s density of an element falls by exp(-2 Z r); samples stand so far apart at most (in units of 1/(2 Z) bohr).
_SAMPLE_DISTANCE = 0.9
# Densities of hydrogen and helium are smooth enough.
_LIGHTEST = 3


def average_at_nuclei(
    values: np.ndarray, shape: tuple[int, int, int], origin: np.ndarray, spacing: float, nuclei: np.ndarray, charges: np.ndarray, evaluate
) -> None:
    """
    Replace the values of voxels at heavy nuclei by means over the voxels, in place.

    :param values: of the whole grid, the last axis running fastest
    :param origin: of the grid (bohr), as the nuclei
    :param spacing: of the points along each axis, bohr
    :param evaluate: values at points (bohr, n x 3)
    """
    parts: dict[int, int] = {}
    for nucleus, charge in zip(nuclei, charges, strict=True):
        if charge < _LIGHTEST:
            continue
        fine = int(np.clip(np.ceil(spacing * 2 * charge / _SAMPLE_DISTANCE), _ROUGH_PARTS, _MOST_PARTS))
        for place, distance in _around((nucleus - origin) / spacing, shape):
            wanted = fine if distance <= _FINE else _ROUGH_PARTS
            parts[place] = max(parts.get(place, 0), wanted)
    for number in sorted(set(parts.values())):
        places = np.array([place for place, wanted in parts.items() if wanted == number])
        _average(values, places, number, shape, origin, spacing, evaluate)


def _around(place: np.ndarray, shape: tuple[int, int, int]) -> Iterator[tuple[int, float]]:
    """The voxels near a place (in spacings from the origin): their number in the grid, and how far away they are at most along an axis."""
    ranges = [
        range(max(0, int(np.ceil(x - _ROUGH))), min(count, int(np.floor(x + _ROUGH)) + 1)) for x, count in zip(place, shape, strict=True)
    ]
    for i in ranges[0]:
        for j in ranges[1]:
            for k in ranges[2]:
                yield (i * shape[1] + j) * shape[2] + k, float(np.abs(np.array([i, j, k]) - place).max())


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
    for place in places:
        middle = origin + spacing * np.array(np.unravel_index(int(place), shape))
        values[place] = evaluate(middle + samples).mean()
