"""Seeded random winning hands, and hands that just miss, as plain records (the keys of the scored cases).

Every hand is physically possible: never five of a kind, melds fed by seats that may feed them, flags that
can be true of it. The mix leans to what breaks engines: one suit, few ranks with many readings, quads spread
over a chow and a pung, kongs, special shapes.
"""
from __future__ import annotations

from itertools import chain, combinations
from random import Random

from winning_context import add_context

SIZE = {"standard": 9, "suits": 9, "ten-rank": 10}
LAST = {"standard": 34, "suits": 27, "ten-rank": 34}
SPECIAL = ("seven_pairs", "thirteen_orphans", "honors_knitted", "knitted_straight", "thirteen_scattered",
           "all_honors")
SHAPES = ("standard", "seven_pairs", "thirteen_orphans")
KINDS = ("plain", "flush", "few_ranks", "outside", "pungs", "honors", "chows", "named", "nine_gates")
FLAGS = ("last_tile", "kong_draw", "last_copy", "heavenly", "earthly", "east_kong", "nine_gates_tile_mixed")
BYS = ("self_draw", "discard", "discard", "robbed_kong")


def winning_hands(seed: int, n: int, *, tile_set: str = "standard", groups: int = 4, chow_melds: bool = True,
                  shapes=SHAPES, kinds=KINDS, flags=FLAGS, bys=BYS, earthly_by: str = "discard",
                  quads: bool = True, flowers: int = 0, wsom: bool = False, bare: float = 0.0,
                  rules: str | None = None) -> list[dict]:
    """`n` random winning hands.

    `shapes`: drawn evenly, but standard hands are nine of ten; `kinds`: flavours of standard hands and seven
    pairs; `flags`: those that may occur (each only where it can be true); `flowers`: the most flower tiles;
    `wsom`: adds discards since the winner's last one, and penalty tiles; `bare`: the share of hands without
    seats, so that there is nothing to settle; `rules`: goes into the records.
    """
    rng = Random(seed)
    table = Table(tile_set, groups, kinds)
    special = [s for s in shapes if s != "standard"]
    out = []
    for _ in range(n):
        if special and ("standard" not in shapes or rng.random() < 0.1):
            laid = MAKERS[rng.choice(special)](rng, table, chow_melds, quads)
        else:
            laid = standard(rng, table, chow_melds)
        record = dress(rng, table, laid, bys=bys, flags=flags, earthly_by=earthly_by, flowers=flowers,
                       bare=bare)
        if wsom:
            add_context(rng, record, laid, table)
        if rules:
            record["rules"] = rules
        out.append(record)
    return out


def near_misses(seed: int, n: int, **options) -> list[dict]:
    """Hands one tile off, and some of random tiles: most are not complete (a few are, by luck)."""
    rng = Random(~seed)
    tile_set = options.get("tile_set", "standard")
    table = Table(tile_set, options.get("groups", 4), options.get("kinds", KINDS))
    out = winning_hands(seed, n, **{**options, "flags": (), "wsom": False})
    for record in out:
        held = parse(record["concealed"], table)
        fixed = [t for m in record["melds"] for t in parse(m["tiles"], table)]
        fixed += parse(record["win_tile"], table)
        if record["by"] == "robbed_kong":
            record["by"] = "discard"
        if rng.random() < 0.3:
            pool, held = rng.choice(table.variants["plain"]).tiles, held[: rng.randrange(len(held))]
        else:
            pool = range(table.last)
            held.remove(rng.choice(held))
        while len(held) < 3 * table.groups + 1 - 3 * len(record["melds"]):
            tile = rng.choice(pool)
            if (held + fixed).count(tile) < 4:
                held.append(tile)
        record["concealed"] = table.text(held)
    return out


class Pool:
    """Where the groups of a flavour come from."""

    def __init__(self, tiles, chows, chow_share):
        self.tiles, self.chows, self.chow_share = list(tiles), list(chows), chow_share if chows else 0.0


