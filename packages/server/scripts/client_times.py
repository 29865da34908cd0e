"""Measures what a script of the public Python client 3.x waits for against a started server, and prints it as one JSON document.

The address is in ROWAN_API_URL (`…/api/v3`), the key in ROWAN_API_KEY: `npm run bench:client` starts a server and runs it. `results` are the seconds from
`submit` to the result of one small job, asked for as often as the client does by itself; `submissions` the seconds of a hundred `submit` calls.
"""

import json
import sys
import time

import rowan

RUNS, SUBMISSIONS = 5, 100


def submit(molecule: rowan.Molecule) -> rowan.Workflow:
    """Submits the GFN2-xTB energy of a molecule."""
    return rowan.submit_basic_calculation_workflow(molecule, method="gfn2_xtb", tasks=["energy"], engine="tblite")


def main() -> None:
    ethanol = rowan.Molecule.from_smiles("CCO")
    # What is loaded once by client and worker is no part of a later job.
    first = submit(ethanol)
    first.result()
    results = []
    for _ in range(RUNS):
        began = time.perf_counter()
        submit(ethanol).result()
        results.append(time.perf_counter() - began)
    began = time.perf_counter()
    made = [submit(ethanol) for _ in range(SUBMISSIONS)]
    submissions = time.perf_counter() - began
    for one in made:
        one.stop()
    json.dump({"uuid": first.uuid, "results": results, "submissions": submissions}, sys.stdout)


main()
