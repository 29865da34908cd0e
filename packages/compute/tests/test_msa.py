"""Alignments: planted relatives are found in a small database made here, shuffled sequences are not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cuvette_compute.probe import recipe_types

LETTERS = "ACDEFGHIKLMNPQRSTVWY"
# Sperm-whale myoglobin and human ubiquitin in one chain: long enough for weak similarity to be seen.
QUERY = (
    "MVLSEGEWQLVLHVWAKVEADVAGHGQDILIRLFKSHPETLEKFDRFKHLKTEAEMKASEDLKKHGVTVLTALGAILKKK"
    "GHHEAELKPLAQSHATKHKIPIKYLEFISEAIIHVLHSRHPGDFGADAQGAMNKALELFRKDIAAKYKELGYQG"
    "MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG"
)


def relative(identity: float, chance: random.Random) -> str:
    return "".join(letter if chance.random() < identity else chance.choice(LETTERS) for letter in QUERY)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    chance = random.Random(7)
    planted = {f"planted_{percent}": relative(percent / 100, chance) for percent in (90, 70, 50, 40, 30)}
    planted["planted_insertion"] = QUERY[:60] + "GGSGGS" + QUERY[60:]
    shuffled = {f"shuffled_{index}": "".join(chance.sample(QUERY, len(QUERY))) for index in range(60)}
    path = tmp_path / "small.fasta"
    path.write_text("".join(f">{name}\n{letters}\n" for name, letters in [*planted.items(), *shuffled.items()]))
    monkeypatch.setenv("CUVETTE_SEQUENCE_DATABASES", str(path))
    return path


def test_planted_relatives_are_found_and_shuffled_ones_are_not(here, database):
    done = here("msa", {"initial_protein_sequences": [QUERY], "output_formats": ["colabfold", "boltz"]})
    assert done.result["data"] == {}
    files = {event["name"]: event for event in done.all("file")}
    assert {event["details"]["msa_format"] for event in files.values()} == {"colabfold", "boltz"}
    lines = (done.directory / files["colabfold/unpaired/seq_0.a3m"]["path"]).read_text().splitlines()
    names = [line[1:] for line in lines[::2]]
    assert names[0] == "query"
    assert set(names[1:]) == {"planted_90", "planted_70", "planted_50", "planted_40", "planted_30", "planted_insertion"}
    rows = dict(zip(names, lines[1::2], strict=True))
    assert all(sum(not letter.islower() for letter in row) == len(QUERY) for row in rows.values())
    assert "".join(letter for letter in rows["planted_insertion"] if letter.islower()) == "ggsggs"
    table = (done.directory / files["boltz/seq_0.csv"]["path"]).read_text().splitlines()
    assert table[:2] == ["key,sequence", f"-1,{QUERY}"]


def test_the_capability_is_there_with_databases_alone(database, monkeypatch):
    assert "msa" in recipe_types()
    database.unlink()
    assert "msa" not in recipe_types()
    monkeypatch.delenv("CUVETTE_SEQUENCE_DATABASES")
    assert "msa" not in recipe_types()


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"initial_protein_sequences": ["MKV1"]}, "initial_protein_sequences.0", "no amino acids: 1"),
        ({"output_formats": ["chai"]}, "output_formats", "Parquet"),
    ],
)
def test_what_cannot_be_aligned_is_refused(here, database, changes, field, words):
    error = here("msa", {"initial_protein_sequences": [QUERY], "output_formats": ["colabfold"], **changes}).error
    assert error["field"] == field
    assert words in error["message"]


def test_without_databases_the_reason_is_said(here, monkeypatch):
    monkeypatch.delenv("CUVETTE_SEQUENCE_DATABASES", raising=False)
    error = here("msa", {"initial_protein_sequences": [QUERY], "output_formats": ["colabfold"]}).error
    assert "no sequence databases" in error["message"]
