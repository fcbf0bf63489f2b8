"""Wins when it may; otherwise every legal action is as likely as any other."""

from __future__ import annotations

from typing import Any

from ..simulate._jit import Int, i64
from ..simulate.layout import CHOW, DISCARD, KONG, PASS, PUNG, WIN
from ..simulate.policy import policy
from ..simulate.streams import below
from .masks import member, size


@policy
def random(me: Any, table: Any, luck: Any) -> Int:
    """Choose evenly among the legal actions; a win is always taken."""
    if me.may_win:
        return WIN
    kongs = size(me.kongs)
    if me.offer < 0:
        discards = size(me.discards)
        choice = below(luck, discards + kongs)
        if choice < discards:
            return DISCARD + member(me.discards, choice)
        return KONG + member(me.kongs, choice - discards)
    chows = size(me.chows)
    choice = below(luck, 1 + chows + i64(me.may_pung) + kongs)
    if choice == 0:
        return PASS
    if choice <= chows:
        return CHOW + member(me.chows, choice - 1)
    return PUNG if choice == chows + 1 and me.may_pung else KONG + member(me.kongs, 0)
