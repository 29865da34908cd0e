"""Submits and cancels pilots through PSI/J, and contains its faults.

PSI/J raises AssertionError on states that it does not know and from its polling thread, runs the batch system's programs without a limit
of time, and fails jobs when the batch system is away. Each call runs in a thread of its own with a limit; whatever it raises becomes
`SubmissionFailed` with the words of the batch system. Its states of jobs are not used: `schedulers.py` asks by name.
"""

from __future__ import annotations

import logging
import shlex
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from datetime import timedelta
from pathlib import Path
from typing import Any

import psij

from .launch import launch_of, write_before
from .schedulers import Pilot
from .settings import PilotKind, Settings, SettingsProblem

_CALL_SECONDS = 180.0
_MEGABYTE = 1024 * 1024
_NAME_DIRECTIVES = {"slurm": "slurm.job-name", "pbs": "pbs.N", "lsf": "lsf.J"}


class SubmissionFailed(Exception):
    """The batch system refused, or did not answer; the message has its words."""


def contain_threads(log: Callable[[str], None]) -> None:
    """A fault in a thread of PSI/J is one line of the log and nothing more."""

    def note(fault: threading.ExceptHookArgs) -> None:
        log(f"PSI/J: {fault.exc_type.__name__} in one of its threads ({fault.exc_value}). Nothing is lost: pilots are found by name.")

    threading.excepthook = note
    # What PSI/J logs about states is not what the controller goes by.
    logging.getLogger("psij").setLevel(logging.CRITICAL)


class Batch:
    """Pilots of one batch system by PSI/J."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = settings.state
        config = psij.JobExecutorConfig(work_directory=self._folder / "psij")
        try:
            self._executor = psij.JobExecutor.get_instance(settings.system, config=config)
        # What a system needs is imported here (Flux's own Python package), and faults of all kinds come of it.
        except Exception as error:
            raise SettingsProblem(f"PSI/J cannot use {settings.system} on this machine: {str(error) or type(error).__name__}") from None
        self._calls = ThreadPoolExecutor(max_workers=1, thread_name_prefix="psij")

    def _call(self, what: str, work: Callable[[], Any]) -> None:
        future = self._calls.submit(work)
        try:
            future.result(timeout=_CALL_SECONDS)
        except Late:
            raise SubmissionFailed(f"{what} took longer than {_CALL_SECONDS:.0f} s; the batch system seems to be away.") from None
        # PSI/J raises exceptions of all kinds, AssertionError among them.
        except Exception as error:
            words = str(error).strip() or type(error).__name__
            raise SubmissionFailed(f"{what} failed: {words}") from None

    def job_of(self, kind: PilotKind, name: str) -> psij.Job:
        """The job as PSI/J takes it: what `submit` submits and `--check` prints."""
        launch = launch_of(self._settings, kind, name)
        before = write_before(self._folder, kind, launch.before)
        logs = self._folder / "logs"
        logs.mkdir(parents=True, exist_ok=True, mode=0o700)
        resources = psij.ResourceSpecV1(
            node_count=1,
            processes_per_node=1,
            cpu_cores_per_process=kind.cores,
            gpu_cores_per_process=kind.gpus or None,
            memory=kind.memory_mb * _MEGABYTE,
        )
        # PSI/J 0.9.11 writes no names into batch scripts, although it takes them: the directives are named here.
        directive = _NAME_DIRECTIVES.get(self._settings.system)
        attributes = psij.JobAttributes(
            duration=timedelta(seconds=kind.walltime_seconds),
            queue_name=kind.partition,
            account=kind.account,
            reservation_id=kind.reservation,
            custom_attributes={directive: name} if directive else None,
        )
        spec = psij.JobSpec(
            name=name,
            executable=self._named(name, launch.program) if self._settings.system == "flux" else launch.program,
            arguments=launch.arguments,
            directory=self._folder,
            environment=dict(launch.environment),
            inherit_environment=False,
            stderr_path=logs / f"{name}.log",
            resources=resources,
            attributes=attributes,
            pre_launch=before,
        )
        return psij.Job(spec)

    def _named(self, name: str, program: str) -> str:
        """A file of this name that starts a program: Flux calls a job by the name of its file."""
        folder = self._folder / "names"
        folder.mkdir(exist_ok=True, mode=0o700)
        file = folder / name
        file.write_text(f'#!/bin/sh\nexec {shlex.quote(program)} "$@"\n', encoding="utf-8")
        file.chmod(0o700)
        return str(file)

    def submit(self, kind: PilotKind, name: str) -> None:
        """Submit one pilot. Raises SubmissionFailed; whether it was submitted all the same shows when pilots are listed by name."""
        job = self.job_of(kind, name)
        self._call("Submitting", lambda: self._executor.submit(job))

    def cancel(self, pilot: Pilot) -> None:
        """Cancel one pilot of this or an earlier controller. Raises SubmissionFailed."""
        job = psij.Job()

        def work() -> None:
            self._executor.attach(job, pilot.native_id)
            job.cancel()

        self._call("Cancelling", work)

    def script(self, kind: PilotKind, name: str) -> str:
        """The batch script of a pilot as PSI/J writes it; for the local system, the command."""
        from psij.executors.batch.batch_scheduler_executor import BatchSchedulerExecutor

        job = self.job_of(kind, name)
        spec = job.spec
        if not isinstance(self._executor, BatchSchedulerExecutor) or spec is None:
            launch = launch_of(self._settings, kind, name)
            return " ".join([launch.program, *launch.arguments]) + "\n"
        place = self._folder / "psij" / "checked.job"
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("w", encoding="utf-8") as file:
            self._executor.generate_submit_script(job, self._executor._create_script_context(job), file)
        text = place.read_text(encoding="utf-8")
        place.unlink()
        return "\n".join(line for line in text.splitlines() if line.strip()) + "\n"


def prune_logs(folder: Path, keep: int = 200) -> None:
    """Remove the oldest logs and named files of pilots beyond the newest `keep`."""
    for files in ((folder / "logs").glob("*.log"), (folder / "names").glob("cuvette-*")):
        for old in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)[keep:]:
            old.unlink(missing_ok=True)
