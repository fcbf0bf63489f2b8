"""One winning hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import columns as c
from . import gb
from . import notation as lines
from .checks import HandError
from .discard_logs import LOGS
from .hands import Hands
from .melds import Meld, decode, format_meld
from .records import record_tile_set
from .tiles import WINDS, TileError, format_tiles, tile_name

NOTATIONS = ("paili", "gb")


class Hand:
    """One winning hand, immutable and validated when made; its keywords are the keys of a record.

    `from_` stands for ``from``, which Python keeps to itself; `concealed` may be text or 34 counts. A hand
    may lack its winning tile, or be one of 14 tiles that has yet to discard; then it cannot be scored.

    >>> hand = Hand("234m678p3499s", melds=["(333z)"], win_tile="5s", by="self_draw", seat_wind="W")
    >>> str(hand), hand.melds
    ('234m678p3499s (333z) +5s', (Meld(type='pung', tile=29, from_=None),))
    >>> Hand("22m")
    Traceback (most recent call last):
    ...
    paili.HandError: 2 concealed tiles and 0 melds (13 or 16, a meld counts 3)
    """

    __slots__ = ("_row",)

    _row: Hands

    def __init__(self, concealed: Any = None, **keys: Any) -> None:
        try:
            row = Hands.from_records([{"concealed": concealed, **_record_keys(keys)}])
        except HandError as error:
            raise HandError(error.defects) from None
        object.__setattr__(self, "_row", row)

    @classmethod
    def _of(cls, row: Hands) -> Hand:
        """Wrap a batch of one valid row."""
        hand = cls.__new__(cls)
        object.__setattr__(hand, "_row", row)
        return hand

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Hand:
        """Read a record; see `paili.records`.

        >>> Hand.from_record({"concealed": "1122334455667m", "win_tile": "7m", "by": "self_draw"}).by
        'self_draw'
        """
        if not isinstance(record, Mapping):
            raise TypeError(f"a record is a dict, not {type(record).__name__}")
        return cls(**{"concealed": None, **record})

    @classmethod
    def parse(cls, text: str, *, notation: str = "paili", **keys: Any) -> Hand:
        """Read the text of a hand; keywords are the other keys of a record.

        Parameters
        ----------
        text
            As `paili.notation` has it; with ``notation="gb"`` a Guobiao string (`paili.gb`), where keywords
            overrule the conditions in the text.

        >>> Hand.parse("19m19p19s1234567z +1z", by="discard", winner=1, from_=2).from_
        2
        >>> str(Hand.parse("[1111m][222s,1]78999s44p9s|EE0000|", notation="gb"))
        '44p78999s [1111m] (222s@3) +9s'
        """
        if notation not in NOTATIONS:
            raise ValueError(f"notation {notation!r} is none of {', '.join(NOTATIONS)}")
        keys = _record_keys(keys)
        try:
            if notation == "gb":
                return cls(**{**gb.read_hand(text), **keys})
            read = lines.read_hand(text, record_tile_set(keys))
        except TileError as error:
            raise HandError({0: [str(error)]}) from None
        if twice := [key for key in read if key in keys]:
            raise TypeError(f"{twice[0]} is given by the text and as a keyword")
        return cls(**read, **keys)

    def format(self, notation: str = "paili") -> str:
        """Write the hand as text; ``str(hand)`` is the same in paili's own notation.

        >>> Hand.parse("123m456p7899s (222z@0) +6s", winner=2, dealer=0, round_wind="E").format("gb")
        '[SSS,2]123m7899s456p6s|EW0000|0'
        """
        if notation not in NOTATIONS:
            raise ValueError(f"notation {notation!r} is none of {', '.join(NOTATIONS)}")
        return str(self) if notation == "paili" else gb.write_hand(self.to_record())

    def to_record(self) -> dict[str, Any]:
        """Write the record that reads back as this hand.

        >>> hand = Hand.parse("234m678p3499s (333z@2) +5s")
        >>> hand.to_record()["melds"], Hand.from_record(hand.to_record()) == hand
        ([{'type': 'pung', 'tiles': '333z', 'from': 2}], True)
        """
        return self._row.to_records()[0]

    def replace(self, **keys: Any) -> Hand:
        """Return the hand with some keys of its record changed.

        >>> Hand.parse("19m19p19s1234567z").replace(win_tile="1z", by="self_draw")
        Hand.parse('19m19p19s1234567z +1z', by='self_draw')
        """
        return Hand(**(self.to_record() | _record_keys(keys)))

    @property
    def tile_set(self) -> str:
        """What the tiles mean."""
        return self._row.tile_set

    @property
    def concealed(self) -> NDArray[np.uint8]:
        """The 34 counts without the winning tile and the melds."""
        return self._row.concealed[0]  # type: ignore[no-any-return]

    @property
    def held(self) -> NDArray[np.uint8]:
        """The 34 counts of the tiles in melds."""
        return self._row.held[0]  # type: ignore[no-any-return]

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The declared groups in order."""
        codes = zip(self._row.melds[0].tolist(), self._row.melds_from[0].tolist(), strict=True)
        return tuple(decode(code, seat) for code, seat in codes if code)

    @property
    def is_open(self) -> bool:
        """Was a tile claimed for one of the melds? A concealed kong leaves a hand closed.

        >>> Hand.parse("123m456p789s1z (222z) +1z").is_open, Hand.parse("123m456p789s1z [2222z] +1z").is_open
        (True, False)
        """
        return any(meld.type != "concealed_kong" for meld in self.melds)

    @property
    def win_tile(self) -> int | None:
        """The winning tile."""
        tile = self._cell("win_tile")
        return None if tile == c.NO_TILE else tile

    @property
    def by(self) -> str:
        """How it was won."""
        return c.BY[self._cell("by")]

    @property
    def winner(self) -> int | None:
        """The seat that won."""
        return self._seat("winner")

    @property
    def from_(self) -> int | None:
        """The seat that discarded the winning tile or was robbed of it."""
        return self._seat("from_")

    @property
    def dealer(self) -> int | None:
        """The dealer's seat."""
        return self._seat("dealer")

    @property
    def seat_wind(self) -> str | None:
        """The winner's wind: E, S, W or N."""
        return self._wind("seat_wind")

    @property
    def round_wind(self) -> str | None:
        """The wind of the round."""
        return self._wind("round_wind")

    @property
    def flags(self) -> tuple[str, ...]:
        """What else was special about the win."""
        flags = self._cell("flags")
        return tuple(name for name, bit in c.FLAG_BITS.items() if flags & bit)

    @property
    def flowers(self) -> int:
        """How many flowers the winner has."""
        return self._cell("flowers")

    @property
    def context(self) -> dict[str, Any]:
        """What only some rule sets need."""
        return self.to_record().get("context", {})  # type: ignore[no-any-return]

    @property
    def extra(self) -> dict[str, Any]:
        """What the record carries beside the hand."""
        cells = ((key, values[0]) for key, values in self._row.extra.items() if key not in LOGS)
        return {key: value for key, value in cells if value is not None}

    def _cell(self, column: str) -> int:
        return int(getattr(self._row, column)[0])

    def _seat(self, column: str) -> int | None:
        return seat if (seat := self._cell(column)) >= 0 else None

    def _wind(self, column: str) -> str | None:
        return WINDS[wind] if (wind := self._cell(column)) >= 0 else None

    def __str__(self) -> str:
        codes = zip(self._row.melds[0].tolist(), self._row.melds_from[0].tolist(), strict=True)
        parts = [format_tiles(self.concealed, tile_set=self.tile_set)]
        parts += [format_meld(code, seat, self.tile_set) for code, seat in codes if code]
        if (win := self.win_tile) is not None:
            parts.append("+" + tile_name(win, self.tile_set))
        return " ".join(filter(None, parts))

    def __repr__(self) -> str:
        record = self.to_record()
        text = ("concealed", "melds", "win_tile")
        absent: tuple[Any, ...] = (None, [], {})
        given = {key: value for key, value in record.items() if key not in text and value not in absent}
        words = [f", {'from_' if key == 'from' else key}={value!r}" for key, value in given.items()]
        return f"Hand.parse({str(self)!r}{''.join(words)})"

    def _repr_html_(self) -> str:
        """Draw the hand in a notebook; see `paili.svg`."""
        from .svg import draw_hand

        return draw_hand(self)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a Hand cannot be changed; see Hand.replace")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Hand cannot be changed; see Hand.replace")

    def __eq__(self, other: object) -> bool:
        return self._row == other._row if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(
            (self.tile_set, self.concealed.tobytes(), self._cell("win_tile"), self._row.melds.tobytes())
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Hand._of, (self._row,)


def _record_keys(keys: dict[str, Any]) -> dict[str, Any]:
    """Give keywords the names that they have in a record; `from_` beside ``from`` stays an unknown key."""
    own = "from_" if "from" in keys else "from"
    return {own if key == "from_" else key: value for key, value in keys.items()}
