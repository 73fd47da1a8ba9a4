// Package study holds the parts that several figures share, one study per file: the noise of a
// stochastic gradient (Figures 1 and 2), errors against ε(n) (Figures 3, 4, 5 and 7), the marginals
// of a mixture (Figures 4, 7 and 14), logistic regression (Figures 8 to 10), and neural networks
// (Figures 12 and 13). A study consists of the keys of its part of a spec, the chains that follow
// from them, the rows of the table, and what is drawn from these rows.
package study
