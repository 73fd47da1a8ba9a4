// Package study has the parts that the figures share: settings of runs, points of a grid, statuses,
// friction, exact computations as tasks, the noise of a stochastic gradient (Figures 1 and 2),
// errors against ε(n), and series of a picture. The packages mixture, gaussian, regression and
// network have the studies of the paper's four models. A study consists of the keys of its part of
// a spec, the chains that follow from them, the rows of the table, and the drawing of these rows.
package study
