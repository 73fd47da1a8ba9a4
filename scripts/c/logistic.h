// Bayesian logistic regression, prior N(0, 1): ODABADO at γ = η = 1 with scalar or full ξ, batches
// without replacement. Data are single precision, row-major, rows filled up with zeros to a
// multiple of 8 numbers: gcc turns inner loops over such rows into SIMD instructions by itself.

enum { MAXDIM = 128 };

static const double XI = 1 / 64.0; // half a mean diagonal entry of Σ_x, about

// product is Σ x_k y_k in eight sums, which gcc may not introduce by itself.
static inline double product(const double *x, const double *y) {
	double s[8] = {0};
	for (int k = 0; k < stride; k += 8)
		for (int l = 0; l < 8; l++)
			s[l] += x[k + l] * y[k + l];
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

// gradient is F̂(θ) = −θ + (N/n) Σ (y − σ(θᵀz)) z over the n data of a batch, or over all where
// batch is NULL.
static void gradient(double *restrict f, const double *restrict theta, const int *batch, int n) {
	double sum[MAXDIM] = {0};
	for (int j = 0; j < n; j++) {
		int i = batch ? batch[j] : j;
		const float *x = z + (size_t)i * stride;
		double s[8] = {0};
		for (int k = 0; k < stride; k += 8)
			for (int l = 0; l < 8; l++)
				s[l] += theta[k + l] * x[k + l];
		double t = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
		double delta = label[i] - 1 / (1 + exp(-t));
		for (int k = 0; k < stride; k++)
			sum[k] += delta * x[k];
	}
	for (int k = 0; k < stride; k++)
		f[k] = (double)total / n * sum[k] - theta[k];
}

// subset puts n distinct indices to the front of index, a permutation of all.
static void subset(Rng *r, int *index, int n) {
	for (int j = 0; j < n; j++) {
		int q = j + below(r, total - j), i = index[q];
		index[q] = index[j];
		index[j] = i;
	}
}

// state is a chain: θ, p, and the force and normals of a step, zero from dim to stride.
typedef struct {
	double theta[MAXDIM], p[MAXDIM], f[MAXDIM], g[MAXDIM];
	int *index;
} State;

static State begin(void) {
	State s = {0};
	if (dim > MAXDIM)
		fail("too many components in", "DATA");
	memcpy(s.theta, begins, dim * sizeof *begins);
	s.index = malloc(total * sizeof *s.index);
	for (int i = 0; i < total; i++)
		s.index[i] = i;
	return s;
}

// xi0 is where the diagonal of ξ starts: near its mean.
static double xi0(int n, double dt) { return 1 + XI * total * (double)(total - n) / n * dt; }

// aba moves θ and p by A, B and A.
static inline void aba(State *s, Rng *r, int n, double dt) {
	for (int k = 0; k < stride; k++)
		s->theta[k] += dt / 2 * s->p[k];
	if (n < total)
		subset(r, s->index, n);
	gradient(s->f, s->theta, n < total ? s->index : NULL, n);
	for (int k = 0; k < stride; k++) {
		s->p[k] += dt * s->f[k];
		s->theta[k] += dt / 2 * s->p[k];
	}
}

static void logisticScalar(Rng *rng, int n, double dt, long burn, long steps) {
	Rng r = *rng;
	State s = begin();
	double xi = xi0(n, dt);
	int count = 0;
	for (long k = -burn; k < steps; k++) {
		double e = exp(-dt * xi), sigma = sqrt(variance(xi, dt, e));
		for (int i = 0; i < dim; i++)
			s.p[i] = e * s.p[i] + sigma * normal(&r);
		xi += dt / 2 * (product(s.p, s.p) - dim);
		aba(&s, &r, n, dt);
		xi += dt / 2 * (product(s.p, s.p) - dim);
		if (++count == EVERY) {
			count = 0;
			if (k >= 0)
				observe(s.theta[0]);
		}
	}
	free(s.index);
	*rng = r;
}

// products are y1 = ξ x1 and y2 = ξ x2, four rows of ξ at a time: a symmetric matrix by its rows as
// columns, so that the inner loop sums nothing up.
static void products(double *restrict y1, double *restrict y2, const double *restrict xi,
                     const double *x1, const double *x2) {
	for (int k = 0; k < stride; k++)
		y1[k] = y2[k] = 0;
	for (int i = 0; i < stride; i += 4) {
		const double *r0 = xi + i * stride, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
		double a0 = x1[i], a1 = x1[i + 1], a2 = x1[i + 2], a3 = x1[i + 3];
		double b0 = x2[i], b1 = x2[i + 1], b2 = x2[i + 2], b3 = x2[i + 3];
		for (int k = 0; k < stride; k++) {
			y1[k] += a0 * r0[k] + a1 * r1[k] + a2 * r2[k] + a3 * r3[k];
			y2[k] += b0 * r0[k] + b1 * r1[k] + b2 * r2[k] + b3 * r3[k];
		}
	}
}

// fluctuate is O at a full ξ, p ← e^(−Δtξ) p + (2Δt)^(1/2) s(2Δtξ) g with s(y)² = (1 − e^(−y))/y,
// by Taylor's series of both functions: the same products of ξ with two vectors serve both, until
// what they add is below 10⁻¹².
static void fluctuate(double *p, const double *g, const double *xi, const double *c, double dt) {
	double out[MAXDIM], x[2][2][MAXDIM], amp = sqrt(2 * dt), e = 1, s = amp, size;
	memcpy(x[0][0], p, stride * sizeof *p);
	memcpy(x[0][1], g, stride * sizeof *g);
	for (int k = 0; k < stride; k++)
		out[k] = p[k] + amp * g[k];
	size = product(out, out);
	for (int t = 1; t < TERMS; t++) {
		double *u = x[t % 2][0], *v = x[t % 2][1];
		products(u, v, xi, x[1 - t % 2][0], x[1 - t % 2][1]);
		e *= -dt / t;
		s *= 2 * dt;
		for (int k = 0; k < stride; k++)
			out[k] += e * u[k] + s * c[t] * v[k];
		if (e * e * product(u, u) + s * s * c[t] * c[t] * product(v, v) < 1e-24 * size) {
			memcpy(p, out, stride * sizeof *p);
			return;
		}
	}
	fail("a Taylor series does not converge:", "DT is too large");
}

// outer is ξ += g (p pᵀ + q qᵀ − 2): the D at the end of a step and that after the O before it,
// between which nothing asks for ξ.
static void outer(double *restrict xi, const double *p, const double *q, double g) {
	for (int i = 0; i < dim; i++) {
		double *row = xi + i * stride, a = g * p[i], b = g * q[i];
		for (int k = 0; k < stride; k++)
			row[k] += a * p[k] + b * q[k];
		row[i] -= 2 * g;
	}
}

static void logisticFull(Rng *rng, int n, double dt, long burn, long steps) {
	Rng r = *rng;
	State s = begin();
	double c[TERMS], q[MAXDIM], *xi = calloc((size_t)stride * stride, sizeof *xi);
	noiseSeries(c);
	for (int i = 0; i < dim; i++)
		xi[i * stride + i] = xi0(n, dt);
	int count = 0;
	for (long k = -burn; k < steps; k++) {
		for (int i = 0; i < dim; i++)
			s.g[i] = normal(&r);
		fluctuate(s.p, s.g, xi, c, dt);
		memcpy(q, s.p, stride * sizeof *q);
		aba(&s, &r, n, dt);
		outer(xi, s.p, q, dt / 2);
		if (++count == EVERY) {
			count = 0;
			if (k >= 0)
				observe(s.theta[0]);
		}
	}
	free(xi);
	free(s.index);
	*rng = r;
}
