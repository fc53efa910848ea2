# make lab    open the lab in JupyterLab   (PORT=8899 another port, OPEN=no no browser)

PYTHON ?= python3
PORT ?= 8888
OPEN ?= yes

VENV := .venv
BIN := $(VENV)/bin
# The last thing that a set-up writes: the folder that it was made for.
DONE := $(VENV)/installed
# What students install; tests/targets.mk, which the student pack does not have, says what others do.
# A module is compiled when it is first used: most never are.
EXTRAS := [lab]
COMPILE := --no-compile

LAB := PATH="$(CURDIR)/$(BIN):$$PATH" PYTHONSTARTUP="$(CURDIR)/notebooks/.course/startup.py" \
	$(BIN)/jupyter lab --port $(PORT)
ifeq ($(OPEN),no)
LAB += --no-browser
endif
# In a container people are often root, and Jupyter wants to be told that this is meant.
ifeq ($(shell id -u),0)
LAB += --allow-root
endif

.PHONY: lab
lab: $(DONE)
	$(LAB) --LabApp.default_url=/lab/tree/start-here.ipynb notebooks/start-here.ipynb

# Without the file an earlier set-up was interrupted; with another folder in it
# the lab was moved, and programs in a virtual environment know only their old
# place; and somebody may ask for another Python. In each case, start afresh;
# otherwise only bring the packages up to date.
ASKED := $(if $(filter file,$(origin PYTHON)),$(BIN)/python,$(PYTHON))
version = $(shell $(1) --version 2>&1; :)
ifneq ($(shell cat $(DONE) 2>/dev/null): $(call version,$(ASKED)),$(CURDIR): $(call version,$(BIN)/python))
AFRESH := --clear
.PHONY: $(DONE)
endif

$(DONE): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || \
		{ echo "The lab needs Python 3.11 or later, and there is no $(PYTHON)."; \
		  echo "Install it, or say where it is: make lab PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "The lab needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version 2>&1)."; \
		  echo "If you have a later one, say which: make lab PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info >= (3, 15))' || \
		{ echo "The lab needs Python 3.11 to 3.14: for $$($(PYTHON) --version 2>&1) not all of its"; \
		  echo "packages are made yet. If you have another one, say which: make lab PYTHON=python3.13"; \
		  exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || $(PYTHON) -m pip --version >/dev/null 2>&1 || \
		{ echo "The lab needs pip to install itself, and $(PYTHON) has none."; \
		  echo "On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV): the first time takes a few minutes."
	@rm -f $@
	@# A Python with pip but without its spare copy, as Debian can have it, lends its pip.
	@if [ -z "$(AFRESH)" ]; then :; elif $(PYTHON) -c 'import ensurepip' 2>/dev/null; \
	then $(PYTHON) -m venv $(AFRESH) $(VENV); \
	else $(PYTHON) -m venv $(AFRESH) --without-pip $(VENV) && \
		$(PYTHON) -m pip --python $(BIN)/python install --quiet pip; fi
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		$(COMPILE) --constraint constraints.txt --editable '.$(EXTRAS)' || \
		{ echo "Not everything could be installed: pip says why above this line."; \
		  echo "The same command tries again."; exit 1; }
	@pwd -P > $@

# Targets for people who work on the lab itself; the student pack has none of them.
-include tests/targets.mk
