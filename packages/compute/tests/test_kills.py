"""kill -9 in the middle of each recipe: the next attempt repeats only the step that was not finished, and a third computes nothing.

The first attempt runs in a process of its own, which kills itself in an engine call after some of its steps have been sent. All that the
second attempt gets is what was written until then. Structure prediction and protein dynamics have programs of their own to kill: their
tests, and the server's, do that.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from conftest import Here, Recorder, in_full
from redocking import pocket_of, protein_of
from tiny_jobs import tiny_jobs

from cuvette_compute.docking.search import Search
from cuvette_compute.engines.mmff94 import MMFF94Calculator
from cuvette_compute.engines.pyscf.calculator import PySCFCalculator
from cuvette_compute.engines.tblite import TBLiteCalculator
from cuvette_compute.recipes import ion_mobility
from cuvette_compute.runtime.protocol import to_line

_PROTEIN, _COMPLEX = "11111111-1111-4111-8111-111111111111", "1ia1"
_DOCKING = {
    "target_uuid": _PROTEIN,
    "pocket": pocket_of(_COMPLEX),
    "docking_settings": {"max_poses": 1, "executable": "vina", "scoring_function": "vina", "exhaustiveness": 1, "extend_search": False},
}
DOCKING_JOBS = {
    "docking": {**_DOCKING, "initial_smiles": "CCO", "do_csearch": False, "do_optimization": True, "do_pose_refinement": False},
    "batch_docking": {**_DOCKING, "target": _PROTEIN, "initial_smiles_list": ["CCO", "CCN"]},
}
JOBS = {**tiny_jobs(), **DOCKING_JOBS}
# What takes more than three seconds runs in `npm run test:full`; of the others `npm test` runs a third, another one than yesterday's.
_SLOW = {"nmr", "ion_mobility", *DOCKING_JOBS}
_LATER = {name for place, name in enumerate(sorted(JOBS)) if place % 3 != datetime.now(UTC).toordinal() % 3}
# After how many steps the first attempt is killed, where there are fewer than three or the middle lies elsewhere.
KILLED_AFTER = {"electronic_properties": 1, "basic_calculation": 1, "pka": 1, "spin_states": 1, "irc": 4, "double_ended_ts_search": 4}
KILLED_AFTER |= {"hydrogen_bond_basicity": 1, "nmr": 1, "batch_docking": 2, "docking": 2}
# Where no engine is called after a step: the first results that are sent.
KILLED_AT_PARTIAL = {"electronic_properties"}
# The orbitals of a molecule are no step: an attempt that has their energy computes them once more for the grids.
STILL_COMPUTED = {"electronic_properties": 1}

# What the killed processes need is loaded once, in the process that they are forked from.
_LOADED_ONCE = ["test_kills", "ase.md.verlet", "geometric.optimize", "tblite.interface", "scipy.spatial"]
_LOADED_ONCE += [f"cuvette_compute.recipes.{name}" for name in JOBS]


class Engines:
    """Counts the engine calls of this process; `at_call` is called at each."""

    def __init__(self, replace: Callable[[Any, str, Any], None] = setattr) -> None:
        self.calls = 0
        self.at_call = lambda: None
        for calculator in (TBLiteCalculator, MMFF94Calculator, PySCFCalculator):
            replace(calculator, "calculate", self._counted(calculator.calculate))
        replace(Search, "dock", self._counted(Search.dock))
        replace(ion_mobility, "sampled_cross_section", self._counted(ion_mobility.sampled_cross_section))

    def _counted(self, calculate: Any) -> Any:
        def counted(*arguments: Any, **more: Any) -> Any:
            self.calls += 1
            self.at_call()
            return calculate(*arguments, **more)

        return counted


def run_until_killed(root: Path, type_: str, data: dict[str, Any]) -> None:
    """An attempt in a process of its own: writes its lines to a file and kills itself in the middle of a step."""
    sent = 0
    with (root / "lines").open("wb") as file:

        def kill() -> None:
            if sent >= KILLED_AFTER.get(type_, 2):
                os.kill(os.getpid(), signal.SIGKILL)

        def send(_: Recorder, event: dict[str, Any]) -> None:
            nonlocal sent
            file.write(to_line(event))
            file.flush()
            sent += event["event"] == "step"
            if event["event"] == "partial" and type_ in KILLED_AT_PARTIAL:
                kill()

        Recorder.send = send
        Engines().at_call = kill
        Here(root)(type_, data, **proteins_of(type_))


def proteins_of(type_: str) -> dict[str, Any]:
    """What a job of the type needs beside its data: the protein that it docks into."""
    return {"proteins": {_PROTEIN: protein_of(_COMPLEX)}} if type_ in DOCKING_JOBS else {}


def killed_attempt(root: Path, type_: str) -> dict[str, Any]:
    """The steps that an attempt has sent before it killed itself in the middle of the next one."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(_LOADED_ONCE)
    process = processes.Process(target=run_until_killed, args=(root, type_, JOBS[type_]))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL, "the attempt was not killed: are there so many steps?"
    events = [json.loads(line) for line in (root / "lines").read_text().splitlines()]
    return {event["key"]: event["result"] for event in events if event["event"] == "step"}


@pytest.mark.parametrize("type_", [pytest.param(type_, marks=in_full if type_ in _SLOW | _LATER else ()) for type_ in sorted(JOBS)])
def test_after_a_kill_only_the_unfinished_step_is_repeated(type_, tmp_path, monkeypatch):
    (tmp_path / "killed").mkdir()
    kept = killed_attempt(tmp_path / "killed", type_)
    assert kept
    engines = Engines(monkeypatch.setattr)
    here = Here(tmp_path)
    second = here(type_, JOBS[type_], steps=kept, attempt=2, **proteins_of(type_))
    assert second.result["data"]
    assert not set(second.steps) & set(kept), "a finished step was repeated"
    assert engines.calls > 0
    # Everything that an engine computed is in the steps, so what the first attempt finished cost the second nothing.
    engines.calls = 0
    third = here(type_, JOBS[type_], steps={**kept, **second.steps}, attempt=3, **proteins_of(type_))
    assert third.steps == {}
    assert engines.calls == STILL_COMPUTED.get(type_, 0)
    assert third.result["data"] == second.result["data"]
