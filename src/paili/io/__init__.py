"""Files of hands of any size: read, scored and written a batch at a time.

`score_file` is the whole job, `score_batch` the one function that every engine maps over its batches,
`read_log` takes the winning hands out of other programs' game logs, `paili.io.corpus` makes hands to try all
this on. Needs pyarrow: ``pip install "paili[io]"``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .batch import score_batch
    from .files import FileError
    from .job import score_file
    from .logs import LogError, log_records, read_log
    from .logs.convert import convert_logs
    from .manifest import ResumeError
    from .summary import Summary

__all__ = [
    "FileError",
    "LogError",
    "ResumeError",
    "Summary",
    "convert_logs",
    "log_records",
    "read_log",
    "score_batch",
    "score_file",
]

_HOMES = {
    "FileError": "files",
    "LogError": "logs",
    "ResumeError": "manifest",
    "Summary": "summary",
    "convert_logs": "logs.convert",
    "log_records": "logs",
    "read_log": "logs",
    "score_batch": "batch",
    "score_file": "job",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    except ModuleNotFoundError as error:
        if error.name != "pyarrow":
            raise
        raise ModuleNotFoundError(f'paili.io.{name} needs pyarrow: pip install "paili[io]"') from None


def __dir__() -> list[str]:
    return sorted(__all__)
