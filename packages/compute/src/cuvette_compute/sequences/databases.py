"""The FASTA files that an administrator names in CUVETTE_SEQUENCE_DATABASES, parted as PATH is."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from ..errors import MethodNotAvailable

VARIABLE = "CUVETTE_SEQUENCE_DATABASES"


def database_files() -> list[Path]:
    """The files that are named, whether they are there or not."""
    return [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def has_databases() -> bool:
    """Whether FASTA files can be searched here: pyhmmer is installed, and every file that is named can be read."""
    files = database_files()
    return bool(files) and find_spec("pyhmmer") is not None and all(path.is_file() and os.access(path, os.R_OK) for path in files)


def require_databases() -> list[Path]:
    """The files to search. Raises MethodNotAvailable where there are none, or one cannot be read."""
    files = database_files()
    if not files:
        raise MethodNotAvailable(f"This server has no sequence databases: its administrator names FASTA files in {VARIABLE}.")
    for path in files:
        if not (path.is_file() and os.access(path, os.R_OK)):
            raise MethodNotAvailable(f"The sequence database {path.name} cannot be read on this worker.")
    return files
