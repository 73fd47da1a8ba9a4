package operations

// Model is the cost of a model's gradient.
type Model struct {
	Dim   int // of θ
	datum int // the gradient of one datum and its addition to a sum, but for constant factors
	once  int // constant factors of the sum, and the prior
}

// Gaussian is model.Gaussian.
func Gaussian() Model { return Model{Dim: 1, datum: 2, once: 3} }

// Mixture is model.Mixture.
func Mixture() Model { return Model{Dim: 2, datum: 16, once: 6} }

// Logistic is model.Logistic in dimension d.
func Logistic(d int) Model { return Model{Dim: d, datum: 4*d + 3, once: 2 * d} }

// Network is model.Network: d = hidden (inputs + 2).
func Network(inputs, hidden int) Model {
	d := hidden * (inputs + 2)
	return Model{Dim: d, datum: hidden*(4*inputs+8) + 3, once: 2 * d}
}

// All is the gradient ∇ log π(θ|x) from total data.
func (m Model) All(total int) int { return total*m.datum + m.once }

// Batch is its estimate F̂_n(θ) from a batch of n data, whose indices are drawn.
func (m Model) Batch(n int) int { return n + m.All(n) }

// Covariance is the covariance of the gradients of n data at a θ, Σ_x(θ) if they are all:
//
//	(Σ g_i g_iᵀ − (Σ g_i)(Σ g_i)ᵀ/n)/(n − 1).
func (m Model) Covariance(n int) int {
	e := m.Dim * (m.Dim + 1) / 2
	return n*(m.datum+2*e) + 4*e
}

// SGLD counts a step of SGLD without the gradient.
func (m Model) SGLD() int { return 5 * m.Dim }

// Langevin counts a step of Langevin dynamics, OABAO, without the gradient.
func (m Model) Langevin() int { return m.drifts() + 4*m.Dim }

// Adaptive counts a step of Adaptive Langevin dynamics or its extension, ODABADO, without
// the gradient.
func (m Model) Adaptive(f Friction) int { return m.drifts() + f.Step() }

// drifts is A, twice, and B.
func (m Model) drifts() int { return 6 * m.Dim }
