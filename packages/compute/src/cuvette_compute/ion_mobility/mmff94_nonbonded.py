"""Van der Waals parameters of MMFF94 by atom type, and the pair parameters of an atom with a molecule of nitrogen.

Halgren, J. Am. Chem. Soc. 1992, 114, 7827 (10.1021/ja00046a032) and J. Comput. Chem. 1996, 17, 520
(10.1002/(SICI)1096-987X(199604)17:5/6<520::AID-JCC3>3.0.CO;2-W): polarizability α (Å^3), effective number of electrons N, and the scale
factors A and G. Those of nitrogen as one molecule and the two scale factors of the pair parameters are those of Ieritano et al., Analyst
2019, 144, 1660 (10.1039/C8AN02150C), as MobCal-MPI 2.0 has them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

# N, A and G depend on the element alone; α depends on the type.
_OF_ELEMENT = {
    1: (0.80, 4.200, 1.209),
    6: (2.49, 3.890, 1.282),
    7: (2.82, 3.890, 1.282),
    8: (3.15, 3.890, 1.282),
    9: (3.48, 3.890, 1.282),
    14: (4.20, 3.320, 1.345),
    15: (4.50, 3.320, 1.345),
    16: (4.80, 3.320, 1.345),
    17: (5.10, 3.320, 1.345),
    35: (6.00, 3.190, 1.359),
    53: (6.95, 3.080, 1.404),
}
_POLARIZABILITY = {
    1: {0.25: (5,), 0.15: (21, 23, 24, 27, 28, 29, 31, 33, 36, 50, 52, 71)},
    6: {1.05: (1, 20), 1.35: (2, 30, 37, 63, 64, 78), 1.1: (3, 22, 41), 1.3: (4,), 1.0: (57, 80), 1.8: (60,)},
    7: {
        1.15: (8, 45),
        0.9: (9, 68),
        1.0: (10, 34, 40, 42, 43, 47, 53, 65, 79),
        0.85: (38,),
        1.1: (39,),
        1.3: (46, 54, 62),
        1.2: (48, 76),
        0.8: (55, 56, 58, 61, 81),
        0.75: (66,),
        0.95: (67, 69, 82),
    },
    8: {0.7: (6,), 0.65: (7, 59), 0.75: (32,), 1.5: (35,), 1.0: (49,), 0.4: (51,), 0.87: (70,)},
    9: {0.35: (11,), 1.4: (89,)},
    14: {4.5: (19,)},
    15: {1.6: (25,), 3.6: (26,), 4.0: (75,)},
    16: {3.0: (15, 44, 73, 74), 3.9: (16,), 2.7: (17,), 2.1: (18,), 4.0: (72,)},
    17: {2.3: (12,), 1.5: (77,), 4.5: (90,)},
    35: {3.4: (13,), 6.0: (91,)},
    53: {5.5: (14,)},
}
_TYPES = {
    kind: (polarizability, *_OF_ELEMENT[element])
    for element, rows in _POLARIZABILITY.items()
    for polarizability, kinds in rows.items()
    for kind in kinds
}
_NITROGEN = (1.739688487, 5.918, 3.1781544, 1.16175013)
# Constants of MMFF94's rule for distances; and, after Ieritano et al., the factors of depth and distance and the depth of their function at
# its minimum.
_B, _BETA, _DEPTH_FACTOR, _DISTANCE_FACTOR, _DEPTH_AT_MINIMUM = 0.2, 12.0, 1.275, 0.825, 1.1195


def known_types() -> frozenset[int]:
    """The atom types of MMFF94 that have parameters."""
    return frozenset(_TYPES)


def typed_elements() -> set[int]:
    """The elements that have atom types here."""
    return set(_OF_ELEMENT)


def pairs_with_nitrogen(types: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """Depth (kcal/mol) and distance (Å) of each atom with a molecule of nitrogen, by MMFF94's rules and scaled. KeyError: no such type."""
    polarizability, electrons, scale, strength = np.array([_TYPES[kind] for kind in types]).T
    gas_polarizability, gas_electrons, gas_scale, gas_strength = _NITROGEN
    own, gas = scale * polarizability**0.25, gas_scale * gas_polarizability**0.25
    difference = (own - gas) / (own + gas)
    distance = 0.5 * (own + gas) * (1 + _B * (1 - np.exp(-_BETA * difference**2)))
    # Slater and Kirkwood's equation for the dispersion of the pair; 181.16 makes it kcal/mol of Å^3 and electrons.
    overlap = np.sqrt(polarizability / electrons) + np.sqrt(gas_polarizability / gas_electrons)
    depth = 181.16 * strength * gas_strength * polarizability * gas_polarizability / (overlap * distance**6)
    return depth * _DEPTH_FACTOR / _DEPTH_AT_MINIMUM, distance * _DISTANCE_FACTOR
