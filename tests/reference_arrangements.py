"""Slow, obvious decomposition of a winning hand, for the oracles of the regional rule systems.

Independent of the package and of the other oracles. A tile is a pair (suit, rank): suits m p s, and z for
honours; ranks 1-9 (1-10 in the ten-rank set), honours 1-7 = East South West North White Green Red.
"""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

WINDS = [("z", rank) for rank in (1, 2, 3, 4)]
DRAGONS = [("z", rank) for rank in (5, 6, 7)]
MELDS = {"chow": 3, "pung": 3, "kong": 4, "added_kong": 4, "concealed_kong": 4}


class BadHand(ValueError):
    """No hand at all: unknown tiles, five copies, a malformed meld, a wrong number of tiles."""


@dataclass(frozen=True)
class TileSet:
    ranks: int = 9
    honours: int = 7

    def kinds(self):
        most = {"m": self.ranks, "p": self.ranks, "s": self.ranks, "z": self.honours}
        return [(suit, rank) for suit in "mpsz" for rank in range(1, most[suit] + 1)]


STANDARD, SUITS, TEN_RANK = TileSet(), TileSet(honours=0), TileSet(ranks=10, honours=4)


@dataclass(frozen=True)
class Set:
    kind: str                 # chow, pung or kong
    tile: tuple               # the lowest tile
    meld: str | None = None   # how it was declared; None: concealed in the hand
    won: bool = False         # the winning tile completes it
    source: int | None = None # the seat that fed a meld

    @property
    def tiles(self):
        suit, rank = self.tile
        if self.kind == "chow":
            return [(suit, rank), (suit, rank + 1), (suit, rank + 2)]
        return [self.tile] * (4 if self.kind == "kong" else 3)

    @property
    def exposed(self):
        return self.meld is not None and self.meld != "concealed_kong"


@dataclass(frozen=True)
class Arrangement:
    shape: str
    sets: tuple = ()
    pair: tuple | None = None
    pair_won: bool = False
    tiles: tuple = ()         # every tile of the hand, four for a kong

    def of(self, *kinds):
        return [s for s in self.sets if s.kind in kinds]

    @property
    def chows(self):
        return self.of("chow")

    @property
    def pungs(self):          # kongs are pungs too
        return self.of("pung", "kong")

    @property
    def kongs(self):
        return self.of("kong")

    @property
    def won_set(self):
        return next((s for s in self.sets if s.won), None)

    @property
    def standard(self):
        return self.shape == "standard"

    @property
    def suits(self):
        return {suit for suit, _ in self.tiles if suit != "z"}

    @property
    def honours(self):
        return any(suit == "z" for suit, _ in self.tiles)

    def has_pung(self, tile):
        return any(s.tile == tile for s in self.pungs)

    def concealed_pungs(self, by):
        """Pungs and kongs never claimed and not completed by another player's tile."""
        return [s for s in self.pungs if not s.exposed and not (s.won and by != "self_draw")]


@dataclass
class Hand:
    """A record, read and checked."""

    concealed: list
    melds: list
    win_tile: tuple
    record: dict
    tile_set: TileSet
    groups: int
    shapes: tuple = ("standard",)
    own: Counter = field(default_factory=Counter)

    @property
    def by(self):
        return self.record.get("by", "discard")

    @property
    def flags(self):
        return set(self.record.get("flags") or ())

    @property
    def context(self):
        return self.record.get("context") or {}

    @property
    def concealed_hand(self):
        """Nothing claimed; concealed kongs do not open it."""
        return all(m.meld == "concealed_kong" for m in self.melds)

    def arrangements(self):
        return arrangements(self.concealed, self.win_tile, self.melds, self.groups, self.shapes)

    def waits(self):
        return waits(self.concealed, self.melds, self.tile_set, self.groups, self.shapes)


