"""Programs of an administrator as engines: Psi4 and MOPAC where they are installed, ORCA with a stand-in for its command line only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import WATER, from_wire

from cuvette_compute import engines
from cuvette_compute.calculations.stage import Stage, check_stage
from cuvette_compute.engines import Request, engine_for, engine_of, single_point
from cuvette_compute.engines.programs import orca_program, psi4_program
from cuvette_compute.engines.programs.mopac_program import has_mopac
from cuvette_compute.engines.programs.psi4_program import has_psi4
from cuvette_compute.errors import ComputeError, InputError, MethodNotAvailable
from cuvette_compute.methods.settings import complete_settings
from cuvette_compute.runtime.places import ENVIRONMENTS
from cuvette_compute.structures.molecule import Molecule

HYDROXYL = Molecule(np.array([8, 1]), np.array([[0, 0, 0.117], [0, 0.757, -0.469]]), 0, 2)
needs_mopac = pytest.mark.skipif(not has_mopac(), reason="the mopac program is not installed")
needs_opi = pytest.mark.skipif(
    not (ENVIRONMENTS / "orca" / "bin" / "python").exists(),
    reason='ORCA\'s Python interface is not installed ("npm run setup -- --with orca")',
)


@pytest.fixture
def psi4(monkeypatch):
    """Psi4 named by an administrator."""
    if not has_psi4():
        pytest.skip("the psi4 program is not installed")
    monkeypatch.setenv("CUVETTE_PSI4", psi4_program.psi4_path())


@pytest.fixture
def orca(monkeypatch, tmp_path):
    """ORCA's command line, stood in for; OPI, the adapter and the files between them are real."""
    folder = tmp_path / "orca_6_1"
    folder.mkdir()
    source, tests = Path(engines.__file__).parents[2], Path(__file__).parent
    script = f'#!/bin/sh\nPYTHONPATH={source}:{tests} exec {sys.executable} {tests / "stand_in_orca.py"} "$@"\n'
    for name in ("orca", "orca_2json"):
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    monkeypatch.setenv("CUVETTE_ORCA", str(folder))
    forget()
    yield folder
    forget()


def forget():
    """Programs are looked up once in a process."""
    orca_program.orca_path.cache_clear()
    orca_program.orca_version.cache_clear()


def point_of(engine, molecule, method="b3lyp", **changes):
    chosen = engine_for({"method": method, "engine": engine, "solvent_settings": changes.get("solvent_settings")})
    assert chosen.name == engine
    return single_point(
        chosen.calculator(Request(method, molecule, None, basis_set=changes.pop("basis_set", "def2-SVP"), **changes)), molecule
    )


def agree(one, other, energy, gradient):
    assert one.energy == pytest.approx(other.energy, abs=energy)
    assert one.gradient == pytest.approx(other.gradient, abs=gradient)
    assert one.dipole == pytest.approx(other.dipole, abs=2e-3)
    assert one.charges == pytest.approx(other.charges, abs=2e-4)
    # Programs leave out those below 0.1.
    orders = [np.where(each.bond_orders > 0.1, each.bond_orders, 0) for each in (one, other)]
    assert orders[0] == pytest.approx(orders[1], abs=2e-4)
    assert one.homo_lumo_gap == pytest.approx(other.homo_lumo_gap, abs=1e-2)
    if other.spin_squared is None:
        assert one.spin_squared is None
    else:
        assert one.spin_squared == pytest.approx(other.spin_squared, abs=1e-4)


@pytest.mark.parametrize("molecule", [from_wire(WATER), HYDROXYL], ids=["water", "hydroxyl radical"])
def test_psi4_gives_what_pyscf_gives(psi4, molecule):
    agree(point_of("psi4", molecule, corrections=("d3bj",)), point_of("pyscf", molecule, corrections=("d3bj",)), 2e-6, 1e-4)


def test_the_engine_that_is_named_runs_and_without_a_name_ours_does(psi4):
    assert engine_for({"method": "b3lyp", "engine": "psi4"}).name == "psi4"
    assert engine_of("b3lyp").name == "pyscf"
    # Psi4 has no continuum here: the level runs by the engine that has it.
    solvent = {"model": "cpcm", "solvent": "water"}
    assert engine_for({"method": "b3lyp", "engine": "psi4", "solvent_settings": solvent}).name == "pyscf"


def test_a_basis_set_that_psi4_does_not_have_is_an_input_error(psi4):
    with pytest.raises(InputError, match="psi4 does not have this basis set"):
        point_of("psi4", from_wire(WATER), basis_set="pc-1")


@pytest.mark.parametrize("engine", ["pyscf", "psi4", "orca"])
def test_a_basis_set_is_a_name_and_nothing_else(engine, psi4, orca):
    chosen = next(each for each in engines.ENGINES if each.name == engine)
    request = Request("b3lyp", from_wire(WATER), None, basis_set='sto-3g\n}\nimport os\nos.system("id")')
    with pytest.raises(InputError, match="is not a name of a basis set"):
        chosen.check(request, "settings")


