// Package crashtest kills programs that run approved calls, and counts what their tools did. Its test goes through
// the public API alone.
//
// Three guards keep a call from running twice: the compare-and-set of its row, the search of the audit for an
// earlier beginning, and the unique index over beginnings. The test fails once all three are taken out; with
// the index alone it passes.
package crashtest
