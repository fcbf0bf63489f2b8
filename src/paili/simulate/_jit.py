"""How this room compiles: without the GIL, cached on disk, NumPy's arithmetic."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core.errors import NumbaExperimentalFeatureWarning

# First-class functions, which policies are, carry this label; what is used here has been stable for years.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning, module="numba")

F = TypeVar("F", bound=Callable[..., Any])


def jit(function: F) -> F:
    """Compile a function of the round loop when it is first called."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def compiled(signature: Any) -> Callable[[F], F]:
    """Compile a function for one signature, now."""
    return cast(Any, numba.njit(signature, cache=True, nogil=True, error_model="numpy"))
