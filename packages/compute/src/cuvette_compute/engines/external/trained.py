"""Neural potentials whose environments (`npm run setup -- --with aimnet2`) and weights (CUVETTE_WEIGHTS) an administrator has made."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from ...runtime.places import ENVIRONMENTS
from ..base import MethodInfo
from .client import ProcessEngine
from .trained_potentials import ENDINGS

_ORGANIC = frozenset({1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 33, 34, 35, 53})
_EGRET = frozenset({1, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53})
_MATERIALS = frozenset(range(1, 90)) - {84, 85, 86, 87, 88}
_OMOL = frozenset(range(1, 84))
_UMA = tuple(f"uma_{size}_{task}" for task in ("omol", "omat", "omc") for size in ("s", "m"))


@dataclass(frozen=True)
class _Potential:
    """An engine: its environment, the function that loads it, and its methods."""

    name: str
    environment: str
    function: str
    methods: tuple[str, ...]
    elements: frozenset[int]
    open_shell: bool = False


_POTENTIALS = (
    _Potential("aimnet2", "aimnet2", "aimnet2", ("aimnet2_wb97md3",), _ORGANIC),
    _Potential("egret", "mace", "mace", ("egret_1", "egret_1e", "egret_1t"), _EGRET),
    _Potential("mace", "mace", "mace", ("mace_mp_0", "mace_mp_0b2_l"), _MATERIALS),
    _Potential("omol25", "omol25", "omol25", ("omol25_conserving_s", *_UMA), _OMOL, open_shell=True),
    _Potential("orb", "orb", "orb", ("orb_v3_conservative_inf_omat", "orb_v3_conservative_omol"), _MATERIALS),
)
_SECONDS = 600.0


def trained_engines() -> tuple[list[ProcessEngine], list[str]]:
    """The engines that are here with weights, and a line for each environment that has none."""
    folder = os.environ.get("CUVETTE_WEIGHTS")
    found, left_out = [], []
    for one in _POTENTIALS:
        python = ENVIRONMENTS / one.environment / "bin" / "python"
        if not python.exists():
            continue
        methods = [name for name in one.methods if folder and any((Path(folder) / f"{name}{ending}").is_file() for ending in ENDINGS)]
        if not methods:
            left_out.append(
                f"The engine {one.name} is installed and has no weights: an administrator places {one.methods[0]}{ENDINGS[0]} (or "
                "another of its methods) in the folder that CUVETTE_WEIGHTS names."
            )
            continue
        infos = tuple(MethodInfo(name, one.elements, (), None, exponent=1.0, open_shell=one.open_shell) for name in methods)
        found.append(ProcessEngine(one.name, str(python), f"trained_potentials:{one.function}", infos, _SECONDS))
    return found, left_out
