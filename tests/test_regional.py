"""The regional rule sets against the slow oracles that were written from their texts."""

import importlib
from random import Random

import pytest

import paili
from winning import near_misses, winning_hands

PAIRS = ("standard", "seven_pairs")
RARE = (
    "last_tile",
    "kong_draw",
    "kong_discard",
    "last_copy",
    "heavenly",
    "earthly",
    "ready_declared",
    "dead_hand",
)
HANDS = {  # what the generator makes for each rule set
    "taiwan-csmu": {
        "groups": 5,
        "shapes": ("standard",),
        "earthly_by": "self_draw",
        "flowers": 7,
        "flags": (
            "last_tile",
            "kong_draw",
            "heavenly",
            "earthly",
            "ready_at_deal",
            "ready_early",
            "dead_hand",
        ),
    },
    "sichuan-wulong": {"tile_set": "suits", "shapes": PAIRS, "chow_melds": False, "flags": RARE},
    "sichuan-points": {"tile_set": "suits", "shapes": PAIRS, "chow_melds": False, "flags": RARE},
    "classical": {"shapes": (*PAIRS, "thirteen_orphans", "thirteen_scattered"), "flags": RARE},
    "shiwan": {"tile_set": "ten-rank", "shapes": PAIRS, "chow_melds": False, "flags": RARE},
    "shanghai": {
        "shapes": ("standard", "all_honors"),
        "flowers": 8,
        "flags": RARE,
        "earthly_by": "self_draw",
    },
    "lichuan": {"tile_set": "suits", "shapes": PAIRS, "flags": RARE},
    "yizheng": {
        "shapes": (*PAIRS, "thirteen_orphans", "honors_knitted"),
        "chow_melds": False,
        "flags": (*RARE, "ready_at_deal"),
    },
}
OPTIONS = {
    "taiwan-csmu": [{"concealed_kong_keeps_menqing": True}, {"final_wind_tai": True}, {"flower_tai": True}],
    "sichuan-wulong": [{"cap": 3}, {"added_kong_fan": 0}],
    "sichuan-points": [{"cap": 4}, {"added_kong_fan": 1}],
    "classical": [{"distinct_groups": True}, {"minimum_after_doubling": True}],
}


def oracle(name):
    """The slow scorer of a rule set, taking a record and options."""
    short = "sichuan" if name.startswith("sichuan") else name.removesuffix("-csmu")
    score = importlib.import_module(f"reference_{short}").score
    return (lambda record, **options: score(record, rules=name, **options)) if short == "sichuan" else score


def add_context(records, seed, name):
    """Give records what only some rule sets look at."""
    rng = Random(seed)
    for record in records:
        context = {}
        if record["winner"] is not None and rng.random() < 0.3:
            context["already_won"] = [s for s in range(4) if s not in (record["winner"], record["from"])][:1]
        if name == "taiwan-csmu" and rng.random() < 0.3:
            context["dealer_streak"] = rng.randrange(4)
        if name == "shanghai" and rng.random() < 0.3:
            context["drawn_hands_counter"] = rng.randrange(3)
        kongs = [m for m in record["melds"] if m["type"].endswith("kong")]
        if kongs and rng.random() < 0.5:
            context |= {"kongs_in_a_row": rng.randrange(1, 4), "kong_type": kongs[-1]["type"]}
            if kongs[-1].get("from") is not None:
                context["kong_from"] = kongs[-1]["from"]
        if (flowers := record.pop("flowers", 0)) and rng.random() < 0.9:
            record["flowers"] = "".join(map(str, rng.sample(range(1, 9), flowers))) + "f"
        elif "kong_draw" in record["flags"] and not kongs:
            record["flags"].remove("kong_draw")
        if context:
            record["context"] = context
    return records


def plain(patterns):
    return {name: points for name, points in patterns.items() if points}


def same(got, want):
    """Agree on everything; of readings that are worth the same, any pattern list is right."""
    agree = got.points == want["points"] and got.payments.tolist() == want["payments"]
    if not want["legal"]:
        return agree and not got.legal
    lists = [want["patterns"], *want.get("equal_best", [])]
    return (
        agree
        and got.legal
        and got.raw_points == want["raw_points"]
        and plain(got.named("zh")) in [plain(one) for one in lists]
        and ("mult" not in want or 1 << got.units["doublings"] == want["mult"])
        and (got.units["喇"] == want["la"] if "la" in want else got.total == want["total"])
    )


def differences(records, name, **options):
    """Where the engine and the oracle disagree, as readable lines."""
    rules = paili.rules.load(name).replace(**options)
    hands = paili.Hands.from_records(records, errors="mask")
    assert hands.valid.all(), [d for d in hands.defects if d][:3]
    scores, score = rules.score(hands, detail=True), oracle(name)
    for i, record in enumerate(records):
        got, want = scores[i], score(record, **options)
        columns = dict(zip(scores.pattern_ids, scores.contributions[i].tolist(), strict=True))
        if not same(got, want) or plain(columns) != plain(got.patterns):
            told = got.legal, got.points, got.total, got.named("zh"), got.payments.tolist()
            yield f"{hands[i]!r}: {told}, right {want}"


def check(seed, n, name, **options):
    records = add_context(winning_hands(seed, n, **HANDS[name]), seed, name)
    wrong = list(differences(records, name, **options))
    assert not wrong, f"{len(wrong)} of {n} differ:\n" + "\n".join(wrong[:3])


@pytest.mark.parametrize("name", HANDS)
def test_random_wins(name):
    check(1, 1500, name)


@pytest.mark.parametrize("name", HANDS)
def test_near_misses(name):
    wrong = list(differences(near_misses(2, 300, **HANDS[name]), name))
    assert not wrong, "\n".join(wrong[:3])


CHOICES = [(name, one) for name, every in OPTIONS.items() for one in every]


@pytest.mark.parametrize(("name", "options"), CHOICES)
def test_options(name, options):
    check(3, 400, name, **options)


@pytest.mark.long
@pytest.mark.parametrize("name", HANDS)
def test_many_random_wins(name):
    for seed in range(10):
        check(100 + seed, 2000, name)
