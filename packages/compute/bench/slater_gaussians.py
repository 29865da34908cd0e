"""Gaussians for the Slater functions of GFN2-xTB's shells: writes engines/slater_gaussians.json.

Run in packages/compute: PYTHONPATH=src .venv/bin/python bench/slater_gaussians.py
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import cuvette_compute.engines
from cuvette_compute.engines.tblite_orbitals import _ANGULAR, _parameters, _shells


def fit(principal: int, angular: int, count: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Exponents and coefficients (of normalized Gaussians) of largest overlap with the Slater function r^(n-1) exp(-r)."""
    nodes, weights = np.polynomial.legendre.leggauss(400)
    longest = 60.0
    radii = (nodes + 1) / 2 * longest
    weights = weights * longest / 2 * radii**2
    slater = radii ** (principal - 1) * np.exp(-radii)
    slater /= np.sqrt(weights @ slater**2)

    def solved(logarithms: np.ndarray) -> tuple[np.ndarray, float]:
        functions = radii**angular * np.exp(-np.exp(logarithms)[:, None] * radii**2)
        functions /= np.sqrt(functions**2 @ weights)[:, None]
        projected = (functions * weights) @ slater
        found = np.linalg.lstsq((functions * weights) @ functions.T, projected, rcond=None)[0]
        return found, float(projected @ found)

    generator = np.random.default_rng(0)
    best = None
    for attempt in range(8):
        spread = np.linspace(2.5, -2, count) + 0.3 * generator.standard_normal(count) * bool(attempt)
        # The overlap is flat near its maximum, so the steps of the differences are left to the optimizer.
        found = minimize(lambda x: 1 - solved(x)[1], np.log(0.5 / principal) + spread, method="BFGS", options={"gtol": 1e-13})
        if best is None or found.fun < best.fun - 1e-13:
            best = found
    coefficients, _ = solved(best.x)
    return tuple(float(x) for x in np.exp(best.x)), tuple(float(x) for x in coefficients)


def main() -> None:
    """Fit each kind of shell once."""
    kinds = sorted({shell[:3] for element in _parameters().values() for shell in _shells(element)})
    lines = [f'  "{n}{_ANGULAR[momentum]}-{count}": {json.dumps(fit(n, momentum, count))}' for n, momentum, count in kinds]
    path = Path(cuvette_compute.engines.__file__).parent / "slater_gaussians.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
