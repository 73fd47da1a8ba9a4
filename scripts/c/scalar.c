// Scalar C, one chain after the other: the code of a careful researcher, with all speed that C has
// short of SIMD by hand. xoshiro256++ and the ziggurat for normals, one logistic for the two
// responsibilities of a datum, the O half steps at the two ends of a step merged into one (the same
// law of θ), F̂ once a step, distinct indices by a partial Fisher–Yates shuffle of a copy of the
// data that is never put back.
//
//	gcc -O3 -march=native scalar.c -lm
//	scalar DATA METHOD N DT LO HI CHAINS BURN STEPS
//
// moves each of CHAINS chains by BURN + STEPS steps of METHOD:
//
//	sgld             SGLD for the Gaussian with σ_x = σ_θ = 1, batches with replacement
//	langevin         OABAO at γ = 1 for the mixture with w = 0.4, σ₁ = σ₂ = 0.4, σ_θ = 1, batches
//	                 without replacement, as in all that follow
//	adl              ODABADO at γ = 1, η = 0.1 with a full ξ, for the same mixture
//	eadl             extended Adaptive Langevin dynamics of it (eadl.h)
//	logistic-scalar  Bayesian logistic regression (logistic.h)
//	logistic-full    the same with a full ξ
//	logistic-million  logistic-scalar with each datum COPIES times
//	network          a Bayesian neural network (network.h)
//
// from p = 0 and ξ = 3, but ξ = 1 + ε(n) DT/64 for logistic regression, ε(n) = N(N−n)/n, and from θ
// = 0 for sgld, (1, 0.5) for langevin and adl, that and (0.5, 1) in turn for eadl, the numbers in
// DATA.start for logistic regression, and random normals for the network. DATA has a datum a line;
// the last four methods' have their components and, last, the label 0 or 1, with commas between
// them. θ₁, or the network's output at the point (1, 1.5), is put into a histogram on [LO, HI)
// every ten steps after the BURN first. Prints the seconds of CPU time that the stepping took and
// then, a line a chain, the means of that number and of its square as the histogram has them.
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BINS = 500, EVERY = 10, MAXDATA = 65536, COPIES = 16 };

// ---- random numbers: xoshiro256++ (Blackman and Vigna), seeded by splitmix64 ----

typedef struct { uint64_t s[4]; } Rng;

static inline uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t next(Rng *r) {
	uint64_t *s = r->s, out = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return out;
}

static void seed(Rng *r, uint64_t x) {
	for (int i = 0; i < 4; i++) {
		uint64_t z = (x += 0x9e3779b97f4a7c15u);
		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
		z = (z ^ z >> 27) * 0x94d049bb133111ebu;
		r->s[i] = z ^ z >> 31;
	}
}

static inline double uniform(Rng *r) { return (double)(next(r) >> 11) * 0x1p-53; }

// below is uniform on 0 … n−1, up to n·2⁻³².
static inline int below(Rng *r, int n) { return (int)((next(r) >> 32) * (uint64_t)n >> 32); }

// The ziggurat of Marsaglia and Tsang with 256 layers of area V; the tail begins at R.
static const double R = 3.6541528853610088, V = 0.00492867323399;
// Of a layer: x = width·m for a 52-bit m, the density at its edge, and the m below which all are
// under the curve.
static double width[256], height[256];
static uint64_t inside[256];

static void ziggurat(void) {
	const double m = 0x1p52;
	double x = R, edge = R, q = V / exp(-0.5 * R * R);
	inside[0] = (uint64_t)(R / q * m);
	inside[1] = 0;
	width[0] = q / m;
	width[255] = R / m;
	height[0] = 1;
	height[255] = exp(-0.5 * R * R);
	for (int i = 254; i >= 1; i--) {
		x = sqrt(-2 * log(V / x + exp(-0.5 * x * x)));
		inside[i + 1] = (uint64_t)(x / edge * m);
		edge = x;
		height[i] = exp(-0.5 * x * x);
		width[i] = x / m;
	}
}

// rare goes on with one draw of the ziggurat in a hundred: in the tail, and in the wedges between
// the layers and the curve.
static __attribute__((noinline)) double rare(Rng *r, int i, double x) {
	for (;;) {
		if (i == 0) {
			double t, y;
			do {
				t = -log1p(-uniform(r)) / R;
				y = -log1p(-uniform(r));
			} while (2 * y <= t * t);
			return x < 0 ? -(R + t) : R + t;
		}
		if (height[i] + (height[i - 1] - height[i]) * uniform(r) < exp(-0.5 * x * x))
			return x;
		uint64_t u = next(r), m = u >> 12;
		i = u & 255;
		x = (double)m * width[i];
		if (u & 256)
			x = -x;
		if (m < inside[i])
			return x;
	}
}

