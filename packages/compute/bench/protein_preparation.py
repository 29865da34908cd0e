"""Preparation of a protein of 290 residues without hydrogens, as a worker runs it; prints seconds (issue 18: at most 20 for 300 residues).

Run in packages/compute: PYTHONPATH=src:tests .venv/bin/python bench/protein_preparation.py
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from test_protein import dictionary


def main() -> None:
    job = {
        "protocol": 1,
        "uuid": "p",
        "attempt": 1,
        "type": "stored_protein_preparation",
        "data": {"remove_hydrogens": True},
        "proteins": {"p": dictionary("tyk2_structure")},
    }
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "job.json"
        file.write_text(json.dumps(job))
        begun = time.perf_counter()
        command = [sys.executable, "-m", "cuvette_compute", "run", "--job", str(file), "--dir", directory]
        run = subprocess.run(command, env={**os.environ, "OMP_NUM_THREADS": "1"}, capture_output=True, text=True, check=True)
        seconds = time.perf_counter() - begun
    report = json.loads(run.stdout.splitlines()[-1])["data"]["report"]
    print(f"{report['after']['residues']} residues, {report['added_hydrogens']} hydrogens added and relaxed: {seconds:.1f} s")


if __name__ == "__main__":
    main()
