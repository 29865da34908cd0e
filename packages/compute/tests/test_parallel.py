"""Independent pieces on several processes: the same results, all reports, one error, no process left behind."""

from __future__ import annotations

import ast
import os
import signal
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import UUID, Recorder
from tiny_jobs import tiny_jobs

from cuvette_compute import recipes
from cuvette_compute.errors import ConvergenceError, RandomError
from cuvette_compute.runtime.job import Job
from cuvette_compute.runtime.parallel import each, further_processes
from cuvette_compute.runtime.threads import THREAD_CALLS, numerical_libraries


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


def test_pieces_on_two_processes_give_what_one_gives(tmp_path):
    job, recorder = job_with(tmp_path / "two", 2, meet=True)
    with further_processes(job, recipes.load_for_pieces):
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
def test_an_error_of_a_piece_ends_the_work_wherever_it_runs(tmp_path, items):
    job, _ = job_with(tmp_path / "work", 2, meet=items[0] > 0)
    with further_processes(job, recipes.load_for_pieces), pytest.raises(ConvergenceError, match="does not converge"):
        each(job, process_of, items, "Doing pieces")


@pytest.mark.parametrize("type_", ["fukui", "scan", "strain", "tautomers"])
def test_a_recipe_on_two_threads_gives_what_it_gives_on_one(here, type_):
    """To the last digit: the same pieces from the same geometries, whichever process does them and whichever ends first."""
    one, two = here(type_, tiny_jobs()[type_]), here(type_, tiny_jobs()[type_], threads=2)
    assert two.result["data"] == one.result["data"]
    assert set(two.steps) == set(one.steps)
    assert {event["uuid"] for event in one.all("calculation")} == {event["uuid"] for event in two.all("calculation")}


def digits_of(job: Job, item: int) -> list[float]:
    """Linear algebra that is shared among threads where there are some, once a second process has come."""
    _meet(Path(job.data["meet"]))
    return np.linalg.inv(np.random.default_rng(7).standard_normal((150, 150))).ravel().tolist()


def test_a_piece_has_the_same_digits_in_whichever_process_it_runs(tmp_path):
    """The job's own process has two threads and the further ones have one; which piece meets which depends on the load of the machine."""
    libraries = [(library, tell) for library in numerical_libraries() for _, tell in THREAD_CALLS if hasattr(library, tell)]
    assert libraries, "numpy has loaded its OpenBLAS"
    alone, _ = job_with(tmp_path / "one", 1, meet=False)
    (tmp_path / "one" / "meeting" / "other").touch()
    alone.data["meet"] = str(tmp_path / "one" / "meeting")
    expected = digits_of(alone, 0)
    job, _ = job_with(tmp_path / "two", 2, meet=True)
    try:
        for library, tell in libraries:
            getattr(library, tell)(2)
        with further_processes(job, recipes.load_for_pieces):
            results = each(job, digits_of, range(6), "Doing pieces")
    finally:
        for library, tell in libraries:
            getattr(library, tell)(1)
    assert all(found == expected for found in results)


def end_of(job: Job, item: int) -> int:
    """A piece in the middle of which its process is killed, as by a machine that runs out of memory."""
    if item == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def test_a_process_that_is_killed_fails_the_attempt_and_not_for_good(tmp_path):
    job, _ = job_with(tmp_path / "two", 2, meet=False)
    with further_processes(job, recipes.load_for_pieces), pytest.raises(RandomError, match="ended with status -9 in the middle"):
        each(job, end_of, range(4), "Doing pieces")


def hang(job: Job, item: int) -> None:
    """A piece that tells its process and does not end."""
    os.write(int(job.data["told"]), f"{os.getpid()}\n".encode())
    while True:
        signal.pause()


def test_the_further_processes_end_with_a_job_that_is_killed(tmp_path):
    """They alone hold the writing end of a pipe once the job is gone: its end is theirs."""
    read, write = os.pipe()
    killed = os.fork()
    if killed == 0:
        os.close(read)
        job, _ = job_with(tmp_path / "two", 2, meet=False)
        job.data["told"] = write
        with further_processes(job, recipes.load_for_pieces):
            each(job, hang, range(4), "Doing pieces")
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as told:
        assert len({told.readline(), told.readline()}) == 2
        os.kill(killed, signal.SIGKILL)
        assert os.waitpid(killed, 0)[1] == signal.SIGKILL
        assert told.read() == ""


def test_every_type_with_independent_pieces_gets_its_processes():
    place = Path(recipes.__file__).parent
    uses = {path.stem: _imported(path) for path in place.glob("*.py")}
    with_pieces = {name for name, modules in uses.items() if "parallel" in modules}
    while more := {name for name, modules in uses.items() if modules & with_pieces} - with_pieces:
        with_pieces |= more
    assert with_pieces & set(recipes.TYPES) == set(recipes.PARALLEL_TYPES)


def _imported(path: Path) -> set[str]:
    """The modules of this package that a file imports from, by their last names."""
    found = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom) and node.level]
    return {node.module.split(".")[-1] for node in found if node.module}
