"""How sure a docking search is: independent searches with seeds of their own, and how many of them find the same best pose.

A search that missed the best pose once will miss it often: searches that do not agree are repeated with twice the exhaustiveness. What was
searched before counts: Vina's exhaustiveness is a number of independent runs, so two searches together are one of twice the exhaustiveness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdMolAlign

from ..chemistry.perceive import with_conformer

# A search has found a pose when one of its own lies this near (Å, RMSD of heavy atoms) and scores as well but for this (kcal/mol).
SAME_PLACE, SAME_SCORE = 2.0, 0.5
# Symmetric ligands have many ways to lay one pose on another; more than these are not tried.
_MOST_WAYS = 1000

Pose = dict[str, Any]
"""`score` (kcal/mol on the scoring function's scale) and `positions` (Å) of all atoms"""


@dataclass(frozen=True)
class Plan:
    """How many searches are compared, how many of them must agree, and how often their exhaustiveness is doubled until they do."""

    searches: int
    enough: int
    doublings: int


# A docking is searched until three of four agree, at most with eight times the exhaustiveness that was asked for.
ONE_LIGAND = Plan(searches=4, enough=3, doublings=3)
# For many compounds, both of two searches, at most with four times the exhaustiveness.
MANY_LIGANDS = Plan(searches=2, enough=2, doublings=2)


@dataclass(frozen=True)
class Agreement:
    """How many of the searches found the best pose, and the exhaustiveness of each of them."""

    searches: int
    found: int
    exhaustiveness: int
    sure: bool

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def plan_of(plan: Plan, exhaustiveness: int, extend: bool) -> tuple[int, int, int]:
    """Searches at first, exhaustiveness of each, and doublings at most.

    The exhaustiveness is shared among the searches. Without `extend` it is never exceeded: then a small one gives fewer searches.
    """
    searches = plan.searches if extend else min(plan.searches, exhaustiveness)
    return searches, max(1, exhaustiveness // searches), plan.doublings if extend else 0


def search_until_agreed(
    mol: Chem.Mol, plan: Plan, exhaustiveness: int, extend: bool, search: Callable[[range, int], list[list[Pose]]]
) -> tuple[list[list[Pose]], Agreement]:
    """The poses of each search, and how far the searches agree.

    `search(numbers, exhaustiveness)` carries out the searches with these running numbers, from which seeds are made, and gives the poses of
    each. With `extend`, searches that do not agree go on until they do.
    """
    count, each, doublings = plan_of(plan, exhaustiveness, extend)
    pieces = search(range(count), each)
    together = 1
    while True:
        found = [[pose for piece in group for pose in piece] for group in _groups(pieces, count)]
        agreement = _agreement(mol, plan, found, each * together)
        if agreement.sure or together == 2**doublings:
            return found, agreement
        pieces += search(range(len(pieces), 2 * len(pieces)), each)
        together *= 2


def _groups(pieces: list[list[Pose]], count: int) -> Iterator[list[list[Pose]]]:
    """The pieces in `count` groups of equal size."""
    for start in range(count):
        yield pieces[start::count]


def _agreement(mol: Chem.Mol, plan: Plan, searches: list[list[Pose]], exhaustiveness: int) -> Agreement:
    every = [pose for search in searches for pose in search]
    found = found_by(mol, min(every, key=lambda pose: pose["score"]), searches) if every else 0
    return Agreement(len(searches), found, exhaustiveness, sure=found >= plan.enough)


def found_by(mol: Chem.Mol, pose: Pose, searches: list[list[Pose]]) -> int:
    """How many of the searches found this pose, or one that is as good in the same place."""
    return sum(
        any(
            other["score"] <= pose["score"] + SAME_SCORE and distance(mol, other["positions"], pose["positions"]) <= SAME_PLACE
            for other in search
        )
        for search in searches
    )


def distance(mol: Chem.Mol, one: np.ndarray, other: np.ndarray) -> float:
    """RMSD (Å) of the heavy atoms of two poses where they lie; atoms that symmetry makes alike are matched as they fit best."""
    bare = [Chem.RemoveAllHs(with_conformer(mol, np.asarray(positions)), sanitize=False) for positions in (one, other)]
    return float(rdMolAlign.CalcRMS(*bare, maxMatches=_MOST_WAYS))
