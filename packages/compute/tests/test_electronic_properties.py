"""Orbitals and electronic properties of formaldehyde, whose frontier orbitals every textbook draws."""

from __future__ import annotations

import json

import numpy as np
import pytest
from conftest import atoms
from pyscf.tools import molden

# Planar in the plane x = 0, C=O along z (Å); r(CO) 1.205, r(CH) 1.111 (Duncan 1974).
FORMALDEHYDE = atoms((6, 0.0, 0.0, 0.0), (8, 0.0, 0.0, 1.205), (1, 0.0, 0.943, -0.587), (1, 0.0, -0.943, -0.587))
SETTINGS = {"method": "hf", "basis_set": {"name": "6-31G*"}}


@pytest.fixture(scope="module")
def formaldehyde(here_once):
    return here_once("electronic_properties", {"initial_molecule": FORMALDEHYDE, "settings": SETTINGS})


@pytest.fixture(scope="module")
def grids(formaldehyde):
    (sent,) = formaldehyde.all("file")
    return json.loads((formaldehyde.directory / sent["path"]).read_text()), sent


def columns(cube):
    return np.array([[p["x"], p["y"], p["z"], p["val"]] for p in cube["cube_points"]])


def volume(points):
    return np.prod([np.diff(np.unique(points[:, axis])).min() for axis in range(3)])


def test_the_highest_orbital_is_the_lone_pair_of_oxygen_and_the_lowest_empty_one_is_pi_star(formaldehyde, grids):
    """n(O) lies in the plane and changes sign with y; pi* is odd in x and has a node between carbon and oxygen."""
    levels = formaldehyde.result["data"]["molecular_orbitals"]
    homo = max(int(i) for i, level in levels.items() if level["occupation"] == 2)
    assert homo == 7  # 16 electrons
    assert levels["7"]["energy"] < 0 < levels["8"]["energy"]
    content, _ = grids
    lone_pair, pi = columns(content["molecular_orbitals"]["7"]), columns(content["molecular_orbitals"]["8"])

    def at(points, x, y, z):
        """The value nearest to a place given in Angstrom."""
        return points[np.argmin(np.linalg.norm(points[:, :3] - np.array([x, y, z]) / 0.529177, axis=1)), 3]

    # The lone pair changes sign across the plane perpendicular to the molecule, and not across the molecule.
    assert at(lone_pair, 0, 0.7, 1.2) * at(lone_pair, 0, -0.7, 1.2) < 0
    assert at(lone_pair, 0.3, 0.7, 1.2) * at(lone_pair, -0.3, 0.7, 1.2) > 0
    # pi* changes sign across the molecule, and between carbon and oxygen on one side of it.
    assert at(pi, 0.6, 0, 0) * at(pi, -0.6, 0, 0) < 0
    assert at(pi, 0.6, 0, 0) * at(pi, 0.6, 0, 1.25) < 0


def test_the_molden_file_gives_the_same_orbitals_back(formaldehyde, grids, tmp_path):
    path = tmp_path / "orbitals.molden"
    path.write_text(grids[0]["molden"])
    molecule, energies, _, occupations, *_ = molden.load(str(path))
    assert molecule.natm == 4
    assert occupations.sum() == 16
    assert energies[7] == pytest.approx(formaldehyde.result["data"]["molecular_orbitals"]["7"]["energy"], abs=1e-5)


def test_the_density_sums_to_the_electrons_of_the_molecule(grids):
    """16 electrons within 0.5 %, by the sum over the grid that is stored; plain values at its points give 18."""
    density = columns(grids[0]["density_cube"])
    assert density[:, 3].sum() * volume(density) == pytest.approx(16, rel=0.005)


def test_light_properties_stand_in_the_item_and_grids_in_the_file(formaldehyde, grids):
    data = formaldehyde.result["data"]
    _, sent = grids
    assert sent["kind"] == "orbitals"
    assert sent["details"]["keys"] == ["density_cube", "electrostatic_potential_cube", "molecular_orbitals"]
    assert sum(data["mulliken_charges"]) == pytest.approx(0, abs=1e-4)
    # The dipole points along the bond; HF/6-31G* gives 2.67 D (Hehre, Radom, Schleyer, Pople 1986; experiment 2.33).
    assert np.linalg.norm(data["dipole"]) == pytest.approx(2.67, abs=0.1)
    double = next(order for i, j, order in data["mayer_bond_orders"] if (i, j) == (0, 1))
    assert double == pytest.approx(2, abs=0.15)


