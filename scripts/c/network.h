// A Bayesian neural network with 2 inputs and 8 hidden units, P(y = 1|x, θ) = σ(W² max(0, W¹x +
// b)), prior N(0, 1): ODABADO at γ = 1, η = 200 with a diagonal ξ, batches without replacement. θ
// is the columns of W¹, b and W²: gcc turns loops over units into SIMD instructions by itself.

enum { UNITS = 8, WEIGHTS = 4 * UNITS };

typedef struct { double x0, x1, y; } Point;

// activation is W² r with r = max(0, z), z = W¹x + b.
static inline __attribute__((always_inline)) double
activation(const double *t, double x0, double x1, double *r) {
	double a[UNITS];
	for (int j = 0; j < UNITS; j++) {
		double u = t[2 * UNITS + j] + t[j] * x0 + t[UNITS + j] * x1;
		r[j] = u > 0 ? u : 0;
		a[j] = t[3 * UNITS + j] * r[j];
	}
	return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}

// networkForce is F̂(θ) for n data drawn without replacement: the first n of x, after a partial
// shuffle.
static inline __attribute__((always_inline)) void
networkForce(Rng *rng, Point *x, int n, const double *t, double *f) {
	double sum[WEIGHTS] = {0}, r[UNITS], c = (double)total / n;
	for (int j = 0; j < n; j++) {
		int q = j + below(rng, total - j);
		Point y = x[q];
		x[q] = x[j];
		x[j] = y;
		double delta = y.y - 1 / (1 + exp(-activation(t, y.x0, y.x1, r)));
		for (int k = 0; k < UNITS; k++) {
			double back = r[k] > 0 ? delta * t[3 * UNITS + k] : 0;
			sum[k] += back * y.x0;
			sum[UNITS + k] += back * y.x1;
			sum[2 * UNITS + k] += back;
			sum[3 * UNITS + k] += delta * r[k];
		}
	}
	for (int k = 0; k < WEIGHTS; k++)
		f[k] = c * sum[k] - t[k];
}

static void network(Rng *rng, int n, double dt, long burn, long steps) {
	Rng r = *rng;
	Point *x = malloc(total * sizeof *x);
	double t[WEIGHTS], p[WEIGHTS] = {0}, xi[WEIGHTS], f[WEIGHTS], g[WEIGHTS], rate = dt / 2 / 200;
	if (dim != 2)
		fail("the network wants two components a datum in", "DATA");
	for (int i = 0; i < total; i++)
		x[i] = (Point){z[i * stride], z[i * stride + 1], label[i]};
	for (int i = 0; i < WEIGHTS; i++) {
		t[i] = normal(&r);
		xi[i] = 3;
	}
	Short c6 = begun(dt);
	int count = 0;
	for (long k = -burn; k < steps; k++) {
		for (int i = 0; i < WEIGHTS; i++)
			g[i] = normal(&r);
		double most = 0;
		for (int i = 0; i < WEIGHTS; i++)
			most = fabs(xi[i]) > most ? fabs(xi[i]) : most;
		if (2 * dt * most <= 1.0 / 16)
			for (int i = 0; i < WEIGHTS; i++) {
				double y = 2 * dt * xi[i], e = c6.e[DEGREE], s = c6.s[DEGREE];
				for (int k = DEGREE - 1; k >= 0; k--) {
					e = e * y + c6.e[k];
					s = s * y + c6.s[k];
				}
				p[i] = e * p[i] + s * g[i];
			}
		else
			for (int i = 0; i < WEIGHTS; i++) {
				double e = exp(-dt * xi[i]);
				p[i] = e * p[i] + sqrt(variance(xi[i], dt, e)) * g[i];
			}
		for (int i = 0; i < WEIGHTS; i++) {
			xi[i] += rate * (p[i] * p[i] - 1);
			t[i] += dt / 2 * p[i];
		}
		networkForce(&r, x, n, t, f);
		for (int i = 0; i < WEIGHTS; i++) {
			p[i] += dt * f[i];
			t[i] += dt / 2 * p[i];
			xi[i] += rate * (p[i] * p[i] - 1);
		}
		if (++count == EVERY) {
			count = 0;
			if (k >= 0)
				observe(1 / (1 + exp(-activation(t, 1, 1.5, f))));
		}
	}
	free(x);
	*rng = r;
}
