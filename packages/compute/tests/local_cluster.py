"""A Dask cluster of processes on this machine, in a process of its own: for tests and benches. It ends with its standard input.

As a program it prints one JSON line: the address of the scheduler, and of each worker its name and the process that computes.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TESTS = Path(__file__).resolve().parent
_SOURCE = _TESTS.parent / "src"
# As docs/dask.md advises: what Dask watches in itself many times a second takes some percent of a small machine.
_QUIET = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False", "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms"}
# As `cuvette_compute.runtime.cluster.helpers` has it; this file runs without that package too.
_CHANNEL = "CUVETTE_CLUSTER_CHANNEL"


@dataclass
class LocalCluster:
    """A cluster that runs: its address, the processes of its workers, and the process of its scheduler."""

    address: str
    workers: dict[str, int]
    process: subprocess.Popen[bytes]


@contextmanager
def local_cluster(count: int, **environment: str) -> Iterator[LocalCluster]:
    """A cluster of so many workers of one thread each, while the block runs."""
    variables = {**os.environ, **_QUIET, "PYTHONPATH": f"{_SOURCE}{os.pathsep}{_TESTS}", **environment}
    command = [sys.executable, str(Path(__file__).resolve()), str(count)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=variables) as process:
        assert process.stdin and process.stdout
        try:
            told = json.loads(process.stdout.readline())
            yield LocalCluster(told["address"], told["workers"], process)
        finally:
            process.stdin.close()


@contextmanager
def bridge(address: str) -> Iterator[None]:
    """What a worker does for a job: a channel, with the bridge at its other end."""
    ours, theirs = socket.socketpair()
    variables = {**os.environ, "PYTHONPATH": str(_SOURCE), "CUVETTE_DASK": address}
    command = [sys.executable, "-m", "cuvette_compute", "bridge"]
    with subprocess.Popen(command, stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=subprocess.DEVNULL, env=variables) as process:
        theirs.close()
        # The job takes it, and closes it at its end.
        os.environ[_CHANNEL] = str(ours.detach())
        try:
            yield
            process.wait(30)
        finally:
            os.environ.pop(_CHANNEL, None)
            process.kill()


def main(count: int) -> None:
    from distributed import Client
    from distributed import LocalCluster as Cluster

    where: dict[str, Any] = {"dashboard_address": ":0", "host": "127.0.0.1"}
    with Cluster(n_workers=count, threads_per_worker=1, processes=True, memory_limit=0, **where) as cluster:
        with Client(cluster) as client:
            client.wait_for_workers(count)
            pids = client.run(os.getpid)
        print(json.dumps({"address": cluster.scheduler_address, "workers": pids}), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]))
