"""The small process in an engine's own environment: JSON lines in, JSON lines out. Only Python's standard library is needed here.

`python served.py MODULE:NAME`. The entry point is called with `method`, `numbers`, `charge`, `multiplicity` and `threads` by name and
returns an ASE calculator, or a function that gets positions (a list of [x, y, z] in Angstrom) and returns a dictionary with `energy`
(eV), `forces` (eV/Angstrom) and, where it has them, `charges` (e) and `dipole` (e Angstrom).
"""

import importlib
import json
import os
import sys
import traceback
from typing import Any


def main() -> None:
    """Answer one line for each line until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # What a library prints is no answer.
    os.dup2(2, 1)
    module, _, name = sys.argv[1].partition(":")
    compute: Any = None
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if asked["call"] == "version":
                loaded = importlib.import_module(module)
                found = getattr(getattr(loaded, name), "__version__", None) or getattr(loaded, "__version__", "not reported")
                answer = {"version": str(found)}
            elif asked["call"] == "start":
                make = getattr(importlib.import_module(module), name)
                compute = _callable(make(**asked["request"]), asked["request"]["numbers"])
                answer = {"started": True}
            else:
                answer = compute(asked["positions"])
                answer = {key: _plain(answer[key]) for key in ("energy", "forces", "charges", "dipole") if answer.get(key) is not None}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}", "detail": traceback.format_exc()[-4000:]}
        answers.write(json.dumps({"id": asked["id"], **answer}) + "\n")
        answers.flush()


def _plain(value):
    """Numbers of NumPy as numbers of JSON."""
    return value.tolist() if hasattr(value, "tolist") else value


def _callable(made, numbers):
    """The function itself, or an ASE calculator as one."""
    if not hasattr(made, "get_potential_energy"):
        return made
    from ase import Atoms

    def compute(positions):
        atoms = Atoms(numbers=numbers, positions=positions)
        atoms.calc = made
        answer = {"energy": float(atoms.get_potential_energy()), "forces": atoms.get_forces()}
        for key in ("charges", "dipole"):
            if key in made.results:
                answer[key] = made.results[key]
        return answer

    return compute


if __name__ == "__main__":
    main()
