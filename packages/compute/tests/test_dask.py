"""Pieces of a job on a Dask cluster of processes: the same results, one process killed in the middle, a scheduler that goes away."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from conftest import UUID, Recorder, from_smiles, in_full
from local_cluster import bridge, local_cluster
from tiny_jobs import tiny_jobs

from cuvette_compute import __version__, recipes
from cuvette_compute.errors import ConvergenceError, RandomError
from cuvette_compute.runtime.cluster.clusters import NoCluster, read_wish
from cuvette_compute.runtime.cluster.helpers import ClusterHelpers
from cuvette_compute.runtime.cluster.tasks import shut_in_by
from cuvette_compute.runtime.cluster.versions import difference, versions_here
from cuvette_compute.runtime.job import Job, Task
from cuvette_compute.runtime.parallel import each, further_processes
from cuvette_compute.vibrations import hessian

# Not imported here: the processes of pieces import this file, and they have no business with Dask.
pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed here")


def job_on(directory: Path, threads: int = 1, **data) -> tuple[Job, Recorder]:
    recorder = Recorder()
    directory.mkdir(exist_ok=True)
    return Job(UUID, 1, "test", data, {}, threads, 42, {}, directory, recorder), recorder


@contextmanager
def on_cluster(job: Job) -> Iterator[None]:
    """Give the job its processes, and wait until the cluster has machines for it."""
    with further_processes(job, lambda: None):
        wait_for_machines(job.helpers)
        yield


def wait_for_machines(helpers: ClusterHelpers) -> None:
    """Listen until the cluster has a machine: a tiny job would be done before."""
    began = time.monotonic()
    while not helpers.machines:
        assert time.monotonic() - began < 60, "the cluster has no machine"
        helpers._listen()


def piece(job: Job, item: int) -> tuple[int, str]:
    """Keep a step, and say in which folder it was: each Dask worker has one for its pieces."""
    time.sleep(job.data.get("seconds", 0.0))
    if item < 0:
        raise ConvergenceError(f"piece {item} does not converge")
    value = job.step(f"piece/{item}", {"item": item}, lambda: item * 2)
    job.log(f"piece {item}")
    return value, str(job.directory.parent)


def with_machines_first(monkeypatch) -> None:
    """Let no job begin before the cluster has a machine."""
    begin = ClusterHelpers.__init__

    def begin_and_wait(helpers: ClusterHelpers, *arguments: Any) -> None:
        begin(helpers, *arguments)
        wait_for_machines(helpers)

    monkeypatch.setattr(ClusterHelpers, "__init__", begin_and_wait)


def steps_of(recorder: Recorder) -> list[str]:
    return sorted(event["key"].split("/")[1] for event in recorder.events if event["event"] == "step")


def logs_of(recorder: Recorder) -> str:
    return "\n".join(event["text"] for event in recorder.events if event["event"] == "log")


@pytest.fixture(scope="module")
def cluster():
    with local_cluster(2) as found:
        yield found


def test_pieces_on_a_cluster_give_what_they_give_here(tmp_path, cluster):
    job, recorder = job_on(tmp_path, seconds=0.02)
    with bridge(cluster.address), on_cluster(job):
        results = each(job, piece, range(30), "Doing", things="things")
        assert all("cuvette-pieces-" in folder for _, folder in results), "the pieces were done there"
        with pytest.raises(ConvergenceError, match="piece -1 does not converge"):
            each(job, piece, [31, -1, 33], "Doing")
    assert [value for value, _ in results] == [item * 2 for item in range(30)]
    assert len({folder for _, folder in results}) == 2, "both workers took pieces"
    assert set(map(str, range(30))) <= set(steps_of(recorder))
    stages = [event["stage"] for event in recorder.events if event["event"] == "progress"]
    assert stages[0] == "Doing: 0 of 30 things on 1 machine"
    assert "Doing: 30 of 30 things on 1 machine" in stages


@pytest.mark.parametrize(
    "type_", [pytest.param("fukui", marks=in_full), pytest.param("tautomers", marks=in_full), pytest.param("scan", marks=in_full)]
)
def test_a_recipe_on_a_cluster_gives_what_it_gives_here(here, cluster, type_, monkeypatch):
    """To the last digit, in results and steps."""
    alone = here(type_, tiny_jobs()[type_])
    with_machines_first(monkeypatch)
    with bridge(cluster.address):
        there = here(type_, tiny_jobs()[type_])
    assert there.result["provenance"]["machines"] == 1
    assert "machines" not in alone.result["provenance"]
    assert there.result["data"] == alone.result["data"]
    assert set(there.steps) == set(alone.steps)
    assert {event["uuid"] for event in there.all("calculation")} == {event["uuid"] for event in alone.all("calculation")}


@in_full
def test_displaced_geometries_go_to_a_cluster_and_give_the_same_vibrations(here, cluster, monkeypatch):
    """To the last digit, also beside two processes of this machine."""
    monkeypatch.setattr(hessian, "group_size", lambda *_: 2)
    data = {
        "initial_molecule": from_smiles("CCO").to_json(),
        "settings": {"method": "gfn2_xtb", "tasks": ["optimize", "frequencies"]},
    }
    alone = here("basic_calculation", data)
    with_machines_first(monkeypatch)
    with bridge(cluster.address):
        there = here("basic_calculation", data)
    assert there.result["provenance"]["machines"] == 1
    assert there.result["data"] == alone.result["data"]
    rows = [{key: step for key, step in run.steps.items() if "/hessian/atoms-" in key} for run in (alone, there)]
    assert rows[0] == rows[1]
    assert len(rows[0]) == 5


@in_full
def test_ligands_go_to_a_cluster_and_give_the_same_poses(here, cluster, monkeypatch):
    from test_kills import DOCKING_JOBS, proteins_of

    proteins = proteins_of("batch_docking")
    data = {**DOCKING_JOBS["batch_docking"], "initial_smiles_list": ["CCO", "CCN", "not a molecule", "CCF"]}
    runs = [here("batch_docking", data, threads=threads, **proteins) for threads in (1, 2)]
    with_machines_first(monkeypatch)
    with bridge(cluster.address):
        runs.append(here("batch_docking", data, **proteins))
    for run in runs:
        assert run.result["data"] == runs[0].result["data"]
        assert run.steps == runs[0].steps
    stages = [event["stage"] for event in runs[-1].all("progress")]
    assert "Docking: 4 of 4 ligands on 1 machine" in stages


def reach_out(job: Job, item: int) -> list[str]:
    """What a piece can do that it must not."""
    found = []
    try:
        socket.create_connection(("127.0.0.1", item), 1).close()
        found.append("it reaches the network")
    except OSError:
        pass
    for place in (Path.home().parent, Path("/tmp"), Path(__file__).parent):
        try:
            (place / "cuvette-piece").write_text("")
            found.append(f"it writes in {place}")
        except OSError:
            pass
    if Path.cwd().parent.is_dir() and [place.name for place in Path.cwd().parent.iterdir()] != [Path.cwd().name]:
        found.append("it sees the directories of other jobs")
    Path("own").write_text("")
    return found


def test_a_piece_is_shut_in(tmp_path, cluster):
    if shut_in_by() is None:
        pytest.skip("this machine has neither bubblewrap nor Landlock")
    port = int(cluster.address.rsplit(":", 1)[1])
    job, _ = job_on(tmp_path)
    with bridge(cluster.address), on_cluster(job):
        assert each(job, reach_out, [port, port], "Trying") == [[], []]


def end_of(job: Job, item: int) -> int:
    """A piece in the middle of which its process is killed, as by a machine that runs out of memory."""
    if item == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


@in_full
def test_a_process_of_a_piece_that_is_killed_fails_the_attempt_and_not_for_good(tmp_path, cluster):
    job, _ = job_on(tmp_path)
    with bridge(cluster.address), on_cluster(job):
        with pytest.raises(RandomError, match="ended in the middle of its work"):
            each(job, end_of, range(4), "Doing pieces")
        assert each(job, end_of, [2, 3], "Doing pieces") == [2, 3]


def tell_and_sleep(job: Job, item: int) -> None:
    """A piece that says where it is and does not end by itself."""
    job.log(f"in {job.directory}")
    time.sleep(600)


@in_full
def test_what_a_long_piece_reports_comes_while_it_runs_and_it_ends_with_its_job(tmp_path, cluster):
    job, recorder = job_on(tmp_path)
    with bridge(cluster.address), on_cluster(job):
        task = job.helpers.begin(Task(job, tell_and_sleep, 1))
        began = time.monotonic()
        while "in /" not in logs_of(recorder):
            assert time.monotonic() - began < 60, "nothing came"
            job.helpers._listen()
        folder = logs_of(recorder).split()[-1]
        assert processes_in(folder)
        assert not task.done
    while processes_in(folder) or Path(folder).exists():
        assert time.monotonic() - began < 60, "the piece goes on although nobody wants it"
        time.sleep(0.1)


def processes_in(folder: str) -> list[str]:
    """The processes whose working directory this is."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if str(place.readlink()) == folder:
                found.append(place.parent.name)
    return found


