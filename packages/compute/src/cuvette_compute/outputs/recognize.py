"""What a file is, by its content; its name counts for nothing but CREST's lists of conformers."""

from __future__ import annotations

import re

# How much of a file is looked at: batch systems and modules print a few lines before the program does.
HEAD_BYTES = 256 * 1024

# The first that is found decides: ORCA prints the names of other programs, and xtb writes a file in Gaussian's form.
_TEXTS: list[tuple[str, re.Pattern[str]]] = [
    ("orca hessian", re.compile(r"^\$orca_hessian_file", re.MULTILINE)),
    ("orca property", re.compile(r"^\$(?:Calculation_Status|Geometry|Calculation_Info)[ \t]*\n[ \t]*&GeometryIndex", re.MULTILINE)),
    ("molden", re.compile(r"^[ \t]*\[Molden Format\]", re.MULTILINE | re.IGNORECASE)),
    ("ORCA", re.compile(r"\* O   R   C   A \*")),
    ("Q-Chem", re.compile(r"Welcome to Q-Chem|Q-Chem, Inc\.")),
    ("Psi4", re.compile(r"Psi4: An Open-Source Ab Initio|^[ \t]*PSI4 \d|Psi4 (?:1|undefined)", re.MULTILINE)),
    ("NWChem", re.compile(r"Northwest Computational Chemistry Package")),
    ("CREST", re.compile(r"\|\s*C R E S T\s*\||Conformer-Rotamer Ensemble Sampling Tool")),
    ("xtb", re.compile(r"\|\s*x T B\s*\|")),
    ("Gaussian", re.compile(r"Entering Gaussian System|This is part of the Gaussian\(R\)|Gaussian, Inc\.")),
    ("Turbomole", re.compile(r"TURBOMOLE (?:rev\.|V|GmbH|version)")),
    ("turbomole gradient", re.compile(r"\A\s*\$grad\b")),
    ("turbomole hessian", re.compile(r"\A\s*\$(?:hessian|nprhessian)\b")),
    ("turbomole coordinates", re.compile(r"\A\s*\$coord\b")),
    ("fchk file", re.compile(r"^Number of atoms {2,}I {2,}\d+", re.MULTILINE)),
    ("xyz", re.compile(r"\A\s*\d{1,6}[ \t]*\r?\n[^\n]*\n\s*(?:[A-Za-z]{1,2}|\d{1,3})\d*[ \t]+[-+]?\d+\.")),
]

READABLE = (
    "outputs of ORCA, Gaussian, Psi4, Q-Chem, NWChem, Turbomole, xtb and CREST (crest_conformers.xyz), property and Hessian files of ORCA, "
    "QCSchema, Molden, fchk and XYZ files"
)


def kind_of(head: str) -> str | None:
    """The kind of a text by its first part: a program, or a form ("molden", "json"); None for what is none of them."""
    text = head.lstrip("\ufeff")
    if text.lstrip().startswith("{"):
        return "json"
    return next((kind for kind, pattern in _TEXTS if pattern.search(text)), None)


_JOBS: dict[str, re.Pattern[str]] = {
    "Gaussian": re.compile(r"^ Entering Gaussian System|^ Link1:  Proceeding to internal job step number", re.MULTILINE),
    "Psi4": re.compile(r"^ *Psi4: An Open-Source Ab Initio", re.MULTILINE),
    "Q-Chem": re.compile(r"^ *(?:Welcome to Q-Chem|Running Job \d+ of \d+)", re.MULTILINE),
    "NWChem": re.compile(r"^ *Northwest Computational Chemistry Package", re.MULTILINE),
    "xtb": re.compile(r"^ *\| +x T B +\|", re.MULTILINE),
}


def jobs_of(program: str, text: str) -> list[str]:
    """The jobs of an output that was joined or holds several, each from the line that its program begins with.

    A step of Gaussian that takes geometry and wave function from the one before (Freq after Opt) belongs to the same job.
    """
    pattern = _JOBS.get(program)
    if pattern is None:
        return [text]
    starts = [match.start() for match in pattern.finditer(text)]
    if program == "Gaussian":
        starts = [start for start in starts if not text.startswith(" Link1", start) or "geom=allcheck" not in _route(text, start)]
    elif program == "Psi4":
        # Each displacement of a finite difference has its own banner: a job begins where the one before has ended.
        starts = [start for place, start in enumerate(starts) if place == 0 or "Psi4 exiting" in text[max(0, start - 2000) : start]]
    elif program == "Q-Chem":
        # The welcome of a batch comes before its first job.
        starts = [
            start
            for place, start in enumerate(starts)
            if place == 0 or "Running Job" in text[start : start + 40] or _is_new_output(text, start)
        ]
        if len(starts) > 1 and "Running Job 1 of" in text[starts[1] : starts[1] + 40]:
            del starts[1]
    if len(starts) < 2:
        return [text]
    return [text[start:end] for start, end in zip([0, *starts[1:]], [*starts[1:], len(text)], strict=True)]


def _is_new_output(text: str, start: int) -> bool:
    return "Welcome to Q-Chem" in text[start : start + 40]


def _route(text: str, start: int) -> str:
    """The route of a step of Gaussian, in small letters and without line ends."""
    following = text[start : start + 6000]
    begun = following.find("\n #")
    ended = following.find("\n ----------", begun + 1)
    return following[begun:ended].replace("\n ", "").lower() if 0 <= begun < ended else ""
