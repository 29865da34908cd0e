"""Multiple sequence alignments: jackhmmer over FASTA databases, or ColabFold's search, as the files of prediction programs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ..calculations.levels import provenance
from ..errors import InputError, MethodNotAvailable
from ..runtime.job import Job
from ..runtime.notes import message
from ..sequences.lookup import lookup
from . import Result

_FORMATS = ("colabfold", "boltz")
# Amino acids, and the letters of HMMER for ambiguous and rare ones.
_LETTERS = re.compile(r"^[ACDEFGHIKLMNPQRSTVWYBJZXUO]+$")


def run(job: Job) -> Result:
    """Search and align each sequence. Raises InputError for letters that are no amino acids, MethodNotAvailable without databases."""
    formats = job.data.get("output_formats") or []
    if not formats:
        raise InputError("Choose at least one output format.", field="output_formats")
    if missing := [name for name in formats if name not in _FORMATS]:
        what = f"The format {', '.join(missing)} needs a writer of Parquet files, which this server lacks. Choose ColabFold or Boltz."
        raise MethodNotAvailable(what, field="output_formats")
    queries = [_letters(value, index) for index, value in enumerate(job.data.get("initial_protein_sequences") or [])]
    if not queries:
        raise InputError("An alignment needs a protein sequence.", field="initial_protein_sequences")
    source = lookup(job)
    messages, total = [], 0
    for index, query in enumerate(queries):
        job.progress(f"Searching relatives of sequence {index + 1} of {len(queries)}", index, len(queries))
        found = job.step(f"search/{index}", [query, source.inputs], lambda query=query: source.search(query))
        total += len(found)
        if not found:
            searched = ", ".join(source.databases)
            body = f"No relatives of sequence {index + 1} were found in {searched}; its alignment holds it alone."
            messages.append(message("warning", "No Related Sequences", body))
        _write(job, index, query, found, formats)
    job.progress("Searching relatives", len(queries), len(queries))
    if len(queries) > 1:
        body = "The chains were searched one by one; rows of different chains are not paired by species."
        messages.append(message("info", "Unpaired Alignments", body))
    stage = {**source.stage, "count_in": len(queries), "count_out": total}
    return Result({}, provenance(job, [stage], [], databases=source.databases), messages)


def _letters(value: Any, index: int) -> str:
    text = value.get("sequence") if isinstance(value, dict) else value
    letters = re.sub(r"\s", "", str(text or "")).upper()
    if not _LETTERS.match(letters):
        strange = sorted({letter for letter in letters if not _LETTERS.match(letter)})
        why = f"it has letters that are no amino acids: {', '.join(strange)}" if strange else "it is empty"
        raise InputError(f"Sequence {index + 1} cannot be searched: {why}.", field=f"initial_protein_sequences.{index}")
    return letters


def _write(job: Job, index: int, query: str, found: list[dict[str, Any]], formats: list[str]) -> None:
    """The files of one sequence: an a3m for ColabFold, rows without pairing (key -1) for Boltz. The query comes first."""
    rows = [("query", query), *[(re.sub(r"\s+", "_", one["name"]), one["row"]) for one in found]]
    texts = {
        "colabfold": (f"colabfold/unpaired/seq_{index}.a3m", "".join(f">{name}\n{row}\n" for name, row in rows)),
        "boltz": (f"boltz/seq_{index}.csv", "key,sequence\n" + "".join(f"-1,{row}\n" for _, row in rows)),
    }
    for name in formats:
        path_in_archive, text = texts[name]
        path: Path = job.new_directory("msa") / Path(path_in_archive).name
        path.write_text(text, "utf-8")
        job.file(path_in_archive, "msa", path, "text/plain", msa_format=name)
