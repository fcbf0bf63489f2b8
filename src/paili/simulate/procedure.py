"""``[play]`` of a rule file: how a round goes, as data.

=====================  ==========  ===============================================================================
key                    default     meaning
=====================  ==========  ===============================================================================
flowers                false       eight flower tiles, replaced from the tail as soon as drawn
dead_wall              0           tiles at the tail that nobody draws
chow                   true        the next seat may chow (never where the rule set has no chow melds)
kong_after_claim       true        a kong may follow a chow or a pung in the same turn
winners                "next"      a tile goes to the ``"next"`` winner in turn, or to ``"all"``
blood_battle           false       winners leave and the others play on, until three have won
face_down_kongs        false       a concealed kong shows nothing before the end
flower_is_kong_draw    false       a win on a flower's replacement is one on a kong's
flower_wins            false       eight flowers win at once, and seven rob the eighth
earthly                "never"     ``"first_discard"`` (on the dealer's), ``"first_draw"`` (one's own), or
                                   ``"first_round"`` (before one's own first discard); void after any claim or kong
ready                  "never"     who may declare ready, to be frozen: ``"deal"`` before the first draw,
                                   ``"early"`` (the dealer's first discard, the first eight discards), ``"any"``
declined               "nothing"   what a declined win forbids until one's own draw: ``"nothing"``, all but
                                   ``"dearer"`` wins off others, or ``"all"`` of them
claim_unlocks          false       a claim lifts that as well as a draw
must_win               0           with so few tiles left, a completing tile must be taken
kongs                  {}          paid at once: ``direct`` by the feeder, ``added`` and ``concealed`` by each
late_kong_pays         true        an added kong is paid even when not made with the tile just drawn
exhausted              "nothing"   ``"ready"``: who is not ready pays who is, and gives back his kong income
wait                   "min"       which wait of a ready hand is paid then, ``"min"`` or ``"max"``
dealer                 "rotates"   who deals next: ``"rotates"`` always; ``"stays"`` on a win of the dealer;
                                   ``"stays_on_draw"`` also then; ``"winner"``; ``"blood"`` (the first winner, or who
                                   fed several)
counter                false       drawn hands are counted with the dice (`paili.settlement.next_counter`)
=====================  ==========  ===============================================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..counting import Shape, query
from ..rules import RuleSet
from ..tiles import get_tile_set
from .layout import MAX_WALL, PLAY

_CHOICES: dict[str, tuple[str, ...]] = {
    "winners": ("next", "all"),
    "earthly": ("never", "first_discard", "first_draw", "first_round"),
    "ready": ("never", "deal", "early", "any"),
    "declined": ("nothing", "dearer", "all"),
    "exhausted": ("nothing", "ready"),
    "wait": ("min", "max"),
    "dealer": ("rotates", "stays", "stays_on_draw", "winner", "blood"),
}
_DEFAULTS: dict[str, Any] = {
    "flowers": False,
    "dead_wall": 0,
    "chow": True,
    "kong_after_claim": True,
    "blood_battle": False,
    "face_down_kongs": False,
    "flower_is_kong_draw": False,
    "flower_wins": False,
    "claim_unlocks": False,
    "must_win": 0,
    "kongs": {},
    "late_kong_pays": True,
    "counter": False,
    **{key: values[0] for key, values in _CHOICES.items()},
}
_KONGS = ("direct", "added", "concealed")


def play_table(rules: RuleSet) -> dict[str, Any]:
    """Return the procedure of a rule set with every key filled in; a ``ValueError`` names what is wrong."""
    given = rules.table("play")
    if unknown := given.keys() - _DEFAULTS.keys():
        raise ValueError(f"rule set {rules.name!r}: unknown key {sorted(unknown)[0]!r} in [play]")
    for key, values in _CHOICES.items():
        if given.get(key, values[0]) not in values:
            raise ValueError(f"rule set {rules.name!r}: {key} is {given[key]!r}, none of {', '.join(values)}")
    return {
        **_DEFAULTS,
        **given,
        "chow": given.get("chow", True) and rules.table("win").get("chow_melds", True),
    }


def tiles_of(rules: RuleSet) -> list[int]:
    """Every tile that a rule set is played with; flowers from 34 on."""
    flowers = range(34, 42) if play_table(rules)["flowers"] else ()
    return [kind for kind in range(get_tile_set(rules.tile_set).kinds) for _ in range(4)] + list(flowers)


def counting_query(rules: RuleSet) -> int:
    """Pack what the counting functions are to ask under these rules."""
    win = rules.table("win")
    shapes = Shape(0)
    for name in win.get("shapes", ["standard"]):
        if name != "flowers":
            shapes |= Shape[name.upper()]
    if Shape.SEVEN_PAIRS in shapes and win.get("pairs_with_quads", True):
        shapes |= Shape.SEVEN_PAIRS_WITH_QUADS
    suits = int(win.get("max_suits", 3))
    return query(shapes=shapes, tile_set=rules.tile_set, max_suits=None if suits == 3 else suits)


def play_record(rules: RuleSet, *, log: bool = False) -> np.ndarray[Any, Any]:
    """Return the procedure as the round loop reads it."""
    table, record = play_table(rules), np.zeros((), PLAY)
    tiles = tiles_of(rules)
    assert len(tiles) <= MAX_WALL
    record["tiles"][: len(tiles)] = tiles
    record["total"] = len(tiles)
    record["hand_size"] = 3 * rules.groups + 1
    record["ranks"] = get_tile_set(rules.tile_set).ranks
    for key in PLAY.names or ():
        if key in table:
            record[key] = _CHOICES[key].index(table[key]) if key in _CHOICES else table[key]
    record["all_winners"] = table["winners"] == "all"
    record["settle_exhausted"] = table["exhausted"] == "ready"
    record["dearest_wait"] = table["wait"] == "max"
    record["kong_pay"] = [table["kongs"].get(kind, 0) for kind in _KONGS]
    record["log"] = log
    return record
