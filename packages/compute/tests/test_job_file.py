"""Large files that a job hands to its item."""

from __future__ import annotations

import json
import os

import pytest
from conftest import UUID

from cuvette_compute.runtime.job import Job
from cuvette_compute.runtime.protocol import Emitter
from cuvette_compute.schemas import violation


def make(directory, descriptor):
    return Job(UUID, 1, "pose_analysis_md", {}, {}, 1, 1, {}, directory.resolve(), Emitter(descriptor))


def test_a_file_is_named_by_its_place_in_the_directory_of_the_job(tmp_path):
    reading, writing = os.pipe()
    job = make(tmp_path, writing)
    path = job.new_directory("md") / "frames.bin"
    path.write_bytes(bytes(24))
    job.file("trajectory-0", "trajectory", path, replicate=0, num_atoms=1, num_frames=2)
    event = json.loads(os.read(reading, 4096))
    assert violation(event, "event") is None
    assert (tmp_path / event["path"]).read_bytes() == bytes(24)
    assert event["details"] == {"replicate": 0, "num_atoms": 1, "num_frames": 2}
    with pytest.raises(ValueError):
        job.file("other", "orbitals", tmp_path.parent / "elsewhere.json", keys=[])
    os.close(reading)
    os.close(writing)
