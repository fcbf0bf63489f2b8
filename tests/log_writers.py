"""Small game logs: a round is told once and written the way each program would.

Moves: ``0+5z`` draws, ``0-5z`` discards, ``0!5z`` does so and declares ready, ``0c456m`` chow, ``0p5z`` pung,
``0k5z`` kong of the discard, ``0a5z`` concealed kong, ``0A5z`` added kong, ``0w`` wins, ``end``: nobody does.
"""

import json
from dataclasses import dataclass

from paili.tiles import TILE_SETS, read_tiles

NAMES = TILE_SETS["standard"].names
BOTZONE = [s + r for s in "WBT" for r in "123456789"] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]


@dataclass(frozen=True)
class Round:
    hands: tuple[str, str, str, str]
    play: str
    dealer: int = 0
    wind: int = 0

    def tiles(self):
        return [read_tiles(hand) for hand in self.hands]

    def moves(self):
        """Seat, action, tiles, and who made the discard or kong that it is about."""
        source = None
        for move in self.play.split():
            if move == "end":
                yield None, "end", [], None
                continue
            seat, action, tiles = int(move[0]), move[1], read_tiles(move[2:])
            yield seat, action, tiles, source
            source = source if action == "w" else (seat, tiles[0])


def mjai_tile(tile):
    return NAMES[tile] if tile < 27 else "ESWNPFC"[tile - 27]


def mjai(rounds, shown=(0, 1, 2, 3)):
    """JSON lines; of seats not shown the tiles are hidden."""
    lines = [{"type": "start_game", "names": ["a", "b", "c", "d"]}]
    calls = {"c": "chi", "p": "pon", "k": "daiminkan"}
    for r in rounds:
        hands = [[mjai_tile(t) if s in shown else "?" for t in h] for s, h in enumerate(r.tiles())]
        start = {
            "type": "start_kyoku",
            "bakaze": "ESWN"[r.wind],
            "kyoku": r.dealer + 1,
            "honba": 0,
            "kyotaku": 0,
        }
        lines.append({**start, "oya": r.dealer, "dora_marker": "9p", "scores": [0] * 4, "tehais": hands})
        for seat, action, tiles, source in r.moves():
            event = {"actor": seat}
            names = [mjai_tile(t) for t in tiles]
            if action == "+":
                event |= {"type": "tsumo", "pai": names[0] if seat in shown else "?"}
            elif action in "-!":
                lines += [{"type": "reach", "actor": seat}] if action == "!" else []
                event |= {"type": "dahai", "pai": names[0], "tsumogiri": False}
            elif action in calls:
                own = tiles * {"c": 1, "p": 3, "k": 4}[action]
                own.remove(source[1])
                event |= {"type": calls[action], "target": source[0], "pai": mjai_tile(source[1]),
                          "consumed": [mjai_tile(t) for t in own]}  # fmt: skip
            elif action == "a":
                event |= {"type": "ankan", "consumed": names * 4}
            elif action == "A":
                event |= {"type": "kakan", "pai": names[0], "consumed": names * 3}
            elif action == "w":
                event |= {"type": "hora", "target": source[0], "deltas": [0] * 4}
            else:
                event = {"type": "ryukyoku"}
            lines.append(event)
        lines.append({"type": "end_kyoku"})
    return "".join(json.dumps(line) + "\n" for line in [*lines, {"type": "end_game"}])


