"""Intrinsic reaction coordinates: the inversion of ammonia with GFN2-xTB, what is refused, and what a second attempt repeats."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from conftest import WATER, atoms

from cuvette_compute.recipes.irc import SideEnd, unfinished_caveats

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


# The saddle point of HCN and HNC by GFN2-xTB.
HYDROGEN_CYANIDE_SADDLE = atoms((6, -0.4720, 0.4716, 0.0702), (7, 0.2471, -0.2491, 0.7109), (1, 0.1975, -0.1955, -0.6067))


def test_hydrogen_cyanide_reaches_both_linear_minima_with_the_default_steps(here):
    """Its ends lie one minimum below each side: 73.2 and 53.2 kcal/mol by GFN2-xTB, as its double-ended search has them."""
    done = irc(here, HYDROGEN_CYANIDE_SADDLE)
    top = done.calculation(done.result["data"]["starting_TS"])["molecules"][-1]["energy"]
    ends = [done.calculation(done.result["data"][f"irc_{side}"][-1])["molecules"][-1] for side in ("forward", "backward")]
    depths = sorted((top - end["energy"]) * KCAL for end in ends)
    assert depths == pytest.approx([53.2, 73.2], abs=0.1)
    for end in ends:
        assert np.linalg.norm(end["gradient"], axis=1).max() < 5e-3
        carbon, nitrogen, hydrogen = (np.array(atom["position"]) for atom in end["atoms"])
        first, second = (hydrogen - carbon, nitrogen - carbon)
        cosine = first @ second / np.linalg.norm(first) / np.linalg.norm(second)
        assert abs(cosine) > np.cos(np.radians(2))
    titles = [message["title"] for message in done.result["messages"]]
    assert titles.count("End Optimized") == 2
    assert "caveats" not in done.result["provenance"]


def test_hydrogen_cyanide_comes_to_its_linear_minima_by_the_path_alone(here):
    done = irc(here, HYDROGEN_CYANIDE_SADDLE, max_irc_steps=80, step_size=0.1)
    top = done.calculation(done.result["data"]["starting_TS"])["molecules"][-1]["energy"]
    depths = sorted((top - energies(done, side)[-1]) * KCAL for side in ("forward", "backward"))
    assert depths == pytest.approx([53.2, 73.2], abs=0.1)
    assert [message["title"] for message in done.result["messages"]] == ["Ends of the Path"]


def test_a_path_that_is_cut_short_ends_in_the_minimum_that_is_optimized_from_it(here, ammonia):
    done = irc(here, PLANAR, max_irc_steps=2)
    told = [message["body"] for message in done.result["messages"] if message["title"] == "End Optimized"]
    assert len(told) == 2 and "followed for 2 steps" in told[0]
    for side in ("forward", "backward"):
        assert len(done.result["data"][f"irc_{side}"]) == 3
        assert energies(done, side)[-1] == pytest.approx(energies(ammonia, side)[-1], abs=1e-4)


@pytest.mark.parametrize(("ended", "words"), [("limit", "not come to a minimum"), ("uphill", "no longer falls"), ("failed: no", "failed")])
def test_an_end_that_is_no_minimum_changes_the_numbers_that_it_is_in(ended, words):
    sides = [
        SideEnd("forward", ["a"], np.zeros((1, 3)), 0.0, "minimum", 1.0),
        SideEnd("backward", ["b", "c"], np.zeros((1, 3)), 0.0, ended, 1.0),
    ]
    (told,) = unfinished_caveats(sides)
    assert told["severity"] == "changes_number" and words in told["text"] and "2 steps" in told["text"]
    assert told["values"] == ["barrier_forward", "reaction_energy"]
