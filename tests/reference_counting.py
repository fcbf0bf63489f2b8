"""A slow, exact oracle of distance: it builds the cheapest legal complete hand tile by tile.

It shares no code, no table and no formula with the package: the standard form is one dynamic program over all
34 kinds (the package works suit by suit), the special forms choose their cheapest targets by enumeration.
Compiled with numba where that is installed, else plain Python.
"""

from __future__ import annotations

from itertools import combinations, permutations, product

import numpy as np

try:
    from numba import njit
except ImportError:  # slower, but the same

    def njit(**_):
        return lambda function: function


FAR = 99
RANKS = {"standard": 9, "suits": 9, "ten-rank": 10}
HONOURS = {"standard": 7, "suits": 0, "ten-rank": 4}
STANDARD, PAIRS, QUAD_PAIRS, ORPHANS, KNITTED, STRAIGHT, SCATTERED, HONOUR_HAND = (1 << i for i in range(8))


@njit(cache=True)
def standard_missing(counts, caps, ranks, honours, groups):
    """Fewest missing tiles to `groups` groups and a pair with at most ``caps[tile]`` of each tile."""
    far = 99
    cost = np.full((5, 5, groups + 1, 2), far, np.int32)  # chows begun two and one tiles ago, groups, pair
    cost[0, 0, 0, 0] = 0
    for tile in range(3 * ranks + honours):
        after = np.full((5, 5, groups + 1, 2), far, np.int32)
        rank = tile % ranks if tile < 3 * ranks else 99
        most = min(caps[tile], 4)
        for a in range(5):
            for b in range(5 - a):
                for begun in range(5 - a - b if rank + 2 < ranks else 1):
                    base = a + b + begun
                    if base > most:
                        continue
                    for g in range(groups + 1 - begun):
                        for pair in range(2):
                            old = cost[a, b, g, pair]
                            if old == far:
                                continue
                            for extra in (0, 2, 3):
                                want = base + extra
                                more = begun + (1 if extra == 3 else 0)
                                two = pair + (1 if extra == 2 else 0)
                                if want > most or two > 1 or g + more > groups:
                                    continue
                                new = old + max(0, want - counts[tile])
                                if new < after[b, begun, g + more, two]:
                                    after[b, begun, g + more, two] = new
        if rank == ranks - 1 or tile == 3 * ranks - 1:  # nothing may run over the end of a suit
            last = after[0, 0].copy()
            after[:] = far
            after[0, 0] = last
        cost = after
    return cost[0, 0, groups, 1]


def pairs_missing(counts, kinds, quads):
    """Choose seven pairs at the least cost, kind by kind."""
    best = {0: 0}
    for tile in kinds:
        have = int(counts[tile])
        options = [(0, 0), (1, max(0, 2 - have))] + ([(2, max(0, 4 - have))] if quads else [])
        after = {}
        for (pairs, cost), (more, price) in product(best.items(), options):
            if pairs + more <= 7:
                after[pairs + more] = min(after.get(pairs + more, FAR), cost + price)
        best = after
    return best.get(7, FAR)


def cheapest_different(counts, wanted):
    """Fourteen different tiles out of `wanted`."""
    prices = sorted(max(0, 1 - int(counts[tile])) for tile in wanted)
    return sum(prices[:14]) if len(prices) >= 14 else FAR


def thirds(order):
    return [9 * suit + third + 3 * i for suit, third in enumerate(order) for i in range(3)]


def straight_missing(counts, caps, groups, honours):
    """Nine knitted tiles, then every group and every pair."""
    tiles = range(27 + honours)
    pieces = [{t: 3} for t in tiles] + [{t: 1, t + 1: 1, t + 2: 1} for t in range(27) if t % 9 < 7]
    best = FAR
    for order in permutations(range(3)):
        base = np.zeros(34, int)
        base[thirds(order)] = 1
        for chosen in combinations(pieces, groups):
            for pair in tiles:
                want = base.copy()
                want[pair] += 2
                for piece in chosen:
                    for tile, number in piece.items():
                        want[tile] += number
                if (want <= caps).all():
                    best = min(best, int(np.maximum(want - counts, 0).sum()))
    return best


def suit_choices(tile_set, max_suits, void):
    """Every legal set of suits a complete hand may have."""
    for size in range(4):
        for suits in combinations(range(3), size):
            if (max_suits is None or size <= max_suits) and void not in suits:
                yield suits


