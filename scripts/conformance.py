"""Usage: python3 scripts/conformance.py METHOD FILE [SEED [TARGET]]

METHOD is a method of results/conformance.csv. FILE has step(s, gradient, rng), a step of many
replicas, which changes s.theta and s.p (replicas x d) and s.xi (replicas x 1, x d or x d x d). s
has dt, gamma, eta, n, ndata and sampling. gradient(theta, batch) takes indices of data (replicas x
n) or draws them. z = (measured - exact)/(error^2 + tolerance^2)^(1/2). A correct sampler has a row
WRONG once in 10,000 runs."""
import itertools, pathlib, runpy, statistics, sys, types
try:
    import numpy as np
except ImportError:
    sys.exit(print("needs NumPy: python3 -m pip install numpy", file=sys.stderr) or 2)

REPLICAS, BURN_IN, STEPS, ROOT = 256, 400, 2000, pathlib.Path(__file__).parents[1]

def densities(theta, x):  # of data under the mixture's components: replicas x 2 x data
    return np.array([[0.4], [0.6]]) * np.exp(-(x[:, None] - theta[:, :, None])**2 / 0.32)

class Gradient:
    def __init__(self, s, rng):
        self.s, self.rng, self.k = s, rng, 0
        self.x = np.loadtxt(ROOT / s.data) if s.data else np.zeros(1)
        s.ndata, s.n = len(self.x), s.n or 1
        self.order = np.tile(np.arange(s.ndata), (REPLICAS, 1))

    def draw(self, s):
        if s.sampling == "with":
            return self.rng.integers(s.ndata, size=(REPLICAS, s.n))
        epoch = s.ndata // s.n if s.sampling == "reshuffle" else 1
        first, self.k = self.k % epoch * s.n, self.k + 1
        if first == 0 and s.n < s.ndata:
            self.order = self.rng.permuted(self.order, axis=1)
        return self.order[:, first:first + s.n]

    def __call__(self, theta, batch=None):
        if self.s.target == "normal":
            return -theta
        x = self.x[self.draw(self.s) if batch is None else batch]
        force = x[:, None] - theta[:, :, None]
        if self.s.target == "mixture":
            f = densities(theta, x)
            force *= f / f.sum(axis=1, keepdims=True) / 0.16
        return -theta + self.s.ndata / x.shape[1] * force.sum(axis=2)

def run(step, rows, rng):  # returns the rows of a setup with every replica's average over time
    s = types.SimpleNamespace(**{name: rows[0][name].item() for name in rows[0].dtype.names})
    gradient, sums = Gradient(s, rng), np.zeros((len(rows), REPLICAS))
    mean, var = [{r["of"]: r["value"] for r in rows if q in r["quantity"]} for q in ("mean", "var")]
    s.theta, s.p, s.xi = (rng.normal(mean.get(x, 0), var.get(x, 1)**0.5, (REPLICAS, s.d))
                          for x in ("theta", "p", "xi"))
    off = np.triu(rng.normal(0, var.get("xi12", 0)**0.5, (REPLICAS, s.d, s.d)), 1)
    full = s.xi[:, :, None] * np.eye(s.d) + off + off.swapaxes(1, 2)
    s.xi = {"ODABADO diagonal": s.xi, "ODABADO full": full}.get(s.method, s.xi[:, :1])
    if s.target == "mixture":
        points = np.mgrid[0:1.4:0.02, 0:1.4:0.02].reshape(2, -1).T
        pi = densities(points, gradient.x[None]).sum(1).prod(1) * np.exp(-(points**2).sum(1) / 2)
        s.theta = points[rng.choice(len(pi), REPLICAS, p=pi / pi.sum())]
    for k in range(BURN_IN + STEPS):
        step(s, gradient, rng)
        seen = {"theta": s.theta, "theta1": s.theta[:, :1], "theta2": s.theta[:, 1:], "p": s.p}
        seen |= {"xi": s.xi} if s.xi.ndim == 2 else {"xi": np.einsum("rii->ri", s.xi),
                                                     "xi12": s.xi[:, 0, 1:]}
        for i, r in enumerate(rows if k >= BURN_IN else []):
            x, centre = seen[r["of"]], mean.get(r["of"], 0)
            sums[i] += (x if r["quantity"] == "mean" else (x - centre)**2).mean(axis=1)
    return zip(rows, sums / STEPS)

np.seterr(all="ignore")  # a wrong sampler may diverge
3 <= len(sys.argv) <= 5 or sys.exit(__doc__)
method, file, seed, target = sys.argv[1:] + ["1", ""][len(sys.argv) - 3:]
table = np.genfromtxt(ROOT / "results/conformance.csv", dtype=None, delimiter=",", names=True,
                      encoding="utf-8", filling_values=0)
rows = [r for r in table if r["method"] == method and r["of"] and target in r["target"]]
rows or sys.exit(f"{method!r} has no rows; methods: {', '.join(sorted(set(table['method'])))}")
most = -statistics.NormalDist().inv_cdf(0.5e-4 / len(rows))
step, rng, wrong = runpy.run_path(file)["step"], np.random.default_rng(int(seed)), False
print(*table.dtype.names[:11], "exact", "measured", "z", "verdict", sep=",")
for _, setup in itertools.groupby(rows, lambda r: r.item()[:9]):
    for r, x in run(step, list(setup), rng):
        z = (x.mean() - r["value"]) / np.hypot(x.std() / REPLICAS**0.5, r["tolerance"])
        wrong |= not abs(z) <= most  # also if z is NaN, where the sampler diverges
        print(*[x or "" for x in r.item()[:9]], *list(r)[9:12], f"{x.mean():.6},{z:.1f}", "ok" if abs(z) <= most else "WRONG", sep=",")
sys.exit(bool(wrong))
