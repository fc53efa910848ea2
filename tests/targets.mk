.PHONY: test test-lectures bench bench-class bench-demos screenshots grader-accuracy

test: $(DONE)
	@start=$$(date +%s); \
	$(BIN)/python -m pytest; status=$$?; \
	echo "make test took $$(( $$(date +%s) - start )) s on $$(getconf _NPROCESSORS_ONLN) cores"; \
	exit $$status

# Every slide of every lecture has to fit; `make test` opens two of the five.
test-lectures: $(DONE)
	LABKIT_ALL_LECTURES=1 $(BIN)/python -m pytest tests/browser/test_lectures.py

# The README's table of timings, measured anew beside other libraries: some minutes.
bench: $(DONE)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.[test,bench]'
	$(BIN)/python -m tests.benchmarks

# The pictures in the README, taken anew from the running lab.
screenshots: $(DONE)
	LABKIT_SCREENSHOTS=notebooks/images $(BIN)/python -m pytest tests/browser

# What grading a class of 200 costs, here and on a Dask cluster: eight minutes.
bench-class: $(DONE)
	$(BIN)/python -m tests.benchmarks.classroom

# How long each lecture demonstration takes to answer: half a minute.
bench-demos: $(DONE)
	$(BIN)/python -m tests.benchmarks.demos

# Every typical answer of all ticks, right and wrong, through the whole grader: a minute.
grader-accuracy: $(DONE)
	$(BIN)/python -m tests.grader_accuracy
