// Command toolgen generates Go code from the JSON Schemas of LLM tools. Run it with --help.
package main

import (
	"os"
	"runtime/debug"
)

// A run is short and most allocations are short-lived, so half as many collections suffice: an eighth less CPU
// for a third more memory, which is small even for a thousand tools. GOGC overrides it.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
