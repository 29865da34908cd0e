"""Engines that are not part of this package: from another package, and from a second virtual environment."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
from conftest import WATER, from_wire, process_environment

from cuvette_compute.engines import Request, single_point
from cuvette_compute.engines.external.client import ProcessEngine
from cuvette_compute.engines.external.discovery import LEFT_OUT, discovered_engines
from cuvette_compute.errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable, RandomError
from cuvette_compute.units import EV_PER_HARTREE

# A laboratory's potential: springs of 1 eV/Angstrom^2 between all atoms at 1.5 Angstrom. It needs nothing but Python.
LABORATORY = """
import math, os, sys, time
__version__ = "3.1"

def make(method, numbers, charge, multiplicity, threads):
    print("loading weights ...")
    assert "numpy" not in sys.modules
    def compute(positions):
        energy, forces = 0.0, [[0.0] * 3 for _ in positions]
        for i, a in enumerate(positions):
            for j in range(i):
                b = positions[j]
                r = math.dist(a, b)
                energy += 0.5 * (r - 1.5) ** 2
                for k in range(3):
                    f = -(r - 1.5) * (a[k] - b[k]) / r
                    forces[i][k] += f
                    forces[j][k] -= f
        return {"energy": energy, "forces": forces, "charges": [0.0] * len(positions)}
    return compute

def hangs(**request):
    return lambda positions: time.sleep(600)

def dies(**request):
    return lambda positions: os._exit(7)

def nonsense(**request):
    for descriptor in range(3, 32):
        try:
            os.write(descriptor, b"Traceback\\n")
        except OSError:
            pass
    return lambda positions: {}

def short(**request):
    return lambda positions: {"energy": 1.0, "forces": [[0, 0, 0]]}

def endless(**request):
    return lambda positions: {"energy": float("nan"), "forces": [[0, 0, 0]] * len(positions)}

def refuses(**request):
    raise ValueError("no parameters for iron")
"""


def listed(interpreter, entry="laboratory:make", **changes):
    methods = [{"name": "lab_springs", "title": "Springs", "elements": [1, 8], "open_shell": False}]
    return {"name": "laboratory", "python": interpreter, "entry_point": entry, "methods": methods, "timeout_seconds": 300, **changes}


@pytest.fixture(scope="module")
def interpreter(tmp_path_factory):
    """A second virtual environment with the laboratory's package and nothing of ours."""
    home = tmp_path_factory.mktemp("laboratory")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home / "venv"], check=True)
    python = home / "venv" / "bin" / "python"
    (home / "package").mkdir()
    (home / "package" / "laboratory.py").write_text(LABORATORY)
    site = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with open(f"{site}/laboratory.pth", "w") as path:
        path.write(str(home / "package"))
    return str(python)


def engine(monkeypatch, interpreter, **changes) -> ProcessEngine:
    monkeypatch.setenv("CUVETTE_ENGINES", json.dumps({"engines": [listed(interpreter, **changes)]}))
    LEFT_OUT.clear()
    (found,) = [one for one in discovered_engines(set()) if one.name == "laboratory"]
    return found


def test_an_engine_of_another_environment_computes(monkeypatch, interpreter):
    laboratory, water = engine(monkeypatch, interpreter), from_wire(WATER)
    assert laboratory.version() == "3.1"
    calculator = laboratory.calculator(Request("lab_springs", water, None))
    point = single_point(calculator, water)
    distances = [np.linalg.norm(water.positions[i] - water.positions[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
    assert point.energy * EV_PER_HARTREE == pytest.approx(0.5 * sum((r - 1.5) ** 2 for r in distances))
    moved = [
        single_point(calculator, water.at(water.positions + np.array([[0, 0, s], [0, 0, 0], [0, 0, 0]]))).energy for s in (1e-4, -1e-4)
    ]
    assert point.gradient[0, 2] == pytest.approx((moved[0] - moved[1]) / 2e-4, abs=1e-7)
    with pytest.raises(InputError, match="no parameters for C"):
        laboratory.check(
            Request("lab_springs", from_wire({**WATER, "atoms": [{"atomic_number": 6, "position": [0, 0, 0]}]}), None), "settings"
        )


@pytest.mark.parametrize(
    ("entry", "error", "words"),
    [
        ("hangs", RandomError, "did not answer within 1 seconds"),
        ("dies", RandomError, "ended with status 7"),
        ("short", ComputeError, "gave no usable forces"),
        ("endless", ConvergenceError, "returned energy that are not numbers"),
        ("refuses", ComputeError, "says: ValueError: no parameters for iron"),
        ("nonsense", ComputeError, "gave an answer that cannot be read"),
    ],
)
def test_what_goes_wrong_there_is_said_here(monkeypatch, interpreter, entry, error, words):
    # Nothing but a hang is waited for in vain: a busy machine takes longer than a second for the others.
    seconds = 1 if entry == "hangs" else 300
    laboratory, water = engine(monkeypatch, interpreter, entry=f"laboratory:{entry}", timeout_seconds=seconds), from_wire(WATER)
    with pytest.raises(error, match=words):
        single_point(laboratory.calculator(Request("lab_springs", water, None)), water)


def test_a_missing_environment_or_package_is_not_offered(monkeypatch, interpreter):
    with pytest.raises(MethodNotAvailable, match="is not there: /nowhere/python"):
        engine(monkeypatch, "/nowhere/python").version()
    with pytest.raises(MethodNotAvailable, match="No module named 'missing'"):
        engine(monkeypatch, interpreter, entry="missing:make").version()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "could not be read"),
        ('{"engines": [{"name": "x"}]}', "is missing"),
        (
            '{"engines": [{"name": "x", "python": "p", "entry_point": "a:b", "methods": [{"name": "m", "elements": [0]}]}]}',
            "atomic numbers",
        ),
        (
            '{"engines": [{"name": "x", "python": "p", "entry_point": "a:b", "methods": [{"name": "hf", "elements": [1]}]}]}',
            "there already",
        ),
    ],
)
def test_a_broken_list_of_engines_disturbs_nothing(monkeypatch, text, words):
    monkeypatch.setenv("CUVETTE_ENGINES", text)
    LEFT_OUT.clear()
    assert discovered_engines({"hf"}) == ()
    assert words in LEFT_OUT[0]


def test_an_engine_of_an_installed_package_runs_jobs(run, tmp_path):
    """A package with an entry point, as pip would install it; a whole job with its method."""
    (tmp_path / "springs.py").write_text(
        "from ase.calculators.lj import LennardJones\n"
        "from cuvette_compute.engines import Engine, MethodInfo\n"
        "class Springs(Engine):\n"
        "    name = 'springs'\n"
        "    methods = (MethodInfo('lennard_jones', frozenset({1, 8}), (), None, exponent=2.0),)\n"
        "    def version(self): return '0.2'\n"
        "    def calculator(self, request): return LennardJones()\n"
    )
    info = tmp_path / "springs-0.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: springs\nVersion: 0.2\n")
    (info / "entry_points.txt").write_text("[cuvette_compute.engines]\nsprings = springs:Springs\nbroken = springs:Missing\n")
    path = {"PYTHONPATH": f"{process_environment()['PYTHONPATH']}:{tmp_path}"}
    data = {"initial_molecule": WATER, "settings": {"method": "lennard_jones", "tasks": ["energy"]}}
    done = run("basic_calculation", data, environment=path)
    ran = done.calculation(done.result["data"]["calculation_uuid"])["provenance"]["ran"]
    assert (ran["engine"], ran["engine_version"]) == ("springs", "0.2")
