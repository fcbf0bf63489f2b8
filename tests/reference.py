"""The slow, obvious pieces that the oracles share: tiles, records, and every arrangement of a hand.

Nothing here imports the package under test. Written from the rule texts, for clarity and not for speed.
"""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

SUIT_SIZE = {"standard": 9, "suits": 9, "ten-rank": 10}
MELD_TILES = {"chow": 3, "pung": 3, "kong": 4, "added_kong": 4, "concealed_kong": 4}
KONGS = ("kong", "added_kong", "concealed_kong")
DEALT_WINDS = "ESWN"


def read_tiles(text: str | None, tile_set: str = "standard") -> list[int]:
    """Tiles of a text such as "123m11z"; `X` is rank ten."""
    size, tiles, ranks = SUIT_SIZE[tile_set], [], []
    for mark in (text or "").replace(" ", ""):
        if mark in "mpsz":
            tiles += ["mpsz".index(mark) * size + rank - 1 for rank in ranks]
            ranks = []
        else:
            ranks.append(10 if mark == "X" else 5 if mark == "0" else int(mark))
    return tiles


def write_tiles(tiles, tile_set: str = "standard") -> str:
    """The text of tiles, sorted: the inverse of `read_tiles`."""
    size, out = SUIT_SIZE[tile_set], ""
    for suit, letter in enumerate("mpsz"):
        here = sorted(t % size if suit < 3 else t - 3 * size for t in tiles if suit_of(t, size) == suit)
        out += "".join("X" if rank == 9 else str(rank + 1) for rank in here) + (letter if here else "")
    return out


