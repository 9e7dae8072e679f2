# Everything here sets itself up: `make demo` and `make test` need nothing but Python 3.11 or newer with venv.
PYTHON ?= python3
BIN := .venv/bin
LOCK := requirements.lock
OTHER ?= python3.13
# WORKERS=0 runs the tests one after another; ARGS are more words for pytest. A test that takes so many seconds hangs.
WORKERS ?= auto
HANGS ?= 300
# How many cases of a function are a sample of them.
CASES ?= 2
# Programs whose functions are named go the way of those of which nothing is said, but for being looked for.
NAMED = tests/tracer/test_styles.py::test_a_search_whose_functions_are_named_is_recorded_and_judged_rightly \
	tests/tracer/test_styles_sick.py::test_the_bug_of_a_search_whose_functions_are_named_is_named
PYTEST = -m pytest -n $(WORKERS) --dist worksteal --timeout $(HANGS) $(ARGS)
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# Hundreds of interpreters are started by tests: without bytecode each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: help demo test test-ci test-all test-every choose mutants other check format bench size docs docs-serve pictures dist lock clean

help:  ## List what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */  make \1\t/' | expand -t 18

demo: .venv/demo  ## Record, count and draw tic-tac-toe (sets everything up first)
	@$(BIN)/plyscope demo

test: .venv/dev  ## Run the cheapest tests that run every line, of many cases two: three minutes (sets everything up)
	@PLYSCOPE_HYPOTHESIS=brief $(BIN)/python $(PYTEST) --as test --cases $(CASES)

test-ci: .venv/dev  ## Run the tests that run each line three times, of many cases two, as CI does: seven minutes
	@PLYSCOPE_HYPOTHESIS=brief $(BIN)/python $(PYTEST) --as test-ci --cases $(CASES)

test-all: .venv/dev  ## Run all tests, of many cases eight: about half an hour
	@$(BIN)/python $(PYTEST) --cases 8

test-every: .venv/dev  ## Run every case of every test: about an hour
	@$(BIN)/python $(PYTEST)

mutants: .venv/dev  ## Change the code in 100 places, and count what tests notice: ARGS=FOLDER names what `choose` measured
	@$(BIN)/python tests/mutating.py $(ARGS)

choose: .venv/dev  ## Measure what each test runs and takes, and list what `test` and `test-ci` leave out: half an hour
	@$(BIN)/python tests/choosing.py $(ARGS)

other: .venv-other/dev  ## Test what depends on the interpreter with another one: make other OTHER=python3.13
	@env -u PLYSCOPE_REQUIRE_ALL PLYSCOPE_HYPOTHESIS=brief .venv-other/bin/python $(PYTEST) --cases 4 \
		$(NAMED:%=--deselect %) \
		tests/tracer/test_attach*.py tests/tracer/test_styles*.py tests/tracer/test_finding_searches.py \
		tests/tracer/test_stepping.py tests/tracer/test_diagnosis_endless.py tests/test_run_command.py \
		tests/tracer/test_recorded.py tests/test_pytest_plugin.py

check: .venv/dev  ## Format, lint and types, without changing anything
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

format: .venv/dev  ## Format the code and mend what the linter can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: .venv/dev  ## Measure speed and memory (ratios within one run)
	@$(BIN)/python -m pytest tests/bench --benchmark-only -s

size: .venv/dev  ## Print lines, files, thresholds and options of the packages
	@PYTHONPATH=docs $(BIN)/python -m making.size

docs: .venv/dev  ## Build the documentation into site/, every page's commands run; needs no network
	@PYTHONPATH=docs $(BIN)/python -m making
	@$(BIN)/zensical build --clean --strict
	@PYTHONPATH=docs $(BIN)/python -m making.links site

docs-serve: docs  ## Show the documentation at http://localhost:8000
	@$(BIN)/zensical serve

pictures: .venv/dev  ## Make the pictures and the reference in docs/ again, or only of some pages: PAGES="docs/gallery.md"
	@PYTHONPATH=docs $(BIN)/python -m making.pictures $(PAGES)

dist: .venv/dev  ## Build wheel and sdist into dist/, and use them with every Python that is here
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation
	@$(BIN)/twine check --strict dist/*
	@PLYSCOPE_DIST=dist $(BIN)/python -m pytest -n 0 tests/test_release.py
	@.ci/try-dist $(BIN)/uv dist/*.whl

lock: .venv/dev  ## Pin the newest allowed versions of everything in requirements.lock
	@$(BIN)/uv pip compile -q --universal --python-version 3.11 --all-extras --group dev --no-header --no-annotate \
		--upgrade pyproject.toml -o $(LOCK)

clean:  ## Remove everything that was made
	rm -rf .venv .venv-other .venv-jupyter .venv-node .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks build dist site plyscope-demo
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "plyscope needs Python 3.11 or newer; try: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv .venv

# The stamps say what is installed: nothing is installed again until the project's own files change.
.venv/demo: .venv/bin/python pyproject.toml $(LOCK)
	@echo "Setting up .venv …"
	@$(BIN)/pip install -q -c $(LOCK) -e .
	@touch $@

.venv-other/dev: pyproject.toml $(LOCK)
	@echo "Setting up .venv-other with $(OTHER) …"
	@$(OTHER) -m venv .venv-other
	@.venv-other/bin/pip install -q -c $(LOCK) -e . \
		pytest pytest-asyncio pytest-timeout pytest-xdist hypothesis
	@touch $@

# What notebooks are tested in: a test finds it where it is on the path.
.venv-jupyter/dev: .venv/bin/python pyproject.toml $(LOCK)
	@echo "Setting up .venv-jupyter with JupyterLab …"
	@$(BIN)/python -m venv .venv-jupyter
	@.venv-jupyter/bin/pip install -q -c $(LOCK) jupyterlab -e '.[notebook]'
	@touch $@

# The client that tests of the debug adapter use, from npm.
.venv-node/dev: tests/npm/package.json tests/npm/package-lock.json
	@mkdir -p .venv-node
	@cp tests/npm/package.json tests/npm/package-lock.json .venv-node
	@npm ci --prefix .venv-node --silent --ignore-scripts --no-audit --no-fund
	@touch $@

.venv/dev: .venv/bin/python pyproject.toml $(LOCK)
	@echo "Setting up .venv with everything …"
	@$(BIN)/pip install -q -r $(LOCK)
	@$(BIN)/pip install -q -c $(LOCK) -e '.[all]'
	@touch $@ .venv/demo
