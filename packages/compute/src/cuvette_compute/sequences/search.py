"""jackhmmer by pyhmmer: related sequences of one protein, each as a row of an a3m alignment.

In an a3m row a capital letter or "-" is aligned with each letter of the query; small letters are what the relative has in between.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import InputError, MethodNotAvailable

# Rounds of jackhmmer: each searches with the profile of what the one before found.
ROUNDS = 3
# Relatives need an E-value at most this large (HMMER's threshold of inclusion), and cover at least this part of the query.
LARGEST_E_VALUE, LEAST_COVERAGE = 1e-3, 0.3


def pyhmmer_version() -> str:
    from importlib.metadata import version

    return version("pyhmmer")


def relatives(query: str, files: list[Path], threads: int) -> list[dict[str, Any]]:
    """Relatives of a protein (one-letter codes) in FASTA files, best first: `name`, `e_value`, and `row` of the alignment in a3m.

    Databases that fit the memory are searched whole. Raises InputError for a file that is no FASTA of proteins.
    """
    try:
        import pyhmmer
    except ImportError as error:
        raise MethodNotAvailable("Searching sequences needs pyhmmer, and it does not load here.", detail=str(error)) from error
    alphabet = pyhmmer.easel.Alphabet.amino()
    target = pyhmmer.easel.TextSequence(name=b"query", sequence=query).digitize(alphabet)
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for path in files:
        try:
            with pyhmmer.easel.SequenceFile(str(path), digital=True, alphabet=alphabet) as file:
                sequences = file.read_block()
        except (ValueError, OSError) as error:
            raise InputError(f"The database {path.name} is no FASTA file of proteins: {error}") from error
        if not len(sequences):
            continue
        for hit in _rounds(pyhmmer, target, sequences, len(query), threads):
            row = _row(hit.best_domain.alignment, len(query))
            covered = sum(letter.isupper() for letter in row)
            if hit.evalue <= LARGEST_E_VALUE and covered >= LEAST_COVERAGE * len(query):
                name = _text(hit.name)
                found.setdefault((name, row), {"name": name, "e_value": float(hit.evalue), "row": row})
    return sorted(found.values(), key=lambda one: (one["e_value"], one["name"]))


def _rounds(pyhmmer: Any, query: Any, sequences: Any, length: int, threads: int) -> list[Any]:
    """Hits of the last round whose profile still has a column for each letter of the query: rows must be under it."""
    hits: list[Any] = []
    for rounds in pyhmmer.hmmer.jackhmmer([query], sequences, max_iterations=ROUNDS, checkpoints=True, cpus=threads, incE=LARGEST_E_VALUE):
        for one in rounds:
            if length == one.hmm.M:
                hits = [hit for hit in one.hits if hit.included]
    return hits


def _row(alignment: Any, length: int) -> str:
    """A hit's row: gaps where its best domain does not reach, small letters for insertions."""
    letters = []
    for column, letter in zip(alignment.hmm_sequence, alignment.target_sequence, strict=True):
        letters.append(letter.lower() if column == "." else letter.upper())
    return "-" * (alignment.hmm_from - 1) + "".join(letters) + "-" * (length - alignment.hmm_to)


def _text(name: Any) -> str:
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)
