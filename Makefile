# One target for each thing that a person does. Each makes .venv first, if it is missing.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
BOARD := meshes/boards/ruined-quarter.toml
FROM := red-1-a
TO := blue-1-a

.PHONY: demo test check bench picture clean

demo: $(READY)
	@mkdir -p out
	@$(BIN)/geo3d los $(BOARD) --from $(FROM) --to $(TO)
	@$(BIN)/geo3d view $(BOARD) --from $(FROM) --to $(TO) --screenshot out/demo.png
	@echo "The picture: out/demo.png"

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python benchmarks/rays.py
	$(BIN)/python benchmarks/sight.py
	$(BIN)/python benchmarks/random_boards.py --boards 20

picture: $(READY)
	$(BIN)/geo3d view $(BOARD) --from $(FROM) --to $(TO) --screenshot docs/los.png

# Pinned versions, so that the same thing is installed tomorrow; embreex, a second ray engine for
# cross-checks, is left out where it has no wheel.
$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[viewer,dev]"
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: embreex || echo "embreex has no wheel here: its cross-checks are skipped"
	touch $(READY)

clean:
	rm -rf .venv out
