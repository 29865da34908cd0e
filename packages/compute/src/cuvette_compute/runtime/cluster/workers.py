"""Which Dask workers of a cluster get pieces: those that compute as this machine does."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cloudpickle

from .tasks import warm_up
from .versions import difference, versions_here

if TYPE_CHECKING:
    from distributed import Client

# The question is sent as it is: a Dask worker may have no Cuvette, or an older one.
cloudpickle.register_pickle_by_value(sys.modules[__name__])


@dataclass
class DaskWorker:
    """What a Dask worker answered: its host, its threads, the seconds that its clock is ahead, and why it gets no pieces, if so."""

    host: str
    threads: int
    clock_ahead: float = 0.0
    refused: str | None = None


class DaskWorkers:
    """The Dask workers that there are; `log` gets a sentence for each that gets no pieces."""

    def __init__(self, client: Client, needs_sandbox: bool, log: Callable[[str], None]) -> None:
        self._client, self._needs_sandbox, self._log = client, needs_sandbox, log
        self._known: dict[str, DaskWorker] = {}

    def look(self) -> None:
        """See which there are, and ask those that are new. Raises OSError where the scheduler does not answer."""
        listed = self._client.scheduler_info(n_workers=-1)["workers"]
        self._known = {address: known for address, known in self._known.items() if address in listed}
        if new := [address for address in listed if address not in self._known]:
            self._ask(new, listed)

    def good(self) -> frozenset[str]:
        """The addresses of those that get pieces."""
        return frozenset(address for address, known in self._known.items() if known.refused is None)

    def size(self) -> tuple[int, int]:
        """How many machines they are on, and how many pieces they do at a time."""
        good = [self._known[address] for address in self.good()]
        return len({known.host for known in good}), sum(known.threads for known in good)

    def clock_offsets(self, offset_ms: float) -> dict[str, float]:
        """How far the server's clock is ahead of theirs (ms), when it is so far ahead of this machine's."""
        return {address: offset_ms - 1000 * self._known[address].clock_ahead for address in self.good()}

    def _ask(self, addresses: list[str], listed: dict[str, Any]) -> None:
        """Ask what they compute with; those that differ from this machine are refused, with both versions."""
        asked = time.time()
        answers: Any = self._client.run(versions_there, workers=addresses, on_error="return")
        between = (asked + time.time()) / 2
        for address in addresses:
            answer, told = answers.get(address), listed[address]
            known = self._known[address] = DaskWorker(told.get("host") or address, told.get("nthreads", 1))
            if isinstance(answer, dict):
                known.host, known.clock_ahead = answer["host"], answer["time"] - between
                known.refused = difference(answer["versions"], versions_here())
                if known.refused is None and self._needs_sandbox and answer["sandbox"] is None:
                    known.refused = "CUVETTE_SANDBOX is required here, and nothing shuts pieces in there"
            else:
                known.refused = f"it could not be asked for its version ({answer})"
            if known.refused is not None:
                self._log(f"The Dask worker {address} on {known.host} is not used: {known.refused}.")
        taken = [address for address in addresses if self._known[address].refused is None]
        if taken:
            self._client.run(warm_up, workers=taken, on_error="ignore")


def versions_there() -> dict[str, Any]:
    """What a Dask worker computes with; it runs there."""
    import socket
    import time

    host, now = socket.gethostname(), time.time()
    try:
        from cuvette_compute.runtime.cluster.tasks import shut_in_by
        from cuvette_compute.runtime.cluster.versions import versions_here
    except ImportError:
        try:
            import cuvette_compute

            found = getattr(cuvette_compute, "__version__", "of an unknown version")
        except ImportError:
            found = "not installed"
        return {"host": host, "time": now, "versions": {"Cuvette": found}, "sandbox": None}
    return {"host": host, "time": now, "versions": versions_here(), "sandbox": shut_in_by()}
