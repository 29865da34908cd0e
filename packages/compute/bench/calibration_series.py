"""Computes public series of measured values that no fit of ours has seen, for `npm run bench:calibration`.

Run in packages/compute, with the names of series or none for all:
PYTHONPATH=src:tests .venv/bin/python bench/calibration_series.py log_s pka_base

`sets/calibration-series.json` has the measured values with their sources. What was computed is written into
`points/calibration_NAME.json`: SMILES, class of the site, computed and measured value.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conftest import Here
from rdkit import Chem

from cuvette_compute.errors import ComputeError
from cuvette_compute.properties.logp import log_p
from cuvette_compute.recipes.solubility import log_solubility

HERE = Path(__file__).parent
Found = tuple[float, str | None]


def _log_s(_runner: Here, smiles: str) -> Found:
    return log_solubility(Chem.MolFromSmiles(smiles), "esol_environments"), None


def _log_p(_runner: Here, smiles: str) -> Found:
    return log_p(Chem.MolFromSmiles(smiles)), None


def _pka_base(runner: Here, smiles: str) -> Found | None:
    """The strongest base with its class; none where the stereochemistry is left open or no site was found."""
    data = {
        "initial_smiles": smiles,
        "microscopic_pka_method": "gfn2_alpb_linear",
        "mode": "rapid",
        "pka_range": [-10, 40],
        "deprotonate_elements": [],
        "protonate_elements": [7],
    }
    try:
        result: dict[str, Any] = runner("pka", data).result
    except (AssertionError, ComputeError):
        return None
    sites = [site["pka"] for site in result["data"]["conjugate_acids"]]
    classes = result["provenance"]["site_classes"]["conjugate_acids"]
    return max(zip(sites, classes, strict=True), key=lambda site: site[0]) if sites else None


_COMPUTE: dict[str, Callable[[Here, str], Found | None]] = {"log_s": _log_s, "log_p": _log_p, "pka_base": _pka_base}


def main(arguments: list[str]) -> None:
    """Write the points of the named series."""
    series = json.loads((HERE / "sets" / "calibration-series.json").read_text(encoding="utf-8"))
    for name in arguments or list(series):
        values = series[name]["values"]
        with tempfile.TemporaryDirectory() as directory:
            runner = Here(Path(directory))
            points = [(smiles, _COMPUTE[name](runner, smiles), measured) for smiles, measured in values]
        rows = [json.dumps([smiles, found[1], round(found[0], 3), measured]) for smiles, found, measured in points if found is not None]
        target = HERE / "points" / f"calibration_{name}.json"
        target.write_text("[\n  " + ",\n  ".join(rows) + "\n]\n", encoding="utf-8")
        print(f"{name}: {len(rows)} of {len(values)} values computed")


if __name__ == "__main__":
    main(sys.argv[1:])
