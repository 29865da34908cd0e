"""Runs in the environment of PyPermm, which lacks this package.

A molecule comes as JSON in the argument; what PyPermm says of it goes out as JSON.
"""

import json
import sys
from importlib.metadata import version


def main() -> None:
    question = json.loads(sys.argv[1])
    answer = {"version": version("pypermm")}
    if question:
        from pypermm.pypermm import run_permm  # pyright: ignore[reportMissingImports]  (of its own environment)

        try:
            found = run_permm(question["symbols"], question["coordinates"])
        except Exception as error:  # the caller gets the reason, whatever it is
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        else:
            names = ("E_bind", "logP_BLM", "logP_plasma", "logP_BBB", "logP_Caco2", "logP_PAMPA")
            answer |= {name: float(found[name]) for name in names}
            answer |= {"z": [float(z) for z in found["z"]], "energies": [float(energy) for energy in found["energies"]]}
    json.dump(answer, sys.stdout)


main()
