"""Hands as Chinese calculators write them: the Guobiao (GB) string, and the names of Botzone and PyMahjongGB.

A GB string is ``tiles|conditions|flowers``; the last field, or the last two, may be missing:

* tiles: melds in brackets and free tiles, ``1-9`` with ``m s p``, winds ``E S W N``, dragons ``C F P`` (red,
  green, white); the last free tile of 14 is the winning one, 13 lack it (a space may stand there)
* ``[123m,1]`` chow, ``[SSS,2]`` pung, ``[5555p,3]`` kong, ``[5555p,7]`` added kong, ``[5555p]`` concealed
  kong; the number is who fed it, 1 the upper seat, 2 opposite, 3 the lower one (4 more for an added kong), of
  a chow which of its tiles was claimed
* conditions ``EE0000``: round wind, seat wind, self-drawn, last copy, last tile, kong (a replacement when
  self-drawn, else robbed); missing means ``EE0000``
* flowers: how many, or letters, ``abcd`` for 梅兰竹菊 and ``efgh`` for 春夏秋冬

East deals, so that the seat wind says where everybody sits. Reading and writing take and give records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .tiles import WINDS, TileError, get_tile_set, read_tiles, tile_name

HONOURS = "ESWNPFC"
"""The letters of ``1z`` to ``7z``."""
_NUMBER = {letter: str(i + 1) for i, letter in enumerate(HONOURS)}
_FLOWERS = dict(zip("efghabcd", "12345678", strict=True))
_TOKEN = re.compile(r"\[(?P<meld>[^\[\]]*)\]|[1-9]+[msp]|[ESWNCFP]+")
_MELD = re.compile(r"(?P<tiles>[1-9]{3,4}[msp]|[ESWNCFP]{3,4})(?:,(?P<offer>[123567]))?")
_CONDITIONS = re.compile("([ESWN])([ESWN])([01])([01])([01])([01])")


def read_hand(text: str) -> dict[str, Any]:
    """Read a GB string into the keys of a record; `TileError` says what is wrong with it.

    >>> hand = read_hand("[123m,1][SSS,2]456p78s99s6s|EW1000|2")
    >>> hand["concealed"], hand["win_tile"], hand["by"], hand["seat_wind"], hand["flowers"]
    ('456p7899s', '6s', 'self_draw', 'W', 2)
    >>> hand["melds"]
    [{'type': 'chow', 'tiles': '123m', 'from': 1}, {'type': 'pung', 'tiles': '222z', 'from': 0}]
    """
    if not isinstance(text, str):
        raise TypeError(f"a hand is read from text, not from {type(text).__name__}")
    tiles, *fields = text.split("|")
    if len(fields) > 2:
        raise TileError(f"{text!r}: more than three fields")
    record = _conditions(text, fields[0] if fields else "EE0000")
    free: list[str] = []
    melds = []
    for token in _tokens("".join(tiles.split())):
        if token["meld"] is not None:
            melds.append(_meld(token["meld"], record["winner"]))
        else:
            free += _split(token[0])
    if len(free) + 3 * len(melds) == 14:
        record["win_tile"] = free.pop()
    record |= {"concealed": _join(free), "melds": melds}
    if len(fields) == 2:
        record["flowers"] = _read_flowers(text, fields[1].strip())
    return record


def _tokens(tiles: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(tiles):
        if (token := _TOKEN.match(tiles, at)) is None:
            raise TileError(f"{tiles!r}: cannot be read from {tiles[at : at + 8]!r} on (character {at + 1})")
        yield token
        at = token.end()


def _split(tiles: str) -> list[str]:
    """Single tiles, in paili's names."""
    if tiles[-1] in "msp":
        return [rank + tiles[-1] for rank in tiles[:-1]]
    return [_NUMBER[letter] + "z" for letter in tiles]


def _join(tiles: list[str]) -> str:
    """Text of single tiles, suits in paili's order."""
    ranks = ((suit, "".join(sorted(tile[0] for tile in tiles if tile[1] == suit))) for suit in "mpsz")
    return "".join(digits + suit for suit, digits in ranks if digits)


def _meld(inside: str, winner: int) -> dict[str, Any]:
    parts = _MELD.fullmatch(inside)
    if parts is None:
        raise TileError(f"'[{inside}]' is no meld: three or four tiles and 1 2 3 or 5 6 7 after a comma")
    tiles, offer = _split(parts["tiles"]), int(parts["offer"] or 0)
    meld: dict[str, Any] = {"type": _kind(tiles, offer), "tiles": _join(tiles)}
    if offer > 4 and meld["type"] != "added_kong":
        raise TileError(f"'[{inside}]': {offer} stands for an added kong")
    if offer:
        meld["from"] = (winner - (1 if meld["type"] == "chow" else offer % 4)) % 4
    return meld


