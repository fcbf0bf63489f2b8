"""The playing room: deals and whole rounds, in bulk, with policies anybody can write.

>>> import paili
>>> rounds = paili.simulate.play(200, rules="wsom", policies=["greedy", "random", "greedy", "random"], seed=7)
>>> len(rounds), rounds.payments.shape
(200, (200, 4))
"""

from __future__ import annotations

try:
    from .layout import CHOW, DISCARD, KONG, PASS, PUNG, READY, SEAT, TABLE, WIN
except ModuleNotFoundError as error:  # pragma: no cover
    if error.name in ("numba", "llvmlite"):
        raise ModuleNotFoundError("paili.simulate needs numba: pip install 'paili[simulate]'") from None
    raise
from .ahead import Outlook, outlook
from .deals import Deals, deal
from .policy import CompiledPolicy, policy
from .rounds import ENDINGS, Rounds
from .run import PolicyError, play

__all__ = [
    "CHOW",
    "DISCARD",
    "ENDINGS",
    "KONG",
    "PASS",
    "PUNG",
    "READY",
    "SEAT",
    "TABLE",
    "WIN",
    "CompiledPolicy",
    "Deals",
    "Outlook",
    "PolicyError",
    "Rounds",
    "deal",
    "outlook",
    "play",
    "policy",
]
