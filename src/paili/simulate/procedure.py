"""How a round goes, as data: ``[play]`` of a rule file (``[settlement]`` has what kongs and ready hands pay).

====================  ===========  ===========================================================================
key                   default      meaning
====================  ===========  ===========================================================================
winners               "next"       a tile goes to the ``"next"`` winner in turn, or to ``"all"``
winners_leave         false        blood battle: the others play on until three have won
declined              "free"       what a declined win forbids until one's own draw: nothing, all but
                                   ``"dearer"`` wins off others, or all of them (``"none"`` is left)
claim_unlocks         false        a claim lifts that as well
must_win_last         0            with so few tiles left, a completing tile must be taken
kong_after_claim      true         a kong may follow a chow or a pung in the same turn
flowers               false        eight flower tiles, each replaced from the tail as soon as it is drawn
dead_wall             0            tiles at the tail that nobody draws
face_down_kongs       false        a concealed kong shows nothing before the end
flower_is_kong_draw   false        a win on a flower's replacement counts as one on a kong's
earthly               "never"      ``"first_discard"`` (on the dealer's), ``"first_draw"`` (one's own), or
                                   ``"first_round"`` (before the dealer's second turn); void after claims
ready                 "never"      who may declare ready and freeze the hand: ``"deal"``, ready as dealt;
                                   ``"early"``, the dealer at once and all within eight discards; ``"any"``
dealer                "rotates"    who deals next: the next seat; ``"stays"`` where the dealer won;
                                   ``"stays_on_draw"`` also then; the ``"winner"``; ``"battle"``: the first
                                   winner, or who fed several
drawn_hands_counter   false        drawn hands count, with the dice (`paili.settlement.next_counter`)
void_suit             false        after the deal everybody names the suit of which he holds fewest tiles, of
                                   equal ones the first (m p s); it goes first, and nothing of it is melded
====================  ===========  ===========================================================================

Everywhere: chows from the previous seat alone and only where the rule set has chow melds; the last discard
may only be won; no kong without a tile to replace it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rulebook.keys import PLAY_WORDS
from ..rules import RuleSet
from ..tiles import get_tile_set
from .layout import MAX_WALL, PLAY

_PLAIN: dict[str, Any] = {
    "winners_leave": False,
    "claim_unlocks": False,
    "kong_after_claim": True,
    "flowers": False,
    "dead_wall": 0,
    "face_down_kongs": False,
    "drawn_hands_counter": False,
    "flower_is_kong_draw": False,
    "void_suit": False,
}


def play_table(rules: RuleSet) -> dict[str, Any]:
    """Return the procedure of a rule set with its defaults."""
    return {**_PLAIN, **{key: words[0] for key, words in PLAY_WORDS.items()}, **rules.table("play")}


def tiles_of(rules: RuleSet) -> list[int]:
    """Every tile that a rule set is played with; flowers from 34 on."""
    flowers = range(34, 42) if play_table(rules)["flowers"] else ()
    return [kind for kind in range(get_tile_set(rules.tile_set).kinds) for _ in range(4)] + list(flowers)


def play_record(rules: RuleSet, *, log: bool = False) -> np.ndarray[Any, Any]:
    """Return the procedure as the round loop reads it."""
    table, record = play_table(rules), np.zeros((), PLAY)
    tiles = tiles_of(rules)
    assert len(tiles) <= MAX_WALL
    record["tiles"][: len(tiles)] = tiles
    record["total"] = len(tiles)
    record["hand_size"] = 3 * rules.groups + 1
    record["ranks"] = get_tile_set(rules.tile_set).ranks
    for key in _PLAIN:
        record[key] = table[key]
    for key in ("earthly", "ready", "dealer"):
        record[key] = PLAY_WORDS[key].index(table[key])
    win = rules.table("win")
    record["chow"] = win.get("chow_melds", True)
    record["locks"] = table["declined"] != "free"
    record["must_win"] = table.get("must_win_last", 0) > 0
    record["flower_wins"] = table["flowers"] and "flowers" in win.get("shapes", ())
    record["honors_with_melds"] = win.get("honors_with_melds", False)
    record["procedure"] = rules.procedure.address
    record["scorer"] = rules.scorer.address
    record["log"] = log
    return record
