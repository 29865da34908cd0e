"""The text that ORCA 4, 5 and 6 print, read line by line: what a section of interest holds is kept, everything else is passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..record import NotReadable, Record
from .finish import record_of
from .keywords import level_of
from .sections import SECTIONS, Job, read_line

_VERSION = re.compile(r"Program Version +([0-9][0-9A-Za-z.\-]*)")


def read_orca_text(lines: Iterator[str]) -> list[Record]:
    """The jobs of an output of ORCA, in their order. Raises NotReadable where none holds a structure."""
    version: str | None = None
    keywords: list[str] = [""]
    jobs = [Job(1)]
    for line in lines:
        text = line.strip()
        section = SECTIONS.get(text)
        job = jobs[-1]
        try:
            if section is not None:
                section(lines, job)
            elif text.startswith("|"):
                _input_line(text, keywords)
            elif text.startswith("$$$") and "JOB NUMBER" in text:
                jobs = _next_job(jobs)
            elif text.startswith("* O   R   C   A *"):
                jobs = _next_job(jobs)
                # Outputs that were joined: the input of the next one counts from here.
                keywords = [*keywords[: jobs[-1].number - 1], ""]
            elif version is None and text.startswith("Program Version"):
                match = _VERSION.search(text)
                version = match[1] if match else None
            else:
                read_line(text, job)
        except (ValueError, IndexError, StopIteration):
            job.broken.add(text.capitalize())
    found = [record_of(job, version, level_of(keywords[min(job.number, len(keywords)) - 1])) for job in jobs if job.frames]
    if not found:
        raise NotReadable("The output of ORCA holds no structure: it ended before the first coordinates were printed.")
    return found


def _next_job(jobs: list[Job]) -> list[Job]:
    """The list with a new job at its end; one that has read nothing so far is that job already."""
    return jobs if not jobs[-1].frames else [*jobs, Job(jobs[-1].number + 1)]


def _input_line(text: str, keywords: list[str]) -> None:
    """A line of the input as ORCA repeats it ("|  1> ! B3LYP Opt"): jobs are separated by $new_job."""
    content = text.split(">", 1)[1] if ">" in text else ""
    if content.strip().lower().startswith("$new_job"):
        keywords.append("")
    else:
        keywords[-1] += content + "\n"
