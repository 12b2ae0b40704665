// Command toolgen turns the JSON Schemas of LLM tools into Go. Run it with --help.
package main

import (
	"os"
	"runtime/debug"
)

// A run is short and lets most of what it allocates go at once, so that half of the collections do:
// an eighth less work for a third more memory, of which a thousand tools take little. GOGC still
// has the last word.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
