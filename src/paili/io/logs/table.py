"""One round as it is played: who holds what, and what a win at this moment is as a record.

`earthly` is set where all rules that know it agree, for a win on the dealer's first discard; what else was
early the discards in the context tell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...melds import encode, meld_tiles
from ...tiles import WINDS, count_tiles, format_tiles, tile_name
from .events import Claim, Deal, Discard, Draw, End, Event, Flower, Kong, Ready, Win
from .source import LogError

Record = dict[str, Any]

_NO_KONG: Record = {}


class Offer(NamedTuple):
    """The tile that can be won just now, and whose it is."""

    by: str
    seat: int
    tile: int | None


class Group(NamedTuple):
    """A meld; `from_` is None where nobody fed it."""

    kind: str
    tile: int | None
    from_: int | None


@dataclass
class Seat:
    """What one player has; `tiles` is None where the log does not show them."""

    tiles: list[int] | None
    melds: list[Group] = field(default_factory=list)
    flowers: set[int] = field(default_factory=set)
    ready: bool = False

    @classmethod
    def of(cls, hand: list[int | None]) -> Seat:
        """Make the seat of a dealt hand."""
        known = [tile for tile in hand if tile is not None]
        return cls(count_tiles(known).tolist() if len(known) == len(hand) else None)

    def add(self, tile: int | None) -> None:
        """Take a tile up."""
        if tile is None:
            self.tiles = None
        elif self.tiles is not None:
            self.tiles[tile] += 1

    def remove(self, *tiles: int | None) -> None:
        """Lay tiles down."""
        for tile in tiles if self.tiles is not None else ():
            if tile is None or not self.tiles[tile]:  # type: ignore[index]
                raise LogError(f"no {'such tile' if tile is None else tile_name(tile)} in the hand")
            self.tiles[tile] -= 1  # type: ignore[index]


class Table:
    """A round in progress; `play` takes what happens and returns a record when somebody wins."""

    def __init__(self, deal: Deal) -> None:
        if len(deal.hands) != 4 or not all(len(hand) == 13 for hand in deal.hands):
            sizes = " ".join(str(len(hand)) for hand in deal.hands)
            raise LogError(f"hands of {sizes} tiles; four of 13 are read, no three-player games")
        if deal.dealer not in range(4) or deal.round_wind not in range(4):
            raise LogError(f"the dealer is seat {deal.dealer!r}, the wind {deal.round_wind!r} (0 to 3)")
        self.over = False
        self._deal = deal
        self._seats = [Seat.of(hand) for hand in deal.hands]
        self._walls = list(deal.walls)
        self._log: list[tuple[int, int]] = []
        self._visible = [0] * 34  # discards and claimed melds
        self._offer: Offer | None = None
        self._kong = _NO_KONG  # the chain of kongs of who is to play
        self._kong_before = _NO_KONG  # and of who has just discarded
        self._east_kong = self._disturbed = False

    def play(self, event: Event) -> Record | None:
        """Take one event; `LogError` says why it cannot be."""
        if self.over and not isinstance(event, Win | End):
            raise LogError("play goes on after the end of the round")
        try:
            _check(event)
            match event:
                case Win():
                    return self._win(event)
                case Draw():
                    self._draw(event)
                case Discard():
                    self._discard(event)
                case Claim():
                    self._claim(event)
                case Kong():
                    self._declare(event)
                case Flower():
                    self._seats[event.seat].flowers.add(event.flower)
                    self._walls[event.seat % len(self._walls)] -= 1
                    self._kong = _NO_KONG
                case Ready():
                    self._seats[event.seat].ready = True
                case End():
                    self.over = True
                case _:
                    raise LogError("a deal within a round")
        except LogError as error:
            seat = getattr(event, "seat", None)
            who = type(event).__name__.lower() + ("" if seat is None else f" of seat {seat}")
            raise LogError(f"{who}: {error}") from None
        return None

    def _draw(self, event: Draw) -> None:
        self._seats[event.seat].add(event.tile)
        self._walls[event.seat % len(self._walls)] -= 1
        if self._kong.get("seat") != event.seat:
            self._kong = _NO_KONG
        self._offer = Offer("self_draw", event.seat, event.tile)

    def _discard(self, event: Discard) -> None:
        self._seats[event.seat].remove(event.tile)
        self._log.append((event.seat, event.tile))
        self._visible[event.tile] += 1
        self._kong_before, self._kong = self._kong, _NO_KONG
        self._offer = Offer("discard", event.seat, event.tile)

    def _claimed(self, seat: int) -> Discard:
        """The discard that a player claims."""
        offer, self._offer = self._offer, None
        if offer is None or offer.tile is None or offer.by != "discard" or offer.seat == seat:
            raise LogError("there is no discard to claim")
        self._disturbed = True
        return Discard(offer.seat, offer.tile)

    def _claim(self, event: Claim) -> None:
        offer = self._claimed(event.seat)
        lowest = offer.tile if event.tile is None else event.tile
        tiles = [lowest + i * (event.kind == "chow") for i in range(3)]
        if offer.tile not in tiles:
            raise LogError(f"{tile_name(offer.tile)} is not in the {event.kind}")
        tiles.remove(offer.tile)
        self._lay_down(event.seat, tiles)
        self._seats[event.seat].melds.append(Group(event.kind, lowest, offer.seat))

    def _lay_down(self, seat: int, tiles: list[int]) -> None:
        self._seats[seat].remove(*tiles)
        for tile in tiles:
            self._visible[tile] += 1

    def _declare(self, event: Kong) -> None:
        """Any of the three kongs."""
        seat, tile, offer = event.seat, event.tile, self._offer
        drawn = offer is not None and offer[:2] == ("self_draw", seat)
        kind, source = event.kind or ("concealed_kong" if drawn else "kong"), None
        if kind == "kong":
            source = self._kong_of_discard(seat, tile)
        elif kind == "added_kong":
            source = self._add_to_pung(seat, tile)
        else:
            self._seats[seat].remove(*[tile] * 4)
            self._seats[seat].melds.append(Group(kind, tile, None))
            self._east_kong |= seat == self._deal.dealer and not self._log
        self._offer = None if kind == "kong" else Offer("robbed_kong", seat, tile)
        self._disturbed = True
        row = 1 + self._kong.get("kongs_in_a_row", 0)
        self._kong = {"seat": seat, "kongs_in_a_row": row, "kong_type": kind, "kong_from": source}

    def _kong_of_discard(self, seat: int, tile: int | None) -> int:
        offer = self._claimed(seat)
        if tile not in (None, offer.tile):
            raise LogError(f"the discard is {tile_name(offer.tile)}")
        self._lay_down(seat, [offer.tile] * 3)
        self._seats[seat].melds.append(Group("kong", offer.tile, offer.seat))
        return offer.seat

    def _add_to_pung(self, seat: int, tile: int | None) -> int | None:
        melds = self._seats[seat].melds
        places = [i for i, meld in enumerate(melds) if meld.kind == "pung" and meld.tile == tile]
        if tile is None or not places:
            raise LogError("there is no such pung")
        self._lay_down(seat, [tile])
        melds[places[0]] = melds[places[0]]._replace(kind="added_kong")
        return melds[places[0]].from_

    def _win(self, event: Win) -> Record:
        offer = self._offer
        if offer is None or (offer.by == "robbed_kong" and offer.seat == event.seat):
            raise LogError("there is no tile to win on")
        if offer.by == "self_draw" and offer.seat != event.seat:
            raise LogError(f"the tile was drawn by seat {offer.seat}")
        if event.from_ not in (None, offer.seat):
            raise LogError(f"the tile is from seat {offer.seat}, not from {event.from_}")
        if event.tile not in (None, offer.tile):
            raise LogError(f"the tile is {tile_name(offer.tile or 0)}, not {tile_name(event.tile or 0)}")
        player = self._seats[event.seat]
        if player.tiles is None or offer.tile is None:
            raise LogError("the log does not show the hand")
        self.over = True
        return self._record(event.seat, player, offer, offer.tile)

    def _record(self, winner: int, player: Seat, offer: Offer, tile: int) -> Record:
        concealed = list(player.tiles or ())
        drawn = offer.by == "self_draw"
        concealed[tile] -= drawn
        dealer = self._deal.dealer
        record: Record = {
            "concealed": format_tiles(concealed),
            "melds": [_meld(group) for group in player.melds],
            "win_tile": tile_name(tile),
            "by": offer.by,
            "winner": winner,
            "from": None if drawn else offer.seat,
            "dealer": dealer,
            "seat_wind": WINDS[(winner - dealer) % 4],
            "round_wind": WINDS[self._deal.round_wind],
            "flags": self._flags(winner, offer, tile),
            "context": {"discard_log": [[seat, tile_name(thrown)] for seat, thrown in self._log]},
        }
        kong = {"self_draw": self._kong, "discard": self._kong_before}.get(offer.by, _NO_KONG)
        known = {key: value for key, value in kong.items() if key != "seat" and value is not None}
        record["context"] |= known
        if player.flowers:
            record["flowers"] = "".join(map(str, sorted(player.flowers))) + "f"
        return record

    def _flags(self, winner: int, offer: Offer, tile: int) -> list[str]:
        dealer, by = self._deal.dealer, offer.by
        others_visible = self._visible[tile] - (by != "self_draw")
        untouched = not self._disturbed
        flags = {
            "last_tile": by != "robbed_kong" and not self._walls[(offer.seat + 1) % len(self._walls)],
            "kong_draw": by == "self_draw" and bool(self._kong),
            "kong_discard": by == "discard" and bool(self._kong_before),
            "last_copy": others_visible == 3,
            "heavenly": by == "self_draw" and winner == dealer and not self._log and untouched,
            "earthly": by == "discard" and offer.seat == dealer and len(self._log) == 1 and untouched,
            "ready_declared": self._seats[winner].ready,
            "east_kong": self._east_kong,
        }
        return [name for name, holds in flags.items() if holds]


def _check(event: Event) -> None:
    """See to it that seats and tiles are such; a negative index would count from the end."""
    seat, tile = getattr(event, "seat", 0), getattr(event, "tile", None)
    if type(seat) is not int or not 0 <= seat < 4:
        raise LogError("no such seat (0 to 3)")
    if tile is not None and not 0 <= tile < 34:
        raise LogError("no such tile")


def _meld(group: Group) -> Record:
    if group.tile is None:
        raise LogError("the log does not show the hand")
    meld: Record = {"type": group.kind, "tiles": meld_tiles(encode(group.kind, group.tile))}
    return meld if group.from_ is None else meld | {"from": group.from_}
