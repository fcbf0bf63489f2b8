# Everything runs from a virtual environment that these targets make themselves:
# a fresh clone needs Python >= 3.11 and a C++20 compiler, nothing else.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check
NATIVE := setup.py pyproject.toml $(shell find csrc src -name '*.[ch]pp' -o -name '*.inc' -o -name '*.def' \
                                        -o -name '*.py[xd]' | sort)

.PHONY: demo test long bench lint notebooks build clean

demo: $(VENV)/.built $(VENV)/.cli        ## a million winning hands to Parquet, scored, summed up
	$(BIN)/python -m paili.cli.demo demo-out

test: $(VENV)/.built $(VENV)/.dev        ## every default test
	$(BIN)/python -m pytest

long: $(VENV)/.built $(VENV)/.dev        ## the large fuzz runs
	$(BIN)/python -m pytest -m long -n 2 --dist loadfile

bench: $(VENV)/.built $(VENV)/.bench     ## speed against peers and gates; what a busy machine spoilt is measured again
	$(BIN)/python -m pytest bench --benchmark-disable -s --reruns 3 --reruns-delay 5

lint: $(VENV)/.built $(VENV)/.dev        ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/mypy

notebooks: $(VENV)/.built $(VENV)/.dev $(VENV)/.notebooks  ## every notebook, at a small size
	PAILI_SMALL=1 $(BIN)/python -m pytest --nbmake --nbmake-timeout=300 notebooks

build: $(VENV)/.built

clean:
	rm -rf build dist demo-out src/paili/*.so src/paili/_counting.cpp $(VENV)/.built

# The virtual environment. A stamp file marks each finished step, so that repeats cost nothing.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "paili needs Python 3.11 or later: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install "pip>=24"
	touch $@

$(VENV)/.base: $(VENV)/.made pyproject.toml
	$(PIP) install $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	touch $@

# pip installs the package once; after that only the room whose sources changed is compiled again.
$(VENV)/.installed: $(VENV)/.base setup.py pyproject.toml
	$(PIP) install --no-build-isolation --editable .
	touch $@ $(VENV)/.built

$(VENV)/.built: $(VENV)/.installed $(NATIVE)
	$(BIN)/python setup.py --quiet build_ext --inplace
	touch $@

# The package is there already: this adds what an extra needs.
EXTRAS := cli dev bench notebooks dask ray spark
$(EXTRAS:%=$(VENV)/.%): $(VENV)/.%: $(VENV)/.installed
	$(PIP) install 'paili[$*]'
	touch $@
