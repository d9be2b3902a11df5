# One target for each thing that a person does. Each makes .venv first, if it is missing.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
INSTALL := PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check
BOARD := meshes/boards/ruined-quarter.toml
FROM := blue-5-a
TO := red-4-b

.PHONY: help demo test check bench picture clean

help:
	@echo "make demo     a line of sight on a board of ruins, and its picture"
	@echo "make test     all tests"
	@echo "make check    style, types, imports"
	@echo "make bench    speed and accuracy at full size (many minutes)"
	@echo "make picture  the pictures in docs/ anew"
	@echo "make clean    remove .venv and out"

demo: $(READY)
	@mkdir -p out
	@$(BIN)/geo3d los $(BOARD) --from $(FROM) --to $(TO)
	@$(BIN)/geo3d view $(BOARD) --from $(FROM) --to $(TO) --screenshot out/demo.png --json >/dev/null
	@echo "the picture: out/demo.png"

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	@set -e; for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script; done

picture: $(READY)
	$(BIN)/geo3d view $(BOARD) --from $(FROM) --to $(TO) --screenshot docs/los.png
	$(BIN)/geo3d view docs/gaps.toml --from red-1 --to blue-1 --screenshot docs/gaps.png
	$(BIN)/geo3d view $(BOARD) --model blue-1-e --to 15.3,34.6 --to 15.3,34.6,3 --to 14,34.2,3 --screenshot docs/move.png
	$(BIN)/geo3d view $(BOARD) --model blue-5-a --reach --screenshot docs/reach.png
	$(BIN)/geo3d view $(BOARD) --from $(FROM) --to $(TO) --model-eye --screenshot docs/eye.png
	$(BIN)/geo3d view $(BOARD) --from $(FROM) --layer heat --screenshot docs/heat.png
	$(BIN)/geo3d view geo3d:ruin-hall --section 1.5 --screenshot docs/section.png

# Pinned versions, so that the same thing is installed tomorrow. embreex, a second ray engine for
# cross-checks, is left out where it has no wheel.
$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(INSTALL) -e ".[viewer,layouts,sweep,dev]"
	$(INSTALL) --only-binary :all: embreex || echo "embreex has no wheel here: its cross-checks are skipped"
	@touch $(READY)

clean:
	rm -rf .venv out
