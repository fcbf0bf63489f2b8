"""How this room compiles: without the GIL, with NumPy's arithmetic; entries and policies are cached on disk."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning

# First-class functions, which policies are, carry this label; what is used here has been stable for years.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning, module="numba")

# What compiled functions take and give. To a type checker these are anything: numba infers them better.
Int = Any
Bool = Any
Real = Any
i64: Any = np.int64
f64: Any = np.float64


def jit(function: Callable[..., Any]) -> Any:
    """Compile a part of an entry or of a policy, with which it is cached."""
    return numba.njit(nogil=True, error_model="numpy")(function)


def compiled(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile an entry for one signature, now, or load it."""
    return cast("Callable[[Any], Any]", numba.njit(signature, cache=True, nogil=True, error_model="numpy"))
