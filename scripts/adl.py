"""Adaptive Langevin dynamics with a scalar xi by the splitting ODABADO, for conformance.py."""
import numpy as np


def draw(s, rng):
    """Return the indices of every replica's batch."""
    if s.sampling == "without" and s.n < s.ndata:
        return rng.permuted(np.tile(np.arange(s.ndata), (len(s.theta), 1)), axis=1)[:, :s.n]
    return None if s.n == s.ndata else rng.integers(s.ndata, size=(len(s.theta), s.n))


def step(s, gradient, rng):
    h, d = s.dt / 2, s.p.shape[1]

    def O():  # dp = -xi p dt + (2 gamma)^(1/2) dW
        noise = s.gamma / s.xi * -np.expm1(-2 * h * s.xi)
        s.p = np.exp(-h * s.xi) * s.p + noise**0.5 * rng.standard_normal(s.p.shape)

    def D():
        s.xi = s.xi + h / s.eta * ((s.p**2).sum(axis=1, keepdims=True) - d)

    O()
    D()
    s.theta = s.theta + h * s.p
    s.p = s.p + s.dt * gradient(s.theta, draw(s, rng))
    s.theta = s.theta + h * s.p
    D()
    O()
