"""Which pilots a batch system has, by their names: the truth that the controller works with, also after its own restart.

PSI/J submits and cancels, but its states are not relied upon: it fails all jobs when the batch system does not answer, asserts on states
that it does not know, and cannot list jobs by name. Here a state that is not known counts as running, and a batch system that does not
answer changes nothing.
"""

from __future__ import annotations

import getpass
import json
import os
import subprocess
from dataclasses import dataclass

import psutil

#: The environment variable by which a pilot of the local system is found again.
MARK = "CUVETTE_PILOT"


class SystemAway(Exception):
    """The batch system does not answer; the message says how."""


@dataclass(frozen=True)
class Pilot:
    """A job of ours: `state` is "queued" or "running"; "running" also stands for states that are not known."""

    native_id: str
    name: str
    kind: str
    state: str


def pilot_name(controller: str, kind: str, suffix: str) -> str:
    """The name of a pilot in the batch system."""
    return f"cuvette-{controller}-{kind}-{suffix}"


def _kind_in(name: str, controller: str) -> str | None:
    parts = name.split("-")
    return parts[2] if len(parts) == 4 and parts[:2] == ["cuvette", controller] else None


def _output(*command: str, timeout: float = 30.0) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, errors="replace", check=False)
    except FileNotFoundError:
        raise SystemAway(f"The program {command[0]} is not on the search path.") from None
    except subprocess.TimeoutExpired:
        raise SystemAway(f"{command[0]} did not answer within {timeout:.0f} s.") from None
    if done.returncode != 0:
        text = (done.stderr or done.stdout).strip().splitlines()
        raise SystemAway(f"{command[0]} failed: {text[-1] if text else f'status {done.returncode}'}")
    return done.stdout


def _bars(text: str) -> list[tuple[str, str, str]]:
    """Lines of the form id|state|name."""
    found = []
    for line in text.splitlines():
        parts = line.strip().split("|", 2)
        if len(parts) == 3:
            found.append((parts[0].strip(), parts[1].strip(), parts[2].strip()))
    return found


def _slurm() -> list[tuple[str, str, str]]:
    return _bars(_output("squeue", "--me", "--noheader", "--format=%i|%t|%j"))


def _pbs() -> list[tuple[str, str, str]]:
    try:
        jobs = json.loads(_output("qstat", "-f", "-F", "json")).get("Jobs", {})
    except ValueError:
        raise SystemAway("qstat did not answer with JSON.") from None
    mine = getpass.getuser()
    return [
        (native, str(job.get("job_state", "")), str(job.get("Job_Name", "")))
        for native, job in jobs.items()
        if str(job.get("Job_Owner", "")).split("@")[0] == mine
    ]


def _lsf() -> list[tuple[str, str, str]]:
    return _bars(_output("bjobs", "-noheader", "-o", 'jobid stat job_name delimiter="|"'))


def _flux() -> list[tuple[str, str, str]]:
    return _bars(_output("flux", "jobs", "--no-header", "--format={id}|{state}|{name}"))


def _local() -> list[tuple[str, str, str]]:
    """Processes of this user with our mark, without those whose parent has it too (the worker's own children)."""
    marked: dict[int, str] = {}
    parents: dict[int, int] = {}
    for process in psutil.process_iter(["pid", "ppid", "uids", "status"]):
        try:
            if process.info["status"] == psutil.STATUS_ZOMBIE or process.info["uids"].real != os.getuid():
                continue
            name = process.environ().get(MARK)
        except (psutil.Error, OSError):
            continue
        if name:
            marked[process.info["pid"]] = name
            parents[process.info["pid"]] = process.info["ppid"]
    return [(str(pid), "running", name) for pid, name in marked.items() if parents[pid] not in marked]


_LISTS = {"slurm": _slurm, "pbs": _pbs, "lsf": _lsf, "flux": _flux, "local": _local}

#: States in which a job waits, of each system; those that are not here and not in `_OVER` count as running.
_QUEUED = {
    "slurm": {"PD", "CF", "RF", "RH", "RD"},
    "pbs": {"Q", "H", "W", "T"},
    "lsf": {"PEND", "PSUSP", "WAIT"},
    "flux": {"DEPEND", "PRIORITY", "SCHED"},
    "local": set(),
}
_OVER = {
    "slurm": {"BF", "CA", "CD", "DL", "F", "NF", "OOM", "PR", "TO"},
    "pbs": {"F", "C", "X"},
    "lsf": {"DONE", "EXIT"},
    "flux": {"INACTIVE"},
    "local": set(),
}


def list_pilots(system: str, controller: str) -> list[Pilot]:
    """The pilots of a controller that wait or run. Raises SystemAway when the batch system does not answer."""
    found = []
    for native_id, state, name in _LISTS[system]():
        kind = _kind_in(name, controller)
        if kind is None or state in _OVER[system]:
            continue
        found.append(Pilot(native_id, name, kind, "queued" if state in _QUEUED[system] else "running"))
    return found


def partition_problem(system: str, partition: str | None) -> str | None:
    """What is wrong with a partition, where the system can be asked (Slurm); None where nothing is known to be. Raises SystemAway."""
    if system != "slurm" or partition is None:
        return None
    if _output("sinfo", "--noheader", f"--partition={partition}", "--format=%P").strip():
        return None
    known = sorted({line.strip().rstrip("*") for line in _output("sinfo", "--noheader", "--format=%P").splitlines() if line.strip()})
    return f"there is no partition {partition}; those that there are: {', '.join(known)}"
