"""MCR fans that combine sets: every legal way to choose them, by brute force.

A combination is an edge over the sets it joins. A choice is legal if each edge joins sets that no other
chosen edges connect already (a forest: principles of non-separation and account-once) and no set serves twice
in the same fan (non-identical).
"""
from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, pairwise

COMBINATIONS = frozenset((
    "一色四同顺", "一色四步高", "一色三同顺", "清龙", "一色三步高", "花龙", "三色三同顺", "三色三步高",
    "一般高", "喜相逢", "连六", "老少副", "混四步", "混三步",
    "一色四节高", "一色三节高", "三同刻", "三色三节高", "双同刻", "混四节", "混三节"))


def chow_fans(starts: tuple[int, ...]) -> set[str]:
    """The fans that exactly these chows make together; `starts` are their lowest tiles."""
    ranks, suits = sorted(t % 9 for t in starts), {t // 9 for t in starts}
    by_rank = [t % 9 for t in sorted(starts)]
    one, mixed = len(suits) == 1, len(suits) > 1
    steps = {b - a for a, b in pairwise(ranks)}
    same, by_one, by_two = steps == {0}, steps == {1}, steps == {2}
    if len(starts) == 4:
        return names(("一色四同顺", one and same), ("一色四步高", one and (by_one or by_two)),
                     ("混四步", mixed and by_one))
    if len(starts) == 3:
        three = len(suits) == 3
        return names(("一色三同顺", one and same), ("清龙", one and ranks == [0, 3, 6]),
                     ("一色三步高", one and (by_one or by_two)), ("花龙", three and ranks == [0, 3, 6]),
                     ("三色三同顺", three and same), ("三色三步高", three and by_one),
                     ("混三步", len(suits) == 2 and by_one))
    return names(("一般高", one and same), ("喜相逢", mixed and same), ("连六", one and steps == {3}),
                 ("老少副", one and by_rank == [0, 6]))


def pung_fans(tiles: tuple[int, ...]) -> set[str]:
    """The fans that exactly these pungs or kongs of number tiles make together."""
    ranks, suits = sorted(t % 9 for t in tiles), {t // 9 for t in tiles}
    steps = {b - a for a, b in pairwise(ranks)}
    same, by_one = steps == {0}, steps == {1}
    if len(tiles) == 4:
        return names(("一色四节高", len(suits) == 1 and by_one), ("混四节", len(suits) > 1 and by_one))
    if len(tiles) == 3:
        return names(("一色三节高", len(suits) == 1 and by_one), ("三同刻", same),
                     ("三色三节高", len(suits) == 3 and by_one), ("混三节", len(suits) == 2 and by_one))
    return names(("双同刻", same))


def names(*pairs) -> set[str]:
    return {name for name, holds in pairs if holds}


@lru_cache(None)
def selections(family: str, tiles: tuple[int, ...], allowed: frozenset) -> tuple:
    """Every legal choice of `family` fans over these sets that leaves nothing to add: counts by name."""
    fans = {"chow": chow_fans, "pung": pung_fans}[family]
    edges = [(name, members) for size in (2, 3, 4) for members in combinations(range(len(tiles)), size)
             for name in fans(tuple(tiles[i] for i in members)) if name in allowed]
    legal = []
    grow((), edges, legal)
    return tuple({frozenset(Counter(name for name, _ in choice).items()) for choice in legal
                  if not any(is_legal((*choice, edge)) for edge in edges if edge not in choice)})


def grow(choice: tuple, edges: list, legal: list) -> None:
    """Collect every legal subset of the edges."""
    legal.append(choice)
    for i, edge in enumerate(edges):
        if is_legal((*choice, edge)):
            grow((*choice, edge), edges[i + 1 :], legal)


def is_legal(choice: tuple) -> bool:
    """Whether the edges form a forest, and those of one fan share no set."""
    component = list(range(4))
    for _, members in choice:
        touched = {component[i] for i in members}
        if len(touched) < len(members):
            return False
        component = [min(touched) if c in touched else c for c in component]
    used = [(name, i) for name, members in choice for i in members]
    return len(used) == len(set(used))
