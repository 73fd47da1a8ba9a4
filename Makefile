# Every entry point. `make` lists ten commands; .github/CONTRIBUTING.md has the others.

# The targets that take a variable, and variables that programs read from the environment. Any other
# variable on the command line is a slip. Make 3.81, which macOS has, knows what this file uses.
draw := fig% figures study-% studies
for.PROFILE := $(draw) plan sweep slurm reproduce page
for.WORKERS := $(draw) plan sweep slurm paper bless vouch
for.FIG := figures studies claims plan new slurm reproduce paper golden bless vouch
for.ARGS := $(draw) claims plan sweep slurm reproduce paper vouch test test-long
for.SPEC := sweep
for.JOBS := slurm
for.LIVE := page
variables := PROFILE WORKERS FIG ARGS SPEC JOBS LIVE
known := GO% CGO_% SBATCH_% MAKE% SHELL VEC LONG CI BROWSER CHROMIUM MNIST_DIR MIRRORS \
	SUMS FULL ROUNDS OUT WAIT
goals := $(or $(MAKECMDGOALS),help)
$(foreach v,$(filter-out $(known),$(.VARIABLES)),$(if $(filter command,$(origin $v)),\
	$(if $(filter $(for.$v),$(goals)),,$(error $(if $(for.$v),$v is for: $(for.$v); not for: $(goals),no \
	variable $v; there are: $(variables); parameters: ARGS='-set T=1e4')))))

# Arguments are text: make expands nothing in them, and recipes read them from the environment.
$(foreach v,$(variables),$(eval override $v := $$(value $v))$(eval export $v))
# The shell expands no pattern in them. (Make 3.81 has no .SHELLFLAGS.)
SHELL := /bin/sh -f

include scripts/go.mk

NAMES := $(notdir $(wildcard experiments/fig[0-9]* experiments/study-*))
# the program of 7, 07, fig07 or study-ratio; the programs that FIG names, or else $1
named = $(or $(firstword $(filter $1 fig$(1:fig%=%) fig0$(1:fig%=%),$(NAMES))),\
	$(error no figure $1; there are: $(NAMES)))
chosen = $(if $(strip $(FIG)),$(foreach f,$(FIG),$(call named,$f)),$1)
all = $(call chosen,$(NAMES))
given = $(or $(chosen),$(error $@ needs FIG=7))
PROFILED = $${PROFILE:+-profile "$$PROFILE"}
FLAGS = $(PROFILED) $${WORKERS:+-workers "$$WORKERS"} $$ARGS
build = { [ -d .bin ] || echo 'make: compiling for the first time, up to a minute' >&2; } && \
	go build -o .bin/ $(1:%=./%)
run = $(call build,$(1:%=experiments/%) scripts/report scripts/verify) && \
	for f in $1; do .bin/$$f $2 $(FLAGS) || exit; done
page = $(if $(filter -plan -share,$(ARGS)),true,.bin/report page $(PROFILED))
keep = $(call run,$1,-profile paper -bless) && .bin/verify keep && .bin/report page
space := $() $()
golden = go test ./experiments -count=1 -timeout 30m -update \
	-run '^Test(Golden|Keys)$$/^($(subst $(space),|,$(strip $1)))$$'

MAKEFLAGS += -r --always-make # no target is a file
help:
	@awk -F '[: ].* ## ' '/^[a-z].* ## / { sub(/%/, 7, $$1); printf "make %-11s%s\n", $$1, $$2 }' Makefile
	@echo; echo 'study-NAME, or NAME after FIG=: $(filter study%,$(NAMES))' | fold -s -w 80
	@echo 'PROFILE=smoke|quick|paper   how long to run (default: paper if its results exist, otherwise quick)'
	@echo 'WORKERS=N                   tasks at a time (default: one per core)'
	@echo 'FIG="7 study-ratio"         these alone'
	@echo 'ARGS="-set T=1e4"           more flags of the programs; .bin/fig07 -h lists them'

fig% study-%: ## a figure, or study-NAME, a study of a question in the text
	@$(call build,experiments/$(call named,$@)) && exec .bin/$(call named,$@) $(FLAGS)
fig study:
	$(call named,$@)
figures: ## all figures, and the page figures/index.html
	@$(call run,$(call chosen,$(filter fig%,$(NAMES)))) && $(page)
studies: ## all studies, and the page
	@$(call run,$(call chosen,$(filter study%,$(NAMES)))) && $(page)
claims: ## verdicts on the paper's statements; ARGS=-v: with the numbers
	@$(call build,scripts/report) && .bin/report claims $$ARGS $(chosen)
plan: ## number of tasks, stored results, time left, memory
	@$(call run,$(all),-plan)
sweep: ## any model, scheme and grid from one file: SPEC=my.toml
	@$(if $(SPEC),,$(error sweep needs SPEC=my.toml))$(call build,experiments/sweep) && \
		exec .bin/sweep -spec "$$SPEC" $(FLAGS)
new: ## a small figure with its own model: FIG=20, or FIG=study-NAME
	@scripts/new.sh "$$FIG"
slurm: ## compute FIG=7 in JOBS=64 jobs of Slurm, and draw it
	@$(call build,$(given:%=experiments/%)) && for f in $(given); do \
		scripts/slurm.sh .bin/$$f "$${JOBS:-64}" $(FLAGS) || exit; done
reproduce: ## compute everything from scratch, and compare it with the committed results
	@$(call build,$(all:%=experiments/%) scripts/verify) && \
		exec .bin/verify reproduce $(PROFILED) $$ARGS $(all)
test: ## the tests (all but the long ones), with the golden numbers of PROFILE=smoke
	go test -timeout 20m $$ARGS ./...

page:
	@$(call build,scripts/report) && $(if $(LIVE),scripts/live/build.sh figures/live.js && \
		.bin/report page -live,$(page))
paper:
	@$(call keep,$(all))
golden:
	@$(call golden,$(all))
bless:
	@$(call golden,$(given)) && $(call run,$(given),-profile quick) && $(call keep,$(given)) && \
		.bin/verify compare results/quick results/paper $(given)
vouch:
	@$(call run,$(all),-profile paper -vouch 20)
test-long:
	LONG=1 go test -timeout 30m $$ARGS ./...
	go test -run Forms -gcflags=-d=checkptr ./pkg/vec
test-avx2:
	GODEBUG=cpu.avx512f=off go test -count=1 ./pkg/vec
	GODEBUG=cpu.avx512f=off,cpu.avx2=off GOAMD64=v1 go test -count=1 -run Form ./pkg/vec
test-slurm test-arm64 bench lint:
	scripts/$@.sh
test-page:
	BROWSER=$${BROWSER:-1} go test -count=1 -v -run Browser ./scripts/report ./scripts/live
data:
	go run ./scripts/data generate && scripts/fetch.sh && go run ./scripts/data scores
clean:
	@[ ! -t 0 ] || { printf 'remove results/cache and .bin? (y or n) '; read -r a; [ "$$a" = y ]; }
	rm -rf results/cache .bin