def suit_of(tile: int, size: int = 9) -> int:
    """0 1 2 for the suits, 3 for honours."""
    return min(tile // size, 3)


@dataclass(frozen=True)
class Group:
    """One chow, pung, kong, pair or single of an arrangement; `tile` is its lowest tile."""

    kind: str
    tile: int
    claimed: bool = False      # a declared set taken with another player's tile
    completed: bool = False    # the winning discard (or robbed tile) lies in it
    concealed_kong: bool = False

    @property
    def tiles(self) -> tuple[int, ...]:
        if self.kind == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * {"pung": 3, "kong": 4, "pair": 2, "single": 1}[self.kind]

    @property
    def concealed(self) -> bool:
        """Drawn by the winner himself, all of it."""
        return not (self.claimed or self.completed)


@dataclass(frozen=True)
class Arrangement:
    """One way to lay out a complete hand, and where the winning tile lies in it."""

    shape: str
    sets: tuple[Group, ...] = ()       # declared ones first
    pair: int | None = None
    placed: int | None = None          # index into `sets`; -1: the pair; None: in no set or pair
    body: tuple[int, ...] = ()         # the nine knitted tiles of a knitted straight

    @property
    def chows(self) -> list[Group]:
        return [g for g in self.sets if g.kind == "chow"]

    @property
    def pungs(self) -> list[Group]:
        return [g for g in self.sets if g.kind in ("pung", "kong")]

    @property
    def kongs(self) -> list[Group]:
        return [g for g in self.sets if g.kind == "kong"]


@dataclass(frozen=True)
class Win:
    """A record read once: what every oracle asks of a hand."""

    tile_set: str
    groups: int                        # how many sets a complete hand has
    concealed: tuple[int, ...]         # without the winning tile and the melds
    melds: tuple[tuple[str, int], ...]
    tile: int | None
    by: str
    winner: int | None
    giver: int | None
    dealer: int | None
    seat_wind: int | None              # 0-3, E S W N
    round_wind: int | None
    flags: frozenset[str]
    flowers: int
    context: dict
    problems: tuple[str, ...]

    @property
    def size(self) -> int:
        return SUIT_SIZE[self.tile_set]

    @property
    def honors_from(self) -> int:
        return 3 * self.size

    @property
    def self_drawn(self) -> bool:
        return self.by == "self_draw"

    @cached_property
    def standing(self) -> Counter:
        """Concealed tiles with the winning tile."""
        return Counter(self.concealed + ((self.tile,) if self.tile is not None else ()))

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """Every tile of the hand, kongs with four."""
        return tuple(self.standing.elements()) + tuple(t for g in self.declared for t in g.tiles)

    @cached_property
    def declared(self) -> tuple[Group, ...]:
        return tuple(Group("kong" if kind in KONGS else kind, tile, claimed=kind != "concealed_kong",
                           concealed_kong=kind == "concealed_kong") for kind, tile in self.melds)


def read_win(record: dict, *, groups: int = 4, tile_set: str | None = None) -> Win:
    """Read a record of the cases; `problems` says why it is no hand at all, if it is none."""
    kinds = tile_set or record.get("tile_set", "standard")
    concealed = read_tiles(record.get("concealed"), kinds)
    tile = read_tiles(record.get("win_tile"), kinds)
    melds, problems = [], []
    for meld in record.get("melds") or ():
        tiles = sorted(read_tiles(meld["tiles"], kinds))
        melds.append((meld["type"], tiles[0]))
        if not is_meld(meld["type"], tiles, SUIT_SIZE[kinds]):
            problems.append(f"{meld['tiles']} is no {meld['type']}")
    winner, dealer, seat = record.get("winner"), record.get("dealer"), record.get("seat_wind")
    if seat is None and winner is not None and dealer is not None:
        seat = DEALT_WINDS[(winner - dealer) % 4]
    round_wind, flowers = record.get("round_wind"), record.get("flowers") or 0
    win = Win(
        tile_set=kinds, groups=groups, concealed=tuple(concealed), melds=tuple(melds),
        tile=tile[0] if tile else None, by=record.get("by", "discard"),
        winner=winner, giver=record.get("from"), dealer=dealer,
        seat_wind=None if seat is None else DEALT_WINDS.index(seat),
        round_wind=None if round_wind is None else DEALT_WINDS.index(round_wind),
        flags=frozenset(record.get("flags") or ()),
        flowers=flowers if isinstance(flowers, int) else sum(c != "f" for c in flowers),
        context=record.get("context") or {}, problems=())
    if len(concealed) != 3 * groups + 1 - 3 * len(melds):
        problems.append(f"{len(concealed)} concealed tiles")
    problems += [f"{n} copies of {t}" for t, n in Counter(win.tiles).items() if n > 4]
    problems += ["no tile of this set" for t in win.tiles if not exists(t, kinds)]
    return replace(win, problems=tuple(problems))


def exists(tile: int, tile_set: str) -> bool:
    return 0 <= tile < {"standard": 34, "suits": 27, "ten-rank": 34}[tile_set]


def is_meld(kind: str, tiles: list[int], size: int) -> bool:
    """Whether these sorted tiles are such a meld."""
    if len(tiles) != MELD_TILES[kind]:
        return False
    if kind == "chow":
        return is_chow(tiles[0], size) and tiles == [tiles[0], tiles[0] + 1, tiles[0] + 2]
    return len(set(tiles)) == 1


def is_chow(lowest: int, size: int = 9) -> bool:
    return lowest < 3 * size and lowest % size <= size - 3


def arrangements(win: Win, shapes=("standard", "seven_pairs", "thirteen_orphans")) -> list[Arrangement]:
    """Every arrangement of every shape, once for each place where the winning tile may lie."""
    if win.tile is None or win.problems:
        return []
    return [a for shape in shapes for a in SHAPES[shape](win)]


def standard(win: Win) -> list[Arrangement]:
    """Sets and a pair."""
    found = splits(frozenset(win.standing.items()), win.groups - len(win.melds), win.size)
    return [a for sets, pair in found for a in placements(win, "standard", sets, pair)]


@lru_cache(4096)
def splits(counts: frozenset, groups: int, size: int = 9) -> frozenset:
    """All ways to cut the tiles into `groups` concealed sets and a pair: {(sorted sets, pair)}."""
    left = dict(counts)
    first = min((t for t, n in left.items() if n), default=None)
    if first is None:
        return frozenset([((), None)]) if groups == 0 else frozenset()
    found = set()
    options = [("pair", [first] * 2)]
    if groups:
        options += [("pung", [first] * 3)]
    if groups and is_chow(first, size):
        options += [("chow", [first, first + 1, first + 2])]
    for kind, tiles in options:
        rest = Counter(left)
        rest.subtract(tiles)
        if min(rest.values()) < 0:
            continue
        for sets, pair in splits(frozenset((+rest).items()), groups - (kind != "pair"), size):
            if kind != "pair":
                found.add((tuple(sorted((*sets, (kind, first)))), pair))
            elif pair is None:
                found.add((sets, first))
    if sum(left.values()) == 3 * groups + 2:
        found = {(sets, pair) for sets, pair in found if pair is not None}
    return frozenset(found)


def placements(win: Win, shape: str, sets, pair, body=()) -> list[Arrangement]:
    """The winning tile in each concealed group that holds its kind (equal groups once)."""
    concealed = tuple(Group(kind, tile) for kind, tile in sets)
    out = []
    for index, group in enumerate(concealed):
        if win.tile in group.tiles and group not in concealed[:index]:
            done = replace(group, completed=not win.self_drawn)
            laid = (*concealed[:index], done, *concealed[index + 1 :])
            out.append(Arrangement(shape, win.declared + laid, pair, len(win.declared) + index, body))
    if pair == win.tile:
        out.append(Arrangement(shape, win.declared + concealed, pair, -1, body))
    if win.tile in body:
        out.append(Arrangement(shape, win.declared + concealed, pair, None, body))
    return out


def seven_pairs(win: Win) -> list[Arrangement]:
    """Seven pairs, four equal tiles may be two; nothing declared."""
    if win.melds or sum(win.standing.values()) != 14 or any(n % 2 for n in win.standing.values()):
        return []
    return [Arrangement("seven_pairs")]


def orphan_kinds(size: int = 9) -> set[int]:
    return {suit * size + rank for suit in range(3) for rank in (0, size - 1)} | set(range(3 * size, 34))


def thirteen_orphans(win: Win) -> list[Arrangement]:
    """All thirteen terminals and honours and one of them twice; nothing declared."""
    fits = not win.melds and win.tile_set == "standard" and set(win.standing) == orphan_kinds()
    return [Arrangement("thirteen_orphans")] if fits and sum(win.standing.values()) == 14 else []


def knitted_bodies() -> list[tuple[int, ...]]:
    """The six ways to lay 147, 258 and 369 over the three suits."""
    orders = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    return [tuple(sorted(9 * suit + start + step for start, suit in enumerate(order) for step in (0, 3, 6)))
            for order in orders]


def honors_knitted(win: Win) -> list[Arrangement]:
    """Fourteen different tiles out of the seven honours and one knitted body; nothing declared."""
    if win.melds or len(win.standing) != 14:
        return []
    fits = [b for b in knitted_bodies() if all(t >= 27 or t in b for t in win.standing)]
    return [Arrangement("honors_knitted")] if fits else []


def knitted_straight(win: Win) -> list[Arrangement]:
    """The nine tiles of a knitted body, one set (declared or not) and a pair."""
    if len(win.melds) > 1:
        return []
    out = []
    for body in knitted_bodies():
        rest = Counter(win.standing)
        rest.subtract(body)
        if min(rest.values()) >= 0:
            for sets, pair in splits(frozenset((+rest).items()), 1 - len(win.melds)):
                out += placements(win, "knitted_straight", sets, pair, body)
    return out


def scattered_suits(tiles, *, distinct: bool) -> bool:
    """Whether each suit's tiles are all from 147, 258 or 369 (no two suits from the same if `distinct`)."""
    rests = [{t % 9 % 3 for t in tiles if t < 27 and t // 9 == suit} for suit in range(3)]
    used = [r for rest in rests for r in rest]
    return all(len(rest) <= 1 for rest in rests) and (not distinct or len(used) == len(set(used)))


def thirteen_scattered(win: Win) -> list[Arrangement]:
    """Fourteen different tiles, each suit inside 147, 258 or 369; nothing declared."""
    fits = not win.melds and len(win.standing) == 14 and scattered_suits(win.standing, distinct=False)
    return [Arrangement("thirteen_scattered")] if fits else []


def all_honors(win: Win) -> list[Arrangement]:
    """Nothing but honours, in any arrangement, declared sets included."""
    return [Arrangement("all_honors", win.declared)] if all(t >= win.honors_from for t in win.tiles) else []


SHAPES = {f.__name__: f for f in (standard, seven_pairs, thirteen_orphans, honors_knitted, knitted_straight,
                                  thirteen_scattered, all_honors)}


def formal_waits(win: Win, shapes) -> set[int]:
    """Every kind that would complete the hand, even one of which the winner holds all four copies."""
    last = 27 if win.tile_set == "suits" else 34
    return {t for t in range(last) if arrangements(replace(win, tile=t, problems=()), shapes)}
