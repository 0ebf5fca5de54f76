# make demo, make check and make test set up all they need; the first run fetches the packages.
PYTHON ?= python3
BIN = .venv/bin
BARE = .venv-bare/$(if $(filter Windows_NT,$(OS)),Scripts,bin)/python
PIP = $(BIN)/python -m pip install --quiet --constraint constraints.txt
PYTEST = $(BIN)/pytest --numprocesses auto --dist loadfile --max-worker-restart 0  # else xdist waits for ever
PACKAGE = .venv/.package
TOOLS = .venv/.tools

.DEFAULT_GOAL = help
.PHONY: help setup demo check test lint types browser tests coverage docs format benchmarks attack lowest bare package trial release lock pictures playthroughs clean

help:  ## show what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(TOOLS)  ## make .venv with the package and its tools

$(PACKAGE): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12")'
	@echo "setting up .venv, once; this fetches the packages and takes a minute"
	$(PYTHON) -m venv .venv
	$(PIP) --upgrade pip
	$(PIP) --editable '.[all]'
	touch $@

$(TOOLS): $(PACKAGE)
	$(PIP) --group dev
	$(PIP) --only-binary :all: --group browser \
		|| echo "no wheels for Playwright here"
	$(PIP) --only-binary :all: --group peers \
		|| echo "no wheels for the peers (Storm, OpenSpiel, yatzy-solver) here: the tests against them are skipped"
	$(PIP) --only-binary :all: --group cuda \
		|| echo "no wheel for NVRTC here: the CUDA sources are not compiled in the tests"
	@command -v npm > /dev/null || $(PIP) --only-binary :all: --group npm \
		|| echo "no npm and no wheel of Node here: the types of the pages go unchecked"
	touch $@

demo: $(PACKAGE)  ## solve the first games and ask for advice
	$(BIN)/python examples/demo.py

check: setup lint types  ## run the quick checks, for every day (about a minute)
	HYPOTHESIS_PROFILE=quick $(PYTEST) -m 'not slow' tests src

test: setup lint types tests  ## run every check (some minutes)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

browser: setup
	@$(BIN)/python -m tests.web.browser
	@$(BIN)/python -m tests.web.typescript

tests: browser
	@find src -name '*.code' -mtime +14 -delete  # machine code of kernels as they once were
	PYTHONDONTWRITEBYTECODE= $(PYTEST)  # byte code is kept for the many processes that are started

coverage: browser  ## run the tests and tell which lines they leave out (slower)
	$(PYTEST) --cov --cov-report=term

docs: setup  ## build the documentation in site/
	$(BIN)/zensical build --clean --strict
	@$(BIN)/python -m docs.playground.build site

format: setup  ## put the code in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

benchmarks: setup  ## race the engines against their peers (minutes); YARDSTICK=FILE.c adds a C program
	$(BIN)/python -m benchmarks.all $(YARDSTICK)

attack: setup  ## attack the program for ten minutes, with seeds, and count what was tried
	ATTACK_SECONDS=$${ATTACK_SECONDS:-600} $(BIN)/pytest tests/attack

lowest: setup  ## run the quick tests with the lowest versions of the packages that are declared
	$(PYTHON) -m venv .venv-lowest
	$(BIN)/python -m tests.lowest > .venv-lowest/lowest.txt
	.venv-lowest/bin/python -m pip install --quiet --upgrade pip
	.venv-lowest/bin/python -m pip install --quiet --constraint .venv-lowest/lowest.txt --editable '.[all]' --group dev
	HYPOTHESIS_PROFILE=quick .venv-lowest/bin/pytest --numprocesses auto --dist loadfile -m 'not slow' \
		-W ignore::DeprecationWarning tests

bare:  ## run small games of every kind where nothing but the package is installed: no compiler, no extras
	$(PYTHON) -m venv --clear .venv-bare
	$(BARE) -m pip install --quiet --constraint constraints.txt . pytest hypothesis
	$(BARE) -m pip check
	$(BARE) -m pytest tests/engines/backends/test_no_compiler.py

package: setup  ## build the wheel with its machine code, and the source distribution, in dist/ (KERNELS=TARGET: for another system)
	$(PIP) --only-binary :all: --group release
	$(BIN)/pytest --quiet tests/test_recipe.py
	$(BIN)/python -m build --no-isolation --sdist --outdir dist .
	PERFECTPLAY_KERNELS=$${KERNELS:-here} $(BIN)/python -m build --no-isolation --wheel --outdir dist .
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist/*.whl

trial:  ## install the wheel in dist/ where nothing else is, and solve every game that has kernels, twice
	$(PYTHON) -m venv --clear .venv-bare
	$(BARE) -m pip install --quiet --constraint constraints.txt dist/*.whl
	$(BARE) -m pip check
	$(BARE) -m wheels.trial

release:  ## offer the files in dist/ below their tag on GitHub, with the recipe for conda-forge (HOMEPAGE=, MAINTAINER=, TAG=)
	$(PYTHON) -m recipe.complete "$(HOMEPAGE)" "$(MAINTAINER)" dist/*.tar.gz > dist/recipe.yaml
	gh release create "$(TAG)" dist/* --verify-tag --generate-notes

lock: setup  ## resolve constraints.txt for all systems anew, and write the digests of the wheels to pylock.toml
	$(PIP) --only-binary :all: --group lock
	$(BIN)/python -m tests.lock

pictures: browser  ## make the pictures of the documentation anew
	$(BIN)/python -m docs.pictures

playthroughs: setup  ## record the playthroughs in tests/ anew
	$(BIN)/pytest tests/conformance --record-playthroughs

clean:  ## remove what was made
	rm -rf .venv .venv-lowest .venv-bare .wheels .cache site dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
