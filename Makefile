# make test       everything that needs no GPU; installs what is missing of clang 19, z3 and cvc5
# make quick      what needs nothing installed and ends within a minute: no mutants, solvers or compiled Go
# make generate   makes generated/ again
# make docs       makes the tables, pictures and emitted code of the pages again
# make check      fails if generated/, dist/ or examples/ are stale
# make prove      proves generated/, dist/ and examples/ as they lie on disk, one line a function
# make catalogue  proves the emitted Go and CUDA of the whole catalogue (half an hour)
# make playground builds the page of playground/ into playground/site, for any server of files
# make journeys   drives that page in a headless Chromium
# make bench      Go benchmarks, as ratios
# make cuda-bench emitted CUDA beside CUB and cooperative groups, on the GPU of this machine
# make compile-bench  how long nvcc and NVRTC take on emitted CUDA, and on its peers' headers
# make tune       measures on the GPU of this machine how many lanes should share a row, and fits the model to it; needs
#                 what bench/torch needs, and SEED=2026
# make gpu-check  compares emitted CUDA with emitted Go on the GPU of this machine: a sample;
#                 make -C gpu all compares everything
# make vuln       known faults of what shflgen imports, by govulncheck; says so if it reaches no database
# make stranger   runs the commands of docs/start.md: by Go, nvcc, clang and CMake, Python and a browser, each in an empty folder
# make wheels     the Python package for five platforms, into python/dist; VERSION=v1.2.0 names them
# make python     builds that package for this machine, and tests it, without PyTorch; PYTHON=/venv/bin/python takes an
#                 environment with hatchling, pytest and ruff, and PyTorch if its tests shall run
# make release    archives for five platforms, the headers, checksums; VERSION=v1.2.0 names them

GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.7.0

# The nvcc that the toolchain installs, for tests and proofs; unset, any other.
NVCC := $(CURDIR)/.toolchain/nvidia/cu13/bin/nvcc
export SHFLGEN_NVCC = $(if $(wildcard $(NVCC)),$(NVCC))

# The command, built once: go run looks through all packages each time.
EMITTER := $(CURDIR)/.toolchain/shflgen

# Proofs make many terms and drop them at once. Collecting them a quarter as often saves a
# third of the Go catalogue's processor time; the limit is for each process.
GOGC ?= 400
GOMEMLIMIT ?= 2GiB
export GOGC GOMEMLIMIT

# No debugger reads what is built here: without its tables linking takes half the processor time. Packages are compiled
# as without this flag, since some tests build with no flags.
export GOFLAGS := $(filter-out -ldflags=-s,$(shell go env GOFLAGS)) -ldflags=-s

# The packages of the GPU module but for what its harness generates.
GPU := . ./compare ./crosscheck ./device ./grids ./masks ./model ./nvrtc ./report ./rows ./scans ./settle ./twin ./cmd/...

.PHONY: stranger test suites quick generate emitter docs check fresh prove catalogue bench cuda-bench compile-bench tune gpu-check toolchain lint downstream vuln release playground journeys wheels wheel python

# In two runs: one that starts before nvcc is there does not see it.
# The suites beside nvcc, which has one processor busy for as long as it runs. The journeys by
# themselves: a browser takes all processors.
test: toolchain
	$(MAKE) lint fresh
	$(MAKE) -j2 suites downstream
	if command -v chromium >/dev/null; then $(MAKE) journeys; else echo "skipped, no chromium: journeys"; fi
	if [ "$$SHFLGEN_TESTS" = full ]; then $(MAKE) stranger CACHE="$$(go env GOCACHE)"; else echo "skipped, only in a full run: stranger"; fi

# The longest suites first: the others fill what processors they leave. SHFLGEN_TESTS=full
# runs every suite at its full size instead of a sample, SHFLGEN_PROOFS=on takes proofs of
# earlier runs by the same prover. What go test vets is less than what lint does. A quick
# run starts with what waits most for other programs.
LONGEST := ./tests/cuda ./tests/proof ./tests/mutants ./tests/solvers ./tests/rows ./tests/grids ./tests/attacks ./tests/operators ./tests/oracle ./tests/flags ./verify
WAITING := ./verify ./cmd/shflgen ./tests/history
# Packages whose tests a quick run skips, all of them: linking them takes longer.
NOT_QUICK := tests/(attacks|cuda|install|mutants|oracle|solvers|variants|weak)

