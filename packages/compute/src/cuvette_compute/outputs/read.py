"""Reading a file, or a zip of a calculation's folder, into records: each kind goes to its reader."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Callable, Iterator

from . import recognize
from .molden import read_molden
from .orca.hessian_file import read_orca_hessian
from .orca.property_file import parse_property_json, read_property_json, read_property_text
from .orca.text import read_orca_text
from .qcschema import is_qcschema, read_qcschema
from .record import NotReadable, Record
from .turbomole import add_hessian, read_coordinates, read_gradient
from .xyz import read_xyz

# Outputs that are read whole into memory: all but ORCA's and trajectories.
MOST_BYTES_WHOLE = 128 * 2**20
MOST_BYTES = 512 * 2**20
MOST_FILES = 200
# Files of a folder that say more than others of it: the first of them that is there is read.
_PREFERRED = ["ORCA", "Gaussian", "Psi4", "Q-Chem", "NWChem", "Turbomole", "xtb", "orca property", "json", "fchk file", "molden", "turbomole gradient", "xyz"]
_CLUSTER = re.compile(r"crest_(?:conformers|rotamers|ensemble)|ensemble|conformers", re.IGNORECASE)


def read_path(path: str, name: str, folder: str) -> list[Record]:
    """The calculations of a file that is called `name`; `folder` takes what is unpacked. Raises NotReadable with words for a person."""
    if os.path.getsize(path) == 0:
        raise NotReadable("The file is empty.")
    if zipfile.is_zipfile(path):
        return _read_folder(_unpacked(path, folder), folder)
    kind, head = _kind(path)
    if kind is None:
        raise NotReadable(_not_known(head, name))
    records = _read(kind, path, folder)
    for record in records:
        _note_conformers(record, name)
    return records


def _not_known(head: str, name: str) -> str:
    if "\x00" in head[:4096]:
        return f"{name[:100]} is no text. ORCA's .gbw and Gaussian's .chk files hold wave functions: import the output, or the .fchk file that formchk writes."
    if head.lstrip().startswith("$"):
        return f"{name[:100]} is a file of a program's folder that holds no calculation by itself. Import a zip of the folder."
    return f"{name[:100]} was not recognized by its content. Readable are {recognize.READABLE}."


def _kind(path: str) -> tuple[str | None, str]:
    with open(path, "rb") as file:
        head = file.read(recognize.HEAD_BYTES).decode("utf-8", "replace").replace("\r\n", "\n")
    return recognize.kind_of(head), head


def _lines(path: str) -> Iterator[str]:
    with open(path, encoding="utf-8", errors="replace") as file:
        yield from file


def _whole(path: str) -> str:
    if os.path.getsize(path) > MOST_BYTES_WHOLE:
        raise NotReadable(f"The file is larger than {MOST_BYTES_WHOLE // 2**20} MB, the most that is read of this kind.")
    return "".join(_lines(path))


def _read(kind: str, path: str, folder: str) -> list[Record]:
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
        return streamed[kind](_lines(path))
    if kind in listed:
        return listed[kind](_whole(path).splitlines(keepends=True))
    if kind == "json":
        return _read_json(_whole(path))
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


def _read_by_cclib(program: str, path: str, folder: str) -> list[Record]:
    from .by_cclib import read_by_cclib

    text = _whole(path)
    jobs = recognize.jobs_of(program, text)
    if len(jobs) == 1:
        record = read_by_cclib(program, [path])
        _complete_program(record, text)
        return [record]
    records, problem = [], None
    for index, job in enumerate(jobs):
        part = os.path.join(folder, f"job-{index + 1}.out")
        with open(part, "w", encoding="utf-8") as file:
            file.write(job)
        try:
            records.append(read_by_cclib(program, [part]))
            _complete_program(records[-1], job)
        except NotReadable as error:
            problem = error
    if problem is not None and not records:
        raise problem
    return records


def _complete_program(record: Record, text: str) -> None:
    """What cclib does not say: the level of a formatted checkpoint file, and that xtb wrote a file in Gaussian's form."""
    if record.program == "fchk file":
        record.complete = _is_whole_fchk(text)
        words = text.split("\n", 2)[1].split() if text.count("\n") > 1 else []
        if len(words) >= 2 and record.method is None:
            record.method = re.sub(r"^(?:RO|R|U)(?=[A-Z]|$)", "", words[1], count=1) or None
            record.method = "hf" if record.method == "HF" else record.method
            record.basis_set = record.basis_set or (words[2] if len(words) > 2 else None)
    elif record.program == "Psi4":
        _psi4_thermochemistry(record, text)
    elif record.program == "Gaussian" and record.version is None and "xtb" in text[:2000]:
        record.program, record.complete = "xtb", True


