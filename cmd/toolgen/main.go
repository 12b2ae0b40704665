// Command toolgen generates Go code from the JSON Schemas of LLM tools. Run it with --help.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
