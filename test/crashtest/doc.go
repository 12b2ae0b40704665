// Package crashtest kills processes that run approved calls, and counts the effects of their tools. It uses
// the public API only.
//
// Three guards keep a call from running twice: the compare-and-set of its row, the search of the audit log for an
// earlier start, and the unique index on starts. The test fails if all three are removed; it still passes with only
// the index.
package crashtest
