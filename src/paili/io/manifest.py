"""What a data set of scored parts knows of itself: rule set, inputs and the parts that are finished.

A part is finished when the manifest says so; the manifest is replaced whole after every part. So a job that
was killed goes on where it stopped, and one with another rule set or other inputs is told apart.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .files import FileError, bad_rows_of, whole

NAME = "_manifest.json"


class ResumeError(FileError):
    """A folder that holds the work of another job."""

    __module__ = "paili.io"  # where users find it, and what a traceback prints


@dataclass
class Manifest:
    """The state of one output folder."""

    folder: Path
    job: dict[str, Any]  # what must be the same for a job to go on
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def open(cls, folder: Path, job: dict[str, Any], resume: bool) -> Manifest:
        """Start or take up the work in `folder`, or say why that cannot be."""
        path = folder / NAME
        if not path.exists():
            if folder.exists() and any(folder.iterdir()):
                raise ResumeError(
                    f"{folder}: not empty and not the output of an earlier run; choose another folder"
                )
            folder.mkdir(parents=True, exist_ok=True)
            new = cls(folder, job)
            new.save()
            return new
        try:
            kept = json.loads(path.read_text("utf-8"))
            old = cls(folder, kept["job"], kept["parts"])
        except (ValueError, KeyError, TypeError) as error:
            raise ResumeError(f"{path}: not a manifest of this package ({error})") from None
        if not resume:
            old.clear()
            old.job = job
        for name, value in job.items():
            if old.job.get(name) != value:
                raise ResumeError(
                    f"{folder}: holds the work of a job with {_difference(name, old.job.get(name), value)}"
                )
        old.save()
        return old

    def clear(self) -> None:
        """Forget every finished part and remove its files."""
        for name in self.parts:
            (self.folder / name).unlink(missing_ok=True)
            (bad_rows_of(self.folder) / name).with_suffix(".jsonl").unlink(missing_ok=True)
        self.parts = {}

    def finished(self, name: str) -> bool:
        """Tell whether a part is done and its file is there unchanged."""
        part = self.parts.get(name)
        path = self.folder / name
        return part is not None and path.is_file() and checksum(path) == part["sha256"]

    def add(self, name: str, part: dict[str, Any]) -> None:
        """Note a finished part, on disk."""
        self.parts[name] = part
        self.save()

    def save(self) -> None:
        """Replace the file."""
        text = json.dumps(
            {"job": self.job, "parts": dict(sorted(self.parts.items()))}, indent=1, ensure_ascii=False
        )
        with whole(self.folder / NAME) as temporary:
            temporary.write_text(text + "\n", "utf-8")


def _difference(name: str, old: Any, new: Any) -> str:
    if name == "inputs":
        return "other input files, or they have changed since; choose another folder or resume=False"
    return f"{name} {old!r}, not {new!r}; choose another folder or resume=False"


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
