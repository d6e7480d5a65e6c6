# Everything a developer needs stands here. Recipes are POSIX sh.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.setup-stamp

# Tests take all cores by processes of their own; threads of linear algebra would only be in their way. Benchmarks count the
# time of all threads, also of those that wait.
test test-more test-deep bench: export OPENBLAS_NUM_THREADS = 1

# Tests and tools start many processes; without byte code each of them would compile the whole package again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup setup-browser setup-node demo test test-more test-deep check format docs stubs web pictures bench clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## create .venv and install Sarrus with its development tools
	@:

# Older than pyproject.toml, or missing: install again. A virtual environment that is there is kept.
$(STAMP): pyproject.toml
	@if [ ! -x $(BIN)/python ]; then \
	    command -v $(PYTHON) >/dev/null || { \
	        echo "make setup: '$(PYTHON)' was not found. Sarrus needs Python 3.11 or newer;" \
	            "try 'make setup PYTHON=/path/to/python3'." >&2; exit 1; }; \
	    $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	        echo "make setup: '$(PYTHON)' is $$($(PYTHON) -V 2>&1), but Sarrus needs Python 3.11 or newer;" \
	            "try 'make setup PYTHON=python3.12'." >&2; exit 1; }; \
	    $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	        echo "make setup: '$(PYTHON) -m venv' failed. Some systems ship it apart (package python3-venv)." >&2; \
	        exit 1; }; \
	fi
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

# Debian's packages, where they are missing; elsewhere a sentence says what is needed.
setup-browser: setup ## install Chromium, in which the page of reports is tested
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || $(call install,chromium,Chromium)

setup-node: ## install Node, with which the page of reports is built
	@{ command -v node && command -v npm; } >/dev/null || $(call install,nodejs npm,Node 18 or newer with npm)

install = { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && \
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(1) >/dev/null; } || { \
    echo "make $@: $(2) is needed and could not be installed. Install it (Debian: apt-get install $(1))." >&2; exit 1; }

demo: setup ## simulate the demonstration mechanism and show the result
	@$(BIN)/sarrus demo

test: setup ## run the tests, on all cores
	@$(BIN)/python -m pytest -n auto --dist loadgroup -m "not more"

test-more: setup ## run the longer proofs that `make test` leaves out
	@$(BIN)/python -m pytest -n auto --dist loadgroup -m more

test-deep: setup ## run all tests, with many more random cases
	@SARRUS_DEEP=1 $(BIN)/python -m pytest -n auto --dist loadgroup

check: setup ## verify format, lint, types, layers, sizes, element names, the types of elements and the built page
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python tools/check_layers.py
	@$(BIN)/python tools/check_sizes.py
	@$(BIN)/python tools/check_joint_names.py
	@$(BIN)/python tools/make_stubs.py --check
	@$(BIN)/python tools/check_web.py

format: setup ## format the code, sort imports and apply safe fixes
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

docs: setup ## write the pages of elements with their pictures, of forms of equations, and of validation from their sources
	@$(BIN)/python tools/make_catalogue.py
	@$(BIN)/python tools/make_forms.py
	@$(BIN)/python tools/make_validation.py

stubs: setup ## write the types of elements from what they declare
	@$(BIN)/python tools/make_stubs.py

web: setup-node ## build the page of reports from web/ into the package
	@cd web && npm ci --silent && npm run --silent types && node build.mjs

pictures: setup setup-browser ## photograph the reports that README and docs show
	@$(BIN)/python tools/make_pictures.py

bench: setup ## measure speed and accuracy against other programs (BENCH="--only andrews"; --list shows the rows)
	@$(BIN)/python benchmarks/install.py .venv-bench
	@.venv-bench/bin/python -m benchmarks $(BENCH)

clean: ## remove caches and build products (.venv stays)
	@rm -rf build dist out .pytest_cache .mypy_cache .ruff_cache .hypothesis src/*.egg-info
	@find src tests tools examples benchmarks -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
