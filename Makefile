# Targets for people and for CI. Each sets up what it needs by itself.
VENV ?= .venv
PY = $(VENV)/bin/python
OUT ?= out

.PHONY: setup demo test lint format docs bench bundle judges container clean

setup:
	@scripts/setup.sh $(VENV)

demo: setup $(OUT)/annual-report.pdf ## open, outline, read, search and verify over a real stdio MCP session
	@$(PY) scripts/demo.py $(OUT)/annual-report.pdf

$(OUT)/annual-report.pdf: scripts/make_sample.py | setup
	@$(PY) scripts/make_sample.py $@

test: setup ## all tests, on all cores; the seed gives each process the same order of what is a set
	PYTHONHASHSEED=0 $(PY) -m pytest -n auto

lint: setup ## style and types
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

format: setup
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

docs: setup ## the pages of the library's documentation in out/site, made from its docstrings
	$(PY) -m mkdocs build --quiet

bench: setup $(OUT)/annual-report.pdf ## quality, speed, memory, growth and latency; PEERS=python has peers, FILES="a.pdf b.pdf" names other files
	$(PY) -m benchmarks.quality $(if $(PEERS),--peers $(PEERS))
	$(PY) -m benchmarks.speed $(if $(PEERS),--peers $(PEERS)) $(if $(FILES),$(FILES),$(OUT)/annual-report.pdf)
	$(PY) -m benchmarks.memory $(if $(PEERS),--peers $(PEERS)) $(if $(FILES),$(FILES),$(OUT)/annual-report.pdf)
	$(PY) -m benchmarks.growth
	$(PY) benchmarks/latency.py $(if $(FILES),$(firstword $(FILES)),$(OUT)/annual-report.pdf)

bundle: ## pincite.mcpb in out/, for a double click in Claude Desktop; needs npm
	@VENV=$(VENV) OUT=$(OUT) scripts/judges.sh bundle

judges: setup ## what others' tools say of our packaging (mcpb, claude plugin, the registry's schema) and of the server; needs npm
	@VENV=$(VENV) OUT=$(OUT) scripts/judges.sh

container: setup ## the images of the Dockerfile, built and run without a Docker engine; root, debootstrap, buildah
	@VENV=$(VENV) scripts/container.sh

clean:
	rm -rf $(VENV) $(OUT) build dist