def missing(
    counts, *, shapes=STANDARD | PAIRS | ORPHANS, held=None, tile_set="standard", max_suits=None, void=None
):
    """Fewest tiles missing to any legal complete hand."""
    counts = np.asarray(counts).astype(np.int64)
    held = np.zeros(34, np.int64) if held is None else np.asarray(held).astype(np.int64)
    ranks, honours = RANKS[tile_set], HONOURS[tile_set]
    groups = int(counts.sum()) // 3
    declared = held.any()
    best = FAR
    for suits in suit_choices(tile_set, max_suits, void):
        kinds = [t for suit in suits for t in range(ranks * suit, ranks * suit + ranks)]
        kinds += range(3 * ranks, 3 * ranks + honours)
        outside = np.setdiff1d(np.arange(34), kinds)
        if held[outside].any():
            continue
        caps = 4 - held
        caps[outside] = 0
        if shapes & STANDARD:
            best = min(best, int(standard_missing(counts, caps, ranks, honours, groups)))
        full = len(suits) == 3
        if (
            shapes & STRAIGHT
            and full
            and tile_set != "ten-rank"
            and (groups == 3 or (groups == 4 and not declared))
        ):
            best = min(best, straight_missing(counts, caps, groups - 3, honours))
        if groups != 4 or declared:
            continue
        if shapes & PAIRS:
            best = min(best, pairs_missing(counts, kinds, quads=False))
        if shapes & QUAD_PAIRS:
            best = min(best, pairs_missing(counts, kinds, quads=True))
        if shapes & HONOUR_HAND and honours:
            best = min(best, 14 - int(counts[3 * ranks : 3 * ranks + honours].sum()))
        if tile_set == "standard" and full:
            best = min(best, _standard_set_only(counts, shapes))
    return best


def _standard_set_only(counts, shapes):
    best = FAR
    honours = list(range(27, 34))
    if shapes & ORPHANS:
        orphans = [0, 8, 9, 17, 18, 26, *honours]
        for pair in orphans:
            best = min(best, sum(max(0, 1 + (tile == pair) - int(counts[tile])) for tile in orphans))
    if shapes & KNITTED:
        best = min(best, *(cheapest_different(counts, thirds(o) + honours) for o in permutations(range(3))))
    if shapes & SCATTERED:
        best = min(
            best, *(cheapest_different(counts, thirds(o) + honours) for o in product(range(3), repeat=3))
        )
    return best


def shanten(counts, **keywords):
    found = missing(counts, **keywords)
    return 127 if found >= FAR else found - 1


def acceptance(counts, **keywords):
    """Tiles that lower shanten: draw each one and look."""
    counts = np.asarray(counts)
    held = keywords.get("held")
    tile_set = keywords.get("tile_set", "standard")
    now = shanten(counts, **keywords)
    accepted = np.zeros(34, bool)
    for tile in range(3 * RANKS[tile_set] + HONOURS[tile_set]):
        if counts[tile] + (0 if held is None else held[tile]) < 4:
            drawn = counts.copy()
            drawn[tile] += 1
            accepted[tile] = shanten(drawn, **keywords) < now
    return accepted


def parses(counts, ranks=9, honours=7):
    """Whether tiles fall into groups and one pair with none left over, any number of copies allowed."""

    def groups(left, tile, paired):
        while tile < 34 and left[tile] == 0:
            tile += 1
        if tile == 34:
            return paired
        tries = [{tile: 3}] + ([] if paired else [{tile: 2}])
        if tile < 3 * ranks and tile % ranks + 2 < ranks:
            tries.append({tile: 1, tile + 1: 1, tile + 2: 1})
        for piece in tries:
            if all(left[t] >= k for t, k in piece.items()):
                rest = list(left)
                for t, k in piece.items():
                    rest[t] -= k
                if groups(rest, tile, paired or max(piece.values()) == 2):
                    return True
        return False

    return groups([int(c) for c in counts], 0, False)


def formal_waits(counts, ranks=9, honours=7):
    """Tiles, fifth copies too, which complete the standard form."""
    found = np.zeros(34, bool)
    for tile in range(3 * ranks + honours):
        drawn = np.asarray(counts).copy()
        drawn[tile] += 1
        found[tile] = parses(drawn, ranks, honours)
    return found


def suit_needs(ranks=9, groups=4):
    """The NumPy twin of the tables: the tiles missing to ``[pair, g, key]``, lowest rank first.

    All ways to make g groups with or without a pair are marked on a grid of five counts a rank; then the
    cheapest way from every point is a distance transform, one axis after the other.
    """
    grids = np.full((2, groups + 1) + (5,) * ranks, FAR, np.int16)

    def mark(rank, amounts, g, pair):
        if g > groups or max(amounts) > 4:
            return
        if rank == ranks:
            grids[(pair, g, *reversed(amounts[:ranks]))] = 0
            return
        for chows in range(3 if rank + 2 < ranks else 1):
            for extra, more, two in ((0, 0, 0), (3, 1, 0), (2, 0, 1)):
                if pair + two > 1:
                    continue
                now = list(amounts)
                now[rank] += chows + extra
                for ahead in (1, 2):
                    now[rank + ahead] += chows
                mark(rank + 1, now, g + chows + more, pair + two)

    mark(0, [0] * (ranks + 2), 0, 0)
    for axis in range(2, 2 + ranks):
        grid = np.moveaxis(grids, axis, 0)
        for have in range(1, 5):
            np.minimum(grid[have], grid[have - 1], out=grid[have])
        for have in range(3, -1, -1):
            np.minimum(grid[have], grid[have + 1] + 1, out=grid[have])
    return grids.reshape(2, groups + 1, -1)
