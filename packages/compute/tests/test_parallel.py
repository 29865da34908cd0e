"""Independent pieces on several processes: the same results, all reports, one error."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import UUID, Recorder, from_smiles

from cuvette_compute.errors import ConvergenceError
from cuvette_compute.job import Job
from cuvette_compute.parallel import THREAD_CALLS, each, numerical_libraries


def process_of(job: Job, item: int) -> tuple[int, int]:
    """What a piece of these tests does: keep a step, say which process it is, once a second process has come."""
    if "meet" in job.data:
        _meet(Path(job.data["meet"]))
    value = job.step(f"piece/{item}", {"item": item}, lambda: _double(item))
    job.log(f"piece {item}")
    return value, os.getpid()


def _double(item: int) -> int:
    if item < 0:
        raise ConvergenceError(f"piece {item} does not converge")
    return item * 2


def _meet(place: Path) -> None:
    (place / str(os.getpid())).touch()
    begun = time.monotonic()
    while len(list(place.iterdir())) < 2:
        assert time.monotonic() - begun < 400, "no second process came"


def job_with(tmp_path: Path, threads: int, meet: bool, steps=None):
    tmp_path.mkdir(exist_ok=True)
    place = tmp_path / "meeting"
    place.mkdir()
    recorder = Recorder()
    data = {"meet": str(place)} if meet else {}
    return Job(UUID, 1, "test", data, {}, threads, 42, steps or {}, tmp_path, recorder), recorder


def test_pieces_on_two_processes_give_what_one_gives(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    job, recorder = job_with(tmp_path / "two", 2, meet=True)
    results = each(job, process_of, range(8), "Doing pieces")
    assert [value for value, _ in results] == [item * 2 for item in range(8)]
    assert len({process for _, process in results}) == 2
    steps = {event["key"]: event["result"] for event in recorder.events if event["event"] == "step"}
    assert sorted(key.split("/")[1] for key in steps) == sorted(str(item) for item in range(8))
    assert len([event for event in recorder.events if event["event"] == "log"]) == 8
    done = [event["done"] for event in recorder.events if event["event"] == "progress"]
    assert done == sorted(done)
    assert done[-1] == 8
    again, second = job_with(tmp_path / "one", 1, meet=False, steps=steps)
    assert [value for value, _ in each(again, process_of, range(8), "Doing pieces")] == [item * 2 for item in range(8)]
    assert not [event for event in second.events if event["event"] == "step"]


@pytest.mark.parametrize("items", [[-1, 1], [1, -1, -2]])
def test_an_error_of_a_piece_ends_the_work_wherever_it_runs(tmp_path, monkeypatch, items):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    job, _ = job_with(tmp_path / "work", 2, meet=items[0] > 0)
    with pytest.raises(ConvergenceError, match="does not converge"):
        each(job, process_of, items, "Doing pieces")


def test_a_recipe_on_two_threads_gives_what_it_gives_on_one(here):
    data = {"initial_molecule": from_smiles("C=O").to_json(), "opt_settings": None}
    one, two = here("fukui", data), here("fukui", data, threads=2)
    for name, values in one.result["data"].items():
        assert two.result["data"][name] == (values if values is None else pytest.approx(values, abs=1e-5))
    assert {event["uuid"] for event in one.all("calculation")} == {event["uuid"] for event in two.all("calculation")}


def digits_of(job: Job, item: int) -> list[float]:
    """Linear algebra that is shared among threads where there are some, once a second process has come."""
    _meet(Path(job.data["meet"]))
    return np.linalg.inv(np.random.default_rng(7).standard_normal((150, 150))).ravel().tolist()


def test_a_piece_has_the_same_digits_in_whichever_process_it_runs(tmp_path, monkeypatch):
    """The job's own process has two threads and the further one has one; which piece meets which depends on the load of the machine."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    libraries = [(library, tell) for library in numerical_libraries() for _, tell in THREAD_CALLS if hasattr(library, tell)]
    assert libraries, "numpy has loaded its OpenBLAS"
    job, _ = job_with(tmp_path / "two", 2, meet=True)
    try:
        for library, tell in libraries:
            getattr(library, tell)(2)
        results = each(job, digits_of, range(6), "Doing pieces")
    finally:
        for library, tell in libraries:
            getattr(library, tell)(1)
    assert all(found == results[0] for found in results)
