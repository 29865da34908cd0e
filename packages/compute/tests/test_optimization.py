"""What an optimization keeps of the geometries that it evaluates."""

from __future__ import annotations

from typing import Any

import numpy as np
from conftest import from_smiles

from cuvette_compute.engines import SinglePoint, engine_of, request_of
from cuvette_compute.methods.settings import complete_settings
from cuvette_compute.optimization import optimize as module


def test_bond_orders_are_kept_of_the_last_geometry_only(tmp_path, monkeypatch):
    molecule = from_smiles("CCO")
    settings = complete_settings({"method": "gfn2_xtb", "tasks": ["optimize"]}, "settings")
    runs: list[Any] = []
    made = module._Run.__init__

    def noted(self, *arguments: Any) -> None:
        runs.append(self)
        made(self, *arguments)

    monkeypatch.setattr(module._Run, "__init__", noted)
    calculator = engine_of("gfn2_xtb").calculator(request_of(settings, molecule, directory=tmp_path))
    done = module.optimize(molecule, calculator, settings, [], tmp_path)
    assert done.converged
    assert done.final is not None
    assert done.final.bond_orders is not None
    assert len(runs[0].points) > 3
    assert not any(isinstance(point, SinglePoint) for point in runs[0].points.values())
    assert np.array_equal(done.frames[-1].positions, runs[0].points[done.frames[-1].positions.tobytes()].positions)
