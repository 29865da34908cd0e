"""Intrinsic reaction coordinates: the inversion of ammonia with GFN2-xTB, what is refused, and what a second attempt repeats."""

from __future__ import annotations

from itertools import pairwise

import pytest
from conftest import WATER, atoms

KCAL = 627.5094740631
# A little off the plane and off its bond lengths, so that the optimization of the saddle has something to do.
PLANAR = atoms((7, 0, 0, 0), (1, 0.99, 0, 0), (1, -0.5, 0.87, 0), (1, -0.5, -0.87, 0))


def irc(here, molecule, **changes):
    settings = {"method": "gfn2_xtb", "mode": "careful", "tasks": ["energy"]}
    data = {"initial_molecule": molecule, "mode": "manual", "settings": settings, "preopt": True, "max_irc_steps": 30, "step_size": 0.05}
    steps, threads = changes.pop("steps", {}), changes.pop("threads", 1)
    return here("irc", {**data, **changes}, steps=steps, threads=threads)


def energies(done, side):
    return [done.calculation(uuid)["molecules"][-1]["energy"] for uuid in done.result["data"][f"irc_{side}"]]


@pytest.fixture(scope="module")
def ammonia(here_once):
    return irc(here_once, PLANAR)


def test_ammonia_inverts_to_two_equal_ends(ammonia):
    """The barrier of ammonia is 5.8 kcal/mol by experiment; GFN2-xTB has 5 to 7."""
    saddle = ammonia.calculation(ammonia.result["data"]["starting_TS"])["molecules"][-1]
    assert [mode["frequency"] < -50 for mode in saddle["vibrational_modes"]].count(True) == 1
    forward, backward = energies(ammonia, "forward"), energies(ammonia, "backward")
    assert 5 < (saddle["energy"] - forward[-1]) * KCAL < 7
    assert abs(forward[-1] - backward[-1]) * KCAL < 0.05
    for side in (forward, backward):
        path = [saddle["energy"], *side]
        assert len(path) > 5
        assert all(later < earlier for earlier, later in pairwise(path))
    [told] = ammonia.result["messages"]
    assert told["title"] == "Ends of the Path" and "Forward: N," in told["body"]
    assert any("Following the path forward, step 3" in event["stage"] for event in ammonia.all("progress"))


def test_a_second_attempt_repeats_only_the_missing_point(here, ammonia):
    lost = next(key for key in ammonia.steps if key.startswith("backward/4/"))
    steps = {key: value for key, value in ammonia.steps.items() if key != lost}
    again = irc(here, PLANAR, steps=steps)
    assert set(again.steps) == {lost}
    assert again.result["data"] == ammonia.result["data"]


def test_a_minimum_is_refused_with_what_to_do(here):
    told = irc(here, WATER, preopt=False).error
    assert told["error_class"] == "input_error" and told["field"] == "initial_molecule"
    assert "no imaginary frequency" in told["message"] and "Optimize the transition state first" in told["message"]


def test_a_path_that_is_cut_short_says_so(here):
    done = irc(here, PLANAR, max_irc_steps=2)
    assert [message["title"] for message in done.result["messages"]].count("Path Not Finished") == 2
