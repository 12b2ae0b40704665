// Command serve runs a command in the folder of each module of the checkout, with the modules of the project
// taken from the checkout and no go.work:
//
//	go run ./test/modproxy/serve go mod tidy
//
// go.sum gets no checksums of the project's own modules, which would be those of the checkout. All modules
// are processed; the exit code is the first failure's.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/test/modproxy"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(command []string) int {
	if len(command) == 0 {
		fmt.Fprintln(os.Stderr, "usage: serve COMMAND [ARGUMENT...]")
		return 2
	}
	temp, err := os.MkdirTemp("", "modproxy")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer os.RemoveAll(temp)
	proxy := filepath.Join(temp, "proxy")
	if err := modproxy.Serve(".", proxy); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	env, err := modproxy.Env(proxy, filepath.Join(temp, "cache"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	modules, _, err := modproxy.Modules(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	code := 0
	for _, m := range modules {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = m.Dir, env, os.Stdout, os.Stderr
		err := cmd.Run()
		if err == nil {
			err = forgetOwnSums(filepath.Join(m.Dir, "go.sum"))
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %s: %v\n", m.Path(), strings.Join(command, " "), err)
			code = 1
		}
	}
	return code
}

func forgetOwnSums(name string) error {
	data, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	var kept strings.Builder
	for line := range strings.Lines(string(data)) {
		if path, _, _ := strings.Cut(line, " "); !modproxy.Own(path) {
			kept.WriteString(line)
		}
	}
	if kept.Len() == len(data) {
		return nil
	}
	return os.WriteFile(name, []byte(kept.String()), 0o644)
}
