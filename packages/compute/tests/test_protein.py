"""Preparing proteins with PDBFixer: real structures, the numbers of the archive, and a report of every change."""

from __future__ import annotations

import copy
import gzip
import json
import math
import socket
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import SOURCE, in_full

from cuvette_compute.errors import InputError
from cuvette_compute.proteins.options import Options, read_options
from cuvette_compute.proteins.prepare import prepare
from cuvette_compute.proteins.titration import Place, histidine_tautomer
from cuvette_compute.proteins.validate import validate_force_field

FIXTURES = Path(__file__).resolve().parents[2] / "core/src/chemistry/fixtures"


def pdb_object(text: str) -> dict[str, Any]:
    """The dictionary shape of a small PDB file: chains, ligands and waters, REMARK 465 and SEQRES left to the test."""
    model: dict[str, Any] = {"polymer": {}, "non_polymer": {}, "branched": {}, "water": {}}
    for line in text.splitlines():
        if line[:6] not in ("ATOM  ", "HETATM"):
            continue
        chain, key, name = line[21], f"{line[21]}.{line[22:27].strip()}", line[17:20].strip()
        element, atom_name = line[76:78].strip(), line[12:16].strip()
        atom = {
            "x": float(line[30:38]), "y": float(line[38:46]), "z": float(line[46:54]), "element": element,
            "name": None if atom_name == element else atom_name, "charge": None,
            "occupancy": float(line[54:60]), "alt_loc": line[16].strip() or None, "anisotropy": None, "bvalue": float(line[60:66]),
            "is_hetatm": line[:6] == "HETATM" or None,
        }  # fmt: skip
        if line[:6] == "ATOM  ":
            residues = model["polymer"].setdefault(
                chain, {"internal_id": chain, "helices": [], "strands": [], "residues": {}, "sequence": None}
            )["residues"]
            group, record = residues, {"name": name, "full_name": None, "atoms": {}, "number": len(residues) + 1}
        else:
            group = model["water" if name == "HOH" else "non_polymer"]
            record = {"name": name, "full_name": None, "atoms": {}, "internal_id": chain, "polymer": chain}
        atoms = group.setdefault(key, record)["atoms"]
        atoms[line[6:11].strip()] = atom
    return {"description": {}, "experiment": {"missing_residues": []}, "geometry": {}, "models": [model], "quality": {}}


@pytest.fixture(scope="module")
def crambin_text() -> str:
    return gzip.decompress((FIXTURES / "1crn.pdb.gz").read_bytes()).decode()


@pytest.fixture
def crambin(crambin_text: str) -> dict[str, Any]:
    return pdb_object(crambin_text)


def dictionary(name: str) -> dict[str, Any]:
    return json.loads(gzip.decompress((FIXTURES / f"{name}.pdb.stjames.json.gz").read_bytes()))


def gfp() -> dict[str, Any]:
    return dictionary("1ema")


