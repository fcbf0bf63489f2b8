"""The notebooks in the repository: `make notebooks` runs them, these look at them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> list[dict[str, Any]]:
    """Return the cells of a notebook, each with its text as one string."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell | {"source": "".join(cell["source"])} for cell in cells]


def test_there_are_four() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["01_tour", "02_rule_sets", "03_simulation", "04_scale"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    cells = read(path)
    assert cells[0]["cell_type"] == "markdown" and cells[0]["source"].startswith("# ")
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_plot_says_what_it_shows(path: Path) -> None:
    for cell in read(path):
        if "plt.show()" in cell["source"]:
            for word in ("title=", "xlabel=", "ylabel="):
                assert re.search(rf"\b{word}", cell["source"]), (word, cell["source"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_lead_somewhere(path: Path) -> None:
    for cell in read(path):
        for link in re.findall(r"\]\(([\w./]+)\)", cell["source"]) if cell["cell_type"] == "markdown" else ():
            assert (FOLDER / link).exists(), link
