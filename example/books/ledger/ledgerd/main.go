// Command ledgerd serves the books of package ledger over MCP. Run it with --help.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}
