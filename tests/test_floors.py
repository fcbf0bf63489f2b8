"""The building: imports only go down, and whoever imports the package pays for the ground floor only."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "paili"
FLOORS = {
    "_counting _scoring": 2,
    "_version _arrays _parallel tiles melds columns checks discard_logs notation gb": 3,
    "rule_files record_keys records hands hand arrow svg": 3,
    "counting scoring settlement fines arrangement rulebook _abi": 4,
    "rules rule_counting explain advice compare": 5,
    "simulate policies io": 6,
    "__init__ __main__ cli": 7,
}
FLOOR = {name: floor for names, floor in FLOORS.items() for name in names.split()}
ROOMS = ("counting", "scoring", "simulate")  # none of them knows another


def _is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _walk(node: ast.AST, lazy: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """Every node that runs, and whether it does so only when a function is called."""
    for child in ast.iter_child_nodes(node):
        if not _is_typing(child):
            inside = lazy or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield child, inside
            yield from _walk(child, inside)


def _target(module: str) -> str:
    """The top-level part of a module: `paili.io.files` is part of `io`, `paili` itself is the door."""
    return [*module.split("."), "__init__"][1]


def _imports(path: Path) -> set[tuple[str, bool]]:
    here = ["paili", *path.relative_to(PACKAGE).with_suffix("").parts]
    found = set()
    for node, lazy in _walk(ast.parse(path.read_text(encoding="utf8"))):
        if isinstance(node, ast.Import):
            found |= {(_target(a.name), lazy) for a in node.names if a.name.split(".")[0] == "paili"}
        elif isinstance(node, ast.ImportFrom):
            base = here[: -node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            if module == "paili":
                names = [a.name if a.name in FLOOR else "__init__" for a in node.names]
                found |= {(name, lazy) for name in names}
            elif module.startswith("paili."):
                found.add((_target(module), lazy))
    return found


def _modules() -> dict[str, set[tuple[str, bool]]]:
    modules: dict[str, set[tuple[str, bool]]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = _target(".".join(["paili", *path.relative_to(PACKAGE).with_suffix("").parts]))
        modules.setdefault(name, set()).update(_imports(path))
    return modules


def test_every_module_has_a_floor() -> None:
    homeless = _modules().keys() - FLOOR.keys()
    assert not homeless, f"put these on a floor in {Path(__file__).name}: {sorted(homeless)}"


def test_the_architecture_shows_every_module() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf8")
    drawing = text[text.index("\n7  ") : text.index("\n2  ")]  # of the package; below is compiled code
    shown, floor = {}, 0
    for line in drawing.strip().splitlines():
        floor = int(line[:3].strip() or floor)
        shown |= dict.fromkeys(re.findall(r"\w+", line[3:45].replace("paili/", "")), floor)
    assert shown == {name: floor for name, floor in FLOOR.items() if floor > 2 and name != "__main__"}


def test_imports_go_down() -> None:
    for name, imports in _modules().items():
        for target, _ in imports:
            assert FLOOR[target] <= FLOOR[name], f"{name} imports {target}, which is above it"
            assert not (name in ROOMS and target in ROOMS and name != target and FLOOR[target] == FLOOR[name])


def test_no_module_waits_for_itself() -> None:
    eager = {
        name: {t for t, lazy in imports if not lazy and t != name} for name, imports in _modules().items()
    }
    assert list(TopologicalSorter(eager).static_order())


def test_native_rooms_do_not_know_each_other() -> None:
    for path in sorted((ROOT / "csrc").rglob("*.*")):
        room = path.relative_to(ROOT / "csrc").parts[0]
        for included in re.findall(r'^#include "(\w+)/', path.read_text(encoding="utf8"), re.MULTILINE):
            assert included in (room, "common"), f"{path.name} of {room} includes {included}"


def test_files_are_short() -> None:
    root, ours = PACKAGE.parent.parent, ("src/paili", "csrc", "tests", "bench", ".ci")
    kinds = {".py", ".pyx", ".pxd", ".pyi", ".cpp", ".hpp", ".inc", ".def"}
    files = [path for part in ours for path in (root / part).rglob("*") if path.suffix in kinds]
    long = {path.name: len(path.read_text(encoding="utf8").splitlines()) for path in files}
    long.pop("_counting.cpp", None)  # written by Cython
    assert len(long) > 100 and not {name: lines for name, lines in long.items() if lines > 400}


def _run(code: str) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def test_import_needs_numpy_alone() -> None:
    optional = "pyarrow numba typer rich pandas dask ray pyspark"
    loaded = _run(f"import sys, paili; print([name for name in {optional.split()} if name in sys.modules])")
    assert loaded.strip() == "[]"
    rooms = _run("import sys, paili; print([name for name in sys.modules if name.startswith('paili._')])")
    assert "_scoring" not in rooms and "_counting" not in rooms


@pytest.mark.parametrize("limit", [0.15])
def test_import_is_quick(limit: float) -> None:
    code = "import numpy, time; t = time.perf_counter(); import paili; print(time.perf_counter() - t)"
    assert min(float(_run(code)) for _ in range(3)) < limit
