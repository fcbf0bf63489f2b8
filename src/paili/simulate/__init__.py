"""The playing room: deals and whole rounds, in bulk, with policies anybody can write.

>>> import paili
>>> rounds = paili.simulate.play(200, rules="wsom", policies=["greedy", "random", "greedy", "random"], seed=7)
>>> len(rounds), rounds.payments.shape
(200, (200, 4))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

try:
    from .layout import CHOW, DISCARD, KONG, PASS, PUNG, READY, SEAT, TABLE, WIN
except ModuleNotFoundError as error:  # pragma: no cover
    if error.name in ("numba", "llvmlite"):
        raise ModuleNotFoundError("paili.simulate needs numba: pip install 'paili[simulate]'") from None
    raise
from .policy import CompiledPolicy, policy
from .rounds import ENDINGS, Rounds
from .run import PolicyError, play

if TYPE_CHECKING:
    from ..policies.ahead import Outlook, outlook
    from .deals import Deals, deal

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

_LATER = {
    "Outlook": "paili.policies.ahead",
    "outlook": "paili.policies.ahead",
    "Deals": "paili.simulate.deals",
    "deal": "paili.simulate.deals",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value = getattr(import_module(_LATER[name]), name)
    return value
