// Extended Adaptive Langevin dynamics of the mixture: ODABADO at γ = η = 1 with full ξ(θ) = Σ_k ξ_k
// f_k(θ), K = 35. Θ is cut at (0.7, 0.7) into four cells, each with nine functions √(2i+1) u₁^i
// √(2j+1) u₂^j, i, j ≤ 2, of the variables that run from 0 to 1 through the cell's part of [0,
// 1.4]² and stay at that outside. O at the end of a step, D's at its two ends and O of the next
// stand at the same θ: cell and functions are found once a step.

enum { DEGREES = 3, FUNCTIONS = DEGREES * DEGREES, CELLS = 4 };

typedef struct { double a, b, d; } Sym; // (a b; b d)

// basis writes the values of the functions of the cell of (t1, t2) into f and returns the cell.
static inline int basis(double *f, double t1, double t2) {
	static const double norm[DEGREES] = {1, 1.7320508075688772, 2.23606797749979};
	double t[2] = {t1, t2}, power[2][DEGREES];
	int cell = 0;
	for (int k = 0; k < 2; k++) {
		int upper = t[k] >= 0.7;
		double u = t[k] / 0.7 - upper;
		u = u < 0 ? 0 : u > 1 ? 1 : u;
		cell += upper << k;
		power[k][0] = 1;
		power[k][1] = norm[1] * u;
		power[k][2] = norm[2] * u * u;
	}
	for (int j = 0; j < DEGREES; j++)
		for (int i = 0; i < DEGREES; i++)
			f[j * DEGREES + i] = power[0][i] * power[1][j];
	return cell;
}

// xiAt is ξ(θ) from the cell's ξ_k and the values of their functions.
static inline Sym xiAt(const Sym *xi, const double *f) {
	Sym s = {0, 0, 0};
	for (int k = 0; k < FUNCTIONS; k++) {
		s.a += f[k] * xi[k].a;
		s.b += f[k] * xi[k].b;
		s.d += f[k] * xi[k].d;
	}
	return s;
}

// adapt is D: ξ_k += g f_k (p pᵀ − 1) in a cell.
static inline void adapt(Sym *xi, const double *f, double g, double p1, double p2) {
	double a = g * (p1 * p1 - 1), b = g * p1 * p2, d = g * (p2 * p2 - 1);
	for (int k = 0; k < FUNCTIONS; k++) {
		xi[k].a += f[k] * a;
		xi[k].b += f[k] * b;
		xi[k].d += f[k] * d;
	}
}

static void eadl(Rng *rng, int n, double dt, long burn, long steps) {
	Rng r = *rng;
	double x[MAXDATA];
	memcpy(x, data, total * sizeof *x);
	double c = (double)total / n * PRECISION, t1 = chain % 2 ? 0.5 : 1, t2 = chain % 2 ? 1 : 0.5;
	double p1 = 0, p2 = 0, f1, f2, f[FUNCTIONS];
	Sym xi[CELLS * FUNCTIONS] = {0};
	for (int k = 0; k < CELLS; k++)
		xi[k * FUNCTIONS] = (Sym){3, 0, 3};
	Sym *at = xi + FUNCTIONS * basis(f, t1, t2);
	Short c6 = begun(dt);
	int count = 0;
	for (long k = -burn; k < steps; k++) {
		Sym s = xiAt(at, f);
		ou(&r, &c6, s.a, s.b, s.d, dt, &p1, &p2);
		adapt(at, f, dt / 2, p1, p2);
		t1 += dt / 2 * p1;
		t2 += dt / 2 * p2;
		force(&r, x, n, c, t1, t2, &f1, &f2);
		p1 += dt * f1;
		p2 += dt * f2;
		t1 += dt / 2 * p1;
		t2 += dt / 2 * p2;
		at = xi + FUNCTIONS * basis(f, t1, t2);
		adapt(at, f, dt / 2, p1, p2);
		if (++count == EVERY) {
			count = 0;
			if (k >= 0)
				observe(t1);
		}
	}
	*rng = r;
}