def _kind(tiles: list[str], offer: int) -> str:
    if len(tiles) == 4:
        return "added_kong" if offer > 4 else "kong" if offer else "concealed_kong"
    return "pung" if len(set(tiles)) == 1 else "chow"


def _conditions(text: str, field: str) -> dict[str, Any]:
    parts = _CONDITIONS.fullmatch(field.strip())
    if parts is None:
        raise TileError(f"{text!r}: {field!r} is not two winds and four 0 or 1, such as EE1000")
    round_wind, seat_wind, *bits = parts.groups()
    drawn, last_copy, last_tile, kong = (bit == "1" for bit in bits)
    flags = {"last_copy": last_copy, "last_tile": last_tile, "kong_draw": kong and drawn}
    return {
        "by": "self_draw" if drawn else "robbed_kong" if kong else "discard",
        "winner": WINDS.index(seat_wind),
        "dealer": 0,
        "seat_wind": seat_wind,
        "round_wind": round_wind,
        "flags": [name for name, holds in flags.items() if holds],
    }


def _read_flowers(text: str, field: str) -> int | str:
    if re.fullmatch("[0-8]?", field):
        return int(field or 0)
    if not re.fullmatch("[a-h]+", field):
        raise TileError(f"{text!r}: flowers {field!r} are neither a number up to 8 nor letters a to h")
    return "".join(_FLOWERS[letter] for letter in field) + "f"


def write_hand(record: Mapping[str, Any]) -> str:
    """Write a record as a GB string; a ``ValueError`` says what such a string cannot hold.

    Of a chow it is not known which tile was claimed; the string then says the first.

    >>> write_hand(read_hand("[123m,3][SSS,2]6s45p78s99s6p|EW1000|ca"))
    '[123m,1][SSS,2]67899s45p6p|EW1000|ac'
    """
    flags, by = set(record.get("flags") or ()), record.get("by") or "discard"
    if strange := flags - {"last_copy", "last_tile", "kong_draw"}:
        raise ValueError(f"a GB string cannot say {sorted(strange)[0]}")
    if by not in ("self_draw", "discard", "robbed_kong"):
        raise ValueError(f"a GB string cannot say {by}")
    if record.get("tile_set", "standard") != "standard":
        raise ValueError(f"a GB string is of the standard tiles, not {record['tile_set']}")
    round_wind, seat_wind = record.get("round_wind"), _seat_wind(record)
    if not (round_wind and seat_wind):
        raise ValueError("a GB string needs the winds of the round and of the seat")
    kong = "kong_draw" in flags or by == "robbed_kong"
    bits = (by == "self_draw", "last_copy" in flags, "last_tile" in flags, kong)
    conditions = f"{round_wind}{seat_wind}{''.join(str(int(bit)) for bit in bits)}"
    melds = "".join(_meld_text(meld, record.get("winner")) for meld in record.get("melds") or ())
    win = record.get("win_tile")
    last = _tiles_text(read_tiles(win)) if win else " "
    tiles = f"{melds}{_tiles_text(read_tiles(record['concealed']))}{last}"
    return f"{tiles}|{conditions}|{_flowers_text(record.get('flowers'))}"


def _seat_wind(record: Mapping[str, Any]) -> str | None:
    winner, dealer = record.get("winner"), record.get("dealer")
    if (wind := record.get("seat_wind")) or winner is None or dealer is None:
        return wind
    return WINDS[(winner - dealer) % 4]


def _tiles_text(tiles: list[int]) -> str:
    """GB text of tiles, suits in the order m s p and then winds, red, green, white."""
    names = [get_tile_set("standard").names[tile] for tile in sorted(tiles)]
    ranks = ((suit, "".join(name[0] for name in names if name[1] == suit)) for suit in "msp")
    honours = sorted((HONOURS[tile - 27] for tile in tiles if tile >= 27), key="ESWNCFP".index)
    return "".join(digits + suit for suit, digits in ranks if digits) + "".join(honours)


def _meld_text(meld: Mapping[str, Any], winner: int | None) -> str:
    kind, seat = meld["type"], meld.get("from")
    offer = 0 if winner is None or seat is None or kind == "concealed_kong" else (winner - seat) % 4
    if kind == "chow":
        offer = min(offer, 1)
    elif kind.endswith("kong") and kind != "concealed_kong":
        offer = (offer or 1) + (4 if kind == "added_kong" else 0)
    return f"[{_tiles_text(read_tiles(meld['tiles']))}{f',{offer}' if offer else ''}]"


