"""The times of a job when the clock of its machine is set while it runs."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from cuvette_compute.runtime import job


@pytest.mark.parametrize("hours", [1, -1])
def test_a_clock_that_is_set_by_an_hour_changes_no_time_of_a_job(monkeypatch, hours):
    job._beginning.cache_clear()
    before = datetime.fromisoformat(job.now_iso())

    class Set(datetime):
        """The machine's clock after somebody set it."""

        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(hours=hours)

    monkeypatch.setattr(job, "datetime", Set)
    after = datetime.fromisoformat(job.now_iso())
    assert timedelta(0) <= after - before < timedelta(minutes=1)
    job._beginning.cache_clear()
