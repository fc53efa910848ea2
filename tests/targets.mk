# make test   the tests: the library and the notebooks of all ticks
# make bench  the timings in docs/benchmarks.md, measured anew

.PHONY: lint test test-all test-lectures test-python bench bench-class bench-demos screenshots grader-accuracy

# Who has the whole repository gets what grading and a hub need, compiled at once: inside the sandbox
# nothing can be kept for the next start. Linters and what tests need come with the first `make test`.
EXTRAS := [lab,instructor,hub]
COMPILE :=

# The tests start hundreds of Pythons; each would compile again what no one was allowed to keep.
export PYTHONDONTWRITEBYTECODE :=

# What a server that runs a hub does without: what tests, lints and builds the site.
TOOLS := $(VENV)/tools
$(TOOLS): $(DONE)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		$(COMPILE) --constraint constraints.txt --editable '.[test,dev,docs]'
	@touch $@

# One language throughout: what ruff and mypy are told to look for is in pyproject.toml. The types of
# the demonstrations' programs are checked once `make js-tools` has been run, as in .ci/run.
TSC := $(VENV)/node_modules/.bin/tsc
lint: $(TOOLS)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --num-workers 2
	if [ -x $(TSC) ]; then $(TSC) --noEmit --allowJs --checkJs --strict --target es2022 \
		--lib es2022,dom,dom.iterable labkit/demos/js/*.js labkit/demos/js/parts/*.js labkit/instructor/grading/release/templates/deck.js; fi

# Several processes work side by side: threads of their own would stand in each other's way.
test test-slow test-python: export OPENBLAS_NUM_THREADS := 1
test test-slow test-python: export OMP_NUM_THREADS := 1

# The library and the notebooks of all ticks; what is marked slow is left to test-all.
test: $(TOOLS)
	@start=$$(date +%s); \
	$(BIN)/python -m pytest; status=$$?; \
	echo "make test took $$(( $$(date +%s) - start )) s on $$(getconf _NPROCESSORS_ONLN) cores"; \
	exit $$status

# What takes longer.
test-all: test-slow test-python

# What compares systems, with the oldest version of each package that it admits in pyproject.toml.
OLDEST := .venv-oldest
ADMITTED = $$(sed -n '/^dependencies/,/^]/s/^ *"\(.*\)>=\([0-9.]*\).*/\1==\2/p' pyproject.toml)
OF_COMPARING := tests/significance tests/comparison tests/cli/test_compare*.py \
	tests/test_arguments.py tests/test_metrics.py tests/test_reading.py tests/test_text.py

$(OLDEST)/installed: pyproject.toml constraints.txt | $(TOOLS)
	$(BIN)/python -m venv --clear $(OLDEST)
	$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile \
		--constraint constraints.txt --editable '.[lab,instructor,test]'
	$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile $(ADMITTED)
	@touch $@

.PHONY: test-oldest
test-oldest: $(OLDEST)/installed
	$(OLDEST)/bin/python -m pytest $(OF_COMPARING)

# The oldest Python and the newest that continuous integration has; `make test` runs on one of them.
# Those between and after them are for test-long. For any one: make test-python PYTHONS=3.12
PYTHONS := 3.11 3.13

.PHONY: pythons
pythons: $(DONE)
	for version in $(PYTHONS); do .ci/test-python $$version --set-up || exit 1; done

test-python: $(TOOLS)
	for version in $(PYTHONS); do .ci/test-python $$version || exit 1; done

# The site of the reference, the ticks and the lectures, in site/.
.PHONY: docs test-slow
docs: $(TOOLS)
	$(BIN)/python .ci/docs/build.py site

