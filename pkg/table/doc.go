// Package table holds the results of a figure: tidy tables in CSV, their comparison with golden
// numbers and with other runs, the manifest that records where they came from, and raw arrays in
// NPZ.
//
// # Tidy tables
//
// A [Table] has one row per measured quantity. Columns come in this order: the parameters by their
// names (method, sampling, n, dt, …), then
//
//	epsilon   ε(n), the amount of noise of a minibatch of size n
//	quantity  the name of the value
//	value     the number
//	stderr    its standard error, 0 where the source is exact
//	status    ok, runaway, unmixed or diverged
//	source    simulation, exact or prediction
//
// then the figure's own columns. [Columns] returns this list. A cell is text: a float64 is the
// shortest decimal that reads back as the same float64, or NaN, +Inf or -Inf; an absent cell is
// empty. So a table and its CSV have the same content, and equal tables are equal bytes. The
// columns epsilon, value and stderr hold numbers, status and source hold the words above, and all
// may be empty.
package table
