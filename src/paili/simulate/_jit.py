"""How this room compiles: without the GIL, with NumPy arithmetic; entries and policies are kept on disk."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

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
    return lambda function: compile_or_load(function, signature)


def compile_or_load(function: Callable[..., Any], signature: Any) -> Any:
    """Compile for one signature, or load what an earlier process compiled from the same sources.

    numba looks at the file of the function alone; what it calls lies in the others of this room, and the
    numbers in it come from the floors below.
    """
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(function)
    try:
        dispatcher.enable_caching()
    except RuntimeError:  # typed in at a prompt: there is no file to cache beside
        pass
    else:
        index = dispatcher._cache._cache_file
        index._source_stamp = (index._source_stamp, _sources())
    dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher


@lru_cache
def _sources() -> tuple[tuple[str, float, int], ...]:
    """Stamps of the files that compiled code is made of."""
    package = Path(__file__).parents[1]
    files = [*package.glob("*.py"), *package.glob("simulate/*.py"), *package.glob("policies/*.py")]
    stats = {str(path.relative_to(package)): path.stat() for path in sorted(files)}
    return tuple((name, stat.st_mtime, stat.st_size) for name, stat in stats.items())