# make lecture NAME=yeh  a lecture as slides: one file, slides/yeh.html, opened in the browser
LECTURES := $(patsubst notebooks/lectures/%.ipynb,%,$(wildcard notebooks/lectures/*.ipynb))
.PHONY: lecture named-lecture
lecture: named-lecture $(DONE)
	$(BIN)/labkit handouts slides --slides --lecture $(NAME)
ifneq ($(OPEN),no)
	@$(BIN)/python -m webbrowser "file://$(CURDIR)/slides/$(NAME).html" >/dev/null 2>&1 || true
endif

named-lecture:
ifeq ($(filter $(NAME),$(LECTURES)),)
	@echo "$(if $(NAME),There is no lecture called $(NAME).,Which lecture?) There are:"
	@printf '    %s\n' $(LECTURES)
	@echo "Say which, for example: make lecture NAME=$(firstword $(LECTURES))"
	@exit 1
endif

# A page and a PDF of each lecture in handouts/.
.PHONY: handouts js-tools
handouts: $(DONE)
	$(BIN)/labkit handouts handouts

# What checks the types of the demonstrations' programs.
js-tools: $(DONE)
	@test -x $(VENV)/node_modules/.bin/tsc || ! command -v npm >/dev/null || \
		npm install --prefix $(VENV) --no-audit --no-fund --loglevel=error typescript@5.9.3 >/dev/null

# The tests marked slow, as root all of them: the lectures, the demonstrations and pages in the
# browser, a hub and students who are Unix users, from fetch to feedback, services and graders
# killed at some moments, the data made anew.
test-slow: hub-tools $(TOOLS)
	$(BIN)/python -m pytest --numprocesses=6 -m "slow and not long"

# What continuous integration has no time for, and a release has: all lectures on all screens, pages
# in the other theme, all typical answers, small mistakes in each solution, 20 kills each; random
# examples, each night others, where some are drawn; and the other Pythons, where there are any.
.PHONY: test-long
test-long: hub-tools $(TOOLS)
	$(BIN)/python -m pytest -m long
	HYPOTHESIS_PROFILE=nightly $(BIN)/python -m pytest -m "hypothesis and not slow" tests
	$(MAKE) test-python PYTHONS="3.12 3.14"

# Every slide of every lecture has to fit.
test-lectures: $(TOOLS)
	$(BIN)/python -m pytest -m "slow or not slow" \
		tests/browser/test_decks.py tests/browser/test_handouts.py

# The tables of docs/benchmarks.md, measured anew beside other libraries: some minutes.
bench: $(DONE)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.[test,bench]'
	@# It asks for an older numpy, and works with this one.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps evaluatio==0.5.2
	$(BIN)/python -m tests.benchmarks

# How many files, functions, lines and tokens each room of labkit has.
.PHONY: size
size: $(TOOLS)
	$(BIN)/python -m tests.project.size

# make changes VERSION=0.2.0  the files of docs/changes become this version's part of CHANGELOG.md
.PHONY: changes
changes: $(TOOLS)
	$(BIN)/towncrier build --yes --version $(or $(VERSION),$(error which VERSION is to be released?))

# The pictures in the documents, taken anew from the running lab.
screenshots: $(TOOLS)
	LABKIT_SCREENSHOTS=notebooks/images $(BIN)/python -m pytest -m "slow or not slow" tests/browser

# What grading a class of 300 costs, and grading it again.
bench-class: $(TOOLS)
	$(BIN)/python -m tests.benchmarks.classroom

# How long each demonstration takes from a click to its new picture in Chromium: half a minute.
bench-demos: $(TOOLS)
	$(BIN)/python -m tests.benchmarks.demos

# Every typical answer of all ticks, right and wrong, through the whole grader: a minute.
grader-accuracy: $(TOOLS)
	$(BIN)/python -m tests.grader_accuracy

# What the lab computes - p, scores and tables - against what it computed before: a minute.
.PHONY: golden
golden: $(TOOLS)
	$(BIN)/python -m tests.golden

# Small mistakes in the library, 150 drawn anew each day: which do the tests of their room not
# notice? The same ones again with SEED=7; N=100 of some rooms with ROOMS="significance metrics".
.PHONY: mutants
mutants: $(TOOLS)
	$(BIN)/python -m tests.mutation $(addprefix -n ,$(N)) $(addprefix --seed ,$(SEED)) $(ROOMS)

# Generated zip files, notebooks and names, 20,000 of them, handed in and shown in the browser.
.PHONY: fuzz
fuzz: $(TOOLS)
	$(BIN)/python -m tests.fuzz

# A class on a server: JupyterHub with a course of the lab on it, on this machine. The list of the class
# with ROSTER=class.csv, another port with PORT=9000, another folder with COURSE=...; for a class as root,
# as an ordinary user to try it out.
INSTRUCTOR ?= teacher
COURSE ?= $(if $(filter 0,$(shell id -u)),/srv/lab,course)
# In quotation marks, for a space in it, no shell knows what ~ is.
PLACE = $(COURSE:~/%=$(HOME)/%)
PROXY := configurable-http-proxy@5.3.0

.PHONY: hub hub-tools test-hub bench-hub kill-hub closed
# Before what takes minutes: students of a hub that root starts must not read this folder.
closed:
	@test "$$(id -u)" != 0 || test -z "$$(find . -maxdepth 0 -perm /005)" || \
		{ echo "Students must not read what is here, with its solutions. This closes it:"; \
		  echo "    chmod o-rwx '$(CURDIR)'"; exit 1; }

hub: closed hub-tools
	@test -z "$(ROSTER)" || test ! -f "$(PLACE)/course.toml" || \
		echo "$(PLACE) is a course already, and its roster stays what its course.toml says."
	@test -f "$(PLACE)/course.toml" || $(BIN)/labkit hub init --course "$(PLACE)" \
		--instructor $(INSTRUCTOR) $(if $(ROSTER),--roster "$(ROSTER:~/%=$(HOME)/%)")
	@$(BIN)/labkit hub start --course "$(PLACE)" \
		$(if $(filter file,$(origin PORT)),,--port $(PORT))

hub-tools: $(DONE)
	@command -v npm >/dev/null || \
		{ echo "A hub needs Node.js, and there is no npm."; \
		  echo "On Debian and Ubuntu: apt install nodejs npm"; exit 1; }
	@test -x $(VENV)/node_modules/.bin/configurable-http-proxy || \
		npm install --prefix $(VENV) --no-audit --no-fund --loglevel=error $(PROXY) >/dev/null || \
		{ echo "The hub's proxy could not be installed: npm says why above this line."; \
		  echo "The same command tries again."; exit 1; }

# Everything about the hub: Unix users, restarts, two students and an instructor in the browser.
test-hub: hub-tools $(TOOLS)
	$(BIN)/python -m pytest -m "slow or not slow" tests/instructor/hub \
		$(wildcard tests/instructor/cli/test_hub.py tests/browser/test_hub.py)

# A class of 30 that signs in, works and hands in at once, through the hub's real interfaces.
bench-hub: hub-tools $(TOOLS)
	$(BIN)/python -m tests.benchmarks.hub

# As root: a hub, its proxy, its service, a server and all of them killed at five moments each. Is what
# was handed in kept once, and marked? Some minutes.
kill-hub: hub-tools $(TOOLS)
	$(BIN)/python -m tests.benchmarks.hub_kills