_PSI4_TOTALS = {
    "electronic": re.compile(r"Total E0, Electronic energy at well bottom at 0 \[K\] +(-?\d+\.\d+)"),
    "energy_correction": re.compile(r"Total E, Electronic energy at +[\d.]+ \[K\] +(-?\d+\.\d+)"),
    "enthalpy_correction": re.compile(r"Total H, Enthalpy at +[\d.]+ \[K\] +(-?\d+\.\d+)"),
    "free_energy_correction": re.compile(r"Total G, (?:Free enthalpy|Gibbs energy) at +[\d.]+ \[K\] +(-?\d+\.\d+)"),
}


def _psi4_thermochemistry(record: Record, text: str) -> None:
    """The last thermochemistry of Psi4, which cclib leaves out, and the energy below it, which it loses in finite differences."""
    found = {name: float(matches[-1]) for name, pattern in _PSI4_TOTALS.items() if (matches := pattern.findall(text))}
    electronic = found.pop("electronic", None)
    if electronic is None or record.modes is None:
        return
    if record.frames[-1].energy is None:
        record.frames[-1].energy = electronic
    for name, total in found.items():
        setattr(record, name, total - electronic)
    if match := re.search(r"Enthalpy at +([\d.]+) \[K\]", text):
        record.temperature = float(match[1])