def test_more_orbitals_than_there_are_and_methods_without_orbitals_are_refused(here):
    many = here("electronic_properties", {"initial_molecule": FORMALDEHYDE, "settings": SETTINGS, "compute_num_occupied_orbitals": 9})
    assert many.error["field"] == "compute_num_occupied_orbitals"
    xtb = here("electronic_properties", {"initial_molecule": FORMALDEHYDE, "settings": {"method": "gfn1_xtb"}})
    assert xtb.error["field"] == "settings.method"
    few = {"initial_molecule": FORMALDEHYDE, "settings": {"method": "gfn2_xtb"}, "compute_num_occupied_orbitals": 7}
    assert "6 occupied orbitals" in here("electronic_properties", few).error["message"]


def test_gfn2_is_the_fast_path_with_the_same_frontier_orbitals(here):
    """12 valence electrons; charges and dipole moment of our grids' functions are those that tblite itself gives."""
    done = here("electronic_properties", {"initial_molecule": FORMALDEHYDE, "settings": {"method": "gfn2_xtb"}})
    data = done.result["data"]
    molecule = done.calculation(data["calc_uuid"])["molecules"][-1]
    assert data["mulliken_charges"] == pytest.approx(molecule["mulliken_charges"], abs=1e-5)
    assert data["dipole"] == pytest.approx(molecule["dipole"], abs=1e-4)
    assert next(order for i, j, order in data["mayer_bond_orders"] if (i, j) == (0, 1)) == pytest.approx(2, abs=0.2)
    (sent,) = done.all("file")
    content = json.loads((done.directory / sent["path"]).read_text())
    density = columns(content["density_cube"])
    assert density[:, 3].sum() * volume(density) == pytest.approx(12, rel=0.005)
    orbitals = data["molecular_orbitals"]
    assert max(int(i) for i, level in orbitals.items() if level["occupation"] == 2) == 5
    lone_pair, pi = (columns(content["molecular_orbitals"][index]) for index in ("5", "6"))
    # n(O) changes sign across the plane perpendicular to the molecule, pi* across the molecule.
    for points, mirrored in ((lone_pair, 1), (pi, 0)):
        largest = points[np.argmax(np.abs(points[:, 3]))]
        where = largest[:3].copy()
        where[mirrored] *= -1
        other = points[np.argmin(np.linalg.norm(points[:, :3] - where, axis=1)), 3]
        assert other * largest[3] < 0
        assert abs(other) > 0.5 * abs(largest[3])
    assert "Valence Electrons Only" in [message["title"] for message in done.result["messages"]]


def test_a_structure_is_optimized_before_its_orbitals_where_that_is_asked_for(here):
    """Formaldehyde with its C=O bond stretched to 1.35 Angstrom: GFN2-xTB brings it back near the measured 1.205."""
    stretched = atoms((6, 0.0, 0.0, 0.0), (8, 0.0, 0.0, 1.35), (1, 0.0, 0.943, -0.587), (1, 0.0, -0.943, -0.587))
    grids_off = {f"compute_{name}": False for name in ("density_cube", "electrostatic_potential_cube")}
    none = {**grids_off, "compute_num_occupied_orbitals": 0, "compute_num_virtual_orbitals": 0}
    data = {"initial_molecule": stretched, "settings": SETTINGS, "preoptimization": "gfn2_xtb", **none}
    done = here("electronic_properties", data)
    found = done.result["data"]
    final = done.calculation(found["calc_uuid"])["molecules"][-1]
    optimized = done.calculation(found["preoptimization_uuid"])["molecules"][-1]
    carbon, oxygen = (np.array(atom["position"]) for atom in final["atoms"][:2])
    assert np.linalg.norm(oxygen - carbon) == pytest.approx(1.205, abs=0.02)
    assert final["atoms"] == optimized["atoms"]
    assert [stage["method"] for stage in done.result["provenance"]["stages"]] == ["gfn2_xtb", "hf"]
    as_given = here("electronic_properties", {**data, "preoptimization": "none"})
    kept = as_given.calculation(as_given.result["data"]["calc_uuid"])["molecules"][-1]
    assert kept["atoms"][1]["position"] == [0.0, 0.0, 1.35]
    assert "preoptimization_uuid" not in as_given.result["data"]
