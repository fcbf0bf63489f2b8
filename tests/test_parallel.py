"""Threads over chunks: every row once, and an end at the first failure."""

import time

import pytest

from paili._parallel import map_chunks


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_row_is_done_once(workers):
    done = []
    map_chunks(lambda first, last: done.extend(range(first, last)), 1001, workers, chunk=10)
    assert sorted(done) == list(range(1001))


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt])
def test_a_failure_ends_what_has_not_begun(failure):
    begun = []

    def work(first, last):
        begun.append(first)
        time.sleep(0.01)
        raise failure

    with pytest.raises(failure):
        map_chunks(work, 1000, 2, chunk=1)
    assert len(begun) < 20


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2", True])
def test_workers_that_are_none(workers):
    with pytest.raises(ValueError, match="workers is"):
        map_chunks(print, 10, workers)


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_the_first_of_several_failures_is_raised(workers):
    def work(first, last):
        if first % 70 == 30:
            time.sleep(0.02 if first == 30 else 0)  # those behind it fail sooner
            raise ValueError(f"row {first}")

    with pytest.raises(ValueError, match=r"row 30$"):
        map_chunks(work, 1000, workers, chunk=10)
