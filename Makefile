# Every entry point. `make` lists them.

PROFILE ?=
WORKERS ?=
FIG     ?=
ARGS    ?=
SPEC    ?=

# The numbers are the same for every GOAMD64; v3 is faster where the processor has it. (Its lzcnt
# comes with bmi1; virtual machines do not always list abm, its flag.)
ifndef GOAMD64
GOAMD64 := $(shell for f in avx2 bmi1 bmi2 f16c fma movbe; do \
	grep -qsw $$f /proc/cpuinfo || { echo v1; exit; }; done; echo v3)
endif
export GOAMD64
# So they are with and without the SIMD forms of package vec, which want an experiment of the
# compiler where it has it. VEC=portable, avx2 or avx512 chooses one of them.
ifndef GOEXPERIMENT
GOEXPERIMENT := $(shell GOEXPERIMENT=simd go list simd/archsimd 2>/dev/null | \
	sed -n 's|^simd/archsimd$$|simd|p')
endif
export GOEXPERIMENT
# With that experiment the runtime of Go 1.26 restores whole vector registers where it preempts a
# goroutine, and leaves their upper halves in use: scalar code then runs up to thirty times slower
# on Intel processors, until something clears them. So goroutines are preempted at calls only.
LDFLAGS := $(if $(filter simd,$(GOEXPERIMENT)),-X=runtime.godebugDefault=asyncpreemptoff=1)
# These flags stand behind those that the environment, go env -w or the command line has. The go
# command does not look for the revision, since it fails in a checkout that another user owns.
# Without information for debuggers, compiling and linking everything takes a fifth less.
override GOFLAGS := $(strip $(if $(filter command,$(origin GOFLAGS)),$(GOFLAGS),\
	$(shell go env GOFLAGS)) -buildvcs=false -gcflags=all=-dwarf=false \
	$(if $(LDFLAGS),-ldflags=$(LDFLAGS)))
export GOFLAGS
BUILD = [ -d .bin ] || echo 'make: compiling for the first time, up to a minute' >&2; \
	mkdir -p .bin && go build -o .bin/ -ldflags='-w $(LDFLAGS)'

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
DEADCODE := golang.org/x/tools/cmd/deadcode@v0.52.0
FLAGS := $(if $(PROFILE),-profile $(PROFILE)) $(if $(WORKERS),-workers $(WORKERS)) $(ARGS)
FIGURES := $(notdir $(wildcard experiments/fig[0-9]*))
STUDIES := $(notdir $(wildcard experiments/study-*))
NAMES := $(FIGURES) $(STUDIES)
# the folders that FIG names (7, 07, fig07 or study-ratio; several are separated by spaces), or all
find = $(or $(filter $(1) fig$(1:fig%=%) fig0$(1:fig%=%),$(NAMES)),?$(1))
CHOSEN := $(if $(strip $(FIG)),$(foreach f,$(FIG),$(call find,$(f))),$(NAMES))
UNKNOWN := $(patsubst ?%,%,$(filter ?%,$(CHOSEN)))
CHECK = $(if $(UNKNOWN),echo "make: no figure $(UNKNOWN); there are: $(NAMES)" >&2; exit 2;)
# Other targets are about all figures, or none.
FIGURED := figures studies paper claims plan vouch golden golden-paper reproduce slurm new
ifneq ($(strip $(FIG)),)
REFUSED := $(firstword $(filter-out help $(FIGURED),$(MAKECMDGOALS)))
ifneq ($(REFUSED),)
$(error make $(REFUSED) takes no FIG; these do: $(FIGURED))
endif
endif

.PHONY: help help-dev figures studies paper test test-long test-arm64 test-random test-slurm claims plan
.PHONY: vouch golden golden-paper reproduce slurm check new sweep page test-page data bench lint clean
.DELETE_ON_ERROR:

# ## marks the targets that make help lists, #- those that make help-dev lists
listed = sed -n 's/^\([a-z0-9-]*\):.*$(1) /make \1\t/p' Makefile | awk -F'\t' '{printf "%-23s %s\n", $$1, $$2}'
help: ## this list
	@echo 'make fig1, fig2, …      one figure (fig7 and fig07 are the same)'
	@echo 'make study-NAME         one study of a question in the text of the paper; NAME is one of'
	@echo '$(STUDIES:study-%=%)' | fold -s -w 70 | sed 's/^/                        /'
	@$(call listed,\#\#)
	@echo
	@echo 'PROFILE=smoke|quick|paper   how long to run'
	@echo '                            (default: paper once its results are there, else quick)'
	@echo 'WORKERS=N                   tasks at a time (default: one per core)'
	@echo 'FIG=7, FIG="7 study-ratio"  these figures and studies only, for:'
	@echo '                            $(FIGURED)'
	@echo 'ARGS="-set T=1e4"           more flags of the programs; see go run ./experiments/fig07 -h'

help-dev: ## the commands for developers
	@$(call listed,\#-)

# Pages of other profiles than paper have folders of their own. Some flags leave nothing to show.
PAGE = $(if $(filter -plan -share,$(ARGS)),true,\
	exec .bin/report page $(if $(PROFILE),-profile $(PROFILE)))
draw = @$(CHECK) $(BUILD) $(1:%=./experiments/%) ./scripts/figures ./scripts/report && \
	.bin/figures draw $(1) -- $(FLAGS) && $(PAGE)

figures: ## all figures, and then the page
	$(call draw,$(if $(strip $(FIG)),$(CHOSEN),$(FIGURES)))

studies: ## the studies of questions in the text of the paper
	$(call draw,$(if $(strip $(FIG)),$(CHOSEN),$(STUDIES)))

paper: #- complete profile paper, the short figures first, and keep the results
	@$(CHECK) $(BUILD) $(CHOSEN:%=./experiments/%) ./scripts/figures ./scripts/verify \
		./scripts/report && .bin/figures draw $(CHOSEN) -- -profile paper \
		$(if $(WORKERS),-workers $(WORKERS)) $(ARGS) && .bin/verify keep && exec .bin/report page

fig%: FORCE
	@d=$$(ls -d experiments/fig$* experiments/fig0$* 2>/dev/null | head -n 1); \
	if [ -z "$$d" ]; then \
		echo "make: no folder experiments/fig$*; there are: $(NAMES)" >&2; exit 2; fi; \
	$(BUILD) ./$$d && exec .bin/$$(basename $$d) $(FLAGS)
study-%: FORCE
	@if [ ! -d experiments/$@ ]; then \
		echo "make: no folder experiments/$@; there are: $(STUDIES)" >&2; exit 2; fi; \
	$(BUILD) ./experiments/$@ && exec .bin/$@ $(FLAGS)
FORCE:

test: ## all tests, with the golden numbers of profile smoke; ARGS: flags of go test
	@for p in qpdf pdffonts; do command -v $$p > /dev/null || echo "make: without $$p" \
		"(Debian: qpdf, poppler-utils) no other program reads the PDF files: skipped"; done
	@for p in python3 /usr/bin/python3; do $$p -c 'import numpy' 2> /dev/null && exit; done; \
		echo "make: without NumPy (Debian: python3-numpy) no other program reads results: skipped"
	go vet ./...
	go test -timeout 20m $(ARGS) ./...

test-long: #- the tests that make test leaves out: every figure in all forms, long statistics, pointers
	@files=$$(grep -rl --include='*_test.go' '"adl/pkg/long"' experiments pkg scripts); \
	names=$$(sed -n 's/^func \(Test[A-Za-z0-9]*\).*/\1/p' $$files | paste -sd '|'); \
	LONG=1 go test -timeout 30m -run "^($$names)$$" $$(dirname $$files | sort -u | sed 's|^|./|')
	go test -run Forms -gcflags=all=-d=checkptr ./pkg/vec

test-arm64: #- known answers and the bytes of tables on emulated arm64; FULL=1: whole figures
	@scripts/test-arm64.sh

test-random: #- dieharder on the interleaved random streams; FULL=1: all its tests, an hour
	@scripts/test-random.sh

test-slurm: #- figures and failures on a real Slurm of this machine, started for the test
	@scripts/test-slurm.sh

.PHONY: fuzz
fuzz: #- random input to every parser, each for FUZZTIME (10m); FUZZ=MathText: to some
	@scripts/fuzz.sh

claims: ## verdicts on the paper's statements; FIG=7: of a figure, ARGS=-v: with the numbers
	@$(CHECK) go run ./scripts/report claims $(ARGS) \
		$(if $(FIG),$(CHOSEN))

page: ## figures/index.html, with all figures, findings and verdicts
	@mkdir -p .bin && go build -o .bin/ ./scripts/report && \
		$(PAGE)$(if $(ARGS), $(ARGS))

test-page: #- the page in headless Chromium, with axe-core; SHOTS=DIR keeps screenshots
	BROWSER=$(or $(BROWSER),1) SHOTS=$(abspath $(SHOTS)) go test -count=1 -v -run Browser ./scripts/report

plan: ## tasks, cached results, time left
	@$(CHECK) $(BUILD) $(CHOSEN:%=./experiments/%) ./scripts/figures && \
		exec .bin/figures draw $(CHOSEN) -- -plan $(FLAGS)

vouch: #- does the code still give results/paper? SECONDS=20 of tasks by chance; FULL=1: all tasks
	@$(CHECK) $(BUILD) $(CHOSEN:%=./experiments/%) && for f in $(CHOSEN); do \
		.bin/$$f -profile paper -vouch $(if $(FULL),1e9,$(or $(SECONDS),20)) || exit; done

slurm: #- figures by a job array of Slurm each: FIG=7 JOBS=64; WAIT=1 waits until they are drawn
	@$(CHECK) $(BUILD) $(CHOSEN:%=./experiments/%) && \
		for f in $(CHOSEN); do scripts/slurm.sh .bin/$$f '$(JOBS)' $(FLAGS) || exit; done

space := $() $()
golden: #- write the golden numbers and pictures of profile smoke
	@$(CHECK) go test ./experiments -count=1 -timeout 30m -update \
		-run 'TestGolden/^($(subst $(space),|,$(CHOSEN)))$$'

golden-paper: #- compare the tables of profiles quick and paper within their noise
	@$(CHECK) go run ./scripts/verify compare -long results/quick results/paper $(CHOSEN)

reproduce: ## compute everything from scratch, and compare it with the committed results
	@$(CHECK) $(BUILD) $(CHOSEN:%=./experiments/%) ./scripts/verify && \
		exec .bin/verify reproduce $(if $(PROFILE),-profile $(PROFILE)) $(ARGS) $(CHOSEN)

check: ## which figure, table and spec a picture is of: FILE=any copy of a PNG, PDF or SVG
	@mkdir -p .bin && go build -o .bin/ ./scripts/verify && exec .bin/verify check '$(FILE)'

sweep: #- any model, scheme and grid from one TOML file: SPEC=my.toml, PROFILE=one of the file's
	$(if $(SPEC),,$(error make sweep needs SPEC=my.toml; experiments/sweep/example.toml is one))
	@$(BUILD) ./experiments/sweep && exec .bin/sweep -spec '$(SPEC)' $(FLAGS)

new: #- make a small figure with a model of its own: FIG=20, or FIG=study-NAME
	@go run ./scripts/figures new $(FIG)

data: #- write the generated data sets, download MNIST and check its scores
	go run ./scripts/data generate
	scripts/fetch.sh
	go run ./scripts/data scores

bench: #- time a step in every form and in scalar C; OUT=FILE keeps the measurements
	@scripts/bench.sh

lint: #- gofmt, vet, staticcheck, deadcode, long lines, fused multiply-adds
	@list=$$(gofmt -l experiments pkg scripts); test -z "$$list" || { echo "$$list"; exit 1; }
	@list=$$(LC_ALL=C.UTF-8 grep -rlE --include='*.go' '.{101}' experiments pkg scripts | \
		xargs -r grep -L '^// Code generated'); \
	test -z "$$list" || { echo "lines of more than 100 characters:" $$list; exit 1; }
	@! grep -rnE --include='*.go' '// (.*[.:;] )?(What |.* (is|are) what )' experiments pkg scripts || \
		{ echo 'no "is what" and no sentence that begins with What, please'; exit 1; }
	@! grep -rnE --include='*.go' --exclude='*_test.go' '//.*\bwhat (is|are)\b' experiments pkg \
		scripts || { echo 'no "what is" where a noun can stand, please'; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...
	@list=$$(go run $(DEADCODE) -test ./...); test -z "$$list" || { echo "$$list"; exit 1; }
	scripts/nofma.sh

clean: ## remove the cache and the programs, and ask first; tables and pictures stay
	@if [ -d results/cache ]; then go run ./scripts/figures status | tail -n 1; \
	if [ -t 0 ]; then printf 'remove them? (yes or no; default: no) '; read answer; \
		case $$answer in y|yes) ;; *) echo 'nothing is removed'; exit;; esac; \
	else echo 'removing them without a question: there is no terminal'; fi; fi; \
	rm -rf results/cache .bin
