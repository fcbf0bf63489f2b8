"""Every example in the package and in the documents at the top runs and prints what it says."""

import doctest
import importlib
import inspect
import pickle
import pkgutil
import re
from pathlib import Path

import pytest

import paili

ROOT = Path(__file__).parents[1]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
MODULES = [
    info.name for info in pkgutil.walk_packages(paili.__path__, "paili.") if "__main__" not in info.name
]
BLOCK = re.compile(r"^```(python|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL)
DOCUMENTS = [path for path in sorted(ROOT.glob("*.md")) if BLOCK.search(path.read_text(encoding="utf8"))]


@pytest.mark.parametrize("name", ["paili", *MODULES])
def test_examples_of_a_module(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        if error.name is None or error.name.startswith("paili"):
            raise
        pytest.skip(f"{name} needs {error.name}")
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(module, optionflags=FLAGS)
    assert result.failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_examples_of_a_document(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [match[2] for match in BLOCK.finditer(path.read_text(encoding="utf8"))]
    monkeypatch.chdir(tmp_path)
    for block in blocks:
        if ">>>" not in block:
            compile(block, path.name, "exec")
    tour = "\n".join(block for block in blocks if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(tour, {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    assert runner.run(test).failed == 0


def test_both_languages_tell_the_same() -> None:
    names = ("README.md", "README.zh.md")
    english, chinese = ((ROOT / name).read_text(encoding="utf8") for name in names)
    for mark in (r"^## ", r"^```", r"^paili \w+", r"^\| `"):
        assert len(re.findall(mark, english, re.M)) == len(re.findall(mark, chinese, re.M)), mark


EXAMPLES = """
paili: Hand Hands HandError concat format_tiles from_136 parse_tiles
paili.Hand: parse format from_record to_record replace
paili.Hands: from_records to_records from_arrow to_arrow replace
paili.counting: shanten is_complete waits acceptance discards
paili.rules: RuleSet Score Scores load names
paili.rules.RuleSet: score explain waits discards replace shanten waits_mask acceptance
paili.rulebook: facts names
paili.compare: compare as_played
paili.settlement: round kong claim may_kong may_win must_win next_counter time_fine late_fine
paili.io: score_batch score_file read_log
paili.simulate: deal play policy outlook Rounds
"""


@pytest.mark.parametrize("line", EXAMPLES.split("\n")[1:-1])
def test_public_names_have_an_example(line: str) -> None:
    where, names = line.split(": ")
    try:
        home = pkgutil.resolve_name(where)
    except ModuleNotFoundError as error:
        pytest.skip(str(error))
    for name in names.split():
        assert ">>>" in (inspect.getdoc(getattr(home, name)) or ""), name


def test_what_is_offered_is_there() -> None:
    assert set(paili.__all__) <= set(dir(paili))


ERRORS = "HandError RuleSetError TileError io.FileError io.LogError io.ResumeError simulate.PolicyError"


@pytest.mark.parametrize("name", ERRORS.split())
def test_an_error_is_printed_under_the_name_that_users_import(name: str) -> None:
    try:
        error = pkgutil.resolve_name(f"paili:{name}")
    except ModuleNotFoundError as missing:
        pytest.skip(str(missing))
    assert f"{error.__module__}.{error.__qualname__}" == f"paili.{name}"
    assert pickle.loads(pickle.dumps(error)) is error