def done(pdb: dict[str, Any], **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return prepare(pdb, Options(**options), lambda stage, percent: None)


def residues(pdb: dict[str, Any], chain: str = "A") -> dict[str, Any]:
    return pdb["models"][0]["polymer"][chain]["residues"]


def atom(residue: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in residue["atoms"].values() if (one["name"] or one["element"]) == name)


def distance(one: dict[str, Any], other: dict[str, Any]) -> float:
    return math.dist([one[axis] for axis in "xyz"], [other[axis] for axis in "xyz"])


def formula(pdb: dict[str, Any]) -> dict[str, int]:
    count: dict[str, int] = {}
    for residue in residues(pdb).values():
        for one in residue["atoms"].values():
            count[one["element"]] = count.get(one["element"], 0) + 1
    return count


def with_ligand(text: str) -> dict[str, Any]:
    """Crambin with two waters and an ethanol that lie outside of it."""
    extra = [
        "HETATM  401  O   HOH A 201      40.000  40.000  40.000  1.00 20.00           O",
        "HETATM  402  O   HOH A 202      45.000  40.000  40.000  1.00 20.00           O",
        "HETATM  403  C1  EOH A 301      50.000  50.000  50.000  1.00 20.00           C",
        "HETATM  404  C2  EOH A 301      51.520  50.000  50.000  1.00 20.00           C",
        "HETATM  405  O   EOH A 301      52.000  51.340  50.000  1.00 20.00           O",
    ]
    return pdb_object("\n".join([text, *extra]))


def test_crambin_gets_the_hydrogens_of_its_formula(crambin: dict[str, Any]) -> None:
    structure, report = done(crambin)
    # C202 H315 N55 O64 S6: crambin with charged ends, three disulfides (mass 4730 Da, as the entry's neutron structures have it).
    assert formula(structure) == {"C": 202, "H": 315, "N": 55, "O": 64, "S": 6}
    assert report["after"] == {"atoms": 642, "hydrogens": 315, "residues": 46, "heterogens": 0, "waters": 0}
    assert report["added_hydrogens"] == 315
    assert [one["residue"] for one in report["protonation"]] == ["A.3", "A.4", "A.16", "A.26", "A.32", "A.40"]
    assert {one["state"] for one in report["protonation"]} == {"disulfide"}
    assert report["relaxation"]["after_kj_mol"] < report["relaxation"]["before_kj_mol"]
    assert report["deviations"] == [] and report["added_atoms"] == [] and report["without_hydrogens"] == []


def test_what_was_there_stays_where_it_was_with_its_b_factors(crambin: dict[str, Any]) -> None:
    before = copy.deepcopy(crambin)
    structure, _ = done(crambin)
    assert crambin == before
    for key, residue in residues(before).items():
        for old in residue["atoms"].values():
            assert atom(residues(structure)[key], old["name"] or old["element"]) == old
    for residue in residues(structure).values():
        heavy = [one for one in residue["atoms"].values() if one["element"] != "H"]
        for one in residue["atoms"].values():
            if one["element"] == "H":
                assert 0.9 < min(distance(one, other) for other in heavy) < 1.4
    serials = [int(serial) for residue in residues(structure).values() for serial in residue["atoms"]]
    assert serials == list(range(1, 643))


@in_full
def test_the_same_input_gives_the_same_atoms(crambin: dict[str, Any]) -> None:
    for key in ("A.19", "A.20", "A.21"):
        residues(crambin).pop(key)
    crambin["experiment"]["missing_residues"] = [{"id": f"A.{n}", "name": name} for n, name in ((19, "PRO"), (20, "GLY"), (21, "THR"))]
    assert done(crambin) == done(crambin)


@pytest.mark.parametrize(("ph", "hydrogens", "acids"), [(1.0, 317, ["A.23", "A.43"]), (7.0, 315, []), (13.0, 315, [])])
def test_the_ph_decides_the_protonation(crambin: dict[str, Any], ph: float, hydrogens: int, acids: list[str]) -> None:
    structure, report = done(crambin, add_hydrogen_ph=ph)
    # Crambin has one Glu and one Asp, no Lys or His, and all its Cys are in disulfides: only low pH changes it.
    assert formula(structure)["H"] == report["after"]["hydrogens"] == hydrogens
    neutral = [one["residue"] for one in report["protonation"] if one["state"] == "protonated (neutral)"]
    assert neutral == acids
    assert "ends of chains do not follow the pH" in report["protonation_model"]


def test_side_chains_follow_the_ph_their_pka_and_what_a_person_chose() -> None:
    plain = {"protonate_by_pka": False, "optimize_hydrogens": False}
    (protonated, acid), (_, alkaline) = (done(gfp(), add_hydrogen_ph=ph, **plain) for ph in (5.0, 12.0))
    histidines = [one["state"] for one in acid["protonation"] if one["name"] == "HIS"]
    assert len(histidines) == 9 and set(histidines) == {"protonated at both nitrogens (+1)"}
    lysines = [one["state"] for one in alkaline["protonation"] if one["name"] == "LYS"]
    assert len(lysines) == 19 and set(lysines) == {"deprotonated (neutral)"}
    # The pKa values are there where the states do not follow them, with the states that were built.
    told = {one["residue"]: one for one in acid["titration"]}
    assert {one["chosen"] for one in told.values()} == {"standard"}
    assert all(one["state"] == "HIP" and one["pka"] is not None for one in told.values() if one["name"] == "HIS")
    assert {one["state"] for one in alkaline["titration"] if one["name"] == "LYS"} == {"LYN"}
    # A file whose histidines all are +1, as some programs write them: each takes the state of its own pKa.
    structure, report = done(protonated, protonation_states={"A.25": "HID", "A.17": "GLH"}, optimize_hydrogens=False)
    states = {one["residue"]: one for one in report["titration"]}
    free = [one for one in states.values() if one["name"] == "HIS" and one["chosen"] == "pka"]
    assert len(free) == 8
    assert all((one["state"] == "HIP") == (one["pka"] > 7) for one in free)
    assert any(one["state"] != "HIP" for one in free)
    for one in (one for one in states.values() if one["name"] == "HIS"):
        names = {each["name"] for each in residues(structure)[one["residue"]]["atoms"].values()} & {"HD1", "HE2"}
        assert names == {"HIP": {"HD1", "HE2"}, "HID": {"HD1"}, "HIE": {"HE2"}}[one["state"]]
    assert states["A.25"]["state"] == "HID" and states["A.25"]["chosen"] == "by_hand"
    assert {"residue": "A.17", "name": "GLU", "state": "protonated (neutral)"} in report["protonation"]
    assert "PROPKA" in report["protonation_model"] and report["software"]["PROPKA"]


def test_a_state_that_a_residue_cannot_have_is_refused(crambin: dict[str, Any]) -> None:
    for states in ({"A.23": "HIE"}, {"A.99": "ASH"}):
        with pytest.raises(InputError, match="is not a residue of the structure that can be"):
            done(crambin, protonation_states=states)
    with pytest.raises(InputError, match="one of ASH, ASP"):
        read_options({"protonation_states": {"A.23": "ARN"}})


def test_a_neutral_histidine_turns_its_hydrogen_to_an_acceptor_and_its_nitrogen_to_a_metal() -> None:
    own = {name: Place(0, name, "N", at) for name, at in (("ND1", (0.0, 0.0, 0.0)), ("NE2", (2.2, 0.0, 0.0)))}
    chain = [("HIS", 0, True), ("ASP", 0, True), ("ZN", 1, False)]

    def tautomer(residue: int, name: str, element: str, x: float) -> str:
        return histidine_tautomer(0, chain, [*own.values(), Place(residue, name, element, (x, 0.0, 0.0))], own)

    assert tautomer(1, "OD1", "O", -2.8) == "HID"
    assert tautomer(1, "OD1", "O", 5.0) == "HIE"
    assert tautomer(1, "N", "N", 5.0) == "HID"
    assert tautomer(2, "ZN", "ZN", 4.3) == "HID"
    assert tautomer(2, "ZN", "ZN", -2.1) == "HIE"


@in_full
def test_gfp_misses_what_the_archive_says() -> None:
    structure, report = done(gfp())
    # REMARK 470 of entry 1EMA, and the sulphur that takes selenium's place in four selenomethionines.
    listed = {
        "A.6": "CD OE1 OE2", "A.26": "NZ", "A.52": "CD CE NZ", "A.101": "NZ", "A.107": "CE NZ", "A.122": "NE CZ NH1 NH2",
        "A.124": "CD OE1 OE2", "A.131": "CE NZ", "A.132": "CG CD OE1 OE2", "A.156": "CG CD CE NZ", "A.157": "CB CG CD OE1 NE2",
        "A.158": "CB CG CD CE NZ", "A.162": "CE NZ", "A.212": "OD1 ND2", "A.214": "CE NZ",
    }  # fmt: skip
    selenium = ["A.78", "A.88", "A.153", "A.218"]
    added = {one["residue"]: set(one["atoms"]) for one in report["added_atoms"]}
    assert added == {key: set(names.split()) for key, names in listed.items()} | {key: {"SD"} for key in selenium} | {"A.229": {"OXT"}}
    assert [(one["residue"], one["from"], one["to"]) for one in report["replaced_residues"]] == [(key, "MSE", "MET") for key in selenium]
    assert residues(structure)["A.78"]["name"] == "MET" and atom(residues(structure)["A.78"], "SD")["is_hetatm"] is None
    assert report["removed"]["waters"] == 95 and structure["models"][0]["water"] == {}
    # Ends that were not observed are not built, and the report says so.
    assert [(one["residues"], one["count"], one["inside"]) for one in report["open_gaps"]] == [
        ("A.1", 1, False),
        ("A.230 to A.238", 9, False),
    ]
    # The chromophore is part of the chain: it stays, and nothing here knows its hydrogens.
    assert report["without_hydrogens"] == ["CRO A.66"]
    assert (
        any("CRO A.66" in one["what"] for one in report["deviations"])
        and report["relaxation"]["after_kj_mol"] < report["relaxation"]["before_kj_mol"]
    )
    sequence = structure["models"][0]["polymer"]["A"]["sequence"]
    assert len(sequence) == 236 and sequence[0] == "X"


def test_a_loop_is_built_where_residues_are_missing_inside_the_chain(crambin: dict[str, Any]) -> None:
    whole = copy.deepcopy(crambin)
    for key in ("A.19", "A.20", "A.21"):
        residues(crambin).pop(key)
    crambin["experiment"]["missing_residues"] = [{"id": f"A.{n}", "name": name} for n, name in ((19, "PRO"), (20, "GLY"), (21, "THR"))]
    structure, report = done(crambin)
    assert [(one["residue"], one["name"]) for one in report["built_residues"]] == [("A.19", "PRO"), ("A.20", "GLY"), ("A.21", "THR")]
    assert list(residues(structure)) == list(residues(whole))
    assert [one["number"] for one in residues(structure).values()] == list(range(1, 47))
    assert formula(structure) == {"C": 202, "H": 315, "N": 55, "O": 64, "S": 6}
    assert structure["experiment"]["missing_residues"] == []
    keys = list(residues(structure))
    for one, other in pairwise(keys):
        assert 1.2 < distance(atom(residues(structure)[one], "C"), atom(residues(structure)[other], "N")) < 1.5
    # A guess of the loop, but one that stays near the real one.
    assert all(distance(atom(residues(structure)[key], "CA"), atom(residues(whole)[key], "CA")) < 5 for key in ("A.19", "A.20", "A.21"))
    # Not asked for: the gap stays open, and is named.
    _, left = done(crambin, find_missing_residues=False)
    assert left["built_residues"] == [] and left["open_gaps"][0]["residues"] == "A.19 to A.21" and left["open_gaps"][0]["inside"]


def test_the_sequence_tells_what_is_missing_where_the_file_has_no_list(crambin: dict[str, Any]) -> None:
    for key in ("A.19", "A.20", "A.21"):
        residues(crambin).pop(key)
    crambin["models"][0]["polymer"]["A"]["sequence"] = "TTCCPSIVARSNFNVCRLPGTPEAICATYTGCIIIPGATCPGDYAN"
    _, report = done(crambin, optimize_hydrogens=False)
    assert [(one["residue"], one["name"]) for one in report["built_residues"]] == [("A.19", "PRO"), ("A.20", "GLY"), ("A.21", "THR")]


def test_many_missing_atoms_are_built_with_word_of_how_far_it_is_and_a_trace_is_refused(crambin: dict[str, Any]) -> None:
    """Side chains without all but their first atom: those that are built do not overlap."""
    for residue in residues(crambin).values():
        residue["atoms"] = {
            key: one for key, one in residue["atoms"].items() if (one["name"] or one["element"]) in ("N", "CA", "C", "O", "CB")
        }
    trace = copy.deepcopy(crambin)
    told: list[tuple[str, float]] = []
    structure, report = prepare(crambin, Options(optimize_hydrogens=False), lambda stage, percent: told.append((stage, percent)))
    # Without the sulfurs nothing tells of the three disulfide bonds: six hydrogens more.
    assert formula(structure) == {"C": 202, "H": 321, "N": 55, "O": 64, "S": 6}
    built = sum(len(one["atoms"]) for one in report["added_atoms"])
    assert built > 100
    steps = [stage for stage, _ in told if stage.startswith(f"Building {built} missing atoms: ")]
    assert any("of their relaxation" in stage for stage in steps)
    assert [percent for _, percent in told] == sorted(percent for _, percent in told)
    heavy = [
        (key, np.array([one[axis] for axis in "xyz"]))
        for key, residue in residues(structure).items()
        for one in residue["atoms"].values()
        if one["element"] != "H"
    ]
    assert min(float(np.linalg.norm(a - b)) for (one, a), (other, b) in combinations(heavy, 2) if one != other) > 1.2
    for residue in residues(trace).values():
        residue["atoms"] = {key: one for key, one in residue["atoms"].items() if one["name"] == "CA"}
    with pytest.raises(InputError, match="46 of 46 residues have fewer than 3 heavy atoms"):
        done(trace)


def test_long_loops_and_unknown_residues_are_left_open(crambin: dict[str, Any]) -> None:
    for number in range(10, 35):
        residues(crambin).pop(f"A.{number}")
    crambin["experiment"]["missing_residues"] = [{"id": f"A.{number}", "name": "ALA"} for number in range(10, 35)]
    _, report = done(crambin, optimize_hydrogens=False)
    assert report["built_residues"] == [] and "more than 20" in report["open_gaps"][0]["reason"]
    crambin["experiment"]["missing_residues"] = [{"id": "A.20", "name": "ZZZ"}]
    _, report = done(crambin, optimize_hydrogens=False)
    assert "no template for ZZZ" in report["open_gaps"][0]["reason"]


@pytest.mark.parametrize(("remove", "waters"), [(True, True), (True, False), (False, True), (False, False)])
def test_waters_and_ligands_are_kept_or_dropped_by_choice(crambin_text: str, remove: bool, waters: bool) -> None:
    structure, report = done(with_ligand(crambin_text), remove_heterogens=remove, keep_waters=waters)
    model = structure["models"][0]
    assert list(model["water"]) == (["A.201", "A.202"] if waters else [])
    assert list(model["non_polymer"]) == ([] if remove else ["A.301"])
    assert report["removed"]["waters"] == (0 if waters else 2)
    assert report["removed"]["heterogens"] == ([{"residue": "A.301", "name": "EOH", "atoms": 3}] if remove else [])
    assert report["after"]["atoms"] == 642 + (6 if waters else 0) + (0 if remove else 3)
    # Nothing here knows the ligand's bonds, so it gets no hydrogens, and the report says so.
    assert report["without_hydrogens"] == ([] if remove else ["EOH A.301"])
    for water in model["water"].values():
        oxygen, first, second = water["atoms"].values()
        assert [distance(oxygen, first), distance(oxygen, second)] == pytest.approx([0.96, 0.96], abs=0.06)
        assert first["is_hetatm"]


def test_hydrogens_are_kept_dropped_or_made_anew(crambin: dict[str, Any]) -> None:
    with_hydrogens, _ = done(crambin)
    bare, report = done(with_hydrogens, remove_hydrogens=True, add_hydrogens=False)
    assert report["removed"]["hydrogens"] == 315 and formula(bare) == {"C": 202, "N": 55, "O": 64, "S": 6}
    same, report = done(with_hydrogens, optimize_hydrogens=False)
    assert report["added_hydrogens"] == 0 and same["models"] == with_hydrogens["models"]
    # One hydrogen flung away, one by a name that nothing knows on top of the right one.
    glycine = residues(with_hydrogens)["A.20"]["atoms"]
    serial = next(key for key, one in glycine.items() if one["name"] == "HA2")
    glycine[serial]["x"] += 9.0
    proline = residues(with_hydrogens)["A.5"]["atoms"]
    proline["9999"] = {**atom(residues(with_hydrogens)["A.5"], "CB"), "element": "H", "name": "HQQ"}
    proline["9999"]["z"] += 1.0
    mended, report = done(with_hydrogens)
    assert report["removed"]["invalid_hydrogens"] == ["HA2 of GLY A.20", "HQQ of PRO A.5"]
    assert formula(mended)["H"] == 315


def test_one_of_several_places_and_models_is_taken_and_said(crambin: dict[str, Any]) -> None:
    serine = residues(crambin)["A.6"]["atoms"]
    serial = next(key for key, one in serine.items() if one["name"] == "OG")
    other = {**serine[serial], "x": serine[serial]["x"] + 0.5, "alt_loc": "B", "occupancy": 0.7}
    serine[serial].update(alt_loc="A", occupancy=0.3)
    serine["9999"] = other
    crambin["models"].append(copy.deepcopy(crambin["models"][0]))
    structure, report = done(crambin, optimize_hydrogens=False)
    assert report["removed"]["alternate_locations"] == 1 and report["removed"]["models"] == 1
    assert len(structure["models"]) == 1
    kept = atom(residues(structure)["A.6"], "OG")
    assert (kept["x"], kept["alt_loc"]) == (other["x"], None)


@in_full
def test_atoms_by_strange_names_get_no_doubles() -> None:
    tyk2 = dictionary("tyk2_structure")
    structure, report = done(tyk2)
    assert report["after"] == report["before"] and structure["models"][0]["polymer"].keys() == tyk2["models"][0]["polymer"].keys()
    # Its caps, whose atoms are C1 and C2, are known by their elements and distances; a residue with such names is not.
    assert report["deviations"] == []
    residue = residues(tyk2)["A.900"]
    for old, new in (("CB", "C1"), ("CG1", "C2")):
        atom(residue, old)["name"] = new
    again, report = done(tyk2)
    assert report["after"] == report["before"] and len(residues(again)["A.900"]["atoms"]) == len(residue["atoms"])
    assert any("C1, C2" in one["reason"] for one in report["deviations"])


def test_insertion_codes_keep_their_keys() -> None:
    five = dictionary("insertion_codes")
    structure, _ = done(five)
    assert list(residues(structure)) == ["A.16", "A.16A", "A.17", "A.169", "A.170"]


def test_nothing_is_asked_of_the_network(crambin_text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from pdbfixer import PDBFixer

    assert hasattr(PDBFixer, "_downloadCCDDefinition"), "this PDBFixer downloads in another way"
    asked: list[Any] = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments, **_: asked.append(arguments) or [])
    monkeypatch.setattr(socket.socket, "connect", lambda self, address: asked.append(address))
    done(with_ligand(crambin_text), remove_heterogens=False, keep_waters=True)
    assert asked == []


def test_what_cannot_be_prepared_is_said_in_words(crambin: dict[str, Any], crambin_text: str) -> None:
    for broken, words in (
        ({"models": []}, "holds no atoms"),
        ({"models": [{"polymer": {}, "water": {}}]}, "no chain"),
        (with_ligand(crambin_text) | {"models": [with_ligand(crambin_text)["models"][0] | {"polymer": {}}]}, "no chain"),
    ):
        with pytest.raises(InputError, match=words):
            done(broken)
    atom(residues(crambin)["A.7"], "CA")["x"] = float("nan")
    with pytest.raises(InputError, match="no usable coordinates"):
        done(crambin)
    with pytest.raises(InputError, match="0 to 14"):
        read_options({"add_hydrogen_ph": 20})
    with pytest.raises(InputError, match="true or false"):
        read_options({"keep_waters": 1})
    assert read_options({"keep_waters": None, "colour": 3}) == Options()


def test_the_force_field_names_what_it_lacks(crambin: dict[str, Any], crambin_text: str) -> None:
    found = validate_force_field(crambin, [])
    assert not found["valid"] and found["residues"][0] == {"residue": "A.1", "name": "THR", "reason": "has no hydrogens"}
    ready, _ = done(with_ligand(crambin_text), remove_heterogens=False)
    found = validate_force_field(ready, [])
    assert [(one["residue"], one["name"], one["reason"]) for one in found["residues"]] == [("A.301", "EOH", "is not known")]
    assert validate_force_field(ready, ["eoh"])["valid"]


def command(job: object, tmp_path: Path, name: str = "run") -> tuple[int, list[dict[str, Any]]]:
    (tmp_path / "job.json").write_text(json.dumps(job) if not isinstance(job, str) else job)
    run = subprocess.run(
        [sys.executable, "-m", "cuvette_compute", name, "--job", str(tmp_path / "job.json"), "--dir", str(tmp_path)],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(SOURCE), "HOME": str(tmp_path)},
        capture_output=True, text=True, timeout=500, check=False,
    )  # fmt: skip
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()]


