"""What somebody writes into a job never becomes a program's input, argument, environment or file name."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest
from conftest import SOURCE, WATER, from_wire, needs_xtb_program

from cuvette_compute.engines.crest import arguments
from cuvette_compute.errors import ComputeError

EVIL = """$(touch x)`touch x`;touch x
$write
   output file=/tmp/cuvette-evil.out
$external
   orca bin=/tmp/evil
$end
--input evil"""
GFN_FF = {"settings": {"method": "gfn_ff", "tasks": ["energy"]}, "tasks": ["energy"]}


@pytest.fixture
def recording(tmp_path: Path) -> dict[str, str]:
    """An environment in which the xtb program first writes down how it was started."""
    program = tmp_path / "xtb"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > started.arguments\nenv > started.environment\nexec {shutil.which("xtb")} "$@"\n')
    program.chmod(0o755)
    share = Path(shutil.which("xtb") or "/usr/bin/xtb").resolve().parent.parent / "share" / "xtb"
    return {"CUVETTE_XTB": str(program), "XTBPATH": str(share), "SECRET_OF_THE_WORKER": "secret"}


def hostile_job(run, environment):
    molecule = {**WATER, "smiles": EVIL, "name": EVIL}
    data = {**GFN_FF, "initial_molecule": molecule, "notes": EVIL, "xcontrol": EVIL, "extra_arguments": ["--orca"]}
    return run("basic_calculation", data, environment=environment, options={"name": EVIL})


@needs_xtb_program
def test_text_of_a_job_reaches_neither_the_arguments_nor_the_files_of_the_xtb_program(run, recording):
    done = hostile_job(run, recording)
    assert done.status == 0, done.last
    commands = {path: path.read_text().splitlines() for path in done.directory.rglob("started.arguments")}
    starts = {path: words for path, words in commands.items() if words != ["--version"]}
    assert starts
    for start, words in starts.items():
        assert words == ["coord", "--gfnff", "--chrg", "0", "--uhf", "0", "--grad"]
        lines = (start.parent / "coord").read_text().splitlines()
        assert lines[0] == "$coord" and lines[-1] == "$end"
        assert all(re.fullmatch(r"(\s+-?\d+\.\d+){3} [a-z]{1,2}", line) for line in lines[1:-1]), lines
    for path in done.directory.rglob("*"):
        assert path.name not in ("x", ".xtbrc", "xcontrol", "evil.out")
        if path.is_file() and path.name not in ("job.json",):
            assert b"touch x" not in path.read_bytes(), path
    assert not Path("/tmp/cuvette-evil.out").exists()


@needs_xtb_program
def test_programs_get_a_clean_environment_and_a_home_of_their_own(run, recording):
    done = hostile_job(run, recording)
    for started in done.directory.rglob("started.environment"):
        values = dict(line.split("=", 1) for line in started.read_text().splitlines())
        allowed = {
            *("PATH", "HOME", "LC_ALL", "XTBPATH", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_STACKSIZE"),
            *("PWD", "OLDPWD", "_", "SHLVL"),
        }
        assert set(values) <= allowed
        assert Path(values.get("HOME", started.parent)) == started.parent
        assert values["PATH"] == "/usr/bin:/bin"


@needs_xtb_program
def test_files_in_the_home_of_the_worker_change_nothing(run, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / ".xtbrc").write_text("$gfn\n   method=1\n$scc\n   temp=9000\n$end\n")
    for name, text in {".CHRG": "1", ".UHF": "2", "xcontrol": "$chrg 2\n$end\n", ".psi4rc": "raise SystemExit(3)\n"}.items():
        (home / name).write_text(text)
    data = {**GFN_FF, "initial_molecule": WATER}
    energies = []
    for place in (tmp_path, home):
        done = run("basic_calculation", data, environment={"HOME": str(place), "PSIPATH": str(home)})
        calculation = done.all("calculation")[-1]["calculation"]
        energies.append(calculation["molecules"][-1]["energy"])
    assert energies[0] == energies[1]


@pytest.mark.parametrize(
    "settings",
    [
        {"method": "gfn_ff --orca"},
        {"method": "../../bin/evil"},
        {"method": "gfn_ff", "solvent_settings": {"solvent": "--input", "model": "alpb"}},
        {"method": "gfn_ff", "solvent_settings": {"solvent": "water; touch x", "model": "alpb"}},
        {"method": "gfn2_xtb", "solvent_settings": {"solvent": "$(touch x)", "model": "alpb"}},
        {"method": "gfn_ff", "tasks": ["--hess"]},
    ],
)
def test_words_that_are_none_of_the_fixed_ones_are_refused(run, settings):
    done = run("basic_calculation", {"settings": settings, "initial_molecule": WATER})
    assert done.error["error_class"] in ("input_error", "resource_error")
    assert not list(done.directory.rglob("x"))


@pytest.mark.parametrize("charge", ["0 --uhf 4", "$(touch x)", 0.5, [0]])
def test_a_charge_is_a_number(run, charge):
    done = run("basic_calculation", {**GFN_FF, "initial_molecule": {**WATER, "charge": charge}})
    assert done.error["error_class"] == "input_error"


@pytest.mark.parametrize(
    "settings",
    [
        {"mtd_method": "gfn2_xtb --input evil.toml"},
        {"speed": "--input"},
        {"energy_window": "6 --input evil.toml"},
        {"solvent_settings": {"model": "alpb", "solvent": "--input"}},
        {"solvent_settings": {"model": "--cinp", "solvent": "water"}},
    ],
)
def test_crest_gets_no_arguments_but_fixed_words_and_numbers(settings):
    with pytest.raises((ComputeError, ValueError)):
        arguments(from_wire(WATER), settings, 1)


def test_crest_reads_no_file_of_settings():
    settings = {"mtd_method": "gfn2_xtb", "speed": "quick", "energy_window": 6, "nci": True, "toml": EVIL, "input": EVIL}
    words = arguments(from_wire(WATER), settings, 2)
    assert words == ["coord", "--gfn2", "--chrg", "0", "--uhf", "0", "-T", "2", "--quick", "--nci", "--ewin", "6.0000"]


def test_no_program_is_started_through_a_shell_and_no_text_is_run_as_a_program():
    """psi4's input file is a Python program, xtb's and CREST's can name programs: none of them is ever made from a template of text."""
    starts = 0
    # Pipes between processes of one job, which share their rights: nothing that was stored or sent is read there.
    own_pipes = {("helpers.py", "connection.recv()"), ("helpers.py", "helper.connection.recv()")}
    # Pieces on a Dask cluster that an administrator named: read in the job's sandbox, and in that of the piece (docs/dask.md).
    own_pipes |= {("helpers.py", "pickle.loads(body)"), ("host.py", "pickle.loads(body)"), ("host.py", "pickle.loads(received.pop(name))")}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            if (path.name, ast.unparse(node)) in own_pipes:
                continue
            called = ast.unparse(node.func)
            assert called not in ("eval", "exec", "os.system", "os.popen", "pickle.load", "pickle.loads"), path
            assert not called.endswith(".recv"), (path, "multiprocessing reads pickles")
            if not called.startswith("subprocess.") or called == "subprocess.SubprocessError":
                continue
            starts += 1
            assert all(keyword.arg != "shell" for keyword in node.keywords), path
            assert isinstance(node.args[0], ast.List | ast.Name), (path, "the arguments are an array")
            assert any(keyword.arg == "stdin" for keyword in node.keywords), (path, "programs read nothing of ours")
    assert starts >= 3
