"""In which order to eliminate the unknowns of a sparse symmetric system, so that little fills in."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

import numpy as np

from sarrus.solvers.arrays import Ints

Pattern = Iterable[tuple[int, int]] | Ints
"""Places (i, j) of entries that may be nonzero, pairs or rows of an array; one of (i, j), (j, i) is enough."""


def minimum_degree(
    n: int, pattern: Pattern, after: Mapping[int, Iterable[int]], sizes: Sequence[int] = ()
) -> list[int]:
    """Order of elimination that keeps the fill small: next comes the index with the fewest neighbours left.

    Args:
        n: number of rows.
        pattern: places of entries.
        after: an index may be eliminated only after all those listed for it.
        sizes: how many rows each index stands for; one, if not given.

    Returns:
        The indices in the order of elimination. Equal degrees: the smaller index first.

    Raises:
        ValueError: `after` goes round in a circle.

    References:
        Davis (2006), section 7.1.
    """
    neighbours = adjacency(n, pattern)
    size = list(sizes) or [1] * n
    degree = [sum(size[j] for j in others) for others in neighbours]
    waiting = {i: {j for j in after.get(i, ()) if j != i} for i in range(n)}
    held_back: list[list[int]] = [[] for _ in range(n)]
    for i, others in waiting.items():
        for j in others:
            held_back[j].append(i)
    # Entries of the heap go out of date when a degree changes; the valid one is found again on the way out.
    heap = [(degree[i], i) for i in range(n) if not waiting[i]]
    heapify(heap)
    order: list[int] = []
    is_done = [False] * n
    while heap:
        known, k = heappop(heap)
        if is_done[k] or known != degree[k]:
            continue
        is_done[k] = True
        order.append(k)
        touched = neighbours[k]
        for i in touched:
            neighbours[i] |= touched
            neighbours[i] -= {i, k}
            degree[i] = sum(map(size.__getitem__, neighbours[i]))
        for i in held_back[k]:
            waiting[i].discard(k)
        for i in touched.union(held_back[k]):
            if not waiting[i] and not is_done[i]:
                heappush(heap, (degree[i], i))
    if len(order) < n:
        stuck = [i for i in range(n) if not is_done[i]]
        raise ValueError(f"no order of elimination: the indices {stuck} wait for each other")
    return order


def grouped(
    n: int, pattern: Pattern, after: Mapping[int, Iterable[int]], groups: Sequence[Sequence[int]]
) -> list[int]:
    """Order of elimination by minimum degree of groups that stay together, for systems of thousands of rows.

    Args:
        n: number of rows.
        pattern: places of entries.
        after: as for `minimum_degree`.
        groups: all indices, each in one group; no index waits for one of its own group.
    """
    group = np.zeros(n, dtype=np.int64)
    for k, members in enumerate(groups):
        group[list(members)] = k
    places = distinct(len(groups), group[as_array(pattern)])
    waits: dict[int, set[int]] = {}
    for i, others in after.items():
        waits.setdefault(int(group[i]), set()).update(group[list(others)].tolist())
    order = minimum_degree(len(groups), places, waits, [len(members) for members in groups])
    return [i for k in order for i in groups[k]]


def adjacency(n: int, pattern: Pattern, step: Ints | None = None) -> list[set[int]]:
    """For each index the others it shares an entry with; renumbered by `step` where that is given."""
    places = as_array(pattern)
    bad = (places < 0) | (places >= n)
    if bad.any():
        i, j = places[np.flatnonzero(bad.any(axis=1))[0]].tolist()
        raise ValueError(f"entry ({i}, {j}) lies outside a matrix of {n} rows")
    if step is not None:
        places = step[places]
    places = distinct(n, places)
    places = places[places[:, 0] != places[:, 1]]
    keys = np.sort(np.concatenate([places[:, 0] * n + places[:, 1], places[:, 1] * n + places[:, 0]]))
    ends = np.searchsorted(keys, np.arange(n + 1) * n).tolist()
    others = (keys % max(n, 1)).tolist()
    return [set(others[ends[i] : ends[i + 1]]) for i in range(n)]


def distinct(n: int, places: Ints) -> Ints:
    """The places of a pattern on or below the diagonal, each once."""
    one, two = places[:, 0], places[:, 1]
    keys = np.sort(np.maximum(one, two) * n + np.minimum(one, two))
    keys = keys[np.diff(keys, prepend=-1) > 0]
    return np.column_stack([keys // max(n, 1), keys % max(n, 1)])


def as_array(pattern: Pattern) -> Ints:
    """A pattern as an array of two columns."""
    places = pattern if isinstance(pattern, np.ndarray) else np.array(list(pattern), dtype=np.int64)
    return places.reshape(-1, 2)
