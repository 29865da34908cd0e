"""A zip of a calculation's folder: the output, with what the other files hold and the output does not."""

from __future__ import annotations

import contextlib
import shutil
import zipfile
from pathlib import Path, PurePosixPath

from . import recognize, xtb_text
from .orbitals.attach import add_orbitals
from .orbitals.basis import OrbitalsNotReadable
from .orca.hessian_file import read_orca_hessian
from .read import kind_and_head, lines_of, read_kind, read_path, whole_text
from .record import NotReadable, Record
from .turbomole import add_hessian, read_gradient
from .xyz import read_xyz

MOST_BYTES = 512 * 2**20
MOST_FILES = 200
# Files of a folder that say more than others of it: the first of them that is there is read.
# A folder of xtb has a file in Gaussian's form too.
_PREFERRED = [
    "ORCA",
    "xtb",
    "Gaussian",
    "Psi4",
    "Q-Chem",
    "NWChem",
    "Turbomole",
    "orca property",
    "json",
    "fchk file",
    "molden",
    "turbomole gradient",
    "xyz",
]


def unpacked(path: Path, folder: Path) -> list[Path]:
    """The files of a zip, unpacked under names of our own order; folders within are flattened, what is hidden is left out."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [
                entry for entry in archive.infolist() if not entry.is_dir() and not PurePosixPath(entry.filename).name.startswith(".")
            ]
            if not entries:
                raise NotReadable("The zip holds no files.")
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise NotReadable(f"The zip holds more than {MOST_FILES} files or {MOST_BYTES // 2**20} MB. Zip one calculation at a time.")
            paths = []
            for index, entry in enumerate(entries):
                # The number keeps files of the same name in other folders apart; the name is what Turbomole's files are known by.
                place = folder / f"{index:03d}"
                place.mkdir()
                target = place / (PurePosixPath(entry.filename).name[:100] or "file")
                with archive.open(entry) as source, target.open("wb") as file:
                    shutil.copyfileobj(source, file)
                paths.append(target)
            return paths
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError) as error:
        raise NotReadable("The zip cannot be read: it is damaged, encrypted or packed in a way that is not known here.") from error


_TURBOMOLE_FILES = {"control", "coord", "basis", "energy", "gradient", "mos", "alpha", "beta", "job.last"}


def read_folder(paths: list[Path], folder: Path) -> list[Record]:
    """The calculation of a folder: its output, with what its other files hold and the output does not."""
    kinds = {path: kind_and_head(path)[0] for path in paths}
    beside = [path for path in paths if kinds[path] in ("molden", "fchk file")]
    records = _read_files(paths, kinds, folder)
    if len(records) == 1 and records[0].orbitals is None and not records[0].is_ensemble:
        for path in beside:
            _take_orbitals(records[0], kinds[path] or "", path, folder)
    return records


def _take_orbitals(record: Record, kind: str, path: Path, folder: Path) -> None:
    """The orbitals of a file beside the output, if they belong to its last structure."""
    if record.orbitals is None:
        with contextlib.suppress(NotReadable, OrbitalsNotReadable):
            add_orbitals(record, read_kind(kind, path, folder)[-1].orbitals)


def _read_files(paths: list[Path], kinds: dict[Path, str | None], folder: Path) -> list[Record]:
    names = {path.name: path for path in paths}
    if "CREST" in kinds.values() and "crest_conformers.xyz" in names:
        return read_path(names["crest_conformers.xyz"], "crest_conformers.xyz", folder)
    found = [(kind, path) for kind in _PREFERRED for path in paths if kinds[path] == kind]
    if not found:
        raise NotReadable(f"No file of the zip was recognized by its content. Readable are {recognize.READABLE}.")
    kind, path = found[0]
    if kind == "Turbomole":
        return [_turbomole_folder([one for one in paths if one.name in _TURBOMOLE_FILES or one.suffix in (".out", ".log")], folder)]
    same = [one for other, one in found if other == kind]
    if kind == "xtb":
        return [_xtb_folder(path, paths, kinds)]
    records, problem = [], None
    for one in same if kind != "xyz" else same[:1]:
        try:
            records.extend(read_kind(kind, one, folder))
        except NotReadable as error:
            problem = error
    if problem is not None and not records:
        raise problem
    hessians = [one for one in paths if kinds[one] == "orca hessian"]
    if len(records) == 1 and records[0].modes is None and hessians and kind in ("ORCA", "orca property"):
        other = read_orca_hessian(whole_text(hessians[0]).splitlines(keepends=True))[0]
        if other.numbers == records[0].numbers:
            records[0].modes = other.modes
    return records


def _turbomole_folder(paths: list[Path], folder: Path) -> Record:
    from .by_cclib import read_by_cclib

    # cclib knows these files by their names, which have to be in one place.
    together = folder / "together"
    together.mkdir()
    gathered = []
    for path in sorted(paths):
        target = together / path.name
        if not target.exists():
            path.rename(target)
            gathered.append(target)
    gradient = together / "gradient"
    record = read_by_cclib("Turbomole", gathered)
    if gradient.exists():
        steps = read_gradient(whole_text(gradient).splitlines(keepends=True))[0]
        if steps.numbers == record.numbers and len(steps.frames) >= len(record.frames):
            # The last energy is computed after the last gradient.
            last = record.frames[-1]
            more = [last] if last.energy is not None and last.energy != steps.frames[-1].energy else []
            record.frames, record.optimizes = [*steps.frames, *more], True
    return record


def _xtb_folder(output: Path, paths: list[Path], kinds: dict[Path, str | None]) -> Record:
    """xtb's output with the structure, the steps and the modes that it writes into files of their own."""
    from .by_cclib import read_by_cclib

    # The steps of an optimization (xtbopt.log), else its end, else the structure that was given.
    order = {"xtbopt.log": 0, "xtbopt.xyz": 1}
    structures = sorted((path for path in paths if kinds[path] == "xyz"), key=lambda path: order.get(path.name, 2))
    spectra = [path for path in paths if kinds[path] == "Gaussian"]
    steps = read_xyz(lines_of(structures[0]))[0] if structures else None
    whole = read_by_cclib("xtb", [output], steps)
    if steps is not None and steps.numbers == whole.numbers and len(steps.frames) > len(whole.frames):
        whole.frames, whole.optimizes = steps.frames, True
    if whole.modes is None and spectra:
        modes = read_by_cclib("Gaussian", [spectra[0]])
        if modes.numbers == whole.numbers:
            whole.modes = modes.modes
    hessians = [path for path in paths if kinds[path] == "turbomole hessian"]
    if whole.modes is None and hessians:
        add_hessian(whole, whole_text(hessians[0]).splitlines(keepends=True))
    xtb_text.complete(whole, whole_text(output))
    return whole