// normal takes the layer from bits 0 to 7, the sign from bit 8 and the abscissa from the upper 52.
static inline __attribute__((always_inline)) double normal(Rng *r) {
	uint64_t u = next(r), m = u >> 12, bits;
	int i = u & 255;
	double x = (double)(int64_t)m * width[i];
	memcpy(&bits, &x, 8);
	bits ^= (u & 256) << 55; // the sign, without a branch
	memcpy(&x, &bits, 8);
	if (__builtin_expect(m < inside[i], 1))
		return x;
	Rng copy = *r; // so that the state of the caller may stay in registers
	x = rare(&copy, i, x);
	*r = copy;
	return x;
}

// ---- the histogram: cells 0 and BINS+1 take what lies outside ----

static double lo, hi;
static long cells[BINS + 2];

static inline void observe(double x) {
	double u = (x - lo) * (BINS / (hi - lo));
	cells[u < 0 ? 0 : u >= BINS ? BINS + 1 : 1 + (int)u]++;
}

// ---- the chains ----

static double data[MAXDATA];
static int total, chain; // number of the data, and of the chain that moves

static void fail(const char *message, const char *of) {
	fprintf(stderr, "scalar: %s %s\n", message, of);
	exit(2);
}

// sgld: θ ← θ + Δt F̂(θ) + √(2Δt) G with F̂(θ) = −(1+N) θ + (N/n) Σ x.
static void sgld(Rng *rng, int n, double dt, long burn, long steps) {
	Rng r = *rng;
	double theta = 0, a = 1 - dt * (1 + total), b = dt * total / n, s = sqrt(2 * dt);
	int count = 0;
	for (long k = -burn; k < steps; k++) {
		double sum = 0;
		for (int j = 0; j < n; j++)
			sum += data[below(&r, total)];
		theta = a * theta + (b * sum + s * normal(&r));
		if (++count == EVERY) {
			count = 0;
			if (k >= 0)
				observe(theta);
		}
	}
	*rng = r;
}

static const double W = 0.4, PRECISION = 1 / (0.4 * 0.4); // 1/σ²

// force is F̂(θ) of the mixture for n data drawn without replacement: the first n of x, after a
// partial shuffle; c is (N/n)/σ².
static inline __attribute__((always_inline)) void
force(Rng *r, double *x, int n, double c, double t1, double t2, double *f1, double *f2) {
	double b = (t2 - t1) * PRECISION, a = log((1 - W) / W) - 0.5 * b * (t1 + t2);
	// Σ x, Σ r, Σ r x with r = 1/(1 + exp(a + b x)) the probability of the first component
	double sum = 0, resp = 0, respx = 0;
	for (int j = 0; j < n; j++) {
		int q = j + below(r, total - j);
		double y = x[q], p;
		x[q] = x[j];
		x[j] = y;
		p = 1 / (1 + exp(a + b * y));
		sum += y;
		resp += p;
		respx += p * y;
	}
	*f1 = -t1 + c * (respx - t1 * resp);
	*f2 = -t2 + c * (sum - respx - t2 * (n - resp));
}

// langevin: OABAO at γ = 1.
static void langevin(Rng *rng, int n, double dt, long burn, long steps) {
	Rng r = *rng;
	double x[MAXDATA];
	memcpy(x, data, total * sizeof *x);
	double c = (double)total / n * PRECISION, t1 = 1, t2 = 0.5, p1 = 0, p2 = 0, f1, f2;
	double alpha = exp(-dt), s = sqrt(1 - alpha * alpha);
	int count = 0;
	for (long k = -burn; k < steps; k++) {
		p1 = alpha * p1 + s * normal(&r);
		p2 = alpha * p2 + s * normal(&r);
		t1 += dt / 2 * p1;
		t2 += dt / 2 * p2;
		force(&r, x, n, c, t1, t2, &f1, &f2);
		p1 += dt * f1;
		p2 += dt * f2;
		t1 += dt / 2 * p1;
		t2 += dt / 2 * p2;
		if (++count == EVERY) {
			count = 0;
			if (k >= 0)
				observe(t1);
		}
	}
	*rng = r;
}

// variance is (γ/λ)(1 − e^(−2hλ)) at γ = 1, given e = e^(−hλ).
static inline double variance(double lambda, double h, double e) {
	return fabs(h * lambda) < 1e-5 ? 2 * h * (1 - h * lambda) : (1 - e * e) / lambda;
}

enum { TERMS = 40 };