def preparation(structure: dict[str, Any], **options: Any) -> dict[str, Any]:
    return {"protocol": 1, "uuid": "p", "attempt": 1, "type": "stored_protein_preparation", "data": options, "proteins": {"p": structure}}


def test_a_job_reports_progress_and_gives_the_structure(crambin: dict[str, Any], tmp_path: Path) -> None:
    status, events = command(preparation(crambin, add_hydrogen_ph=7.4), tmp_path)
    assert status == 0 and events[-1]["event"] == "result" and events[-1]["provenance"] is None
    progress = [event for event in events if event["event"] == "progress"]
    assert [event["percent"] for event in progress] == sorted(event["percent"] for event in progress)
    assert [event["stage"] for event in progress][3:5] == ["Adding hydrogens at pH 7.4", "Relaxing the hydrogens"]
    made = events[-1]["data"]
    assert made["report"]["options"]["add_hydrogen_ph"] == 7.4
    assert made["report"]["software"] == {"PDBFixer": "1.12.0", "OpenMM": "8.6.1", "PROPKA": "3.5.1"}
    assert formula(made["structure"])["H"] == 315


def test_a_bad_job_is_explained(tmp_path: Path) -> None:
    without = {**preparation({}), "proteins": {}}
    for job, name, words in (
        ("{", "run", "could not be read"),
        (without, "run", "no structure"),
        (preparation({"models": []}), "run", "holds no atoms"),
        ({"skip": []}, "protein", "no structure"),
    ):
        status, events = command(job, tmp_path, name)
        assert status == 1 and events[-1]["error_class"] == "input_error" and words in events[-1]["message"]
