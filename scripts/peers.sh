#!/bin/sh
# Times a logistic regression with 100,000 generated data and 20 covariates here and, where R has
# rstan, in Stan: the line of Stan has the same columns as the summaries of the sweeps. 1e4 over the
# ESS a CPU second is the time to a standard error of 1 % of a standard deviation.
set -eu
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
awk 'BEGIN {
	srand(1)
	for (j = 1; j <= 20; j++) printf "x%d,", j
	print "y"
	for (i = 0; i < 100000; i++) {
		s = 0
		for (j = 1; j <= 20; j++) {
			z = sqrt(-2 * log(1 - rand())) * cos(6.283185307179586 * rand())
			s += z * (j % 5 - 2) / 5
			printf "%.4f,", z
		}
		print (rand() < 1 / (1 + exp(-s)))
	}
}' > "$dir/data.csv"
cat > "$dir/spec.toml" << END
seed     = 1
T        = 400
replicas = 8
burn_in  = 1.0
blocks   = 8
observe_every = 4e-3
gamma    = 200.0
eta      = 1e-3
dt       = 1e-3
scheme   = "ODABADO"
friction = "diagonal"

[sweep]
n = [100]

[model]
kind = "logistic"

[data]
file = "$dir/data.csv"
END
sweep() { # its name and flags
	echo "$1:"
	make -s sweep SPEC="$dir/spec.toml" ARGS="-cache $dir/cache -out $dir/out $2" 2> "$dir/log" |
		grep -E '^(scheme|O)' || cat "$dir/log"
}
sweep "Langevin dynamics, full batches" \
	"-set sweep.n=[100000] -set scheme=OABAO -set T=40 -set burn_in=0.1"
sweep "AdL" "-set dt=1e-4"
sweep "AdL with control variates" "-set control=mode"
Rscript -e 'library(rstan)' > "$dir/log" 2>&1 || {
	echo "Stan: skipped, R has no rstan"
	exit
}
cat > "$dir/stan.R" << 'END'
suppressMessages(library(rstan))
dir <- commandArgs(TRUE)
d <- as.matrix(read.csv(file.path(dir, "data.csv")))
labels <- if (packageVersion("rstan") < "2.26") "int y[N]" else "array[N] int y"
if (!file.exists(rstan_options("boost_lib"))) rstan_options(boost_lib = "/usr/include")
if (!file.exists(rstan_options("eigen_lib"))) {
	rstan_options(eigen_lib = system.file("include", package = "RcppEigen"))
}
m <- stan_model(model_code = paste0("
	data { int N; matrix[N, 20] x; ", labels, "; }
	parameters { vector[20] theta; }
	model { theta ~ normal(0, 1); y ~ bernoulli_logit_glm(x, 0, theta); }"))
f <- sampling(m, list(N = nrow(d), x = d[, 1:20], y = as.integer(d[, 21])), chains = 1, iter = 1000,
	seed = 1, refresh = 0)
t <- get_elapsed_time(f)
ess <- min(summary(f, pars = "theta")$summary[, "n_eff"])
theta <- as.matrix(f, pars = "theta")
x <- d[, 1:20]
p <- plogis(x %*% colMeans(theta))
laplace <- diag(solve(crossprod(x, x * as.vector(p * (1 - p))) + diag(20)))
square <- t((t(theta) - colMeans(theta))^2)
e <- 100 * (colMeans(square) / laplace - 1)
se <- 100 * apply(square, 2, sd) / sqrt(apply(square, 2, ess_bulk)) / laplace
k <- which.max(abs(e))
cat(sprintf("Stan %s, NUTS: variance %.2g±%.1g %%, %.3g ESS/s, after %.3g s of warm-up\n",
	packageVersion("rstan"), e[k], se[k], ess / t[, "sample"], t[, "warmup"]))
END
Rscript "$dir/stan.R" "$dir" 2> "$dir/log" || cat "$dir/log"
