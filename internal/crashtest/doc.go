// Package crashtest kills programs that run approved calls, and counts what their tools did. Its test goes through
// the public API alone.
package crashtest
