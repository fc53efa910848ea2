.PHONY: test screenshots

test: $(DONE)
	@start=$$(date +%s); \
	$(BIN)/python -m pytest; status=$$?; \
	echo "make test took $$(( $$(date +%s) - start )) s on $$(getconf _NPROCESSORS_ONLN) cores"; \
	exit $$status

# The pictures in the README, taken anew from the running lab.
screenshots: $(DONE)
	LABKIT_SCREENSHOTS=notebooks/images $(BIN)/python -m pytest tests/browser
