"""Reading a file, or a zip of a calculation's folder, into records: each kind goes to its reader."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from . import recognize
from .molden import read_molden
from .orca.hessian_file import read_orca_hessian
from .orca.property_file import parse_property_json, read_property_json, read_property_text
from .orca.text import read_orca_text
from .qcschema import is_qcschema, read_qcschema
from .record import NotReadable, Record
from .turbomole import read_coordinates, read_gradient
from .xyz import read_xyz

# Outputs that are read whole into memory: all but ORCA's and trajectories.
MOST_BYTES_WHOLE = 128 * 2**20
_CLUSTER = re.compile(r"crest_(?:conformers|rotamers|ensemble)|ensemble|conformers", re.IGNORECASE)


def read_path(path: Path, name: str, folder: Path) -> list[Record]:
    """The calculations of a file that is called `name`; `folder` takes what is unpacked.

    Raises NotReadable with words for a person.
    """
    if path.stat().st_size == 0:
        raise NotReadable("The file is empty.")
    kind, head = kind_and_head(path)
    if kind is None:
        raise NotReadable(_not_known(head, name))
    records = read_kind(kind, path, folder)
    for record in records:
        _note_conformers(record, name)
    return records


def _not_known(head: str, name: str) -> str:
    if "\x00" in head[:4096]:
        return (
            f"{name[:100]} is no text. ORCA's .gbw and Gaussian's .chk files hold wave functions: import the output, "
            "or the .fchk file that formchk writes."
        )
    if head.lstrip().startswith("$"):
        return f"{name[:100]} is a file of a program's folder that holds no calculation by itself. Import a zip of the folder."
    return f"{name[:100]} was not recognized by its content. Readable are {recognize.READABLE}."


def kind_and_head(path: Path) -> tuple[str | None, str]:
    """What a file is, and its first part as text."""
    with path.open("rb") as file:
        head = file.read(recognize.HEAD_BYTES).decode("utf-8", "replace").replace("\r\n", "\n")
    return recognize.kind_of(head), head


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a text file, one after the other; bytes that are no UTF-8 become a mark."""
    with path.open(encoding="utf-8", errors="replace") as file:
        yield from file


def whole_text(path: Path) -> str:
    """The text of a file. Raises NotReadable for one that is larger than what is read whole."""
    if path.stat().st_size > MOST_BYTES_WHOLE:
        raise NotReadable(f"The file is larger than {MOST_BYTES_WHOLE // 2**20} MB, the most that is read of this kind.")
    return "".join(lines_of(path))


def read_kind(kind: str, path: Path, folder: Path) -> list[Record]:
    streamed: dict[str, Callable[[Iterator[str]], list[Record]]] = {
        "ORCA": read_orca_text,
        "orca property": read_property_text,
        "molden": read_molden,
        "xyz": read_xyz,
    }
    listed: dict[str, Callable[[list[str]], list[Record]]] = {
        "orca hessian": read_orca_hessian,
        "turbomole gradient": read_gradient,
        "turbomole coordinates": read_coordinates,
    }
    if kind in streamed:
        return streamed[kind](lines_of(path))
    if kind in listed:
        return listed[kind](whole_text(path).splitlines(keepends=True))
    if kind == "json":
        return _read_json(whole_text(path))
    if kind == "CREST":
        raise NotReadable("The output of CREST holds no structures. Import crest_conformers.xyz, or a zip of the folder.")
    if kind == "turbomole hessian":
        raise NotReadable("The Hessian holds no atoms. Import a zip of it and the structure (xyz or coord).")
    return _read_by_cclib(kind, path, folder)


def _read_json(text: str) -> list[Record]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotReadable("The JSON cannot be read; it may have been cut off.") from error
    if isinstance(document, dict) and document.get("format") == "cuvette-bundle":
        raise NotReadable("This is a bundle of Cuvette: bring it in with Import.")
    if is_qcschema(document):
        return read_qcschema(document)
    if isinstance(document, dict) and "Geometries" in document:
        return read_property_json(parse_property_json(text))
    raise NotReadable("The JSON is neither a QCSchema document nor a property file of ORCA 6.")


def _read_by_cclib(program: str, path: Path, folder: Path) -> list[Record]:
    from .by_cclib import read_by_cclib
    from .complete import complete_record

    text = whole_text(path)
    jobs = recognize.jobs_of(program, text)
    if len(jobs) == 1:
        record = read_by_cclib(program, [path])
        complete_record(record, text)
        return [record]
    records, problem = [], None
    for index, job in enumerate(jobs):
        part = folder / f"job-{index + 1}.out"
        part.write_text(job, encoding="utf-8")
        try:
            records.append(read_by_cclib(program, [part]))
            complete_record(records[-1], job)
        except NotReadable as error:
            problem = error
    if problem is not None and not records:
        raise problem
    return records


def _note_conformers(record: Record, name: str) -> None:
    """Marks the structures of CREST: conformers of one molecule and no steps of an optimization."""
    if (
        _CLUSTER.search(name)
        and record.program in ("XYZ file", "xtb", "CREST")
        and all(frame.energy is not None for frame in record.frames)
    ):
        if name.lower().startswith("crest_"):
            record.program, record.version = "CREST", None
        record.is_ensemble = len(record.frames) > 1
        record.optimizes = record.optimizes and not record.is_ensemble
