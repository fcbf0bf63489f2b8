"""Run by `.ci/run` with the Python of an environment that holds the installed package and NumPy alone."""

import importlib.util
import sys

import paili

assert "site-packages" in paili.__file__, paili.__file__
assert importlib.util.find_spec("pyarrow") is None
assert not {"numba", "pyarrow", "typer", "rich"} & set(sys.modules)

rules = paili.rules.load("wsom")
hand = paili.Hand.parse("234m678p34s99s (333z) +5s", by="discard", winner=2, seat_wind="W", **{"from": 0})
score = rules.score(hand)
assert score.legal and score.points == 10 and sum(score.payments) == 0, score
print("smoke test passed:", paili.__file__, score.named("zh"))
