// Command make writes the list of standard library types. It is run by go generate in package stdlib.
package main

import (
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/toolgen/toolgen/gen/stdlib/scan"
)

func main() {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err == nil {
		var list string
		if list, err = scan.List(strings.TrimSpace(string(goroot))); err == nil {
			err = os.WriteFile("types.txt", []byte(version.Lang(runtime.Version())+"\n"+list), 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "make list:", err)
		os.Exit(1)
	}
}
