// Package exact holds what is known about a posterior and about the schemes that sample it without simulating them.
//
// The posterior π(θ|x) of N data has the stochastic gradient (eqs. gradSto, hypothese)
//
//	F̂_n(θ) = ∇ log π(θ|x) + ε(n)^(1/2) Σ_x(θ)^(1/2) Z,   E Z = 0,  cov Z = I,
//
// with Σ_x(θ) the empirical covariance of one datum's gradient (eq. sigma_somme) and ε(n) that of package minibatch (eq. eps). There are
//
//   - the posterior of a two-Gaussian mixture by quadrature: Posterior, its marginals, moments, modes, and the L²(π) projections of Σ_x that
//     bound the bias of Adaptive Langevin dynamics (eq. erreur_gen);
//   - Σ_x(θ) of any model, GradCov, its limit Σ(θ) for many data, LimitGradCov, and the law of Z, Atoms and BatchMoments;
//   - the stationary variances of schemes on a Gaussian posterior, Gaussian: closed forms and a discrete Lyapunov equation for any word;
//   - the bias of SGLD and Langevin dynamics to the leading order in ε(n)Δt and Δt, for all of the posterior (eq. f_disc_f_mb): Bias;
//   - the friction that Adaptive Langevin dynamics settles at, or that it has none: FrozenXi and Friction.
//
// Matrices are row-major slices. A relative error is signed: (value − exact)/exact. Nothing here is random, and every number is
// the same bits on every machine, but for those of Bias, which gonum's linear algebra rounds as the machine likes.
package exact
