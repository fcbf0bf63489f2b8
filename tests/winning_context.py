"""What a WSOM record may carry beside the hand: discards since the winner's last one, and penalty tiles."""
from __future__ import annotations

from collections import Counter


def add_context(rng, record: dict, laid, table) -> None:
    """Add logs and penalty tiles to some of the records; wins on the deal have neither."""
    context = {}
    if rng.random() < 0.15:
        tiles = penalty_tiles(rng, record, laid)
        if tiles:
            context["penalty_tiles"] = table.text(tiles)
    if record["winner"] is not None and record["from"] is not None and not record["flags"]:
        context |= logs(rng, record, laid, table) if rng.random() < 0.5 else {}
    if context:
        record["context"] = context


def penalty_tiles(rng, record: dict, laid) -> list[int]:
    """One to four of the concealed tiles, the winning one left out."""
    held = list(laid[0])
    held.remove(win_tile(record))
    return rng.sample(held, min(len(held), rng.choice((1, 1, 2, 3, 4))))


def win_tile(record: dict) -> int:
    text = record["win_tile"]
    rank = int(text[0]) if text[0] != "X" else 10
    size = 10 if record["tile_set"] == "ten-rank" else 9
    return size * "mpsz".index(text[1]) + rank - 1


def logs(rng, record: dict, laid, table) -> dict:
    """The discards of one turn, or the whole hand's: seats in order but for skipped turns."""
    tile, winner, giver = win_tile(record), record["winner"], record["from"]
    used = Counter(laid[0]) + Counter({t: int(m["tiles"].count(table.names[t])) for m in record["melds"]
                                       for t in range(table.last) if m["tiles"].endswith(table.letters[t])})
    spare = 1 if record["by"] == "robbed_kong" else 4 - used[tile]
    window, seat = [], winner
    for _ in range(rng.choice((0, 1, 2, 3, 3, 3, 5))):
        thrown = rng.randrange(table.last)
        if spare and rng.random() < 0.4:
            thrown, spare = tile, spare - 1
        elif thrown == tile:
            thrown = (tile + 1) % table.last
        window.append([seat, table.text([thrown])])
        seat = (seat + (1 if rng.random() < 0.8 else 2)) % 4
        if seat == winner:
            break
    if window and window[-1][0] == giver and record["by"] == "discard":
        window.pop()
    if rng.random() < 0.1:      # the winner has not discarded yet
        window = [w for w in window if w[0] != winner]
        return {"turn_discards": window}
    out = {"turn_discards": window} if rng.random() < 0.7 else {}
    if window and (rng.random() < 0.4 or not out):
        thrown = [table.text([rng.randrange(table.last)]) for _ in range(rng.randrange(5))]
        earlier = [[rng.randrange(4), tile] for tile in thrown if tile != record["win_tile"]]
        if spare:
            earlier.append([(winner + 1) % 4, record["win_tile"]])
        winning = [[giver, record["win_tile"]]] if record["by"] == "discard" else []
        out["discard_log"] = earlier + window + winning
    return out