# The tests of every module run, whichever of them fail. The last lines say which tests were
# skipped, and why: for want of nvcc, say.
suites: SHELL := /bin/bash
suites: .SHELLFLAGS := -o pipefail -c
suites:
	{ failed=0; \
	go test -json -vet=off -timeout 80m $(LONGEST) ./... || failed=1; \
	(cd gpu && go test -json -vet=off $(GPU)) || failed=1; \
	(cd gpu/cuda && go test -json -vet=off ./...) || failed=1; \
	(cd bench && go test -json -vet=off ./...) || failed=1; \
	(cd cmd/shflgen-mcp && go test -json -vet=off ./...) || failed=1; \
	exit $$failed; } | go run ./toolchain/results

# What go vet finds, make lint finds: in a fresh clone it takes half as long as compiling.
quick:
	SHFLGEN_TESTS=quick SHFLGEN_CLANG=/none SHFLGEN_NVCC=/none go test -short -vet=off $(WAITING) $$(go list ./... | grep -vE '/$(NOT_QUICK)$$')

toolchain:
	toolchain/install.sh clang
	toolchain/install.sh solvers || echo "toolchain: no z3 or cvc5; no second opinion on the proofs"
	toolchain/install.sh nvcc || echo "toolchain: no nvcc; the half types' CUDA is not proved"
	toolchain/install.sh python || echo "toolchain: no Python, or no packages; the Python package is not built"
	toolchain/install.sh chromium || echo "toolchain: no chromium; the playground is not opened"
	toolchain/install.sh deflate || echo "toolchain: no libdeflate-gzip; the playground's program is 4% larger"

lint:
	go vet ./...
	go run $(STATICCHECK) ./...
	cd gpu && go vet $(GPU) && go run $(STATICCHECK) $(GPU)
	cd gpu/cuda && go vet ./... && go run $(STATICCHECK) ./...
	cd bench && go vet ./... && go run $(STATICCHECK) ./...
	cd cmd/shflgen-mcp && go vet ./... && go run $(STATICCHECK) ./...
	cd examples/downstream && go vet ./... && go run $(STATICCHECK) ./...
	cd playground/test && go vet ./... && go run $(STATICCHECK) ./...
	GOOS=js GOARCH=wasm go vet ./playground/wasm
	go test -vet=off ./tests/words