def read_tiles(text, tile_set):
    """`123m11z` -> list of tiles; X is rank ten."""
    tiles, ranks = [], []
    for mark in text or "":
        if mark in "mpsz":
            most = tile_set.honours if mark == "z" else tile_set.ranks
            if any(not 1 <= rank <= most for rank in ranks):
                raise BadHand(f"no such tile in {text}")
            tiles, ranks = tiles + [(mark, rank) for rank in ranks], []
        else:
            ranks.append(10 if mark == "X" else 5 if mark == "0" else int(mark))
    if ranks:
        raise BadHand(f"{text} ends without a suit")
    return tiles


def read_meld(meld, tile_set):
    tiles = sorted(read_tiles(meld["tiles"], tile_set))
    name = meld["type"]
    if len(tiles) != MELDS[name]:
        raise BadHand(f"{name} of {len(tiles)} tiles")
    kind = "chow" if name == "chow" else "pung" if name == "pung" else "kong"
    made = Set(kind, tiles[0], meld=name, source=meld.get("from"))
    if made.tiles != tiles or (kind == "chow" and tiles[0][0] == "z"):
        raise BadHand(f"{meld['tiles']} is no {name}")
    return made


def read_hand(record, tile_set, groups=4, shapes=("standard",), *, winning=True):
    """The hand of a record, or `BadHand`."""
    concealed = read_tiles(record["concealed"], tile_set)
    melds = [read_meld(m, tile_set) for m in record.get("melds") or []]
    own = Counter(concealed) + Counter(t for m in melds for t in m.tiles)
    win = None
    if winning:
        (win,) = read_tiles(record["win_tile"], tile_set)
        own[win] += 1
    if any(n > 4 for n in own.values()):
        raise BadHand("five copies")
    if len(concealed) != 3 * (groups - len(melds)) + 1:
        raise BadHand(f"{len(concealed)} concealed tiles beside {len(melds)} melds")
    return Hand(concealed, melds, win, record, tile_set, groups, tuple(shapes), own)


def split(counts, groups):
    """All ways to take `groups` sets and one pair out of the counts: lists of (sets, pair)."""
    found = []
    for pair in sorted(t for t, n in counts.items() if n >= 2):
        rest = counts.copy()
        rest[pair] -= 2
        found += [(sets, pair) for sets in split_sets(rest, groups)]
    return found


def split_sets(counts, groups):
    left = sorted(t for t, n in counts.items() if n > 0)
    if not left:
        return [()] if groups == 0 else []
    if groups == 0:
        return []
    found, first = [], left[0]
    for kind in ("pung", "chow"):
        if kind == "chow" and first[0] == "z":
            continue
        one, rest = Set(kind, first), counts.copy()
        rest.subtract(one.tiles)
        if all(n >= 0 for n in rest.values()):
            found += [(one, *more) for more in split_sets(rest, groups - 1)]
    return found


def standard_arrangements(concealed, win, melds, groups):
    """Every decomposition with every place that the winning tile can take in it."""
    everything = tuple(sorted([*concealed, win, *(t for m in melds for t in m.tiles)]))
    found = []
    for sets, pair in split(Counter([*concealed, win]), groups - len(melds)):
        base = Arrangement("standard", (*melds, *sets), pair, False, everything)
        if pair == win:
            found.append(replace(base, pair_won=True))
        for i, one in enumerate(sets):
            if win in one.tiles and one not in sets[:i]:
                placed = (*sets[:i], replace(one, won=True), *sets[i + 1:])
                found.append(replace(base, sets=(*melds, *placed)))
    return found


def is_special(shape, tiles, melds):
    """Is this the special shape? `tiles` are the concealed ones with the winning tile."""
    counts = Counter(tiles)
    suits = {s: [r for suit, r in tiles if suit == s] for s in "mps"}
    if shape == "all_honours":     # in any arrangement, claimed sets included
        return all(suit == "z" for suit, _ in [*tiles, *(m.tile for m in melds)])
    if melds or len(tiles) != 14:
        return False
    if shape == "seven_pairs":     # four of a kind are two pairs
        return all(n % 2 == 0 for n in counts.values())
    if shape == "thirteen_orphans":
        orphans = {(s, r) for s in "mps" for r in (1, 9)} | {*WINDS, *DRAGONS}
        return set(counts) == orphans
    # the rest are fourteen different tiles, each suit inside 147, 258 or 369
    if len(counts) != 14 or any(len({r % 3 for r in ranks}) > 1 for ranks in suits.values()):
        return False
    columns = [ranks[0] % 3 for ranks in suits.values() if ranks]
    return shape == "scattered" or len(set(columns)) == len(columns)