def _flowers_text(flowers: int | str | None) -> str:
    if not isinstance(flowers, str):
        return str(flowers or 0)
    letters = {digit: letter for letter, digit in _FLOWERS.items()}
    return "".join(sorted(letters[digit] for digit in flowers if digit in letters))


BOTZONE = tuple(
    [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)]
    + [f"F{i}" for i in range(1, 5)]
    + ["J3", "J2", "J1"]
)
"""The names of Botzone and PyMahjongGB: characters W, dots B, bamboo T, winds F, red green white J1 to J3."""
_BOTZONE = {name: tile for tile, name in enumerate(BOTZONE)}
_PACKS = {"chow": "CHI", "pung": "PENG", "kong": "GANG", "added_kong": "GANG", "concealed_kong": "GANG"}


def read_botzone(name: str) -> int:
    """Return the tile of a Botzone name.

    >>> read_botzone("W1"), read_botzone("J1")
    (0, 33)
    """
    try:
        return _BOTZONE[name]
    except KeyError:
        raise TileError(f"{name!r} is no Botzone tile: W1-9 B1-9 T1-9 F1-4 J1-3") from None


def write_calculator(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments with which PyMahjongGB's ``MahjongFanCalculator`` scores a record.

    An added kong is a kong there. That three copies of the winning tile lie in claimed sets it must be told.

    >>> write_calculator(read_hand("[SSS,2]123m456p78s99s6s|EW1000|2"))["pack"]
    (('PENG', 'F2', 2),)
    """
    flags, by = record.get("flags") or (), record.get("by")
    return {
        "pack": tuple(_pack(meld, record.get("winner")) for meld in record.get("melds") or ()),
        "hand": tuple(BOTZONE[tile] for tile in read_tiles(record["concealed"])),
        "winTile": BOTZONE[read_tiles(record["win_tile"])[0]],
        "flowerCount": _count_flowers(record.get("flowers")),
        "isSelfDrawn": by == "self_draw",
        "is4thTile": "last_copy" in flags,
        "isAboutKong": by == "robbed_kong" or "kong_draw" in flags,
        "isWallLast": "last_tile" in flags,
        "seatWind": WINDS.index(_seat_wind(record) or "E"),
        "prevalentWind": WINDS.index(record.get("round_wind") or "E"),
    }


def _pack(meld: Mapping[str, Any], winner: int | None) -> tuple[str, str, int]:
    tiles, text = sorted(read_tiles(meld["tiles"])), _meld_text(meld, winner)
    offer = int(text[-2]) if text[-3] == "," else int(meld["type"] != "concealed_kong")
    return _PACKS[meld["type"]], BOTZONE[tiles[1]], offer % 4


def _count_flowers(flowers: int | str | None) -> int:
    return sum(digit in "12345678" for digit in flowers) if isinstance(flowers, str) else flowers or 0


def read_calculator(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Read the arguments of ``MahjongFanCalculator`` into the keys of a record.

    >>> hand = read_hand("[SSSS,2][789p,1]123m78s99s6s|SW0100|2")
    >>> read_calculator(write_calculator(hand)) == hand
    True
    """
    bits = [arguments[key] for key in ("isSelfDrawn", "is4thTile", "isWallLast", "isAboutKong")]
    winds = "".join(WINDS[arguments[key]] for key in ("prevalentWind", "seatWind"))
    record = _conditions("", winds + "".join(str(int(bool(bit))) for bit in bits))
    tiles = [tile_name(read_botzone(name)) for name in arguments["hand"]]
    win = tile_name(read_botzone(arguments["winTile"]))
    melds = [_meld(_pack_text(*pack), record["winner"]) for pack in arguments["pack"]]
    return record | {
        "win_tile": win,
        "concealed": _join(tiles),
        "melds": melds,
        "flowers": arguments["flowerCount"],
    }


def _pack_text(kind: str, name: str, offer: int) -> str:
    tile = read_botzone(name)
    copies = {"CHI": [tile - 1, tile, tile + 1], "PENG": [tile] * 3, "GANG": [tile] * 4}
    if kind not in copies:
        raise TileError(f"{kind!r} is no pack: CHI PENG GANG")
    return _tiles_text(copies[kind]) + (f",{offer}" if offer else "")
