"""The border to the scoring room (``csrc/scoring/bind.cpp``)."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

SHAPES: list[str]
COMBINE_MODES: list[str]
SETTLE_MODES: list[str]
MAX_ROWS: int

def facts() -> list[tuple[str, str, bool, str]]: ...

class Scorer:
    def __init__(self, spec: Mapping[str, Any]) -> None: ...
    def score(
        self,
        columns: Mapping[str, NDArray[Any] | None],
        first: int,
        last: int,
        out: Mapping[str, NDArray[Any] | None],
    ) -> int: ...
    def readings(self, columns: Mapping[str, NDArray[Any] | None], row: int) -> list[dict[str, Any]]: ...
