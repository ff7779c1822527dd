# make check   the linters, and the tests that a change can have broken: two minutes
# make test    a virtual environment, the engine, the linters and the quick tests: ten minutes
# make test-long  tests of seconds to a minute: clusters, browsers, runs that learn, long walks
# make test-slow  the longest versions of the same tests
# make train   the same environment; train on Super Bingo for three minutes, then judge the agent
#
# They do only what is left to do when they run again.  TORCH names what pip gets for torch, for
# machines where another build than the default one is wanted.
#
# make pictures  pictures of the running table for the documentation
# make docs      the documentation site, in build/site
# make strategy  the findings of docs/strategy, with the agents that are there now
# make types     the types of the page's JavaScript, by the compiler of TypeScript (needs npm)
# make sanitize  what callers and files may hand in, on the engine under sanitizers, for MINUTES
# make fuzz      the same from a growing corpus, guided by what each input reaches
# make coverage  the share of every Python file that the tests run
# make mutants   single-line edits of the engine: do the tests notice?

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: help install lint types docs pictures strategy check test test-long test-slow sanitize fuzz coverage mutants train bench clean

PYTHON ?= python3
TORCH ?= torch==2.13.0

# Whether Python looks for changed modules of the engine whenever it starts: a third of a second.
REBUILD ?= true

# The root folders are importable only by their installed names, never from the working directory.
export PYTHONSAFEPATH := 1
# Tests start Python hundreds of times: what it compiles is kept.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
export PATH := $(abspath $(BIN)):$(PATH)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
ENGINE := CMakeLists.txt tools/link_root.py \
          $(shell find _fast -name "*.py" -o -name "*.p[yx][xd]*" -o -name "*.h")
# A folder changes when a module comes, goes or moves: the installation has to know of it.
FOLDERS := $(shell find envs agents training table commands configs -type d -not -name __pycache__)

CONFIG ?= super_bingo_short
RUN ?= runs/$(CONFIG)

help:
	@sed -n '/^# make/p' Makefile

$(VENV)/deps: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) $(TORCH)
	$(PIP) scikit-build-core cython-cmake Cython hatch-fancy-pypi-readme cmake ninja
	$(PIP) --no-build-isolation --config-settings=editable.rebuild=$(REBUILD) -e '.[all,docs,dev]'
	touch $@

# A changed .pyx is rebuilt when it is next imported; this rule also finds new modules.
$(VENV)/engine: $(VENV)/deps $(ENGINE) $(FOLDERS)
	$(PIP) --no-deps --no-build-isolation --config-settings=editable.rebuild=$(REBUILD) -e .
	touch $@

install: $(VENV)/engine

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy & $(BIN)/cython-lint _fast && wait $$!  # the two slow ones side by side

pictures: install
	$(BIN)/python -P tools/table_pictures.py

strategy: install
	$(BIN)/python -P tools/strategy.py

docs: install
	$(BIN)/python -P tools/site.py

types:
	cd tests/table/types && npm ci --silent --no-audit --no-fund && npx tsc -p .

# Nearest first, until SECONDS are over; SINCE=main: whatever differs from it.
SECONDS ?= 100

check: install
	$(BIN)/python -P tools/check.py --seconds $(SECONDS) $(if $(SINCE),--since $(SINCE))

# Seconds that a single test may take.
LONGEST ?= 900

PYTEST := $(BIN)/python -m pytest -n auto --no-loadscope-reorder --timeout $(LONGEST)

test: lint
	$(PYTEST)

# TESTS="tests/cluster tests/table" runs a part of them.
test-long: install
	$(PYTEST) -m "long and not slow" $(TESTS)

test-slow: install
	$(BIN)/python -m pytest -m slow

# CASE=target:number or INPUT=file runs one case again, KIND=address or thread one build alone.
MINUTES ?= 10
REPEAT = $(if $(CASE),--case $(CASE)) $(if $(INPUT),--input $(INPUT)) $(if $(KIND),--kind $(KIND))

sanitize: install
	$(BIN)/python tools/sanitize.py --minutes $(MINUTES) $(REPEAT)

fuzz: install
	$(BIN)/python tools/sanitize.py --guided --minutes $(MINUTES) $(REPEAT)

coverage: install
	$(BIN)/coverage run -m pytest -m "not slow"
	$(BIN)/coverage report

mutants: install
	$(BIN)/python tools/mutants.py
	$(BIN)/python tools/mutants.py --table

# Goes on with the run in $(RUN) if there is one; a finished run is only judged again.
train: install
	$(BIN)/shugi train $(CONFIG) --run-dir $(RUN)
	$(BIN)/shugi arena super_bingo --agents $(RUN) random
	$(BIN)/shugi arena super_bingo --agents $(RUN) baseline --sets 10000 --report $(RUN)/report

bench: install
	$(BIN)/shugi bench
	$(BIN)/python benchmarks/peers.py

clean:
	rm -rf build dist $(VENV)
