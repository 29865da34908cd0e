"""The one number of the cross sections with inelastic collisions: drift-tube value over what the rigid ion and its factor give.

The parameters of the rigid ion were made with ions that gave way and were held rigid, so they hold a mean of that; the number takes it
out again. It is the geometric mean over the ions of `sets/ions-drift-tube.json`, among which are no tetraalkylammonium ions and none of
the protonated metabolites that `bench/ion_mobility.py` compares. Prints each ion and the number. Run in packages/compute, with names of
ions or none for all: PYTHONPATH=src:tests .venv/bin/python bench/fit_inelastic.py
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import numpy as np
from conftest import Here
from ion_mobility import settings

from cuvette_compute.schemas.knowledge import calibration_lines

METHOD = "trajectory_n2_inelastic"


def main() -> None:
    ions = json.loads((Path(__file__).parent / "sets" / "ions-drift-tube.json").read_text(encoding="utf-8"))["ions"]
    runner, slope = Here(Path(tempfile.mkdtemp())), calibration_lines("ion_mobility", METHOD)["any ion"].slope
    measured, computed = [], []
    for name in sys.argv[1:] or ions:
        smiles, value, source = ions[name]
        found = runner("ion_mobility", settings(smiles, METHOD, protonate="+" not in smiles), threads=1).result["data"]["average_ccs"]
        measured.append(value)
        computed.append(found / slope)
        print(f"{name}, {source}: {value:.1f} measured, {computed[-1]:.1f} before the number, ratio {value / computed[-1]:.3f}", flush=True)
    ratios = np.log(np.divide(measured, computed))
    number = float(np.exp(ratios.mean()))
    deviations = number * np.array(computed) - measured
    print(
        f"the number: {number:.3f}, {100 * ratios.std(ddof=1) / np.sqrt(len(ratios)):.1f} % standard error; {len(ratios)} ions, "
        f"RMSE {np.sqrt(np.mean(deviations**2)):.2f} Å², {100 * np.sqrt(np.mean((deviations / measured) ** 2)):.1f} %"
    )


if __name__ == "__main__":
    main()
