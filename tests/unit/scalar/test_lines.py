"""Arrays that begin on a line of memory."""

import numpy as np
import pytest

from sarrus.scalar.lines import LINE, on_lines, zeros_on_lines


@pytest.mark.parametrize("count", [1, 7, 8, 100])
def test_zeros_begin_on_a_line(count):
    made = zeros_on_lines(count)
    assert made.ctypes.data % LINE == 0
    assert made.shape == (count,)
    assert not made.any()


def test_numbers_are_moved_only_where_they_must_be():
    kept = zeros_on_lines(8)
    assert on_lines(kept) is kept
    moved = on_lines(np.arange(24.0).reshape(4, 6)[:, 1:3])
    assert moved.ctypes.data % LINE == 0
    assert moved.tolist() == [[1, 2], [7, 8], [13, 14], [19, 20]]
