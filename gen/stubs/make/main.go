// Command make writes the stubs of the runtime's packages. It is run by go generate in package stubs.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/toolgen/toolgen/gen/stubs/print"
)

func main() {
	for _, path := range print.Packages {
		source, err := print.Stub("../..", path)
		if err == nil {
			name := filepath.Join("api", filepath.FromSlash(path)+".stub")
			if err = os.MkdirAll(filepath.Dir(name), 0o755); err == nil {
				err = os.WriteFile(name, source, 0o644)
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "make stubs:", err)
			os.Exit(1)
		}
	}
}