def mjlog(rounds, head='<mjloggm ver="2.3"><GO type="169"/>'):
    parts = [head]
    for r in rounds:
        left = {kind: [4 * kind + i for i in range(4)] for kind in range(34)}
        hands = [[left[t].pop() for t in hand] for hand in r.tiles()]
        text = " ".join(f'hai{s}="{",".join(map(str, hand))}"' for s, hand in enumerate(hands))
        parts.append(
            f'<INIT seed="{4 * r.wind + r.dealer},0,0,1,1,0" ten="1,1,1,1" oya="{r.dealer}" {text}/>'
        )
        for seat, action, tiles, source in r.moves():
            if action == "+":
                hands[seat].append(left[tiles[0]].pop())
                parts.append(f"<{'TUVW'[seat]}{hands[seat][-1]}/>")
            elif action in "-!":
                own = next(i for i in hands[seat] if i // 4 == tiles[0])
                hands[seat].remove(own)
                parts.append(f'<REACH who="{seat}" step="1"/>' * (action == "!") + f"<{'DEFG'[seat]}{own}/>")
            elif action in "cpkaA":
                code = _mjlog_meld(action, tiles, (source[0] - seat) % 4, source[1])
                parts.append(f'<N who="{seat}" m="{code}" />')
            elif action == "w":
                parts.append(f'<AGARI machi="{4 * source[1]}" who="{seat}" fromWho="{source[0]}" sc="0"/>')
            else:
                parts.append('<RYUUKYOKU ba="0,0"/>')
    return "".join([*parts, "</mjloggm>"])


def _mjlog_meld(action, tiles, offset, called):
    if action == "c":
        suit, rank = divmod(tiles[0], 9)
        return ((suit * 7 + rank) * 3 + called - tiles[0]) << 10 | 4 | offset
    if action in "pA":
        return (tiles[0] * 3) << 9 | (8 if action == "p" else 16) | (offset or 1)
    return (4 * tiles[0]) << 8 | (offset if action == "k" else 0)


def _tenhou_code(tile):
    return 11 + 10 * (tile // 9) + tile % 9


def tenhou6_round(r):
    draws, discards, fed = [[], [], [], []], [[], [], [], []], {}
    result = []
    for seat, action, tiles, source in r.moves():
        codes = [_tenhou_code(t) for t in tiles]
        if action == "+":
            draws[seat].append(codes[0])
        elif action in "-!":
            code = 60 if draws[seat][-1] == codes[0] else codes[0]
            discards[seat].append(f"r{code}" if action == "!" else code)
        elif action == "c":
            called = _tenhou_code(source[1])
            draws[seat].append(f"c{called}" + "".join(str(c) for c in codes if c != called))
        elif action in "pk":
            copies, place = (
                (3, (seat - source[0]) % 4 - 1)
                if action == "p"
                else (4, [0, 0, 1, 3][(seat - source[0]) % 4])
            )
            fed[seat, codes[0]] = place
            parts = [str(codes[0])] * copies
            parts[place] = ("p" if action == "p" else "m") + parts[place]
            draws[seat].append("".join(parts))
            discards[seat] += [0] if action == "k" else []
        elif action == "a":
            discards[seat].append(str(codes[0]) * 3 + f"a{codes[0]}")
        elif action == "A":
            place, parts = fed[seat, codes[0]], [str(codes[0])] * 3
            parts[place] = f"k{codes[0]}" + parts[place]
            discards[seat].append("".join(parts))
        elif action == "w":
            result += [[0] * 4, [seat, source[0], seat, "満貫"]]
    seats = []
    for seat, hand in enumerate(r.tiles()):
        seats += [[_tenhou_code(t) for t in hand], draws[seat], discards[seat]]
    end = ["和了", *result] if result else ["流局", [0] * 4]
    return [[4 * r.wind + r.dealer, 0, 0], [1] * 4, [11], [], *seats, end]


def tenhou6(rounds):
    return json.dumps({"title": ["", ""], "name": list("abcd"), "log": [tenhou6_round(r) for r in rounds]})


def botzone_text(rounds):
    words = {"+": "Draw", "-": "Play", "!": "Play", "p": "Peng", "k": "Gang", "a": "AnGang", "A": "BuGang"}
    lines = []
    for number, r in enumerate(rounds):
        lines += [f"Match {number}", f"Wind {r.wind}"]
        lines += [f"Player {s} Deal {' '.join(BOTZONE[t] for t in h)}" for s, h in enumerate(r.tiles())]
        for seat, action, tiles, source in r.moves():
            if action == "c":
                lines.append(
                    f"Player {seat} Chi {BOTZONE[tiles[1]]} Ignore Player 2 Peng {BOTZONE[source[1]]}"
                )
            elif action == "w":
                lines += [f"Player {seat} Hu {BOTZONE[source[1]]}", "Fan 8 x*1", "Score 0 0 0 0"]
            elif action == "end":
                lines += ["Huang", "Score 0 0 0 0"]
            else:
                lines.append(f"Player {seat} {words[action]} {BOTZONE[tiles[0]]}")
        lines.append("")
    return "\n".join(lines)


def botzone_match(r, flowers=()):
    """The JSON of a match; `flowers` are dealt to seat 0."""
    hands = [[BOTZONE[t] for t in hand] for hand in r.tiles()]
    hands[0] = [*flowers, *hands[0]]
    shown = [{"action": "INIT", "quan": r.wind}, {"action": "DEAL", "hand": hands}]
    claim = None
    for seat, action, tiles, _ in r.moves():
        tile = BOTZONE[tiles[0]] if tiles else None
        if action in "cp":
            claim = {"action": "PENG"} if action == "p" else {"action": "CHI", "tileCHI": BOTZONE[tiles[1]]}
        elif action in "-!":
            shown.append({"action": "PLAY", **(claim or {}), "player": seat, "tile": tile})
            claim = None
        elif action == "w":
            shown.append({"action": "HU", "player": seat, "fanCnt": 8, "score": [0] * 4})
        elif action == "end":
            shown.append({"action": "HUANG"})
        else:
            names = {"+": "DRAW", "k": "GANG", "a": "GANG", "A": "BUGANG"}
            shown.append({"action": names[action], "player": seat, "tile": tile})
    turns = [{"output": {"command": "request", "content": {}, "display": display}} for display in shown]
    answers = {str(seat): {"verdict": "OK", "response": "PASS"} for seat in range(4)}
    return {"logs": [turn for output in turns for turn in (output, answers)]}


def botzone_told(r, me):
    """What seat `me` was told and answered: pairs of lines."""
    told = [f"0 {me} {r.wind}", "1 0 0 0 0 " + " ".join(BOTZONE[t] for t in r.tiles()[me])]
    answers, claim = ["PASS", "PASS"], ""
    for seat, action, tiles, _ in r.moves():
        name = BOTZONE[tiles[0]] if tiles else ""
        if action in "cp":
            claim = f"CHI {BOTZONE[tiles[1]]} " if action == "c" else "PENG "
            continue
        if seat == me and action in "waAk":
            answers[-1] = {"w": "HU", "a": f"GANG {name}", "A": f"BUGANG {name}", "k": "GANG"}[action]
        if action in "w" or seat is None:
            continue
        words = {"+": "DRAW", "a": "GANG", "k": "GANG", "A": f"BUGANG {name}"}
        move = words.get(action, f"{claim or 'PLAY '}{name}")
        told.append(f"2 {name}" if seat == me and action == "+" else f"3 {seat} {move}")
        answers.append("PASS")
        claim = claim if action == "+" else ""
    return told, answers
