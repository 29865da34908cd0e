"""Natural transition orbitals of excited states: the fewest pairs of a hole and a particle that describe an excitation.

The singular value decomposition of a state's amplitudes, R. L. Martin, J. Chem. Phys. 2003, 118, 4775, 10.1063/1.1558471. Of time-dependent
density-functional theory without the Tamm-Dancoff approximation the excitations alone are decomposed, as PySCF's `get_nto` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .fields import Field, box_around, orbital_values

# Pairs that carry less than this part of a state are left out, and all after the second.
_SMALLEST_WEIGHT, _MOST_PAIRS = 0.1, 2
# Å; isosurfaces of a hole and a particle need less than those of a density.
_SPACING, _MARGIN = 0.35, 3.0
# Points of all grids of one item: about 3 MB of text.
_MOST_POINTS = 1_000_000
# The lowest states come first, then the brightest.
_LOWEST_STATES = 3


@dataclass(frozen=True)
class TransitionPair:
    """A hole and a particle (coefficients of the basis functions) of a state, counted from 1, and the part of the state that they carry."""

    state: int
    pair: int
    weight: float
    hole: np.ndarray
    particle: np.ndarray


def transition_pairs(state: int, amplitudes: np.ndarray, occupied: np.ndarray, empty: np.ndarray) -> list[TransitionPair]:
    """The pairs of one state, the largest part first.

    `amplitudes` are occupied x empty orbitals, of any norm; the two others are coefficients, basis functions x orbitals.
    """
    left, values, right = np.linalg.svd(amplitudes, full_matrices=False)
    weights = values**2 / np.sum(values**2)
    count = max(1, min(_MOST_PAIRS, int(np.count_nonzero(weights >= _SMALLEST_WEIGHT))))
    return [
        TransitionPair(state, place + 1, float(weights[place]), occupied @ left[:, place], empty @ right[place]) for place in range(count)
    ]


def transition_orbital_fields(mole, pairs: list[TransitionPair], oscillator: list[float]) -> Iterator[tuple[str, float, Field]]:
    """Pairs on grids: those of the lowest and the brightest states, as many as one file holds.

    `oscillator` has the strength of each state, from the first excited one. Each field comes with its name, "3-hole-1" for the hole of the
    first pair of the third state, and the part of the state that its pair carries.
    """
    box = box_around(mole, _SPACING, _MARGIN)
    for each in _kept(pairs, oscillator, int(np.prod(box.shape))):
        columns = orbital_values(mole, np.stack([each.hole, each.particle], axis=1), box)
        for column, part in enumerate(("hole", "particle")):
            yield f"{each.state}-{part}-{each.pair}", each.weight, Field(part, "orbital", box, _signed(columns[:, column]))


def _kept(pairs: list[TransitionPair], oscillator: list[float], points: int) -> list[TransitionPair]:
    """Whole states within the number of points that a file may have, at least the first one; in the order of the states."""
    states = sorted({each.state for each in pairs})
    ranked = states[:_LOWEST_STATES] + sorted(states[_LOWEST_STATES:], key=lambda state: -oscillator[state - 1])
    room, chosen = _MOST_POINTS, set[int]()
    for state in ranked:
        room -= 2 * points * sum(each.state == state for each in pairs)
        if room < 0 and chosen:
            break
        chosen.add(state)
    return [each for each in pairs if each.state in chosen]


def _signed(values: np.ndarray) -> np.ndarray[Any, np.dtype[np.float64]]:
    """With the largest lobe positive."""
    return values * np.sign(values[np.argmax(np.abs(values))])
