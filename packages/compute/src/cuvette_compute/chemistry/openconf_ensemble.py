"""Conformers by openconf: ETKDG seeds, turned bonds and flipped rings, MMFF94s.

The package takes Python 3.12 or newer, so a worker may lack it.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
from rdkit import Chem

# Conformers that openconf's own ensemble preset keeps, whose steps and energy window are those of the public client's settings.
MOST_CONFORMERS = 50


def openconf_version() -> str | None:
    """The version of openconf that is installed; None where there is none."""
    try:
        return version("openconf")
    except PackageNotFoundError:
        return None


def openconf_ensemble(mol: Chem.Mol, settings: dict[str, Any], seed: int, threads: int) -> tuple[list[np.ndarray], list[float]]:
    """
    Conformers of a molecule with explicit hydrogens, lowest energy first.

    :param mol: the molecule; a conformer of it joins the search
    :param settings: `n_steps`, `energy_window_kcal`, `parent_strategy`, `final_select`, `do_final_refine` and `max_confs` of the generator
    :param seed: of the random numbers
    :param threads: so many at most
    :returns: positions in Angstrom and energies in kcal/mol (MMFF94s)
    :raises ImportError: where openconf is not installed
    """
    from openconf import generate_conformers, preset_config  # pyright: ignore[reportMissingImports]  (a worker may lack it)

    config = preset_config("ensemble")
    config.max_out = settings.get("max_confs") or MOST_CONFORMERS
    config.pool_max = max(config.pool_max or 0, 10 * config.max_out)
    for name in ("n_steps", "energy_window_kcal", "parent_strategy", "final_select", "do_final_refine"):
        if settings.get(name) is not None:
            setattr(config, name, settings[name])
    config.random_seed, config.num_threads = seed, threads
    found = generate_conformers(mol, config=config, add_hs=False)
    order = np.argsort(found.energies, kind="stable")
    return [np.array(found.coords(int(index))) for index in order], [float(found.energies[index]) for index in order]
