// Package crashtest kills processes that run approved calls, and counts the effects of their tools. It uses
// the public API only.
//
// Three guards prevent that a call runs twice: the compare-and-set of its row, the search of the audit for an
// earlier start, and the unique index over starts. The test fails if all three are removed; with the index
// alone it passes.
package crashtest
