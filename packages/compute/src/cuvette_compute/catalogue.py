"""All jobs that this package can do, as `runtime` is given them."""

from __future__ import annotations

from . import recipes
from .proteins import PROTEIN_PREPARATION, prepare_protein
from .runtime.run import Catalogue

CATALOGUE = Catalogue(
    recipe=recipes.recipe,
    has_pieces=recipes.has_pieces,
    load_for_pieces=recipes.load_for_pieces,
    warm_up=recipes.warm_up,
    others={PROTEIN_PREPARATION: prepare_protein},
)