def test_a_worker_that_is_killed_in_the_middle_costs_nothing_but_time(tmp_path, cluster):
    job, recorder = job_on(tmp_path, seconds=0.1)
    killed = []

    def kill_one(*_) -> None:
        if not killed:
            killed.append(next(iter(cluster.workers.values())))
            os.kill(killed[0], signal.SIGKILL)

    send = recorder.send
    recorder.send = lambda event: (send(event), kill_one() if event["event"] == "step" else None)
    with bridge(cluster.address), on_cluster(job):
        results = each(job, piece, range(16), "Doing")
    assert killed
    assert [value for value, _ in results] == [item * 2 for item in range(16)]
    assert steps_of(recorder) == sorted(map(str, range(16))), "each step once"


def workers_of(scheduler: int) -> list[int]:
    """The processes of Dask workers that the process of a cluster has now: a new one follows each that is killed."""
    listed = [Path(task, "children").read_text().split() for task in Path(f"/proc/{scheduler}/task").iterdir()]
    children = [int(child) for some in listed for child in some]
    return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@in_full
def test_workers_that_are_killed_again_and_again_lose_and_double_nothing(tmp_path):
    """`npm run test:load` kills more often."""
    kills = int(os.environ.get("CUVETTE_DASK_KILLS", "5"))
    job, recorder = job_on(tmp_path, seconds=0.1)
    pieces, killed = 12 * kills, []

    def kill_one(event) -> None:
        if event["event"] != "step" or len(steps_of(recorder)) % 12 != 6:
            return
        with suppress(OSError, IndexError):
            victim = workers_of(there.process.pid)[len(killed) % 3]
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    send = recorder.send
    recorder.send = lambda event: (send(event), kill_one(event))
    with local_cluster(3) as there, bridge(there.address), on_cluster(job):
        results = each(job, piece, range(pieces), "Doing")
    assert [value for value, _ in results] == [item * 2 for item in range(pieces)]
    assert steps_of(recorder) == sorted(map(str, range(pieces))), "each step once"
    assert len(killed) > kills / 2


