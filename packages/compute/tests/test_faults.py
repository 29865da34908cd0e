"""Engines that die: what really crashes is told apart, and the same question is answered without the part that crashes."""

from __future__ import annotations

import pytest
from conftest import atoms, from_wire, needs_xtb_program

from cuvette_compute.engines import xtb_program
from cuvette_compute.engines.xtb_program import run_xtb
from cuvette_compute.errors import RandomError

NITROGEN = atoms((7, 0.0, 0.0, -0.55), (7, 0.0, 0.0, 0.55))


@needs_xtb_program
def test_reliability_10_the_xtb_program_that_aborts_is_a_random_error(tmp_path):
    """Older builds abort in the Hessian of a linear molecule (upstream issue 593), after writing it: a real crash by a signal."""
    try:
        run_xtb(tmp_path, from_wire(NITROGEN), "gfn0_xtb", ["--hess"], threads=1)
    except RandomError as error:
        assert "died by signal" in error.message
        assert error.detail
    else:
        pytest.skip("this build of xtb does not crash here")


@needs_xtb_program
def test_reliability_10_a_linear_molecule_has_its_frequencies_all_the_same(run):
    """The Hessian is our own, from gradients, so the crash of the program's cannot happen in a job."""
    settings = {"method": "gfn0_xtb", "tasks": ["optimize", "frequencies"]}
    outcome = run("basic_calculation", {"settings": settings, "tasks": settings["tasks"], "initial_molecule": NITROGEN})
    molecule = outcome.all("calculation")[-1]["calculation"]["molecules"][-1]
    modes = [mode["frequency"] for mode in molecule["vibrational_modes"]]
    assert len(modes) == 1
    assert 1800 < modes[0] < 3200


def test_reliability_10_a_program_that_segfaults_is_a_random_error(tmp_path, monkeypatch):
    """Any build, any machine: a program in the place of xtb that dies by SIGSEGV in the middle of its output."""
    program = tmp_path / "xtb"
    program.write_text("#!/bin/sh\necho 'the last words'\nkill -SEGV $$\n")
    program.chmod(0o755)
    monkeypatch.setattr(xtb_program, "xtb_path", lambda: str(program))
    with pytest.raises(RandomError, match="died by signal 11") as raised:
        run_xtb(tmp_path, from_wire(NITROGEN), "gfn_ff", ["--grad"], threads=1)
    assert "the last words" in raised.value.detail
