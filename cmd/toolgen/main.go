// Command toolgen turns the JSON Schemas of LLM tools into Go. Run it with --help.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
