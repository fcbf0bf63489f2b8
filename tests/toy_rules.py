"""A rule set of two rows that needs no compiled code: files can be tested whatever the rules."""

from dataclasses import dataclass

import numpy as np

from paili.columns import NO_TILE


@dataclass(frozen=True)
class ToyScores:
    legal: np.ndarray
    complete: np.ndarray
    points: np.ndarray
    raw_points: np.ndarray
    payments: np.ndarray
    contributions: np.ndarray | None
    pattern_ids: tuple[str, ...] = ("concealed", "terminal")


@dataclass(frozen=True)
class ToyRules:
    """5 points for a hand without melds, 3 for a terminal as the winning tile, from each of the others."""

    name: str = "toy"
    fingerprint: str = "toy-1"
    tile_set: str = "standard"
    groups: int = 4

    def score(self, hands, *, detail=False, workers=None):
        if (hands.valid & (hands.win_tile == NO_TILE)).any():
            raise ValueError("no winning tile")
        rows = np.stack(
            [5 * ~hands.melds.any(axis=1), 3 * np.isin(hands.win_tile, [0, 8, 9, 17, 18, 26])], axis=1
        ) * hands.valid.reshape(-1, 1)
        points = rows.sum(axis=1).astype(np.int32)
        winner = np.arange(4) == hands.winner.reshape(-1, 1)
        payments = np.where(winner, 3, -1) * points[:, None] * (hands.winner >= 0).reshape(-1, 1)
        return ToyScores(
            legal=points > 0,
            complete=hands.valid,
            points=points,
            raw_points=points,
            payments=payments.astype(np.int32),
            contributions=rows.astype(np.int16) if detail else None,
        )