def arrangements(concealed, win, melds, groups=4, shapes=("standard",)):
    found = []
    for shape in shapes:
        if shape == "standard":
            found += standard_arrangements(concealed, win, melds, groups)
        elif is_special(shape, [*concealed, win], melds):
            everything = tuple(sorted([*concealed, win, *(t for m in melds for t in m.tiles)]))
            found.append(Arrangement(shape, tuple(melds) if shape == "all_honours" else (), tiles=everything))
    return found


def waits(concealed, melds, tile_set, groups=4, shapes=("standard",)):
    """The kinds that complete the hand; one that the player owns four times is no wait."""
    own = Counter(concealed) + Counter(t for m in melds for t in m.tiles)
    return [t for t in tile_set.kinds() if own[t] < 4 and arrangements(concealed, t, melds, groups, shapes)]


def counted(found, implies):
    """Of rows that stand together by necessity the higher counts; a row so removed removes nothing itself."""
    kept, removed = {}, set()
    for name in sorted(found, key=lambda name: -found[name]):     # stable: equal rows keep their order
        if name not in removed:
            kept[name] = found[name]
            removed |= set(implies.get(name, ()))
    return kept


def seat_wind(record):
    """0-3 for East to North, or None where it cannot be known."""
    if record.get("seat_wind"):
        return "ESWN".index(record["seat_wind"])
    winner, dealer = record.get("winner"), record.get("dealer")
    return None if winner is None or dealer is None else (winner - dealer) % 4


def round_wind(record):
    return "ESWN".index(record["round_wind"]) if record.get("round_wind") else None


def count_flowers(record):
    flowers = record.get("flowers") or 0
    return flowers if isinstance(flowers, int) else sum(mark.isdigit() for mark in flowers)


def terminal_or_honour(tile):
    return tile[0] == "z" or tile[1] in (1, 9)


def outside(a):
    """Every set and pair holds a terminal or an honour (pairs of seven pairs too)."""
    if a.shape == "seven_pairs":
        return all(map(terminal_or_honour, a.tiles))
    parts = [[a.pair], *(s.tiles for s in a.sets)]
    return a.standard and all(any(map(terminal_or_honour, part)) for part in parts)


def pay(record, each):
    """Payments where `each(seat)` is what a payer owes: discarder or robbed seat; on a self-draw all."""
    winner, payments = record.get("winner"), [0, 0, 0, 0]
    by_self = record.get("by", "discard") in ("self_draw", "eight_flowers")
    payers = [s for s in range(4) if s != winner] if by_self else [record.get("from")]
    if winner is None or None in payers:
        return payments
    for seat in payers:
        payments[seat] -= each(seat)
        payments[winner] += each(seat)
    return payments


def result(legal, points, patterns, payments, *, total=None, raw=None, **extra):
    """The answer of every oracle."""
    return {"legal": legal, "points": points if legal else 0, "raw_points": points if raw is None else raw,
            "total": points if total is None else total, "patterns": patterns,
            "payments": payments if legal else [0, 0, 0, 0], **extra}


def best_of(found):
    """The dearest of some pattern lists, and all that are worth as much."""
    worth = [sum(one.values()) for one in found]
    equal = [one for one, points in zip(found, worth, strict=True) if points == max(worth)]
    return equal[0], equal


def illegal():
    return result(False, 0, {}, [0, 0, 0, 0])


def false_win(record, fine):
    """A wrong win: its declarer pays the fine to each opponent."""
    out, seat = illegal(), record.get("winner")
    if seat is not None:
        out["payments"] = [-3 * fine if s == seat else fine for s in range(4)]
    return out
