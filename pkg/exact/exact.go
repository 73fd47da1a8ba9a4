// Package exact computes what is known about a posterior and about the schemes that sample it,
// without simulating them.
//
// The posterior π(θ|x) of N data has the stochastic gradient (eqs. gradSto, hypothese)
//
//	F̂_n(θ) = ∇ log π(θ|x) + ε(n)^(1/2) Σ_x(θ)^(1/2) Z,   E Z = 0,  cov Z = I,
//
// with Σ_x(θ) the empirical covariance of the gradients of single data (eq. sigma_somme) and ε(n)
// as in package minibatch (eq. eps). The package has
//
//   - Posterior: the posterior of a two-Gaussian mixture by quadrature, its marginals, moments,
//     modes, and the L²(π) projections of Σ_x that bound the bias of Adaptive Langevin dynamics
//     (eq. erreur_gen);
//   - GradCov: Σ_x(θ) of any model, and LimitGradCov, its limit Σ(θ) for many data;
//   - Atoms and NoiseLaw: the law of Z;
//   - Gaussian: the stationary variances of schemes on a Gaussian posterior, in closed form;
//   - Laplace: the Laplace approximation of logistic regression, and the variances of Adaptive
//     Langevin dynamics on it;
//   - Bias: the bias of SGLD and Langevin dynamics to the leading order in ε(n)Δt and Δt, for all
//     of the posterior (eq. f_disc_f_mb);
//   - FrozenXi, MeanXi and XiTime: the friction that Adaptive Langevin dynamics settles at, if any.
//
// Matrices are row-major slices. A relative error is signed: (value − exact)/exact. Nothing here is
// random. The numbers are the same bits on every machine, except those of Bias: they come from
// gonum's linear algebra, and may differ in the last bits between platforms.
package exact
