"""Processor and wall seconds of one job in a process of its own, as a worker starts it: for `npm run bench:estimates`.

The job comes on standard input as JSON; one line of JSON goes out: `{"processor": 3.1, "wall": 3.4, "error": null}`. Processor time is what
another load on the machine spoils least, and what an idle machine needs as wall time on one core.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time


def main() -> None:
    """Run the job and print its seconds; a job that fails says why."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as directory:
        # Libraries start threads of their own unless they are kept from it.
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-m", "cuvette_compute", "run", "--job", "-", "--dir", directory]
        done = subprocess.run(command, input=sys.stdin.buffer.read(), capture_output=True, env=environment)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    events = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")]
    ended = any(event.get("event") == "result" for event in events)
    why = next((json.dumps(event) for event in reversed(events) if event.get("event") == "error"), done.stderr.decode()[-400:])
    answer = {
        "processor": round(used.ru_utime + used.ru_stime, 2),
        "wall": round(time.perf_counter() - begun, 2),
        "error": None if ended else why,
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
