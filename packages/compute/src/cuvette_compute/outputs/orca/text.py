"""The text that ORCA 4, 5 and 6 print, read line by line: what a section of interest holds is kept, everything else is passed over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from ...units import ANGSTROM_PER_BOHR, DEBYE_PER_E_BOHR
from ..numbers import atomic_number, gap_of, modes_of, number_of
from ..record import Excitation, Frame, NotReadable, Record
from .keywords import Level, level_of

_VERSION = re.compile(r"Program Version +([0-9][0-9A-Za-z.\-]*)")
_ATOM = re.compile(r" *\d+ *([A-Za-z]{1,2}) *: +(.+)")
_GEOMETRY_LINE = re.compile(r"\* *(?:xyz|xyzfile|int|internal|gzmt) +([+-]?\d+) +(\d+)", re.IGNORECASE)
_STATE = re.compile(r"STATE +\d+: +E= *(-?\d+\.\d+) au")
_PART = re.compile(r" +(\d+)([ab]) +-> +(\d+)([ab]) *: +(\d+\.\d+)")


@dataclass
class _Job:
    """What is known of the job that is being read."""

    number: int
    frames: list[tuple[list[int], Frame]] = field(default_factory=list)
    values: dict[str, float] = field(default_factory=dict)
    charges: list[float] | None = None
    charge_model: str | None = None
    spins: list[float] | None = None
    dipole: list[float] | None = None
    orbitals: list[tuple[bool, float]] = field(default_factory=list)
    occupied: int = 0
    frequencies: list[float] = field(default_factory=list)
    vectors: np.ndarray | None = None
    intensities: dict[int, float] = field(default_factory=dict)
    states: list[tuple[int | None, Excitation]] = field(default_factory=list)
    strengths: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    basis: str | None = None
    kind: str | None = None
    solvent: str | None = None
    optimizes: bool = False
    converged: bool | None = None
    complete: bool = False
    seconds: float | None = None
    broken: set[str] = field(default_factory=set)


def read_orca_text(lines: Iterator[str]) -> list[Record]:
    """The jobs of an output of ORCA, in their order. Raises NotReadable where none holds a structure."""
    version: str | None = None
    keywords: list[str] = [""]
    jobs = [_Job(1)]
    for line in lines:
        text = line.strip()
        section = _SECTIONS.get(text)
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
                keywords = keywords[: jobs[-1].number - 1] + [""]
            elif version is None and text.startswith("Program Version"):
                match = _VERSION.search(text)
                version = match[1] if match else None
            else:
                _single_line(text, job)
        except (ValueError, IndexError, StopIteration):
            job.broken.add(text.capitalize())
    found = [_record(job, version, level_of(keywords[min(job.number, len(keywords)) - 1])) for job in jobs if job.frames]
    if not found:
        raise NotReadable("The output of ORCA holds no structure: it ended before the first coordinates were printed.")
    return found


def _next_job(jobs: list[_Job]) -> list[_Job]:
    """The list with a new job at its end; one that has read nothing so far is that job already."""
    return jobs if not jobs[-1].frames else [*jobs, _Job(jobs[-1].number + 1)]


def _input_line(text: str, keywords: list[str]) -> None:
    """A line of the input as ORCA repeats it ("|  1> ! B3LYP Opt"): jobs are separated by $new_job."""
    content = text.split(">", 1)[1] if ">" in text else ""
    if content.strip().lower().startswith("$new_job"):
        keywords.append("")
    else:
        keywords[-1] += content + "\n"


# --- lines that hold their value -------------------------------------------------------------------------------------------------


def _last_number(text: str) -> float:
    values = [value for value in map(number_of, text.split()) if value is not None]
    return values[-1]


def _energy(text: str, job: _Job) -> None:
    if job.frames:
        job.frames[-1][1].energy = _last_number(text)


def _after_dots(text: str) -> float:
    """The number after the dots of "Zero point energy ... 0.177 Eh 111.08 kcal/mol"."""
    return float(text.rsplit("..", 1)[1].lstrip(".").split()[0])


def _keep(name: str) -> Callable[[str, _Job], None]:
    def keep(text: str, job: _Job) -> None:
        # Later lines are of other temperatures.
        job.values.setdefault(name, _after_dots(text))

    return keep


def _run_time(text: str, job: _Job) -> None:
    days, hours, minutes, seconds, milliseconds = (int(word) for word in re.findall(r"\d+", text)[:5])
    job.seconds = ((days * 24 + hours) * 60 + minutes) * 60 + seconds + milliseconds / 1000


def _set(name: str, value: bool) -> Callable[[str, _Job], None]:
    def keep(_text: str, job: _Job) -> None:
        setattr(job, name, value)

    return keep


def _thermal_energy(text: str, job: _Job) -> None:
    if ".." not in text:
        job.values.setdefault("thermal", float(text.split()[3]))


def _dipole(text: str, job: _Job) -> None:
    job.dipole = [float(word) * DEBYE_PER_E_BOHR for word in text.split(":")[1].split()[:3]]


def _basis(text: str, job: _Job) -> None:
    job.basis = text.split(":", 1)[1].strip().split("  ")[0] or None


def _kind(text: str, job: _Job) -> None:
    job.kind = text.rsplit("..", 1)[1].lstrip(".").strip().removesuffix("(GTOs)")


def _solvent(text: str, job: _Job) -> None:
    if ".." in text:
        job.solvent = text.rsplit("..", 1)[1].lstrip(".").strip().lower() or None


def _excitation_in_energy(text: str, job: _Job) -> None:
    """ "DE(CIS) = 0.19668 Eh (Root 1)": the final energy of this geometry is that of an excited state, this much above the ground state."""
    job.values["excitation"] = float(text.split("=")[1].split()[0])


_LINES: list[tuple[str, Callable[[str, _Job], None]]] = [
    ("FINAL SINGLE POINT ENERGY", _energy),
    ("Total Charge", _keep("charge")),
    ("Multiplicity           Mult", _keep("multiplicity")),
    ("Density Functional     Method", _kind),
    ("Ab initio Hamiltonian  Method", _kind),
    ("Your calculation utilizes the basis:", _basis),
    ("Solvent:", _solvent),
    ("DE(CIS) =", _excitation_in_energy),
    ("Total Dipole Moment", _dipole),
    ("Temperature  ", _keep("temperature")),
    ("Pressure  ", _keep("pressure")),
    ("Electronic energy  ", _keep("electronic")),
    ("Zero point energy", _keep("zero_point")),
    ("Total thermal energy", _thermal_energy),
    ("Total Enthalpy", _keep("enthalpy")),
    ("Final Gibbs free e", _keep("free_energy")),
    ("* Geometry Optimization Run *", _set("optimizes", True)),
    ("*                GEOMETRY OPTIMIZATION CYCLE", _set("optimizes", True)),
    ("***        THE OPTIMIZATION HAS CONVERGED", _set("converged", True)),
    ("The optimization did not converge", _set("converged", False)),
    ("****ORCA TERMINATED NORMALLY****", _set("complete", True)),
    ("TOTAL RUN TIME:", _run_time),
]
# Almost every line of an output is none of these: one look at its first characters says so.
_BEGINNINGS = {beginning[:5] for beginning, _ in _LINES}


def _single_line(text: str, job: _Job) -> None:
    if text[:5] not in _BEGINNINGS:
        return
    for beginning, read in _LINES:
        if text.startswith(beginning):
            read(text, job)
            return


# --- sections --------------------------------------------------------------------------------------------------------------------


def _rows(lines: Iterator[str]) -> Iterator[str]:
    """The rows of a section after the line below its title, up to the first that is blank or a rule; blank ones before the first are passed."""
    begun = False
    for line in lines:
        text = line.strip()
        if text == "" or text.startswith("---"):
            if begun:
                return
            continue
        begun = True
        yield line


def _coordinates(lines: Iterator[str], job: _Job) -> None:
    numbers, positions = [], []
    for line in _rows(lines):
        words = line.split()
        number = atomic_number(words[0])
        # "DA" and "X" are points without an atom; a colon marks a ghost atom, which has basis functions and no nucleus.
        if number is None or words[0] in ("DA", "X") or words[0].endswith(":"):
            continue
        numbers.append(number)
        positions.append([float(word) for word in words[-3:]])
    if numbers:
        frame = Frame(np.array(positions))
        # The geometry that ORCA prints again at the start of another module is the same one.
        last = job.frames[-1] if job.frames else None
        if last and last[0] == numbers and last[1].energy is None:
            job.frames.pop()
        job.frames.append((numbers, frame))


def _gradient(lines: Iterator[str], job: _Job) -> None:
    rows = [_ATOM.match(line) for line in _rows(lines)]
    values = [[float(word) for word in row[2].split()[:3]] for row in rows if row]
    if job.frames and len(values) == len(job.frames[-1][0]):
        job.frames[-1][1].gradient = np.array(values) / ANGSTROM_PER_BOHR


def _charges(model: str) -> Callable[[Iterator[str], _Job], None]:
    def read(lines: Iterator[str], job: _Job) -> None:
        rows = [match for match in map(_ATOM.match, _rows(lines)) if match]
        values = [[float(word) for word in row[2].split()] for row in rows]
        # Mulliken's are printed first; Loewdin's are kept only where there are no others.
        if not values or (model != "Mulliken" and job.charge_model == "Mulliken"):
            return
        job.charges, job.charge_model = [row[0] for row in values], model
        job.spins = [row[1] for row in values] if len(values[0]) > 1 else None

    return read


def _orbitals(lines: Iterator[str], job: _Job) -> None:
    job.orbitals, job.occupied = [], 0
    spin = "a"
    blank = 0
    for line in lines:
        text = line.strip()
        if "SPIN DOWN" in text:
            spin = "b"
        words = text.split()
        if len(words) >= 4 and words[0].isdigit() and "." in words[1]:
            blank = 0
            full = float(words[1]) > 0.5
            job.orbitals.append((full, float(words[2])))
            job.occupied += full and spin == "a"
        elif text == "":
            blank += 1
            # One blank line is before the table of the other spin.
            if blank > 1 and job.orbitals:
                return
        elif text.startswith(("*Only", "----")) and job.orbitals and spin == "b":
            return
        elif text.startswith(("MOLECULAR ORBITALS", "***")) or "POPULATION" in text:
            return


def _frequencies(lines: Iterator[str], job: _Job) -> None:
    job.frequencies = []
    for line in lines:
        text = line.strip()
        if re.match(r"\d+: ", text):
            job.frequencies.append(float(text.split(":")[1].split()[0]))
        elif job.frequencies and text == "":
            return


def _normal_modes(lines: Iterator[str], job: _Job) -> None:
    count = len(job.frequencies)
    vectors = np.zeros((count, count))
    columns: list[int] = []
    filled = 0
    for line in lines:
        words = line.split()
        if words and all(word.isdigit() for word in words):
            columns = [int(word) for word in words]
        elif columns and words and words[0].isdigit() and len(words) == len(columns) + 1:
            vectors[int(words[0]), columns] = [float(word) for word in words[1:]]
            filled += len(columns)
        elif filled and words and not columns:
            break
        if filled == count * count:
            job.vectors = vectors
            return


def _infrared(lines: Iterator[str], job: _Job) -> None:
    # Two lines name the columns (one in ORCA 4), a rule is below them.
    for line in lines:
        text = line.strip()
        if re.match(r"\d+: ", text):
            mode, rest = text.split(":", 1)
            values = rest.split("(")[0].split()
            # ORCA 5 and 6 print frequency, epsilon, intensity and T**2; ORCA 4 frequency and T**2, which is in km/mol there.
            job.intensities[int(mode)] = float(values[2] if len(values) >= 4 else values[1])
        elif job.intensities and text == "":
            return


def _excited_states(lines: Iterator[str], job: _Job, multiplicity: int | None) -> None:
    blank = 0
    for line in lines:
        match = _STATE.match(line)
        if match:
            blank = 0
            own = re.search(r"Mult +(\d+)", line)
            job.states.append((int(own[1]) if own else multiplicity, Excitation(float(match[1]))))
        elif part := _PART.match(line):
            if part[2] == "a" and part[4] == "a":
                below, above = job.occupied - 1 - int(part[1]), int(part[3]) - job.occupied
                if below >= 0 and above >= 0:
                    job.states[-1][1].parts.append((below, above, min(1.0, float(part[5]))))
        elif line.strip() == "":
            blank += 1
            if blank > 1 and job.states:
                return


def _states(multiplicity: int | None) -> Callable[[Iterator[str], _Job], None]:
    def read(lines: Iterator[str], job: _Job) -> None:
        if multiplicity != 3:
            job.states = []
        _excited_states(lines, job, multiplicity)

    return read


def _spectrum(name: str) -> Callable[[Iterator[str], _Job], None]:
    """Pairs of wavenumber (cm^-1) and strength of a table of transitions."""

    def read(lines: Iterator[str], job: _Job) -> None:
        pairs: list[tuple[float, float]] = []
        for line in lines:
            text = line.strip()
            values = [number_of(word) for word in (text.split("->", 1)[1].split()[1:] if "->" in text else text.split()[1:])]
            if text == "" and pairs:
                break
            # ORCA 6 prints eV, cm^-1, nm and the strength; ORCA 5 begins with cm^-1.
            wanted = values[1:4] if "->" in text else values[:3]
            if len(wanted) == 3 and all(value is not None for value in wanted):
                pairs.append((wanted[0], wanted[2]))
            elif pairs and "forbidden" not in text:
                break
        job.strengths[name] = pairs

    return read


_SECTIONS: dict[str, Callable[[Iterator[str], _Job], None]] = {
    "CARTESIAN COORDINATES (ANGSTROEM)": _coordinates,
    "CARTESIAN GRADIENT": _gradient,
    "MULLIKEN ATOMIC CHARGES": _charges("Mulliken"),
    "MULLIKEN ATOMIC CHARGES AND SPIN POPULATIONS": _charges("Mulliken"),
    "LOEWDIN ATOMIC CHARGES": _charges("Loewdin"),
    "LOEWDIN ATOMIC CHARGES AND SPIN POPULATIONS": _charges("Loewdin"),
    "ORBITAL ENERGIES": _orbitals,
    "VIBRATIONAL FREQUENCIES": _frequencies,
    "NORMAL MODES": _normal_modes,
    "IR SPECTRUM": _infrared,
    **{
        f"{theory} EXCITED STATES{kind}": _states(multiplicity)
        for theory in ("TD-DFT", "TD-DFT/TDA", "CIS", "RPA", "TD-HF", "CIS/TDA")
        for kind, multiplicity in (("", None), (" (SINGLETS)", 1), (" (TRIPLETS)", 3))
    },
    "ABSORPTION SPECTRUM VIA TRANSITION ELECTRIC DIPOLE MOMENTS": _spectrum("oscillator"),
    "CD SPECTRUM": _spectrum("rotatory"),
    "CD SPECTRUM VIA TRANSITION ELECTRIC DIPOLE MOMENTS": _spectrum("rotatory"),
    # The platform's rotatory strengths are those of the velocity gauge, which are printed after the others.
    "CD SPECTRUM VIA TRANSITION VELOCITY DIPOLE MOMENTS": _spectrum("rotatory"),
}

# --- the record ------------------------------------------------------------------------------------------------------------------


def _excitations(job: _Job, multiplicity: int | None) -> list[Excitation]:
    """States of the ground state's multiplicity with their strengths, which are found by the wavenumber."""
    states = [state for own, state in job.states if own is None or multiplicity is None or own == multiplicity]
    for name in ("oscillator", "rotatory"):
        left = list(job.strengths.get(name, []))
        for state in states:
            wavenumber = state.energy * 219474.6313632
            near = [pair for pair in left if abs(pair[0] - wavenumber) < 1.0]
            if near:
                setattr(state, name, near[0][1])
                left.remove(near[0])
    return sorted(states, key=lambda state: state.energy)