// noiseSeries finds the coefficients of [(1 − e^(−y))/y]^(1/2) about 0, good for |y| < 2π.
static void noiseSeries(double *c) {
	double a[TERMS]; // of the square: (−1)^k/(k+1)!
	a[0] = c[0] = 1;
	for (int k = 1; k < TERMS; k++) {
		a[k] = -a[k - 1] / (k + 1);
		c[k] = a[k];
		for (int i = 1; i < k; i++)
			c[k] -= c[i] * c[k - i];
		c[k] /= 2;
	}
}

enum { DEGREE = 6 };

// Short holds the first terms about 0 of e^(−y/2) and of (2h)^(1/2) [(1 − e^(−y))/y]^(1/2), y =
// 2hλ: where |y| ≤ 1/16 they are as good as exp and sqrt, and gcc turns loops over them into SIMD
// instructions by itself.
typedef struct { double e[DEGREE + 1], s[DEGREE + 1]; } Short;

static Short begun(double h) {
	Short c;
	double s[TERMS], e = 1;
	noiseSeries(s);
	for (int k = 0; k <= DEGREE; k++) {
		c.e[k] = e;
		c.s[k] = sqrt(2 * h) * s[k];
		e *= -0.5 / (k + 1);
	}
	return c;
}

// ou is O at ξ = (a b; b d), e^(−Δtξ) p + [ξ⁻¹ (1 − e^(−2Δtξ))]^(1/2) G: a function f of ξ with the
// eigenvalues λ± = (a+d)/2 ± ρ, ρ² = ((a−d)/2)² + b², is (f₊+f₋)/2 + (f₊−f₋)/2 (co si; si −co) with
// (co, si) = ((a−d)/2, b)/ρ.
static inline __attribute__((always_inline)) void
ou(Rng *r, const Short *c, double a, double b, double d, double dt, double *p1, double *p2) {
	double g1 = normal(r), g2 = normal(r);
	double m = dt * (a + d), n1 = dt * (a - d), n2 = 2 * dt * b, square = n1 * n1 + n2 * n2;
	if (m * m + square <= 1.0 / 512) {
		// Horner's rule on x + y N, where 2Δtξ = m + N and N² is a number
		double e = c->e[DEGREE], en = 0, s = c->s[DEGREE], sn = 0;
		for (int k = DEGREE - 1; k >= 0; k--) {
			double x = e * m + (en * square + c->e[k]), y = s * m + (sn * square + c->s[k]);
			en = en * m + e;
			sn = sn * m + s;
			e = x;
			s = y;
		}
		double q1 = (e + en * n1) * *p1 + en * n2 * *p2 + (s + sn * n1) * g1 + sn * n2 * g2;
		double q2 = en * n2 * *p1 + (e - en * n1) * *p2 + sn * n2 * g1 + (s - sn * n1) * g2;
		*p1 = q1;
		*p2 = q2;
		return;
	}
	double mid = 0.5 * (a + d), diff = 0.5 * (a - d), rho = sqrt(diff * diff + b * b);
	double e1 = exp(-dt * (mid + rho)), e2 = exp(-dt * (mid - rho));
	double s1 = sqrt(variance(mid + rho, dt, e1)), s2 = sqrt(variance(mid - rho, dt, e2));
	double co = rho > 0 ? diff / rho : 1, si = rho > 0 ? b / rho : 0;
	double em = 0.5 * (e1 + e2), ed = 0.5 * (e1 - e2), sm = 0.5 * (s1 + s2), sd = 0.5 * (s1 - s2);
	double q1 = (em + ed * co) * *p1 + ed * si * *p2 + (sm + sd * co) * g1 + sd * si * g2;
	double q2 = ed * si * *p1 + (em - ed * co) * *p2 + sd * si * g1 + (sm - sd * co) * g2;
	*p1 = q1;
	*p2 = q2;
}

// adl: ODABADO at γ = 1, η = 0.1 with ξ = (a b; b d).
static void adl(Rng *rng, int n, double dt, long burn, long steps) {
	Rng r = *rng;
	double x[MAXDATA];
	memcpy(x, data, total * sizeof *x);
	double c = (double)total / n * PRECISION, t1 = 1, t2 = 0.5, p1 = 0, p2 = 0, f1, f2;
	double a = 3, b = 0, d = 3, g = dt / 2 / 0.1;
	Short c6 = begun(dt);
	int count = 0;
	for (long k = -burn; k < steps; k++) {
		ou(&r, &c6, a, b, d, dt, &p1, &p2);
		a += g * (p1 * p1 - 1);
		b += g * p1 * p2;
		d += g * (p2 * p2 - 1);
		t1 += dt / 2 * p1;
		t2 += dt / 2 * p2;
		force(&r, x, n, c, t1, t2, &f1, &f2);
		p1 += dt * f1;
		p2 += dt * f2;
		t1 += dt / 2 * p1;
		t2 += dt / 2 * p2;
		a += g * (p1 * p1 - 1);
		b += g * p1 * p2;
		d += g * (p2 * p2 - 1);
		if (++count == EVERY) {
			count = 0;
			if (k >= 0)
				observe(t1);
		}
	}
	*rng = r;
}

