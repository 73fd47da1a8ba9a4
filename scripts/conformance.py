"""Has a sampler the stationary values of METHOD? experiments/EXTEND.md says what FILE is. Last line
and exit code: right (0), wrong (1; a right sampler is, once in 10,000 runs), another scheme (3). A
replica makes BUDGET steps, after as many that do not count."""
import argparse, csv, json, math, pathlib, runpy, statistics, sys, types
try:
    import numpy as np
except ImportError:
    sys.exit(print("needs NumPy: python3 -m pip install numpy", file=sys.stderr) or 2)
ROOT, SEEN = pathlib.Path(__file__).parents[1], ("theta", "theta1", "theta2", "p", "xi", "xi12")
np.seterr(all="ignore")  # a wrong sampler may diverge

def densities(theta, x):  # of data under the mixture's components: replicas x 2 x data
    return np.array([[0.4], [0.6]]) * np.exp(-(x[:, None] - theta[:, :, None])**2 / 0.32)

class Gradient:
    def __init__(self, s, rng, replicas):
        self.s, self.rng, self.k = s, rng, 0
        self.x = np.loadtxt(ROOT / s.data) if s.data else np.zeros(1)
        s.ndata, s.n = len(self.x), s.n or 1
        self.order = np.tile(np.arange(s.ndata), (replicas, 1))
    def draw(self, s):
        if s.sampling == "with":
            return self.rng.integers(s.ndata, size=(len(self.order), s.n))
        first = self.k * s.n if s.sampling == "reshuffle" else 0
        if first == 0 and s.n < s.ndata:
            self.rng.permuted(self.order, axis=1, out=self.order)
        self.k = (self.k + 1) % (s.ndata // s.n)
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
def one(chain):  # a step of one replica
    def step(s, gradient, rng):
        s.theta, s.p, s.xi = s.theta[0], s.p[0], s.xi[0]
        chain(s, lambda x, b=None: gradient(x[None], b if b is None else np.array([b]))[0], rng)
        s.theta, s.p, s.xi = s.theta[None], s.p[None], np.atleast_1d(s.xi)[None]
    return step

def run(step, rows, rng, replicas, steps):  # returns E x and E x^2: SEEN x 2 x replicas
    s, value = types.SimpleNamespace(**rows[0]), {r["quantity"] + r["of"]: r["value"] for r in rows}
    replicas = -(-replicas // 4) if s.target == "mixture" else replicas  # it is slow
    gradient, sums = Gradient(s, rng, replicas), 0
    s.theta, s.p, s.xi = (rng.normal(value.get("mean" + x, 0), value.get("variance" + x, 1)**0.5,
                                     (replicas, s.d)) for x in ("theta", "p", "xi"))
    s.xi = {"diagonal": s.xi, "full": s.xi[:, :, None] * np.eye(s.d)}.get(s.method[8:], s.xi[:, :1])
    if s.target == "mixture":
        points = np.mgrid[0:1.4:0.02, 0:1.4:0.02].reshape(2, -1).T
        pi = densities(points, gradient.x[None]).sum(1).prod(1) * np.exp(-(points**2).sum(1) / 2)
        s.theta = points[rng.choice(len(pi), replicas, p=pi / pi.sum())]
    for k in range(-steps, steps):
        step(s, gradient, rng)
        xi, xi12 = (s.xi, s.xi) if s.xi.ndim == 2 else (s.xi.diagonal(0, 1, 2), s.xi[:, 0, 1:])
        seen = s.theta, s.theta[:, :1], s.theta[:, 1:], s.p, xi, xi12  # in the order of SEEN
        if k >= 0:
            sums += np.array([np.array([x.sum(1), (x * x).sum(1)]) / x.shape[1] for x in seen])
    return sums / steps

def judge(rows, sums, q):  # yields rows, what was measured, z and whether that is right
    value = {r["quantity"] + r["of"]: r["value"] for r in rows}
    for r in rows:
        (x, square), c = sums[SEEN.index(r["of"])], value.get("mean" + r["of"], 0)
        x = x if r["quantity"] == "mean" else square - 2 * c * x + c * c
        n, most = len(x) - 1, value["variance" + r["of"]]**(0.5 if r["quantity"] == "mean" else 1)
        z = (x.mean() - r["value"]) / np.hypot(min(x.std() / n**0.5, most / 2), r["tolerance"])
        yield r, x.mean(), z, abs(z) <= (n * math.expm1(q * q * (n - 1.5) / (n - 1)**2))**0.5

p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
p.add_argument("method"), p.add_argument("file")
for k, v in ("seed", 1), ("budget", 0), ("target", ""), ("rows", f"{ROOT}/results/conformance.csv"):
    p.add_argument("--" + k, default=v, type=type(v))
a, table, agrees = p.parse_args(), {}, []
for r in csv.DictReader(open(a.rows, encoding="utf-8")):
    r["cells"], setup = [*r.values()][:12], tuple(v for k, v in [*r.items()][:9] if k != "method")
    r |= {k: json.loads(r[k] or "0") for k in "d gamma eta n dt value tolerance".split()}
    table.setdefault(setup, {}).setdefault(r["method"], []).append(r)
setups = [m for setup, m in table.items() if a.method in m and a.target in setup[0]]
names, rng = sorted({name for m in table.values() for name in m}), np.random.default_rng(a.seed)
setups or p.error(f"{a.method!r} has no rows; methods: {', '.join(names)}")
user = runpy.run_path(a.file)
step, runs, *size = ((user["step"], 1, 256, a.budget or 1500) if "step" in user else
                     (one(user["chain"]), 32, 1, a.budget or 300) if "chain" in user else
                     p.error(f"{a.file} has neither step nor chain"))
q = statistics.NormalDist().inv_cdf(0.5e-4 / sum(len(m[a.method]) for m in setups))
print(*list(r)[:11], "exact", "measured", "z", "verdict", sep=",")
for methods in setups:
    sums = np.dstack([run(step, methods[a.method], rng, *size) for _ in range(runs)])
    judged = {name: list(judge(rows, sums, q)) for name, rows in methods.items()}
    agrees.append({name: all(ok for *_, ok in rows) for name, rows in judged.items()})
    for r, x, z, ok in judged[a.method]:
        print(*r["cells"], f"{x:.6},{z:.1f}", "ok" if ok else "WRONG", sep=",")
same = [name for name in names if all(m.get(name, m[a.method]) for m in agrees)]
print("right" if a.method in same else
      f"another scheme: these are the values of {', '.join(same)}" if same else "wrong")
sys.exit(0 if a.method in same else 3 if same else 1)
