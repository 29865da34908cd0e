"""The sections and lines of ORCA's text that are kept, each read into what is known of its job."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from ...units import ANGSTROM_PER_BOHR, DEBYE_PER_E_BOHR
from ..numbers import atomic_number, number_of
from ..record import Excitation, Frame

_ATOM = re.compile(r"^ *\d+ *([A-Za-z]{1,2}) *: +(.+)")
_STATE = re.compile(r"STATE +\d+: +E= *(-?\d+\.\d+) au")
_PART = re.compile(r"^ +(\d+)([ab]) +-> +(\d+)([ab]) *: +(\d+\.\d+)")


@dataclass
class Job:
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


def _last_number(text: str) -> float:
    values = [value for value in map(number_of, text.split()) if value is not None]
    return values[-1]


def _energy(text: str, job: Job) -> None:
    if job.frames:
        job.frames[-1][1].energy = _last_number(text)


def _after_dots(text: str) -> float:
    """The number after the dots of "Zero point energy ... 0.177 Eh 111.08 kcal/mol"."""
    return float(text.rsplit("..", 1)[1].lstrip(".").split()[0])


def _keep(name: str) -> Callable[[str, Job], None]:
    def keep(text: str, job: Job) -> None:
        # Later lines are of other temperatures.
        job.values.setdefault(name, _after_dots(text))

    return keep


def _run_time(text: str, job: Job) -> None:
    days, hours, minutes, seconds, milliseconds = (int(word) for word in re.findall(r"\d+", text)[:5])
    job.seconds = ((days * 24 + hours) * 60 + minutes) * 60 + seconds + milliseconds / 1000


def _set(name: str, value: bool) -> Callable[[str, Job], None]:
    def keep(_text: str, job: Job) -> None:
        setattr(job, name, value)

    return keep


def _thermal_energy(text: str, job: Job) -> None:
    if ".." not in text:
        job.values.setdefault("thermal", float(text.split()[3]))


def _dipole(text: str, job: Job) -> None:
    job.dipole = [float(word) * DEBYE_PER_E_BOHR for word in text.split(":")[1].split()[:3]]


def _basis(text: str, job: Job) -> None:
    job.basis = text.split(":", 1)[1].strip().split("  ")[0] or None


def _kind(text: str, job: Job) -> None:
    job.kind = text.rsplit("..", 1)[1].lstrip(".").strip().removesuffix("(GTOs)")


def _solvent(text: str, job: Job) -> None:
    if ".." in text:
        job.solvent = text.rsplit("..", 1)[1].lstrip(".").strip().lower() or None


def _excitation_in_energy(text: str, job: Job) -> None:
    """ "DE(CIS) = 0.19668 Eh (Root 1)": the final energy of this geometry is that of an excited state, this much above the ground state."""
    job.values["excitation"] = float(text.split("=")[1].split()[0])


_LINES: list[tuple[str, Callable[[str, Job], None]]] = [
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


def read_line(text: str, job: Job) -> None:
    """Keeps the value of a line that holds one by itself ("Total Charge ... 0"); other lines are passed over."""
    if text[:5] not in _BEGINNINGS:
        return
    for beginning, read in _LINES:
        if text.startswith(beginning):
            read(text, job)
            return


def _rows(lines: Iterator[str]) -> Iterator[str]:
    """The rows of a section after the line below its title, up to the first that is blank or a rule; blank ones before are passed."""
    begun = False
    for line in lines:
        text = line.strip()
        if text == "" or text.startswith("---"):
            if begun:
                return
            continue
        begun = True
        yield line


def _coordinates(lines: Iterator[str], job: Job) -> None:
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


def _gradient(lines: Iterator[str], job: Job) -> None:
    rows = [_ATOM.match(line) for line in _rows(lines)]
    values = [[float(word) for word in row[2].split()[:3]] for row in rows if row]
    if job.frames and len(values) == len(job.frames[-1][0]):
        job.frames[-1][1].gradient = np.array(values) / ANGSTROM_PER_BOHR


def _charges(model: str) -> Callable[[Iterator[str], Job], None]:
    def read(lines: Iterator[str], job: Job) -> None:
        rows = [match for match in map(_ATOM.match, _rows(lines)) if match]
        values = [[float(word) for word in row[2].split()] for row in rows]
        # Mulliken's are printed first; Loewdin's are kept only where there are no others.
        if not values or (model != "Mulliken" and job.charge_model == "Mulliken"):
            return
        job.charges, job.charge_model = [row[0] for row in values], model
        job.spins = [row[1] for row in values] if len(values[0]) > 1 else None

    return read


def _orbitals(lines: Iterator[str], job: Job) -> None:
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
        elif (spin == "b" and job.orbitals and text.startswith(("*Only", "----"))) or text.startswith(("MOLECULAR ORBITALS", "***")):
            return


def _frequencies(lines: Iterator[str], job: Job) -> None:
    job.frequencies = []
    for line in lines:
        text = line.strip()
        if re.match(r"^\d+: ", text):
            job.frequencies.append(float(text.split(":")[1].split()[0]))
        elif job.frequencies and text == "":
            return


def _normal_modes(lines: Iterator[str], job: Job) -> None:
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


def _infrared(lines: Iterator[str], job: Job) -> None:
    # Two lines name the columns (one in ORCA 4), a rule is below them.
    for line in lines:
        text = line.strip()
        if re.match(r"^\d+: ", text):
            mode, rest = text.split(":", 1)
            values = rest.split("(")[0].split()
            # ORCA 5 and 6 print frequency, epsilon, intensity and T**2; ORCA 4 frequency and T**2, which is in km/mol there.
            job.intensities[int(mode)] = float(values[2] if len(values) >= 4 else values[1])
        elif job.intensities and text == "":
            return


def _excited_states(lines: Iterator[str], job: Job, multiplicity: int | None) -> None:
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


def _states(multiplicity: int | None) -> Callable[[Iterator[str], Job], None]:
    def read(lines: Iterator[str], job: Job) -> None:
        if multiplicity != 3:
            job.states = []
        _excited_states(lines, job, multiplicity)

    return read


def _spectrum(name: str) -> Callable[[Iterator[str], Job], None]:
    """Pairs of wavenumber (cm^-1) and strength of a table of transitions."""

    def read(lines: Iterator[str], job: Job) -> None:
        pairs: list[tuple[float, float]] = []
        for line in lines:
            text = line.strip()
            if text == "" and pairs:
                break
            # ORCA 6 prints eV, cm^-1, nm and the strength behind the states; ORCA 5 cm^-1, nm and the strength behind the state's number.
            words = text.split("->", 1)[1].split()[2:5] if "->" in text else text.split()[1:4]
            values = [value for value in map(number_of, words) if value is not None]
            if len(values) == 3:
                pairs.append((values[0], values[2]))
            elif pairs and "forbidden" not in text:
                break
        job.strengths[name] = pairs

    return read


SECTIONS: dict[str, Callable[[Iterator[str], Job], None]] = {
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
