.PHONY: lint test test-all test-lectures test-python bench bench-class bench-demos screenshots grader-accuracy

# The tests start hundreds of Pythons; each would compile again what no one was allowed to keep.
export PYTHONDONTWRITEBYTECODE :=

# One language throughout: what ruff and mypy are told to look for is in pyproject.toml.
lint: $(DONE)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# The library and the notebooks of all ticks; what is marked slow is left to test-all.
test: $(DONE)
	@start=$$(date +%s); \
	$(BIN)/python -m pytest; status=$$?; \
	echo "make test took $$(( $$(date +%s) - start )) s on $$(getconf _NPROCESSORS_ONLN) cores"; \
	exit $$status

# What takes longer.
test-all: test-slow test-python

# The versions of Python on which the lab has to work; `make test` runs on one of them.
# For one of them, or another one: make test-python PYTHONS=3.12
PYTHONS := 3.11 3.13

test-python: $(DONE)
	for version in $(PYTHONS); do .ci/test-python $$version || exit 1; done

# The site of the reference, the ticks and the lectures, in site/: half a minute.
.PHONY: docs docs-tools test-slow
docs-tools: $(DONE)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.[docs]'

docs: docs-tools
	$(BIN)/python .ci/docs/build.py site

# A page and a PDF of each lecture in handouts/, and the demonstrations that need no server.
.PHONY: handouts offline js-tools
handouts: $(DONE)
	$(BIN)/labkit handouts handouts

# Put these demonstrations together anew, after a change of their parts or of captions.
offline: $(DONE)
	$(BIN)/python -m labkit.grading.release.offline

# What checks the types of their programs; without npm that test is left out.
js-tools: $(DONE)
	@test -x $(VENV)/node_modules/.bin/tsc || ! command -v npm >/dev/null || \
		npm install --prefix $(VENV) --no-audit --no-fund --loglevel=error typescript@5.9.3 >/dev/null

# The tests marked slow, as root all of them: the lectures, the demonstrations and pages in the
# browser, a hub and students who are Unix users, from fetch to feedback, services and graders
# killed at some moments, the data made anew.
test-slow: docs-tools js-tools hub-tools
	$(BIN)/python -m pytest -m "slow and not long"

# What continuous integration has no time for, and a release has: all lectures on all screens, pages
# in the other theme, every demonstration moved by the mouse and at all pairs of ends, 20 kills each.
.PHONY: test-long
test-long: docs-tools js-tools hub-tools
	$(BIN)/python -m pytest -m long

# Every slide of every lecture has to fit.
test-lectures: $(DONE)
	$(BIN)/python -m pytest -m "slow or not slow" \
		tests/browser/test_lectures.py tests/browser/test_lecture_page.py

# The README's table of timings, measured anew beside other libraries: some minutes.
bench: $(DONE)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.[test,bench]'
	$(BIN)/python -m tests.benchmarks

# The pictures in the README, taken anew from the running lab.
screenshots: $(DONE)
	LABKIT_SCREENSHOTS=notebooks/images $(BIN)/python -m pytest -m "slow or not slow" tests/browser

# What grading a class of 300 costs, and grading it again.
bench-class: $(DONE)
	$(BIN)/python -m tests.benchmarks.classroom

# How long the kernel takes for each demonstration's answer: some minutes.
bench-demos: $(DONE)
	$(BIN)/python -m tests.benchmarks.demos

# Every typical answer of all ticks, right and wrong, through the whole grader: a minute.
grader-accuracy: $(DONE)
	$(BIN)/python -m tests.grader_accuracy

# What the lab computes - p, scores and tables - against what it computed before: a minute.
.PHONY: golden
golden: $(DONE)
	$(BIN)/python -m tests.golden

# Small mistakes in significance, metrics, checks and grading, 300 drawn at random: which do no tests
# notice? Others with SEED=7; N=100 of some rooms with ROOMS="significance metrics".
.PHONY: mutants
mutants: $(DONE)
	$(BIN)/python -m tests.mutation $(addprefix -n ,$(N)) $(addprefix --seed ,$(SEED)) $(ROOMS)

# Generated zip files, notebooks and names, 20,000 of them, handed in and shown in the browser.
.PHONY: fuzz
fuzz: $(DONE)
	$(BIN)/python -m tests.fuzz

# A class on a server: JupyterHub with a course of the lab on it, on this machine. Another port with
# PORT=9000, another folder with COURSE=..., one password for everybody with DUMMY=yes.
COURSE ?= $(if $(filter 0,$(shell id -u)),/srv/lab,course)
# In quotation marks, for a space in it, no shell knows what ~ is.
PLACE = $(COURSE:~/%=$(HOME)/%)
PROXY := configurable-http-proxy@5.3.0

.PHONY: hub hub-tools test-hub bench-hub
hub: hub-tools
	@test -f "$(PLACE)/course.toml" || $(BIN)/labkit hub init --course "$(PLACE)" \
		$(if $(filter yes,$(DUMMY)),--instructor teacher)
	@$(BIN)/labkit hub start --course "$(PLACE)" $(if $(filter yes,$(DUMMY)),--dummy) \
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
test-hub: hub-tools
	$(BIN)/python -m pytest -m "slow or not slow" tests/hub \
		$(wildcard tests/cli/instructor/test_hub.py tests/browser/test_hub.py)

# A class of 30 that signs in, works and hands in at once, through the hub's real interfaces.
bench-hub: hub-tools
	$(BIN)/python -m tests.benchmarks.hub