generate: emitter
	find generated examples dist -name '*.go' -o -name '*.cu' -o -name '*.cuh' | xargs grep -l '^// Code generated by shflgen' | xargs rm -f
	go generate ./generated
	for c in dist/*.yaml; do $(EMITTER) -config $$c || exit 1; done
	cd examples/downstream && go generate ./...
	$(MAKE) -C examples/cuda generate SHFLGEN=$(EMITTER)
	$(MAKE) -C examples/torch generate SHFLGEN=$(EMITTER)
	$(MAKE) -C examples/cupy generate SHFLGEN=$(EMITTER)
	$(MAKE) -C bench generate
	$(MAKE) -C examples/grid generate SHFLGEN='cd ../.. && $(EMITTER)'
	$(MAKE) -C bench/cuda generate SHFLGEN=$(EMITTER)

emitter:
	mkdir -p .toolchain
	go build -o $(EMITTER) ./cmd/shflgen

docs:
	go test ./tests/readme -update

check: fresh
	go test ./generated -run 'TestFresh|TestCovers'
	cd examples/downstream && go test -run TestFresh ./...

# What no Go test looks at.
fresh: emitter
	for c in dist/*.yaml; do $(EMITTER) -config $$c -check || exit 1; done
	$(MAKE) -C examples/cuda check SHFLGEN=$(EMITTER)
	$(MAKE) -C examples/torch check SHFLGEN=$(EMITTER)
	$(MAKE) -C examples/cupy check SHFLGEN=$(EMITTER)
	$(MAKE) -C bench check
	$(MAKE) -C examples/grid check SHFLGEN='cd ../.. && $(EMITTER)'
	$(MAKE) -C bench/cuda check SHFLGEN=$(EMITTER)

# Verdicts of earlier runs by the same prover count; make prove SHFLGEN_CACHE=off takes none, nor does CI.
# Rows of 50,257 columns take minutes of a processor. Not proved of the half types:
# bfloat16 before sm_80, where the toolkit computes it with integers.
# Kernels of arrays with functions of users are shown for listed lengths. The functions of dist/shfl_all.cuh are those of
# the other headers, as its test says.
prove: toolchain
	go run ./cmd/shflgen prove -lengths listed examples/... $(filter-out dist/shfl_half.cuh dist/shfl_all.cuh,$(wildcard dist/*.cuh)) $$(grep -l '^// Code generated by shflgen' generated/*.go generated/*.cu | grep -v 'float16.*\.cu$$')
	if [ -n "$$SHFLGEN_NVCC" ]; then \
		go run ./cmd/shflgen prove $$(ls generated/*float16*.cu | grep -v bfloat16) && \
		go run ./cmd/shflgen prove -arch sm_80,sm_90 generated/*bfloat16*.cu dist/shfl_half.cuh; \
	fi

catalogue:
	go test ./tests/proof -run 'TestGo$$|TestSourcesOfEachLane' -catalogue -v -timeout 60m
	go test ./tests/cuda -catalogue -v -timeout 60m

downstream:
	cd examples/downstream && go test ./... && go run . fold.go
	cd examples/grid && go vet ./... && go build -o /dev/null ./jit
	if [ -n "$$SHFLGEN_NVCC" ] && command -v g++ >/dev/null; then \
		$(MAKE) -C examples/cuda main NVCC=$$SHFLGEN_NVCC && \
		$(MAKE) -C examples/grid launch.out NVCC=$$SHFLGEN_NVCC ARCH=sm_90 && \
		if [ "$$SHFLGEN_TESTS" = full ]; then $(MAKE) -C bench/cuda compiles NVCC=$$SHFLGEN_NVCC ARCH=sm_90; \
		else echo "skipped, only in a full run: bench/cuda/bench.cu, half a minute of nvcc"; fi; \
	else echo "skipped, no nvcc or g++: programs of examples/cuda, examples/grid and bench/cuda"; fi

# The page, the program that it runs, and the part of Go's own distribution that starts it. Without inlining the program
# is a quarter smaller, and its first answer comes sooner: a browser has less to compile.
playground:
	rm -rf playground/site
	cp -R playground/page playground/site
	go run ./playground/vocabulary > playground/site/words.json
	GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w' -gcflags=all=-l -o playground/site/shflgen.wasm ./playground/wasm
	go run ./playground/pack playground/site/shflgen.wasm
	if command -v libdeflate-gzip >/dev/null; then libdeflate-gzip -12 playground/site/shflgen.wasm; \
	else echo "playground: no libdeflate-gzip, so the program is 4% larger"; gzip -9 -n playground/site/shflgen.wasm; fi
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" playground/site

journeys: playground
	cd playground/test && go test -vet=off -count=1 .

bench:
	$(MAKE) -C bench

SEED ?= 2026

tune:
	go run ./gen/cmd/tune -emit bench/torch/tune -specs 120 -seed $(SEED)
	cd bench/torch && python3 tune.py tune
	go run ./gen/cmd/tune -fit bench/torch/tune/times.txt -seed $(SEED)

gpu-check:
	$(MAKE) -C gpu check

compile-bench:
	$(MAKE) -C bench/cuda compile-bench

cuda-bench:
	$(MAKE) -C bench/cuda
	$(MAKE) -C bench/cuda chart

# Not in lint: without a network, or $GOVULNDB, there is nothing to compare with.
vuln:
	@found=$$(go run $(GOVULNCHECK) ./... 2>&1); status=$$?; echo "$$found"; \
	case "$$found" in \
	*"fetching vulnerabilities: "*) echo "vuln: no database of vulnerabilities can be reached; nothing was checked" ;; \
	*) exit $$status ;; \
	esac

# The same bytes from the same commit, version and Go, in any folder.
release:
	@[ -n "$(VERSION)" ] || { echo "make release VERSION=v1.2.0: no version is given"; exit 2; }
	go run ./toolchain/release -version $(VERSION) -o release/$(VERSION)

PYTHON = .toolchain/python/bin/python

wheels:
	toolchain/install.sh python
	$(PYTHON) python/wheels.py $(if $(VERSION),-version $(VERSION))

# The wheel for this machine, of the sources as they are.
wheel:
	toolchain/install.sh python
	rm -rf .toolchain/wheels
	$(PYTHON) python/wheels.py -o .toolchain/wheels host

python: wheel
	$(PYTHON) -m pip install -q --no-index --no-deps --force-reinstall .toolchain/wheels/*.whl
	$(PYTHON) -m ruff check -q python && $(PYTHON) -m ruff format -q --check python
	$(if $(SHFLGEN_NVCC),CUDA_HOME=$(dir $(SHFLGEN_NVCC))..) $(PYTHON) -m pytest -q -rs python/tests

stranger:
	$(MAKE) wheel || echo "stranger: no wheel: Python or its packages are not there"
	CACHE="$(CACHE)" toolchain/stranger.sh