@needs_mopac
@pytest.mark.parametrize("method", ["pm7", "pm6_d3h4x"])
def test_mopac_gives_heats_of_formation_with_their_gradients(method):
    """Water: -57.799 kcal/mol by experiment (Active Thermochemical Tables); PM7 is within 1 kcal/mol of it, PM6-D3H4X within 10."""
    start = from_wire(WATER)
    calculator = engine_of(method).calculator(Request(method, start, None, tight=True))
    point = single_point(calculator, start)
    assert point.energy * 627.5094740631 == pytest.approx(-57.799, abs=1 if method == "pm7" else 10)
    assert "heat of formation" in point.deviations[0]["what"]
    for atom, axis in ((0, 2), (1, 1)):
        energies = []
        for sign in (1, -1):
            positions = start.positions.copy()
            positions[atom, axis] += sign * 1e-3
            energies.append(single_point(calculator, start.at(positions)).energy)
        assert point.gradient[atom, axis] == pytest.approx((energies[0] - energies[1]) / 2e-3, abs=3e-5)


@needs_mopac
@pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not installed")
def test_mopac_runs_where_only_the_directory_of_the_job_can_be_written(tmp_path):
    code = (
        "from pathlib import Path; from cuvette_compute.engines import Request, engine_of, single_point;"
        "from conftest import WATER, from_wire;"
        "water = from_wire(WATER); print(single_point(engine_of('pm7').calculator(Request('pm7', water, Path.cwd())), water).energy)"
    )
    walls = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    command = [*walls, "--bind", str(tmp_path), str(tmp_path), "--chdir", str(tmp_path), "--", sys.executable, "-c", code]
    paths = f"{Path(engines.__file__).parents[2]}{os.pathsep}{Path(__file__).parent}"
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": paths, "TMPDIR": str(tmp_path)}, capture_output=True, text=True)
    assert float(done.stdout) == pytest.approx(-0.0921, abs=2e-3), done.stderr


@needs_mopac
def test_frequencies_are_refused_where_an_energy_is_a_heat_of_formation():
    settings = complete_settings({"method": "pm7", "tasks": ["optimize", "frequencies"]}, "settings")
    with pytest.raises(MethodNotAvailable, match="contain the vibrations already") as refused:
        check_stage(Stage("one", "the molecule", from_wire(WATER), settings, {}))
    assert refused.value.field == "settings.tasks"


@needs_opi
@pytest.mark.parametrize("molecule", [from_wire(WATER), HYDROXYL], ids=["water", "hydroxyl radical"])
def test_orca_is_asked_by_its_own_interface_and_every_number_comes_back(orca, molecule):
    agree(point_of("orca", molecule, corrections=("d3bj",)), point_of("pyscf", molecule, corrections=("d3bj",)), 1e-8, 1e-7)


@needs_opi
def test_orca_in_a_solvent_and_its_own_hessian(orca):
    molecule, solvent = from_wire(WATER), {"model": "cpcm", "solvent": "water"}
    wet, dry = (point_of("orca", molecule, "pbe0", solvent_settings=each) for each in (solvent, None))
    assert wet.energy < dry.energy - 0.005
    request = Request("pbe0", molecule, None, basis_set="def2-SVP", tight=True)
    found, expected = (
        engine_for({"method": "pbe0", "engine": name}).calculator(request).analytic_hessian(molecule) for name in ("orca", "pyscf")
    )
    assert found[0] == pytest.approx(expected[0], abs=1e-7)
    assert found[1] == pytest.approx(expected[1], abs=1e-6)


@needs_opi
def test_what_orca_refuses_is_told_in_its_words(orca):
    with pytest.raises(
        InputError, match=r"ORCA does not take this level of theory for this structure: INPUT ERROR; UNRECOGNIZED .*; DEF2-QZVPPD"
    ):
        point_of("orca", from_wire(WATER), basis_set="def2-QZVPPD")


@needs_opi
@pytest.mark.parametrize(
    ("printed", "reason"),
    [("Program Version 5.0.4", r"ORCA 5.0.4 on this worker is too old: 6.1 or newer"), ("screen reader 3.38", "does not answer")],
)
def test_an_orca_that_is_too_old_or_something_else_is_not_offered(orca, printed, reason):
    (orca / "orca").write_text(f"#!/bin/sh\necho '{printed}'\n")
    with pytest.raises(MethodNotAvailable, match=reason):
        next(each for each in engines.ENGINES if each.name == "orca").version()
    assert engine_for({"method": "b3lyp", "engine": "orca"}).name == "pyscf"


def test_debians_screen_reader_is_not_orca(monkeypatch, tmp_path):
    reader = tmp_path / "orca"
    reader.write_text("#!/bin/sh\necho 3.38\n")
    reader.chmod(0o755)
    monkeypatch.delenv("CUVETTE_ORCA", raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    forget()
    with pytest.raises(MethodNotAvailable, match="is not installed on this worker"):
        orca_program.orca_path()
    forget()


@needs_opi
def test_an_orca_that_dies_is_an_error_with_its_last_words(orca):
    engine_for({"method": "b3lyp", "engine": "orca"})
    (orca / "orca").write_text("#!/bin/sh\necho 'ORCA finished by error termination in SCF'\nexit 25\n")
    with pytest.raises(ComputeError, match="ORCA did not finish normally: ORCA finished by error termination in SCF"):
        point_of("orca", from_wire(WATER))
