// Package table holds the results of a figure: tidy tables in CSV, their comparison with golden
// numbers and with other runs, the manifest that records where they came from, and raw arrays in
// NPZ.
//
// # Tidy tables
//
// A [Table] has one row per measured quantity. Columns come in this order: the parameters by their
// names (method, sampling, n, dt, …), then
//
//	epsilon   ε(n), the parameter that a minibatch of size n enters by
//	quantity  what value is
//	value     the number
//	stderr    its standard error, 0 where the source is exact
//	status    ok, runaway, unmixed or diverged
//	source    simulation, exact or prediction
//
// then what the figure adds. [Columns] spells that out. A cell is text: a float64 is the shortest
// decimal that reads back as the same float64, NaN, +Inf or -Inf; an absent cell is empty. So a
// table and its CSV hold the same, and equal tables are equal bytes. Where epsilon, value, stderr,
// status and source occur they hold a number, or one of the words above, or nothing.
package table
