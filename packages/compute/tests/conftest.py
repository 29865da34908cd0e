"""Helpers of the tests: jobs run as the worker runs them (a process, JSON lines), and molecules to run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"

import numpy as np
import pytest

from cuvette_compute.catalogue import CATALOGUE
from cuvette_compute.engines import crest, xtb_program
from cuvette_compute.errors import explain
from cuvette_compute.runtime.protocol import Emitter, to_line
from cuvette_compute.runtime.run import execute
from cuvette_compute.schemas import schema, violation
from cuvette_compute.structures.molecule import Molecule

SOURCE = Path(__file__).resolve().parent.parent / "src"
UUID = "7e23de42-067a-5664-aac7-f8bd8d306419"

needs_xtb_program = pytest.mark.skipif(shutil.which("xtb") is None, reason="the xtb program is not installed here")


in_full = pytest.mark.skipif(os.environ.get("CUVETTE_FULL") != "1", reason="npm run test:full alone runs this")


def judge(begun: float, seconds: float) -> None:
    """
    Judge how long something took, in `npm run test:full` alone: `npm test` shares its machine and judges no time.

    :param begun: when it began, of `time.monotonic`
    :param seconds: how long it may take
    """
    if os.environ.get("CUVETTE_FULL") == "1":
        assert time.monotonic() - begun < seconds


@dataclass
class Run:
    """Output of a finished process."""

    status: int
    events: list[dict[str, Any]]
    stderr: str
    directory: Path

    def all(self, event: str) -> list[dict[str, Any]]:
        return [e for e in self.events if e["event"] == event]

    @property
    def last(self) -> dict[str, Any]:
        return self.events[-1]

    @property
    def result(self) -> dict[str, Any]:
        assert self.last["event"] == "result", self.last
        return self.last

    @property
    def error(self) -> dict[str, Any]:
        assert self.last["event"] == "error", self.last
        assert self.status == 1
        return self.last

    @property
    def steps(self) -> dict[str, Any]:
        return {e["key"]: e["result"] for e in self.all("step")}

    def calculation(self, uuid: str) -> dict[str, Any]:
        return [e for e in self.all("calculation") if e["uuid"] == uuid][-1]["calculation"]


@dataclass
class Runner:
    """Runs jobs, each in a fresh directory, and checks every line against the exported schema."""

    root: Path
    count: int = 0
    environment: dict[str, str] = field(default_factory=dict)

    def __call__(self, type_: str, data: dict[str, Any], **changes: Any) -> Run:
        environment = changes.pop("environment", {})
        job = {
            "protocol": 1,
            "uuid": UUID,
            "attempt": 1,
            "type": type_,
            "data": data,
            "options": {},
            "threads": 1,
            "seed": 42,
            "steps": {},
            **changes,
        }
        return self.raw(json.dumps(job), environment)

    def raw(self, text: str, environment: dict[str, str] | None = None) -> Run:
        self.count += 1
        directory = self.root / f"job-{self.count}"
        done = subprocess.run(
            [sys.executable, "-m", "cuvette_compute", "run", "--job", "-", "--dir", str(directory)],
            input=text.encode(),
            capture_output=True,
            env=process_environment(environment),
            timeout=500,
            check=False,
        )
        events = [json.loads(line) for line in done.stdout.splitlines()]
        assert events, done.stderr.decode()
        check_lines(events)
        return Run(done.returncode, events, done.stderr.decode(), directory)


def process_environment(extra: dict[str, str] | None = None) -> dict[str, str]:
    """The environment of a worker's child, with ours on top."""
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCE), "LC_ALL": "C.UTF-8", **(extra or {})}


def check_lines(events: list[dict[str, Any]]) -> None:
    """Every line fits the schema exported from core, and progress never goes back."""
    assert schema("event") is not None, "event.schema.json is missing: export the schemas from core"
    for event in events:
        assert violation(event, "event") is None, (event["event"], violation(event, "event"))
    percents = [event["percent"] for event in events if event["event"] == "progress"]
    assert percents == sorted(percents)
    assert all(0 <= percent <= 100 for percent in percents)
    assert events[-1]["event"] in ("result", "error")


@pytest.fixture
def run(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


@pytest.fixture(scope="session")
def run_once(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    return Runner(tmp_path_factory.mktemp("jobs"))


def atoms(*rows: tuple[int, float, float, float], charge: int = 0, multiplicity: int = 1) -> dict[str, Any]:
    """A molecule in its wire shape."""
    return {
        "charge": charge,
        "multiplicity": multiplicity,
        "atoms": [{"atomic_number": z, "position": [x, y, w]} for z, x, y, w in rows],
    }


WATER = atoms((8, 0.0, 0.0, 0.117), (1, 0.0, 0.757, -0.469), (1, 0.0, -0.757, -0.469))


def from_smiles(smiles: str) -> Molecule:
    """A built molecule."""
    from cuvette_compute.chemistry.embed import quick_structure
    from cuvette_compute.chemistry.smiles import parse

    return quick_structure(parse(smiles))


def from_wire(value: dict[str, Any]) -> Molecule:
    numbers = np.array([atom["atomic_number"] for atom in value["atoms"]])
    positions = np.array([atom["position"] for atom in value["atoms"]])
    return Molecule(numbers, positions, value["charge"], value["multiplicity"])


class Recorder(Emitter):
    """Keeps the events of a job that runs in the test's own process, as a reader of its lines would see them."""

    def __init__(self) -> None:
        super().__init__(-1)
        self.events: list[dict[str, Any]] = []

    def send(self, event: dict[str, Any]) -> None:
        with self.lock:
            self.events.append(json.loads(to_line(event)))


@contextmanager
def environment_of(variables: dict[str, str]) -> Iterator[None]:
    """With variables of the environment, and with nothing remembered about programs that were found in another one."""
    remembered = (xtb_program.xtb_path, xtb_program.xtb_version, crest.crest_path, crest.crest_version)
    for known in remembered:
        known.cache_clear()
    try:
        with patch.dict(os.environ, variables):
            yield
    finally:
        for known in remembered:
            known.cache_clear()


@dataclass
class Here:
    """Runs recipes in the test's own process: the same checks of job, lines and results, without the seconds that a process takes."""

    root: Path
    count: int = 0

    def __call__(self, type_: str, data: dict[str, Any], **changes: Any) -> Run:
        self.count += 1
        directory = self.root / f"here-{self.count}"
        directory.mkdir()
        environment = changes.pop("environment", {})
        job = {"protocol": 1, "uuid": UUID, "attempt": 1, "type": type_, "data": data, "options": {}, "seed": 42, "steps": {}, **changes}
        recorder = Recorder()
        status = 0
        try:
            with environment_of(environment):
                # Written and read as on its way to a process.
                executed = execute(CATALOGUE, json.loads(json.dumps(job)), changes.get("threads", 1), directory, recorder)
            recorder.send({"event": "result", **executed})
        except Exception as error:
            told = explain(error)
            fields = {"error_class": told.error_class, "message": told.message, "detail": told.detail, "field": told.field}
            recorder.send({"event": "error", **fields})
            status = 1
        check_lines(recorder.events)
        return Run(status, recorder.events, "", directory)


@pytest.fixture
def here(tmp_path: Path) -> Here:
    return Here(tmp_path)


@pytest.fixture(scope="session")
def here_once(tmp_path_factory: pytest.TempPathFactory) -> Here:
    return Here(tmp_path_factory.mktemp("recipes"))
