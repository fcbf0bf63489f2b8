"""Random numbers of a round: a counter under a key made of the seed and the round, nothing else.

So a round is the same whichever thread plays it, in whatever chunk, alone or after a restart.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._jit import i64, jit

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_A, _B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = (np.uint64(bits) for bits in (27, 30, 31, 32))
_ROUND = np.uint64(0xD1342543DE82EF95)


@jit
def mix(x: Any) -> Any:
    """Scramble 64 bits (the finisher of SplitMix64)."""
    x = (x ^ (x >> _30)) * _A
    x = (x ^ (x >> _27)) * _B
    return x ^ (x >> _31)


@jit
def start(hidden: Any, seed: Any, round_: Any) -> None:
    """Begin the stream of a round."""
    key = mix(mix(seed + _GOLDEN) + round_ * _ROUND)
    hidden.key[0] = key
    hidden.key[1] = mix(key + _GOLDEN)
    hidden.counter = np.uint64(0)


@jit
def draw_bits(hidden: Any) -> Any:
    """Return the next 64 random bits."""
    hidden.counter += np.uint64(1)
    return mix(mix(hidden.key[0] + hidden.counter * _GOLDEN) ^ hidden.key[1])


@jit
def below(bits: Any, n: Any) -> Any:
    """Turn random bits into a number from 0 to ``n - 1``."""
    return i64(((bits >> _32) * np.uint64(n)) >> _32)
