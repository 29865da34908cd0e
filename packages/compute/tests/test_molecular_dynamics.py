"""Molecular dynamics with GFN2-xTB and MMFF94: energy kept, temperature held, walls, springs, what explodes, what is repeated."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import WATER, atoms, from_smiles

HARTREE_IN_KCAL = 627.5094740631
OPTIMIZED_WATER = atoms((8, 0, 0, 0.1147), (1, 0, 0.7717, -0.4586), (1, 0, -0.7717, -0.4586))


def move(here, molecule, method="gfn2_xtb", steps=None, **settings):
    asked = {"ensemble": "nve", "initialization": "random", "timestep": 0.5, "num_steps": 100, "save_interval": 10, "temperature": 300}
    data = {
        "initial_molecule": molecule,
        "settings": {**asked, **settings},
        "calc_settings": {"method": method, "tasks": ["energy", "gradient"]},
    }
    return here("molecular_dynamics", data, steps=steps or {})


def said(done, title):
    return next(message["body"] for message in done.result["messages"] if message["title"] == title)


@pytest.fixture(scope="module")
def water(here_once):
    return move(here_once, OPTIMIZED_WATER, num_steps=300, save_interval=30)


def test_the_energy_of_water_is_kept(water):
    """The drift asked for is at most 1e-5 Hartree per atom and ps."""
    drift = float(said(water, "Drift of the Energy").split(" by ")[1].split()[0])
    assert abs(drift) < 1e-5
    frames = water.result["data"]["frames"]
    assert [frame["index"] for frame in frames] == list(range(1, 11))
    total = np.array([frame["energy"] for frame in frames])
    potential = np.array([frame["potential_energy"] for frame in frames])
    assert np.ptp(total) < 0.1 * np.ptp(potential)
    shown = water.calculation(frames[-1]["calculation_uuid"])["molecules"][-1]
    assert shown["energy"] * HARTREE_IN_KCAL == pytest.approx(frames[-1]["potential_energy"], abs=1e-4)
    assert len(shown["velocities"]) == 3


def test_a_second_attempt_repeats_only_the_missing_frames(here, water):
    kept = {key: value for key, value in water.steps.items() if not key.startswith(("frame/9/", "frame/10/"))}
    again = move(here, OPTIMIZED_WATER, steps=kept, num_steps=300, save_interval=30)
    assert len(again.steps) == 2
    for first, second in zip(water.result["data"]["frames"], again.result["data"]["frames"], strict=True):
        assert first == pytest.approx(second, abs=0.05) if first["index"] > 8 else first == second


def test_a_thermostat_holds_the_temperature(here):
    """Octane with MMFF94 over 4 ps: 78 degrees of freedom, so that the mean is within 5 percent."""
    octane = from_smiles("CCCCCCCC").to_json()
    done = move(here, octane, "mmff94", ensemble="nvt", timestep=1, num_steps=4000, save_interval=100, langevin_thermostat_timescale=20)
    mean = float(said(done, "Temperature").split(" is ")[1].split()[0])
    assert 285 < mean < 315
    frames = [frame["temperature"] for frame in done.result["data"]["frames"]]
    assert np.std(frames) > 10


def test_what_explodes_is_stopped_with_its_frames(here):
    squeezed = atoms((8, 0, 0, 0.1), (1, 0, 0.7, -0.45), (1, 0, -0.7, -0.45))
    done = move(here, squeezed, temperature=9000, timestep=5, num_steps=200, save_interval=1)
    told = said(done, "Dynamics Stopped")
    assert "above 10,000 K" in told and "frames are kept" in told
    assert 0 < len(done.result["data"]["frames"]) < 200


def test_a_wall_and_springs_hold_what_would_leave(here):
    pair = atoms((2, 0, 0, 0), (2, 0, 0, 3.0))
    pair |= {"velocities": [[0, 0, -0.02], [0, 0, 0.02]]}
    free = move(here, pair, initialization="read", timestep=1, num_steps=200, save_interval=200)
    held = move(
        here, pair, initialization="read", timestep=1, num_steps=200, save_interval=200, confining_constraint={"confining_radius": 2.0}
    )
    sprung = move(
        here,
        pair,
        initialization="read",
        timestep=1,
        num_steps=200,
        save_interval=200,
        constraints=[{"atoms": [1, 2], "force_constant": 100, "equilibrium": 3.0}],
    )

    def apart(done):
        [frame] = done.result["data"]["frames"]
        first, second = (atom["position"] for atom in done.calculation(frame["calculation_uuid"])["molecules"][-1]["atoms"])
        return float(np.linalg.norm(np.subtract(first, second)))

    assert apart(free) > 9
    assert apart(held) < 6
    assert 2 < apart(sprung) < 4


def test_what_cannot_run_is_refused(here):
    assert "NPT is for periodic systems only" in move(here, WATER, ensemble="npt", pressure=1).error["message"]
    assert move(here, WATER, save_interval=500).error["field"] == "settings.save_interval"
    assert "no velocities" in move(here, WATER, initialization="read").error["message"]