@in_full
def test_a_scheduler_that_goes_away_costs_what_was_under_way(tmp_path, cluster):
    """The last test with this cluster: nothing of it is left."""
    job, recorder = job_on(tmp_path, threads=2, seconds=0.1)
    gone = []

    def end_scheduler(*_) -> None:
        if len(steps_of(recorder)) >= 4 and not gone:
            gone.append(cluster.process.pid)
            os.kill(cluster.process.pid, signal.SIGKILL)

    send = recorder.send
    recorder.send = lambda event: (send(event), end_scheduler())
    with bridge(cluster.address), on_cluster(job):
        results = each(job, piece, range(20), "Doing")
    assert gone
    assert [value for value, _ in results] == [item * 2 for item in range(20)]
    assert steps_of(recorder) == sorted(map(str, range(20))), "what had come is not done again"
    assert "The Dask scheduler" in logs_of(recorder)
    assert "run on this machine, in 2 processes" in logs_of(recorder)


@in_full
def test_a_scheduler_that_is_not_there_is_told_and_the_job_runs_here(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        job, recorder = job_on(tmp_path, seconds=0.2)
        with bridge(address), further_processes(job, lambda: None):
            results = each(job, piece, range(3), "Doing")
            while "does not answer" not in logs_of(recorder):
                job.helpers._listen()
    assert [value for value, _ in results] == [0, 2, 4]
    assert f"The Dask scheduler {address} does not answer" in logs_of(recorder)


@in_full
def test_a_worker_of_another_version_is_refused_with_both_versions(tmp_path):
    other = tmp_path / "other" / "cuvette_compute"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text('__version__ = "0.1.0"\n')
    job, recorder = job_on(tmp_path / "job")
    with local_cluster(1, PYTHONPATH=str(other.parent)) as old, bridge(old.address), further_processes(job, lambda: None):
        while "is not used" not in logs_of(recorder):
            job.helpers._listen()
        assert [value for value, _ in each(job, piece, range(3), "Doing")] == [0, 2, 4]
    assert f"Cuvette 0.1.0 there, {__version__} here" in logs_of(recorder)


def test_versions_that_differ_are_named_with_both():
    ours = versions_here()
    assert difference(ours, ours) is None
    assert difference({**ours, "rdkit": "2020.3.1"}, ours) == f"rdkit 2020.3.1 there, {ours['rdkit']} here"
    assert difference({"Cuvette": "not installed"}, ours) == f"Cuvette not installed there, {__version__} here"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scheduler:8786", "neither"),
        ('{"cluster": "os.system"}', "must be one of"),
        ('{"cluster": "SLURMCluster", "maximum_jobs": 0}', "whole number of 1 or more"),
        ('{"cluster": "SLURMCluster", "queue": "main"}', "and nothing else"),
        ("/nowhere/dask.json", "cannot be read"),
    ],
)
def test_a_description_that_is_wrong_is_refused(text, words):
    with pytest.raises(NoCluster, match=words):
        read_wish(text)


def test_an_address_and_a_cluster_of_a_batch_system_are_read(tmp_path):
    assert read_wish("tls://scheduler.example.org:8786").address == "tls://scheduler.example.org:8786"
    file = tmp_path / "dask.json"
    file.write_text('{"cluster": "PBSCluster", "options": {"cores": 4, "memory": "8GB"}, "maximum_jobs": 5}')
    wish = read_wish(str(file))
    assert (wish.kind, wish.most_jobs, wish.address) == ("PBSCluster", 5, None)
    assert recipes.has_pieces("batch_docking", cluster=False)