def _is_whole_fchk(text: str) -> bool:
    """Whether the last array of a formatted checkpoint file has as many entries as its header says."""
    declared, counted, characters = 0, 0, False
    for line in text.splitlines():
        if match := re.match(r"[^ ].{42}([IRCHL]) {3}N= *(\d+)", line):
            declared, counted, characters = int(match[2]), 0, match[1] in "CH"
        elif line.startswith(" ") or characters:
            counted += len(line.split()) if not characters else -(-len(line.rstrip()) // 12)
    return text.endswith("\n") and (counted >= declared or characters)


def _note_conformers(record: Record, name: str) -> None:
    """Marks the structures of CREST: conformers of one molecule and no steps of an optimization."""
    if _CLUSTER.search(name) and record.program in ("XYZ file", "xtb", "CREST") and all(frame.energy is not None for frame in record.frames):
        if name.lower().startswith("crest_"):
            record.program, record.version = "CREST", None
        record.is_ensemble = len(record.frames) > 1
        record.optimizes = record.optimizes and not record.is_ensemble


# --- folders ---------------------------------------------------------------------------------------------------------------------


def _unpacked(path: str, folder: str) -> list[str]:
    """The files of a zip, unpacked under names of our own order; folders within are flattened, what is hidden is left out."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir() and not os.path.basename(entry.filename).startswith(".")]
            if not entries:
                raise NotReadable("The zip holds no files.")
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise NotReadable(f"The zip holds more than {MOST_FILES} files or {MOST_BYTES // 2**20} MB. Zip one calculation at a time.")
            paths = []
            for index, entry in enumerate(entries):
                # The number keeps files of the same name in other folders apart; the name is what Turbomole's files are known by.
                place = os.path.join(folder, f"{index:03d}")
                os.mkdir(place)
                target = os.path.join(place, os.path.basename(entry.filename)[:100] or "file")
                with archive.open(entry) as source, open(target, "wb") as file:
                    for chunk in iter(lambda source=source: source.read(1 << 20), b""):
                        file.write(chunk)
                paths.append(target)
            return paths
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError) as error:
        raise NotReadable("The zip cannot be read: it is damaged, encrypted or packed in a way that is not known here.") from error


_TURBOMOLE_FILES = re.compile(r"control|coord|basis|energy|gradient|mos|alpha|beta|job\.last|.*\.out|.*\.log")


def _read_folder(paths: list[str], folder: str) -> list[Record]:
    """The calculation of a folder: its output, with what its other files hold and the output does not."""
    kinds = {path: _kind(path)[0] for path in paths}
    names = {os.path.basename(path): path for path in paths}
    if "CREST" in kinds.values() and "crest_conformers.xyz" in names:
        return read_path(names["crest_conformers.xyz"], "crest_conformers.xyz", folder)
    found = [(kind, path) for kind in _PREFERRED for path in paths if kinds[path] == kind]
    if not found:
        raise NotReadable(f"No file of the zip was recognized by its content. Readable are {recognize.READABLE}.")
    kind, path = found[0]
    if kind == "Turbomole":
        return [_turbomole_folder([one for one in paths if _TURBOMOLE_FILES.fullmatch(os.path.basename(one))], folder)]
    same = [one for other, one in found if other == kind]
    if kind == "xtb":
        return [_xtb_folder(path, paths, kinds)]
    records, problem = [], None
    for one in same if kind != "xyz" else same[:1]:
        try:
            records.extend(_read(kind, one, folder))
        except NotReadable as error:
            problem = error
    if problem is not None and not records:
        raise problem
    hessians = [one for one in paths if kinds[one] == "orca hessian"]
    if len(records) == 1 and records[0].modes is None and hessians and kind in ("ORCA", "orca property"):
        other = read_orca_hessian(_whole(hessians[0]).splitlines(keepends=True))[0]
        if other.numbers == records[0].numbers:
            records[0].modes = other.modes
    return records


def _turbomole_folder(paths: list[str], folder: str) -> Record:
    from .by_cclib import read_by_cclib

    # cclib knows these files by their names, which have to be in one place.
    together = os.path.join(folder, "together")
    os.mkdir(together)
    gathered = []
    for path in sorted(paths):
        target = os.path.join(together, os.path.basename(path))
        if not os.path.exists(target):
            os.rename(path, target)
            gathered.append(target)
    gradient = os.path.join(together, "gradient")
    record = read_by_cclib("Turbomole", gathered)
    if os.path.exists(gradient):
        steps = read_gradient(_whole(gradient).splitlines(keepends=True))[0]
        if steps.numbers == record.numbers and len(steps.frames) >= len(record.frames):
            record.frames, record.optimizes = steps.frames, steps.optimizes
    return record


def _xtb_folder(output: str, paths: list[str], kinds: dict[str, str | None]) -> Record:
    """xtb's output with the structure, the steps and the modes that it writes into files of their own."""
    from .by_cclib import read_by_cclib

    # The steps of an optimization (xtbopt.log), else its end, else the structure that was given.
    order = {"xtbopt.log": 0, "xtbopt.xyz": 1}
    structures = sorted((path for path in paths if kinds[path] == "xyz"), key=lambda path: order.get(os.path.basename(path), 2))
    spectra = [path for path in paths if kinds[path] == "Gaussian"]
    steps = read_xyz(_lines(structures[0]))[0] if structures else None
    whole = read_by_cclib("xtb", [output], steps)
    if steps is not None and steps.numbers == whole.numbers and len(steps.frames) > len(whole.frames):
        whole.frames, whole.optimizes = steps.frames, True
    if whole.modes is None and spectra:
        modes = read_by_cclib("Gaussian", [spectra[0]])
        if modes.numbers == whole.numbers:
            whole.modes = modes.modes
    hessians = [path for path in paths if kinds[path] == "turbomole hessian"]
    if whole.modes is None and hessians:
        add_hessian(whole, _whole(hessians[0]).splitlines(keepends=True))
    return whole
