"""What happens in a round, the same whoever wrote it down; every reader says it in these words.

Seats are 0 to 3 in turn order, tiles are numbers, None for a tile that the log does not show.
"""

from __future__ import annotations

from typing import NamedTuple


class Deal(NamedTuple):
    """A round begins.

    `walls` is how many tiles there are to draw: one number, or one for each seat where each has its own wall.
    """

    hands: list[list[int | None]]
    dealer: int
    round_wind: int
    walls: tuple[int, ...]


class Draw(NamedTuple):
    """A tile from the wall."""

    seat: int
    tile: int | None


class Discard(NamedTuple):
    """A discard."""

    seat: int
    tile: int


class Claim(NamedTuple):
    """A chow or a pung of the last discard; `tile` is the lowest of the group, that of a pung may be None."""

    seat: int
    kind: str
    tile: int | None


class Kong(NamedTuple):
    """A kong; without a kind it is concealed after a draw of one's own, else of the last discard."""

    seat: int
    kind: str | None = None
    tile: int | None = None


class Flower(NamedTuple):
    """A flower tile, 1 to 8, laid out."""

    seat: int
    flower: int


class Ready(NamedTuple):
    """A player declares ready."""

    seat: int


class Win(NamedTuple):
    """A win on what just happened; `tile` and `from_` (the winner himself if self-drawn) are checked."""

    seat: int
    from_: int | None = None
    tile: int | None = None


class End(NamedTuple):
    """The round ends without a win."""


Event = Deal | Draw | Discard | Claim | Kong | Flower | Ready | Win | End
