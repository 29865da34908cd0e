"""Which cluster: the address of a scheduler that runs, or a cluster that `dask-jobqueue` starts for a job."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from distributed import Client

_SOURCE = Path(__file__).resolve().parents[3]
_ADDRESS = re.compile(r"^(tcp|tls|ws|wss|ucx)://[^\s]+$")
_NAMES = ("HTCondorCluster", "LSFCluster", "MoabCluster", "OARCluster", "PBSCluster", "SGECluster", "SLURMCluster")
_SECONDS_TO_CONNECT = 10
# Dask looks at its own event loops fifty times a second and at its tasks a hundred times, in each of its processes. Pieces compute in other
# processes, of which that tells nothing, and on a machine of two cores it takes some percent of them. What an administrator has set stays.
_QUIET = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False", "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms"}


MISSING = "Dask is not installed on this worker (npm run setup -- --with dask)."


class NoCluster(Exception):
    """Why there is no cluster, as a sentence."""


@dataclass(frozen=True)
class Wish:
    """A cluster as CUVETTE_DASK describes it."""

    address: str | None = None
    """of a scheduler that runs"""
    kind: str = ""
    """else the class of `dask-jobqueue`, with its options"""
    options: dict[str, Any] | None = None
    most_jobs: int = 1
    """jobs of the batch system at a time"""

    @property
    def title(self) -> str:
        """What people know it by."""
        return f"The Dask scheduler {self.address}" if self.address else f"The Dask cluster ({self.kind})"


def read_wish(text: str) -> Wish:
    """Read the value of CUVETTE_DASK: an address; or JSON with `cluster`, `options` and `maximum_jobs`, or the path of a file with it.

    Raises NoCluster.
    """
    if _ADDRESS.match(text):
        return Wish(address=text)
    if text.startswith("/"):
        try:
            text = Path(text).read_text("utf-8")
        except (OSError, ValueError) as error:
            raise NoCluster(f"The file that CUVETTE_DASK names cannot be read: {error}.") from error
    try:
        found = json.loads(text)
    except ValueError:
        raise NoCluster(f'CUVETTE_DASK must be an address like tcp://scheduler:8786 or JSON, and "{text[:80]}" is neither.') from None
    if not isinstance(found, dict) or set(found) - {"cluster", "options", "maximum_jobs"}:
        raise NoCluster('CUVETTE_DASK must be a JSON object with "cluster", "options" and "maximum_jobs", and nothing else.')
    kind, options, most = found.get("cluster"), found.get("options", {}), found.get("maximum_jobs", 1)
    if kind not in _NAMES:
        raise NoCluster(f'"cluster" in CUVETTE_DASK must be one of {", ".join(_NAMES)}, not {json.dumps(kind)}.')
    if not isinstance(options, dict):
        raise NoCluster('"options" in CUVETTE_DASK must be a JSON object.')
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise NoCluster('"maximum_jobs" in CUVETTE_DASK must be a whole number of 1 or more.')
    return Wish(kind=kind, options=options, most_jobs=most)


def check_wish(wish: Wish) -> None:
    """Raise NoCluster where what the wish needs is not installed here."""
    if find_spec("distributed") is None or (not wish.address and find_spec("dask_jobqueue") is None):
        raise NoCluster(MISSING)


class Cluster:
    """A client of the cluster, and the cluster itself where it was started for this job."""

    def __init__(self, client: Client, wish: Wish, started: Any = None) -> None:
        self.client = client
        self._started = started
        self._most_jobs = wish.most_jobs
        self._threads = int((wish.options or {}).get("cores") or 1)
        self._jobs = 0

    def grow(self, pieces: int) -> None:
        """Have as many jobs of the batch system as so many pieces fill, within the limit; never fewer than before."""
        if self._started is None:
            return
        jobs = min(self._most_jobs, math.ceil(pieces / self._threads))
        if jobs > self._jobs:
            self._jobs = jobs
            self._started.scale(jobs=jobs)


@contextlib.contextmanager
def connected(wish: Wish) -> Iterator[Cluster]:
    """A client of the cluster while the block runs; what was started for it ends with it. Raises NoCluster."""
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    try:
        from distributed import Client
    except ImportError:
        raise NoCluster(MISSING) from None
    started = None if wish.address else _start(wish)
    try:
        client = Client(wish.address or started, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(f"{wish.title} does not answer ({error}).") from error
    try:
        yield Cluster(client, wish, started)
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=2)
        if started is not None:
            started.close(timeout=10)


def _start(wish: Wish) -> Any:
    """The cluster of `dask-jobqueue`, with workers that find this Cuvette and this Python."""
    check_wish(wish)
    import dask_jobqueue

    options = dict(wish.options or {})
    options.setdefault("python", sys.executable)
    # The scheduler of each job has a port of its own for its pages.
    options["scheduler_options"] = {"dashboard_address": ":0", **(options.get("scheduler_options") or {})}
    quiet = [f'export {name}="${{{name}:-{value}}}"' for name, value in _QUIET.items()]
    options["job_script_prologue"] = [f'export PYTHONPATH="{_SOURCE}"', *quiet, *options.get("job_script_prologue", [])]
    try:
        return getattr(dask_jobqueue, wish.kind)(**options)
    except Exception as error:
        raise NoCluster(f"{wish.title} could not be started: {type(error).__name__}: {error}") from error