// Labelled data z of dim numbers, in rows of stride, and where chains begin.
static float *z;
static double *label, *begins;
static int dim, stride;

#include "eadl.h"
#include "logistic.h"
#include "network.h"

// ---- the program ----

static FILE *reading(const char *path) {
	FILE *f = fopen(path, "r");
	if (!f)
		fail("cannot open", path);
	return f;
}

static void readData(const char *path) {
	FILE *f = reading(path);
	char line[256];
	while (fgets(line, sizeof line, f))
		if (line[0] != '#' && total < MAXDATA)
			data[total++] = strtod(line, NULL);
	fclose(f);
}

// readLabelled reads the numbers and the label of a datum a line, commas between them.
static void readLabelled(const char *path) {
	static char line[1 << 16];
	FILE *f = reading(path);
	while (fgets(line, sizeof line, f)) {
		if (line[0] == '#' || total == MAXDATA)
			continue;
		if (!total) {
			for (char *s = line; (s = strchr(s, ',')); s++)
				dim++;
			stride = (dim + 7) / 8 * 8;
			z = aligned_alloc(64, (size_t)COPIES * MAXDATA * stride * sizeof *z);
			label = malloc(COPIES * MAXDATA * sizeof *label);
		}
		char *s = line;
		float *row = z + (size_t)total * stride;
		memset(row, 0, stride * sizeof *row);
		for (int k = 0; k < dim; k++)
			row[k] = strtof(s, &s), s++;
		label[total++] = strtod(s, NULL);
	}
	fclose(f);
}

// copies repeats the data.
static void copies(void) {
	for (int c = 1; c < COPIES; c++) {
		memcpy(z + (size_t)c * total * stride, z, (size_t)total * stride * sizeof *z);
		memcpy(label + (size_t)c * total, label, total * sizeof *label);
	}
	total *= COPIES;
}

// readStart reads a number a line from the file at path with .start behind.
static void readStart(const char *path) {
	char name[4096], line[256];
	snprintf(name, sizeof name, "%s.start", path);
	FILE *f = reading(name);
	begins = calloc(dim, sizeof *begins);
	for (int k = 0; k < dim && fgets(line, sizeof line, f);)
		if (line[0] != '#')
			begins[k++] = strtod(line, NULL);
	fclose(f);
}

static double cpu(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
	if (argc != 10)
		fail("expected", "DATA METHOD N DT LO HI CHAINS BURN STEPS");
	static const struct {
		const char *name;
		void (*run)(Rng *, int, double, long, long);
		int labelled, start; // what it reads
	} methods[] = {
		{"sgld", sgld, 0, 0},
		{"langevin", langevin, 0, 0},
		{"adl", adl, 0, 0},
		{"eadl", eadl, 0, 0},
		{"logistic-scalar", logisticScalar, 1, 1},
		{"logistic-full", logisticFull, 1, 1},
		{"logistic-million", logisticScalar, 1, 1},
		{"network", network, 1, 0},
	}, *m = methods, *end = methods + sizeof methods / sizeof *methods;
	while (m < end && strcmp(argv[2], m->name))
		m++;
	if (m == end)
		fail("no method", argv[2]);
	(m->labelled ? readLabelled : readData)(argv[1]);
	if (!strcmp(m->name, "logistic-million"))
		copies();
	if (m->start)
		readStart(argv[1]);
	int n = atoi(argv[3]), chains = atoi(argv[7]);
	double dt = atof(argv[4]), seconds = 0;
	lo = atof(argv[5]);
	hi = atof(argv[6]);
	long burn = atol(argv[8]), steps = atol(argv[9]);
	double *mean = malloc(chains * sizeof *mean), *square = malloc(chains * sizeof *square);
	Rng r;
	seed(&r, 1);
	ziggurat();
	for (chain = 0; chain < chains; chain++) {
		memset(cells, 0, sizeof cells);
		double start = cpu();
		m->run(&r, n, dt, burn, steps);
		seconds += cpu() - start;
		double seen = 0, s1 = 0, s2 = 0;
		for (int i = 0; i < BINS + 2; i++) {
			double x = i == 0 ? lo : i > BINS ? hi : lo + (i - 0.5) * (hi - lo) / BINS;
			seen += cells[i];
			s1 += cells[i] * x;
			s2 += cells[i] * x * x;
		}
		mean[chain] = s1 / seen;
		square[chain] = s2 / seen;
	}
	printf("%.9g\n", seconds);
	for (int c = 0; c < chains; c++)
		printf("%.17g %.17g\n", mean[c], square[c]);
	return 0;
}