def _same_atoms(job: _Job) -> tuple[list[int], list[Frame], str | None]:
    """The frames with the atoms of the last one that has an energy, and a sentence where others were left out."""
    with_energy = [one for one in job.frames if one[1].energy is not None] or job.frames
    numbers = with_energy[-1][0]
    frames = [frame for own, frame in with_energy if own == numbers]
    other = len(with_energy) - len(frames)
    note = None
    if other:
        note = f"{other} of the {len(with_energy)} structures of the output have other atoms than the last one and were left out."
    return numbers, frames, note


def _record(job: _Job, version: str | None, level: Level) -> Record:
    numbers, frames, note = _same_atoms(job)
    values = job.values
    multiplicity = int(values["multiplicity"]) if "multiplicity" in values else level.multiplicity
    record = Record("ORCA", version, numbers, frames)
    record.charge = int(values["charge"]) if "charge" in values else level.charge
    record.multiplicity = multiplicity
    record.method = level.method or {"Hartree-Fock": "hf"}.get(job.kind or "", job.kind)
    record.basis_set = job.basis or level.basis_set
    record.corrections, record.solvent_model = level.corrections, level.solvent_model
    record.solvent = level.solvent or job.solvent
    if job.charges and len(job.charges) == len(numbers):
        record.charges, record.spin_densities, record.charge_model = job.charges, job.spins, job.charge_model
    record.dipole = job.dipole
    record.gap = gap_of([energy for _, energy in job.orbitals], [full for full, _ in job.orbitals])
    if job.frequencies and job.vectors is not None and len(job.frequencies) == 3 * len(numbers):
        vectors = [job.vectors[:, index].reshape(-1, 3) for index in range(len(job.frequencies))]
        strengths = [job.intensities.get(index) for index in range(len(job.frequencies))]
        record.modes = modes_of(numbers, job.frequencies, vectors, strengths)
    electronic = values.get("electronic")
    record.zero_point_energy = values.get("zero_point")
    if electronic is not None and record.modes is not None:
        for name, total in (("energy_correction", "thermal"), ("enthalpy_correction", "enthalpy"), ("free_energy_correction", "free_energy")):
            if total in values:
                setattr(record, name, values[total] - electronic)
        record.temperature, record.pressure = values.get("temperature"), values.get("pressure")
    record.excitations = _excitations(job, multiplicity)
    note_of_state = _ground_state_energy(record, values.get("excitation"))
    record.optimizes, record.converged = job.optimizes, job.converged if job.optimizes else None
    if job.optimizes and job.converged is None:
        record.converged = False
    record.seeks_saddle_point = level.saddle_point
    record.complete, record.seconds = job.complete, job.seconds
    record.notes = [one for one in (note, note_of_state, _broken(job)) if one]
    return record


def _ground_state_energy(record: Record, excitation: float | None) -> str | None:
    """Energies of the ground state where ORCA prints those of an excited one; a sentence where the frames belong to the excited state."""
    energy = record.frames[-1].energy
    if not record.excitations or excitation is None or energy is None:
        return None
    record.ground_energy = energy - excitation
    if record.optimizes:
        return "The energies and gradients of the frames are those of an excited state."
    record.frames[-1].energy = record.ground_energy
    return None


def _broken(job: _Job) -> str | None:
    if not job.broken or not job.complete:
        return None
    return f"These parts of the output could not be read: {', '.join(sorted(job.broken))}."
