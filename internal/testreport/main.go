// Command testreport prints the output of "go test -json" like go test, followed by the skipped tests grouped
// by reason:
//
//	go test -json ./... | go run ./internal/testreport
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// event is a line of test2json; see go doc cmd/test2json.
type event struct {
	Action, Package, Test, Output string
}

func main() { os.Exit(report(os.Stdin, os.Stdout)) }

// report returns the exit code: 1 if a test or a build failed.
func report(in io.Reader, out io.Writer) (code int) {
	texts := map[[2]string]*strings.Builder{}
	skipped := map[string][]string{}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			break
		}
		var e event
		if json.Unmarshal(line, &e) != nil { // plain output of the go command
			_, _ = out.Write(line)
			continue
		}
		key := [2]string{e.Package, e.Test}
		switch e.Action {
		case "output", "build-output":
			if e.Test == "" {
				if e.Output != "PASS\n" && !strings.HasPrefix(e.Output, "testing: ") {
					fmt.Fprint(out, e.Output)
				}
				continue
			}
			if texts[key] == nil {
				texts[key] = new(strings.Builder)
			}
			texts[key].WriteString(e.Output)
		case "fail":
			code = 1
			if texts[key] != nil {
				fmt.Fprint(out, texts[key])
			}
		case "build-fail":
			code = 1
		case "skip":
			if e.Test != "" && texts[key] != nil {
				skipped[reason(texts[key].String())] = append(skipped[reason(texts[key].String())], e.Package+" "+e.Test)
			}
		}
		if e.Action == "fail" || e.Action == "pass" || e.Action == "skip" {
			delete(texts, key)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		tests := skipped[why]
		fmt.Fprintf(out, "skipped, %s: %s", why, tests[0])
		if len(tests) > 1 {
			fmt.Fprintf(out, " and %d more", len(tests)-1)
		}
		fmt.Fprintln(out)
	}
	return code
}

var place = regexp.MustCompile(`(?m)^ *\S+\.go:\d+: (.*)$`)

// reason extracts the reason for a skip.
func reason(output string) string {
	if m := place.FindAllStringSubmatch(output, -1); m != nil {
		return m[len(m)-1][1]
	}
	return "without a reason"
}
