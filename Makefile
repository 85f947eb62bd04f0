# From a fresh clone: `make demo` shows the loop, `make test` checks everything.
# PYTHON=python3.12 picks the interpreter, TRITON=3.9.0 another Triton, ARGS="-k screen" goes to pytest.

PYTHON ?= python3
TRITON ?= $(shell sed -n 's/^triton==//p' constraints.txt)
ARGS ?=
BIN := .venv/bin
VERSION := import sys; print("%d.%d" % sys.version_info[:2])
PYTHON_VERSION := $(shell "$(PYTHON)" -c '$(VERSION)' 2>/dev/null)
STAMP := .venv/installed-python-$(PYTHON_VERSION)-triton-$(TRITON)

.PHONY: demo test install python lint types imports tests wheel clean

demo: $(STAMP)
	$(BIN)/python examples/iterative.py

test: lint types imports tests

install: $(STAMP)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy --strict

imports: $(STAMP)
	$(BIN)/lint-imports --no-logo

tests: $(STAMP)
	$(BIN)/python -m pytest -n 2 --dist worksteal --durations 10 $(ARGS)

wheel: $(STAMP)
	$(BIN)/python -m hatchling build -t wheel -d dist

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

python:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "kbx needs Python 3.11 or newer, but '$(PYTHON)' is $$("$(PYTHON)" --version 2>/dev/null || echo missing); choose another with PYTHON=..." >&2; \
		exit 1; }

# A stamp per pair of versions; the others go, since the environment holds one pair. torch's CPU build asks for no Triton, its CUDA
# build for one exact version: --no-deps lets ours win.
$(STAMP): pyproject.toml constraints.txt | python
	rm -f .venv/installed-*
	test "$$($(BIN)/python -c '$(VERSION)' 2>/dev/null)" = $(PYTHON_VERSION) || "$(PYTHON)" -m venv --clear .venv
	$(BIN)/python -m pip install --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	$(BIN)/python -m pip install --disable-pip-version-check --no-deps 'triton==$(TRITON)'
	touch $@
