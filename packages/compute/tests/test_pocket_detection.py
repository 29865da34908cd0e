"""Pockets of proteins: where the ligands of crystal structures were, which are not given to it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import in_full
from rdkit import Chem
from test_protein import pdb_object


def site(name: str):
    """A chain of a crystal structure that comes with PoseBusters, without its ligand, and the centre of the ligand."""
    import posebusters

    folder = Path(posebusters.__file__).parent / "datasets" / "pdb" / name
    ligand = next(iter(Chem.SDMolSupplier(str(folder / f"{name}_ligand.sdf"), sanitize=False)))
    centre = ligand.GetConformer().GetPositions().mean(axis=0)
    text = next(iter(folder.glob("*protein*.pdb"))).read_text()
    lines = [line for line in text.splitlines() if line.startswith("ATOM")]
    places = np.array([[float(line[start : start + 8]) for start in (30, 38, 46)] for line in lines])
    chain = lines[int(np.linalg.norm(places - centre, axis=1).argmin())][21]
    return pdb_object("\n".join(line for line in lines if line[21] == chain)), centre


def pockets(here, protein, merge_distance=1.75):
    settings = {"settings_type": "pocketeer", "merge_distance": merge_distance}
    return here("pocket_detection", {"protein": protein, "settings": settings})


def rank(found, centre) -> int | None:
    """The place, from 1, of the first pocket that has a sphere within 4 Angstrom of the centre."""
    near = [np.linalg.norm(np.array(each["sphere_centers"]) - centre, axis=1).min() < 4 for each in found]
    return near.index(True) + 1 if True in near else None


def test_the_site_of_a_ligand_is_the_first_pocket(here):
    """1S3V, human dihydrofolate reductase."""
    protein, centre = site("1s3v")
    done = pockets(here, protein)
    found = done.result["data"]["pockets"]
    assert rank(found, centre) == 1
    assert [each["score"] for each in found] == sorted((each["score"] for each in found), reverse=True)
    for each in found:
        low = np.array(each["pocket_center"]) - np.array(each["pocket_sides"]) / 2
        inside = np.array(each["sphere_centers"]) - np.array(each["sphere_radii"])[:, None] >= low - 0.01
        assert inside.all(), "the box holds the spheres"
        assert each["volume"] > 100
    assert done.result["provenance"]["stages"][0]["engine_version"] == "0.4.0"


@in_full
@pytest.mark.parametrize(("name", "distance", "expected"), [("1ia1", 1.75, 2), ("1uou", 1.75, 1), ("1of6", 1.75, None), ("1of6", 2.75, 1)])
def test_the_sites_of_other_ligands_stand_where_the_page_of_accuracies_says(here, name, distance, expected):
    protein, centre = site(name)
    assert rank(pockets(here, protein, distance).result["data"]["pockets"], centre) == expected


def test_a_protein_without_atoms_enough_and_other_methods_are_refused(here):
    protein, _ = site("1s3v")
    residues = protein["models"][0]["polymer"]["A"]["residues"]
    protein["models"][0]["polymer"]["A"]["residues"] = dict(list(residues.items())[:3])
    assert "50 or more" in pockets(here, protein).error["message"]
    refused = here("pocket_detection", {"protein": protein, "settings": {"settings_type": "mixmd"}}).error
    assert refused["field"] == "settings.settings_type"
