"""The methods that run through PySCF: functional, dispersion, basis and cost of each.

Functionals come from libxc, D3 and gCP from s-dftd3, D4 from dftd4 (through pyscf-dispersion). The composites are put together here:
r2SCAN-3c 10.1063/5.0040021, B97-3c 10.1063/1.5012601, wB97X-3c 10.1063/5.0133026.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Dispersion:
    """A dispersion correction: its kind (d3bj, d3, d4), the functional whose parameters it takes, and what differs from the usual.

    `charge_scaling` are the parameters ga and gc of D4; `three_body` adds the Axilrod-Teller-Muto term.
    """

    kind: str
    parameters: str
    three_body: bool = False
    charge_scaling: tuple[float, float] | None = None


@dataclass(frozen=True)
class Theory:
    """What a method name stands for.

    `functional` is libxc's name, None for Hartree-Fock. `nonlocal_correlation` is the VV10 term. `relative_cost` is the time of an
    energy and gradient of ethanol against r2SCAN-3c's, with the basis def2-SVP where the method brings none: processor seconds on one core
    (bench/pyscf_cost.py).
    """

    functional: str | None
    hybrid: bool
    dispersion: Dispersion | None = None
    counterpoise: str | None = None
    basis: str | None = None
    nonlocal_correlation: bool = False
    # The name of the parameters for a correction that is added on request, by kind.
    corrections: dict[str, str] = field(default_factory=dict)
    relative_cost: float = 1.0


def _usual(name: str) -> dict[str, str]:
    return {"d3bj": name, "d4": name}


THEORIES: dict[str, Theory] = {
    "r2scan_3c": Theory(
        "r2scan",
        False,
        # The charge scaling of the 3c method; with D4's own (3, 2) water is off by 2.5e-5 Hartree.
        Dispersion("d4", "r2scan3c", three_body=True, charge_scaling=(2.0, 1.0)),
        counterpoise="r2scan3c",
        basis="def2-mTZVPP",
    ),
    "b97_3c": Theory("GGA_XC_B97_3C", False, Dispersion("d3bj", "b973c", three_body=True), "b973c", "def2-mTZVP", relative_cost=0.65),
    "wb97x_3c": Theory("wb97x-v", True, Dispersion("d4", "wb97x-3c", three_body=True), basis="vDZP", relative_cost=1.92),
    "hf": Theory(None, True, corrections=_usual("hf"), relative_cost=0.11),
    "b3lyp": Theory("b3lyp", True, corrections=_usual("b3lyp") | {"d3": "b3lyp"}, relative_cost=0.9),
    "pbe0": Theory("pbe0", True, corrections=_usual("pbe0"), relative_cost=0.86),
    "m062x": Theory("m062x", True, corrections={"d3": "m062x"}, relative_cost=2.3),
    "m06": Theory("m06", True, corrections={"d3": "m06"}, relative_cost=2.05),
    "m06l": Theory("m06l", False, corrections={"d3": "m06l"}, relative_cost=1.31),
    "camb3lyp": Theory("camb3lyp", True, corrections=_usual("camb3lyp"), relative_cost=0.87),
    "pbe": Theory("pbe", False, corrections=_usual("pbe"), relative_cost=0.67),
    "bp86": Theory("bp86", False, corrections=_usual("bp86"), relative_cost=0.66),
    "b97_d3bj": Theory("GGA_XC_B97_D", False, Dispersion("d3bj", "b97d"), relative_cost=0.57),
    "r2scan": Theory("r2scan", False, corrections=_usual("r2scan"), relative_cost=0.7),
    "tpss": Theory("tpss", False, corrections=_usual("tpss"), relative_cost=0.87),
    "tpssh": Theory("tpssh", True, corrections=_usual("tpssh"), relative_cost=1.11),
    "wb97m_d3bj": Theory("wb97m-v", True, Dispersion("d3bj", "wb97m"), relative_cost=1.31),
    "wb97x_d3": Theory("HYB_GGA_XC_WB97X_D3", True, Dispersion("d3", "wb97x"), relative_cost=0.84),
    "wb97x_v": Theory("wb97x-v", True, nonlocal_correlation=True, relative_cost=14.4),
    "wb97m_v": Theory("wb97m-v", True, nonlocal_correlation=True, relative_cost=14.9),
}
