"""Related sequences by `colabfold_search` over databases that an administrator placed. 10.1038/s41592-022-01488-1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import ComputeError, MethodNotAvailable
from ..runtime.places import COLABFOLD
from ..runtime.programs import run_program

_SECONDS = 24 * 3600.0


def has_colabfold() -> bool:
    """Whether the program is here and its databases are named."""
    try:
        COLABFOLD.path()
        COLABFOLD.folder()
    except MethodNotAvailable:
        return False
    return True


def colabfold_relatives(query: str, directory: Path, threads: int) -> list[dict[str, Any]]:
    """Rows of the alignment in a3m (`name`, `row`) without the query. Raises ComputeError where the program wrote none."""
    (directory / "query.fasta").write_text(f">query\n{query}\n", "utf-8")
    out = directory / "out"
    command = [COLABFOLD.path(), str(directory / "query.fasta"), str(COLABFOLD.folder()), str(out), "--threads", str(threads)]
    environment = COLABFOLD.environment(directory, threads)
    run_program("colabfold_search", command, directory, seconds=_SECONDS, environment=environment, log_name="colabfold.log")
    # A file for pairing is beside it.
    files = [path for path in out.glob("*.a3m") if not path.name.endswith(".paired.a3m")] if out.is_dir() else []
    if not files:
        raise ComputeError("colabfold_search ended without an error and wrote no alignment.")
    return read_a3m(files[0].read_text("utf-8", "replace"), query)


def read_a3m(text: str, query: str) -> list[dict[str, Any]]:
    """The rows of an a3m file behind its query. Raises ComputeError where a row has another length than the query."""
    rows: list[dict[str, Any]] = []
    for line in text.replace("\0", "").splitlines():
        if line.startswith(">"):
            rows.append({"name": line[1:].split()[0] if line[1:].strip() else "unnamed", "row": ""})
        elif rows and not line.startswith("#"):
            rows[-1]["row"] += line.strip()
    for one in rows:
        if sum(not letter.islower() for letter in one["row"]) != len(query):
            raise ComputeError(f"colabfold_search wrote a row ({one['name']}) that is not as long as the query.")
    return [one for one in rows if one["row"] != query]
