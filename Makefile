# make lab    open the lab in JupyterLab   (PORT=8899 another port, OPEN=no no browser)
# make test   all tests: the library and every notebook

PYTHON ?= python3
PORT ?= 8888
OPEN ?= yes

VENV := .venv
BIN := $(VENV)/bin
# Whoever has the tests gets what they need; the student pack has neither.
EXTRAS := $(if $(wildcard tests),[test],)

LAB := $(BIN)/jupyter lab --port $(PORT) \
	--LabApp.news_url=None \
	--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate
ifeq ($(OPEN),no)
LAB += --no-browser
endif
# In a container people are often root, and Jupyter wants to be told that this is meant.
ifeq ($(shell id -u),0)
LAB += --allow-root
endif

.PHONY: lab
lab: $(VENV)/installed
	$(LAB) notebooks/start-here.ipynb

$(VENV)/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "The lab needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version 2>&1)."; \
		  echo "If you have a later one, say which: make lab PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV): the first time takes a few minutes."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.$(EXTRAS)'
	@touch $@

# Targets for people who work on the lab itself; the student pack has none of them.
-include tests/targets.mk
