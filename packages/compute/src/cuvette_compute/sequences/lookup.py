"""Where related sequences are looked for on this server: its FASTA files by jackhmmer, else ColabFold's databases by its own program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..runtime.job import Job
from .colabfold import colabfold_relatives, has_colabfold
from .databases import has_databases, require_databases
from .search import ROUNDS, pyhmmer_version, relatives


@dataclass(frozen=True)
class Lookup:
    """How sequences are searched: `search` gives the relatives of one, `inputs` is what its result depends on, the rest is for people."""

    search: Callable[[str], list[dict[str, Any]]]
    inputs: list[Any]
    databases: list[str]
    stage: dict[str, Any]


def can_search() -> bool:
    """Whether sequences can be searched here."""
    return has_databases() or has_colabfold()


def lookup(job: Job) -> Lookup:
    """The search of this server. Raises MethodNotAvailable where there is none."""
    if not has_databases() and has_colabfold():
        stage = {"name": "ColabFold search", "method": "colabfold_search", "engine": "colabfold", "engine_version": "not reported"}

        def search(query: str) -> list[dict[str, Any]]:
            return colabfold_relatives(query, job.new_directory("colabfold"), job.threads)

        return Lookup(search, ["colabfold_search"], ["ColabFold"], stage)
    files = require_databases()
    # A database that was exchanged between two attempts is another one.
    inputs = [[path.name, path.stat().st_size, path.stat().st_mtime_ns] for path in files]
    stage = {"name": f"jackhmmer, {ROUNDS} rounds", "method": "jackhmmer", "engine": "pyhmmer", "engine_version": pyhmmer_version()}
    return Lookup(lambda query: relatives(query, files, job.threads), inputs, [path.name for path in files], stage)
