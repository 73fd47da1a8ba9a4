"""NumPy, vectorised over chains: every operation is one on an array with an entry a chain.

    python3 numpy_chains.py DATA METHOD N DT LO HI CHAINS BURN STEPS

The same dynamics, histogram and output as c/scalar.c, where they are described.
"""

import sys
import time

import numpy as np

BINS, EVERY = 500, 10
W, PRECISION = 0.4, 1 / 0.4**2


class Histogram:
    """A histogram a chain; cells 0 and BINS+1 take what lies outside."""

    def __init__(self, chains, lo, hi):
        self.lo, self.hi = lo, hi
        self.count = np.zeros((chains, BINS + 2), dtype=np.int64)
        self.chain = np.arange(chains)

    def observe(self, x):
        cell = np.floor((x - self.lo) * (BINS / (self.hi - self.lo))) + 1
        self.count[self.chain, np.clip(cell, 0, BINS + 1).astype(np.intp)] += 1

    def moments(self):
        x = self.lo + (np.arange(BINS + 2) - 0.5) * (self.hi - self.lo) / BINS
        x[0], x[-1] = self.lo, self.hi
        seen = self.count.sum(axis=1)
        return self.count @ x / seen, self.count @ x**2 / seen


class SGLD:
    """θ ← θ + Δt F̂(θ) + √(2Δt) G for the Gaussian, batches with replacement."""

    def __init__(self, rng, data, n, dt, chains):
        self.rng, self.data, self.shape, self.dt = rng, data, (n, chains), dt
        self.theta = np.zeros((1, chains))
        self.a, self.b, self.s = 1 - dt * (1 + len(data)), dt * len(data) / n, np.sqrt(2 * dt)

    def step(self):
        x = self.data[self.rng.integers(0, len(self.data), self.shape)].sum(axis=0)
        self.theta = self.a * self.theta + self.b * x + self.s * self.rng.standard_normal(self.theta.shape)


class Langevin:
    """OABAO at γ = 1 for the mixture, batches without replacement; the O half steps at the ends of a step are merged."""

    def __init__(self, rng, data, n, dt, chains):
        self.rng, self.n, self.dt = rng, n, dt
        self.x = np.repeat(data[:, None], chains, axis=1)  # a copy of the data a chain, shuffled as it goes
        self.chain = np.arange(chains)
        self.theta = np.repeat([[1.0], [0.5]], chains, axis=1)
        self.p = np.zeros((2, chains))

    def batch(self):
        """The first n of the data after a partial Fisher-Yates shuffle."""
        total, x = len(self.x), self.x
        for j in range(self.n):
            q = self.rng.integers(j, total, len(self.chain))
            drawn = x[q, self.chain]
            x[q, self.chain] = x[j]
            x[j] = drawn
        return x[: self.n]

    def force(self):
        x, (t1, t2) = self.batch(), self.theta
        b = (t2 - t1) * PRECISION
        a = np.log((1 - W) / W) - 0.5 * b * (t1 + t2)
        r = 1 / (1 + np.exp(a + b * x))
        rx, c = r * x, len(self.x) / self.n * PRECISION
        f1 = rx.sum(axis=0) - t1 * r.sum(axis=0)
        f2 = x.sum(axis=0) - rx.sum(axis=0) - t2 * (self.n - r.sum(axis=0))
        return c * np.stack([f1, f2]) - self.theta

    def fluctuate(self):
        alpha = np.exp(-self.dt)
        self.p = alpha * self.p + np.sqrt(1 - alpha**2) * self.rng.standard_normal(self.p.shape)

    def move(self):
        self.theta += 0.5 * self.dt * self.p
        self.p += self.dt * self.force()
        self.theta += 0.5 * self.dt * self.p

    def step(self):
        self.fluctuate()
        self.move()


class AdL(Langevin):
    """ODABADO at γ = 1, η = 0.1 with a full ξ = (a b; b d) for the mixture."""

    def __init__(self, rng, data, n, dt, chains):
        super().__init__(rng, data, n, dt, chains)
        self.a, self.b, self.d = np.full(chains, 3.0), np.zeros(chains), np.full(chains, 3.0)

    def fluctuate(self):
        mid, diff = 0.5 * (self.a + self.d), 0.5 * (self.a - self.d)
        rho = np.hypot(diff, self.b)
        h = self.dt * np.stack([mid + rho, mid - rho])
        e = np.exp(-h)
        small = np.abs(h) < 1e-5
        s = np.sqrt(self.dt * np.where(small, 2 - 2 * h, (1 - e * e) / np.where(small, 1, h)))
        safe = np.where(rho > 0, rho, 1)
        co, si = np.where(rho > 0, diff / safe, 1), self.b / safe
        (p1, p2), (g1, g2) = self.p, self.rng.standard_normal(self.p.shape)
        em, ed, sm, sd = 0.5 * (e[0] + e[1]), 0.5 * (e[0] - e[1]), 0.5 * (s[0] + s[1]), 0.5 * (s[0] - s[1])
        self.p = np.stack([
            (em + ed * co) * p1 + ed * si * p2 + (sm + sd * co) * g1 + sd * si * g2,
            ed * si * p1 + (em - ed * co) * p2 + sd * si * g1 + (sm - sd * co) * g2,
        ])

    def adapt(self):
        g, (p1, p2) = 0.5 * self.dt / 0.1, self.p
        self.a += g * (p1 * p1 - 1)
        self.b += g * p1 * p2
        self.d += g * (p2 * p2 - 1)

    def step(self):
        self.fluctuate()
        self.adapt()
        self.move()
        self.adapt()


def main(path, method, n, dt, lo, hi, chains, burn, steps):
    chain = {"sgld": SGLD, "langevin": Langevin, "adl": AdL}[method](
        np.random.default_rng(1), np.loadtxt(path), int(n), float(dt), int(chains))
    histogram = Histogram(int(chains), float(lo), float(hi))
    start = time.process_time()
    for k in range(-int(burn), int(steps)):
        chain.step()
        if (k + 1) % EVERY == 0 and k >= 0:
            histogram.observe(chain.theta[0])
    print(time.process_time() - start)
    for mean, square in zip(*histogram.moments()):
        print(mean, square)


if __name__ == "__main__":
    main(*sys.argv[1:])