class Table:
    """What is the same for a whole call: the tile set, the pools of each flavour, tile names."""

    def __init__(self, tile_set, groups, kinds):
        self.tile_set, self.groups = tile_set, groups
        self.size, self.last = SIZE[tile_set], LAST[tile_set]
        self.honors = list(range(3 * self.size, self.last))
        self.names = [("123456789X"[t % self.size] if t < 3 * self.size else str(t - 3 * self.size + 1))
                      for t in range(34)]
        self.letters = ["mpsz"[min(t // self.size, 3)] for t in range(34)]
        self.variants = self.make_variants()
        self.kinds = [k for k in kinds if k != "nine_gates" and self.variants[k]]
        self.nine_gates = "nine_gates" in kinds and self.size == 9 and groups == 4

    def text(self, tiles) -> str:
        out, letter = [], ""
        for tile in sorted(tiles):
            if self.letters[tile] != letter:
                out.append(letter)
                letter = self.letters[tile]
            out.append(self.names[tile])
        return "".join(out) + letter

    def make_variants(self) -> dict[str, list[Pool]]:
        size, honors = self.size, self.honors
        suits = [[size * s + r for r in range(size)] for s in range(3)]
        runs = [[size * s + r for r in range(size - 2)] for s in range(3)]
        every, every_run = [*chain(*suits), *honors], [*chain(*runs)]
        pairs = [Pool(suits[a] + suits[b] + honors, runs[a] + runs[b], 0.6)
                 for a, b in combinations(range(3), 2)]
        plain = [Pool(every, every_run, 0.6)] + (4 * pairs if self.tile_set == "suits" else pairs)
        windows = [(start, chosen) for start in range(size - 2) for k in (1, 2, 3, 3)
                   for chosen in combinations(range(3), k)]
        if self.tile_set == "suits":
            windows = [w for w in windows if len(w[1]) < 3]
        few = [Pool([size * s + start + r for s in chosen for r in range(width) if start + r < size],
                    [size * s + start + r for s in chosen for r in range(width - 2)
                     if start + r < size - 2], share)
               for start, chosen in windows for width in (3, 4, 5) for share in (0.3, 0.7)
               if len(chosen) * width >= self.groups + 1]
        ends = [size * s + r for s in range(3) for r in (0, size - 1)]
        outer = [size * s + r for s in range(3) for r in (0, size - 3)]
        near = [[size * s + r + i for s in range(3) for i in range(4)] for r in range(size - 3)]
        starts = [(0, 3, 6), (0, 3, 6), (0, 6), *[(r, r + 1, r + 2) for r in range(size - 4)],
                  *[(r, min(r + 2, size - 3), min(r + 4, size - 3)) for r in range(size - 4)]]
        return {
            "plain": plain,
            "flush": [Pool(suits[s] + extra, runs[s], share) for s in range(3) for extra in ([], honors)
                      for share in (0.4, 0.8)],
            "few_ranks": few,
            "outside": [Pool(ends + extra, outer, share)
                        for extra in ([], honors) for share in (0.0, 0.4, 0.8)],
            "pungs": [Pool(every, every_run, 0.1), *[Pool(tiles, [], 0.0) for tiles in near]],
            "honors": [Pool(honors, [], 0.0), *[
                Pool(chosen * 9 + every, every_run, share) for share in (0.0, 0.25)
                for chosen in (honors, honors[:4], honors[4:])]] if honors else [],
            "chows": [Pool(suits[s] + honors, [size * s + r for r in (0, 3, 6)], 0.9) for s in range(3)]
            + [Pool(every, [size * s + r for s in range(3) for r in chosen], 1.0) for chosen in starts],
            "named": self.named_pools(suits) if size == 9 else [],
        }

    def named_pools(self, suits: list[list[int]]) -> list[Pool]:
        """What a few named patterns are made of: green, reversible or even tiles, fives, 123 and 789."""
        fives = [suit[4] for suit in suits]
        pools = [Pool([19, 20, 21, 23, 25, 32], [19], share) for share in (0.2, 0.5)]
        pools += [Pool([9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31], [9, 10, 11, 21], 0.5)]
        pools += [Pool([suit[r] for suit in suits for r in (1, 3, 5, 7)], [], 0.0)]
        pools += [Pool(fives, [suit[r] for suit in suits for r in (2, 3, 4)], 0.8)]
        pools += [Pool(fives, [suit[r] for suit in chosen for r in (0, 6)], 1.0)
                  for k in (1, 2) for chosen in combinations(suits, k)]
        return [Pool([t for t in p.tiles if t < self.last], p.chows, p.chow_share) for p in pools]


def standard(rng: Random, table: Table, chow_melds: bool) -> tuple[list[int], list[dict]]:
    """(concealed tiles with the winning one, melds) of sets and a pair."""
    if table.nine_gates and rng.random() < 0.01:
        suit = 9 * rng.randrange(3)
        return [suit + r for r in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))], []
    while True:
        pool = rng.choice(table.variants[rng.choice(table.kinds)])
        counts = [0] * 34
        laid = draw_sets(rng, pool, counts, table.groups)
        if laid is not None:
            held, melds = declare(rng, table, laid, counts, chow_melds)
            pair = draw_pair(rng, pool, counts)
            if pair is not None:
                return [*held, pair, pair], melds


def draw_sets(rng: Random, pool: Pool, counts: list[int], groups: int):
    """Random sets out of a pool, [(lowest tile, is a chow)], or None where they ran out."""
    laid, random = [], rng.random
    for _ in range(12 * groups):
        if random() < pool.chow_share:
            t = pool.chows[int(random() * len(pool.chows))]
            if counts[t] < 4 and counts[t + 1] < 4 and counts[t + 2] < 4:
                counts[t] += 1
                counts[t + 1] += 1
                counts[t + 2] += 1
                laid.append((t, True))
        else:
            t = pool.tiles[int(random() * len(pool.tiles))]
            if counts[t] < 2:
                counts[t] += 3
                laid.append((t, False))
        if len(laid) == groups:
            return laid
    return None


def draw_pair(rng: Random, pool: Pool, counts: list[int]) -> int | None:
    for _ in range(12):
        t = pool.tiles[int(rng.random() * len(pool.tiles))]
        if counts[t] < 3:
            counts[t] += 2
            return t
    return None


def declare(rng: Random, table: Table, laid, counts: list[int], chow_melds: bool):
    """Lay some of the sets down as melds, some of them as kongs: (tiles that stay concealed, melds)."""
    share, kong_share = rng.choice((0.0, 0.0, 0.3, 0.6, 1.0)), rng.choice((0.05, 0.2, 0.7))
    held, melds = [], []
    for t, is_chow in laid:
        declared = rng.random() < share
        if is_chow:
            if declared and chow_melds:
                melds.append({"type": "chow", "tiles": table.text((t, t + 1, t + 2))})
            else:
                held += [t, t + 1, t + 2]
        elif counts[t] == 3 and rng.random() < kong_share and (declared or rng.random() < 0.3):
            counts[t] += 1
            kind = rng.choice(("kong", "added_kong", "concealed_kong")) if declared else "concealed_kong"
            melds.append({"type": kind, "tiles": table.text((t,) * 4)})
        elif declared:
            melds.append({"type": "pung", "tiles": table.text((t,) * 3)})
        else:
            held += [t, t, t]
    return held, melds


def seven_pairs(rng: Random, table: Table, chow_melds: bool, quads: bool):
    if rng.random() < 0.05:
        start = table.size * rng.randrange(3) + rng.randrange(table.size - 6)
        return [start + r for r in range(7) for _ in range(2)], []
    while True:
        pool = rng.choice(table.variants[rng.choice(table.kinds)]).tiles
        kinds = [t for t in {*pool} for _ in range(2 if quads else 1)]
        if len(kinds) >= 7:
            return [t for t in rng.sample(kinds, 7) for _ in range(2)], []


def thirteen_orphans(rng: Random, table: Table, chow_melds: bool, quads: bool):
    kinds = [9 * s + r for s in range(3) for r in (0, 8)] + table.honors
    return [*kinds, rng.choice(kinds)], []


def knitted_body(rng: Random) -> list[int]:
    order = rng.sample(range(3), 3)
    return [9 * s + start + step for s, start in enumerate(order) for step in (0, 3, 6)]


def honors_knitted(rng: Random, table: Table, chow_melds: bool, quads: bool):
    honors = rng.choice((5, 6, 7))
    return rng.sample(table.honors, honors) + rng.sample(knitted_body(rng), 14 - honors), []


def thirteen_scattered(rng: Random, table: Table, chow_melds: bool, quads: bool):
    honors = rng.choice((5, 6, 7))
    starts = [9 * s + rng.randrange(3) for s in range(3)]
    body = [t + step for t in starts for step in (0, 3, 6)]
    return rng.sample(table.honors, honors) + rng.sample(body, 14 - honors), []


def knitted_straight(rng: Random, table: Table, chow_melds: bool, quads: bool):
    while True:
        pool, counts, body = rng.choice(table.variants["plain"]), [0] * 34, knitted_body(rng)
        for t in body:
            counts[t] = 1
        laid = draw_sets(rng, pool, counts, 1)
        if laid is not None:
            held, melds = declare(rng, table, laid, counts, chow_melds)
            pair = draw_pair(rng, pool, counts)
            if pair is not None:
                return [*body, *held, pair, pair], melds


def all_honors(rng: Random, table: Table, chow_melds: bool, quads: bool):
    declared = rng.sample(table.honors, rng.choice((0, 0, 1, 2)))
    melds = [{"type": "pung", "tiles": table.text((t,) * 3)} for t in declared]
    left = [t for t in table.honors for _ in range(1 if t in declared else 4)]
    return rng.sample(left, 14 - 3 * len(melds)), melds


MAKERS = {f.__name__: f for f in (seven_pairs, thirteen_orphans, honors_knitted, knitted_straight,
                                  thirteen_scattered, all_honors)}


def parse(text: str, table: Table) -> list[int]:
    """The tiles of a text that this module wrote."""
    tiles, ranks = [], []
    for mark in text:
        if mark in "mpsz":
            tiles += ["mpsz".index(mark) * table.size + rank for rank in ranks]
            ranks = []
        else:
            ranks.append("123456789X".index(mark))
    return tiles


def dress(rng: Random, table: Table, laid, *, bys, flags, earthly_by, flowers, bare) -> dict:
    """The record of a laid-out hand: winning tile, seats, flags."""
    held, melds = list(laid[0]), laid[1]
    tile = held.pop(int(rng.random() * len(held)))
    winner, dealer, by = rng.randrange(4), rng.randrange(4), rng.choice(bys)
    declared = [t for m in melds for t in parse(m["tiles"], table)]
    if by == "robbed_kong" and (tile in held or tile in declared):
        by = "discard"      # the robbed player holds the other three
    giver = None if by == "self_draw" else (winner + rng.randrange(1, 4)) % 4
    record = {"tile_set": table.tile_set, "concealed": table.text(held), "melds": melds,
              "win_tile": table.text([tile]), "by": by, "winner": winner, "from": giver, "dealer": dealer,
              "flags": [], "flowers": rng.randrange(flowers + 1) if flowers else 0}
    if rng.random() < 0.8:
        record["round_wind"] = rng.choice("ESWN")
    for meld in melds:
        if meld["type"] == "chow":
            meld["from"] = (winner - 1) % 4
        elif meld["type"] != "concealed_kong":
            meld["from"] = (winner + rng.randrange(1, 4)) % 4
    add_flags(rng, record, tile in held, flags, earthly_by)
    if rng.random() < 0.5 or rng.random() < bare:
        record["seat_wind"] = "ESWN"[(record["winner"] - record["dealer"]) % 4]
        if rng.random() < 2 * bare:
            record["winner"] = record["from"] = record["dealer"] = None
    return record


def add_flags(rng: Random, record: dict, holds_another: bool, allowed, earthly_by: str) -> None:
    """Flags that can be true of this win; some undeclared hands become wins on the deal."""
    kinds = {m["type"] for m in record["melds"]}
    kongs = kinds & {"kong", "added_kong", "concealed_kong"}
    by, found = record["by"], []
    if rng.random() < 0.06 and kinds <= {"concealed_kong"} and by != "robbed_kong" and dealt_win(
            rng, record, found, allowed, earthly_by):
        record["flags"] = sorted(found)
        return
    possible = {
        "last_tile": by != "robbed_kong",
        "kong_draw": by == "self_draw" and bool(kongs),
        "kong_discard": by == "discard",
        "last_copy": by != "robbed_kong" and not holds_another,
        "nine_gates_tile_mixed": by == "self_draw" and not kinds,
        "ready_declared": kinds <= {"concealed_kong"},
        "ready_at_deal": not kinds,
        "ready_early": not kinds,
        "dead_hand": True,
    }
    share = {"kong_draw": 0.4, "dead_hand": 0.02}
    record["flags"] = [f for f in allowed if possible.get(f) and rng.random() < share.get(f, 0.08)]


def dealt_win(rng: Random, record: dict, found: list, allowed, earthly_by: str) -> bool:
    """Turn the record into a win on the deal, if the allowed flags have one; East's own kong voids it."""
    winner = record["winner"]
    if record["by"] == "self_draw" and "heavenly" in allowed:
        if record["melds"] and "east_kong" not in allowed:
            return False
        record["dealer"] = winner
        found += ["heavenly", *(["east_kong", "kong_draw"] if record["melds"] else [])]
        return True
    if record["by"] == earthly_by and "earthly" in allowed and not record["melds"]:
        record["dealer"] = (winner + rng.randrange(1, 4)) % 4
        if earthly_by == "discard":
            record["from"] = record["dealer"]
        found += ["earthly", *(["east_kong"] if "east_kong" in allowed and rng.random() < 0.3 else [])]
        return True
    return False
