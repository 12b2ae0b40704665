SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --warn-undefined-variables --no-builtin-rules

BIN := .tmp/bin
# The packages of all modules that go.work names.
MODULES := $(shell sed -n 's/^\t\(\.[^ ]*\)$$/\1/p' go.work)
PACKAGES := $(MODULES:%=%/...)
FUZZTIME ?= 2m

.PHONY: help
help: ## Show this list.
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

.PHONY: all
all: check test ## Everything that CI runs.

.PHONY: test
test: ## Run the tests of all modules; print what was skipped, and why.
	go test -timeout 20m -json $(PACKAGES) | go run ./internal/testreport

.PHONY: cross
cross: ## Build the command and the runtime for the systems that CI does not run on.
	GOOS=windows go build -o /dev/null ./cmd/toolgen
	GOOS=darwin go build -o /dev/null ./cmd/toolgen
	GOOS=windows go vet ./gen ./runtime ./test/pgtest
	GOOS=darwin go vet ./gen ./runtime ./test/pgtest

# What users get is a release of each module. The checkout takes the place of the proxy here.
.PHONY: install-check
install-check: ## Get the command and the runtime as users do, from a proxy in a folder.
	TOOLGEN_TEST_INSTALL=1 go test -count=1 -run '^(TestGoGetTool|TestWhatTheRuntimeBrings)$$' ./test/readme

.PHONY: tidy
tidy: ## Run go mod tidy in all modules, with the modules of the checkout.
	go run ./test/modproxy/serve go mod tidy

# The supported releases of Go; the older one is the go line of the runtime.
GO_RELEASES ?= go1.26.8 go1.27.4

.PHONY: go-releases
go-releases: ## Build and test the runtime alone, without go.work, with GO_RELEASES.
	cd runtime; export GOWORK=off; for release in $(GO_RELEASES); do \
	  export GOTOOLCHAIN=$$release; \
	  go version || { echo "$$release cannot be had here: the runtime was not tested with it"; continue; }; \
	  go vet ./...; \
	  go test -short ./...; \
	done

.PHONY: nightly
nightly: ## Run the long forms: all of the corpus and the suites, the race detector, the fuzzers.
	TOOLGEN_NIGHTLY=1 go test -count=1 -timeout 60m $(PACKAGES)
	go test -race -short ./runtime/... ./runtime/test/... ./cmd/...
	$(MAKE) fuzz

.PHONY: fuzz
fuzz: ## Compare 300,000 random values three ways, then fuzz every target for FUZZTIME (2m).
	TOOLGEN_NIGHTLY=1 go test -count=1 -timeout 60m ./internal/differential
	for pkg in $$(go list $(PACKAGES)); do \
	  for target in $$(go test -list '^Fuzz' "$$pkg" | grep '^Fuzz' || true); do \
	    echo "fuzz $$pkg $$target"; go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "$$pkg"; \
	  done; \
	done

# The comparison with peers is a module of its own. Its go.mod follows the product's by itself.
BENCH := cd example/bench && GOWORK=off go
ROUNDS ?= 6
UPDATE ?=

.PHONY: bench
bench: ## Compare with peers, in turns, ROUNDS times (6); writes example/bench/RESULTS.md. For Go's benchmarks: bench-go.
	$(BENCH) run -mod=mod . -rounds $(ROUNDS) -out RESULTS.md -log runs.json -readme ../../README.md

.PHONY: bench-go
bench-go: ## Run the Go benchmarks; compare ratios, not seconds.
	go test -run '^$$' -bench . -benchmem ./runtime/... ./example/...

# As users meet it: whole processes, with medians. Of 1,000 tools it writes internal/benchgen/RESULTS.md.
N ?= 1000
SEED ?= 1
RUNS ?= 5

.PHONY: bench-gen
bench-gen: ## Measure generate, check and go build with N tools (1000) of SEED (1), RUNS times (5): time, memory, lines.
	go run ./internal/benchgen/bench -tools $(N) -seed $(SEED) -runs $(RUNS) -builds $(RUNS) $(if $(filter 1000,$(N)),-tenfold -out internal/benchgen/RESULTS.md -log internal/benchgen/runs.json)

.PHONY: bench-count
bench-count: ## Fail if decoding or hinting takes more allocations or instructions; UPDATE=1 accepts what it takes.
	$(BENCH) run -mod=mod ./count $(if $(UPDATE),-update)

.PHONY: bench-check
bench-check: $(BIN)/staticcheck ## Run the linters and the tests of the comparison with peers.
	$(BENCH) vet -mod=mod ./...
	cd example/bench && GOWORK=off ../../$(BIN)/staticcheck ./...
	$(BENCH) test -mod=mod ./...

.PHONY: bench-generate
bench-generate: ## Generate the peers' code again.
	$(BENCH) generate ./...

.PHONY: check
check: lint lint-generated drift ## Run the linters and the drift check.

.PHONY: lint
lint: $(BIN)/staticcheck $(BIN)/revive ## Run gofmt, go vet, staticcheck and revive: staticcheck.conf and revive.toml say which checks.
	@unformatted="$$(git ls-files '*.go' ':!example/bench/peers/generated' | xargs gofmt -l)"; \
	if [ -n "$$unformatted" ]; then echo "gofmt would change: $$unformatted"; exit 1; fi
	go vet $(PACKAGES)
	$(BIN)/staticcheck $(PACKAGES)
	$(BIN)/revive -config revive.toml -formatter friendly $(PACKAGES)

# Linters pass over generated files, so that these are copied without the line that marks them.
GENERATED := books/booktools coder/codertools coder/filetools danger/dangertools

.PHONY: lint-generated
lint-generated: $(BIN)/staticcheck $(BIN)/revive ## Run all checks of staticcheck and revive's defaults on generated code.
	@rm -rf example/_lint && for p in $(GENERATED); do \
		mkdir -p example/_lint/$$p && for f in example/$$p/toolgen.go example/$$p/*_toolgen.go; do tail -n +2 $$f >example/_lint/$$p/$$(basename $$f); done; done
	cd example && ../$(BIN)/staticcheck -checks all $(GENERATED:%=./_lint/%) && ../$(BIN)/revive -set_exit_status $(GENERATED:%=./_lint/%)
	@rm -rf example/_lint

.PHONY: drift
drift: ## Check that the generated examples are what the generator makes.
	go run ./cmd/toolgen check --config example/toolgen.yaml

.PHONY: generate
generate: ## Generate the examples and the embedded stubs again.
	go generate $(PACKAGES)
	go run ./cmd/toolgen generate --config example/toolgen.yaml

.PHONY: golden
golden: ## Rewrite the expected files of the tests.
	go test $(PACKAGES) -update

$(BIN)/staticcheck $(BIN)/revive &: tools/go.mod tools/go.sum
	cd tools && GOWORK=off go build -o ../.tmp/bin/ tool

.PHONY: clean
clean: ## Remove what the targets above built.
	rm -rf .tmp
