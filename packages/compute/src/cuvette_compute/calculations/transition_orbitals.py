"""Natural transition orbitals of a calculation's excited states as the item's file of orbitals."""

from __future__ import annotations

import json

import numpy as np

from ..runtime.job import Job

KEY = "natural_transition_orbitals"
# Bohr^(-3/2): isosurfaces are drawn at 0.02 and more.
_STEP = 1e-4


def send_transition_orbitals(job: Job, calculator, states) -> None:
    """Write the orbitals of `states`, which `calculator` has computed, on grids, and hand the file over.

    Each has the weight of its pair, origin and spacing (bohr), the number of points along each axis, and its values as multiples of a step,
    the last axis running fastest: a tenth of what lists of points would take.
    """
    path = job.new_directory("transition-orbitals") / "orbitals.json"
    with path.open("w", encoding="utf-8") as file:
        file.write(f'{{"{KEY}":{{')
        for number, (name, weight, field) in enumerate(calculator.transition_orbital_fields(states)):
            entry = {
                "weight": round(weight, 4),
                "origin": [float(x) for x in field.box.origin],
                "spacing": field.box.spacing,
                "shape": list(field.box.shape),
                "value_step": _STEP,
                "values": np.rint(field.values / _STEP).astype(int).tolist(),
            }
            file.write(("," if number else "") + json.dumps(name) + ":" + json.dumps(entry, separators=(",", ":")))
        file.write("}}")
    job.file("orbitals.json", "orbitals", path, "application/json", keys=[KEY])
