"""Hands for benches: the scoring corpus, the same on every machine."""

from paili.io.corpus import hand_chunks, winning_hands

__all__ = ["hand_chunks", "winning_hands"]
