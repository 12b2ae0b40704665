// Command bench compares toolgen with its peers in one binary: contestants take turns, and ratios have a
// spread. It writes RESULTS.md, and the table between the markers of the README.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/toolgen/toolgen/internal/benchrun"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run exits with 2 on a usage error. A missed target is reported but is no failure, because times are
// unreliable.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rounds := flags.Int("rounds", 6, "number of rounds")
	burst := flags.Duration("burst", 10*time.Millisecond, "minimum length of a burst; a round has three")
	out := flags.String("out", "", "`file` to write the report to, in addition to printing it")
	log := flags.String("log", "", "`file` of previous runs; this run is appended")
	readme := flags.String("readme", "", "`file` whose table is rewritten, if it has the markers")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *rounds < 1 || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "bench: no arguments are allowed, and at least one round is needed")
		return 2
	}
	m, err := thisMachine()
	if err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return 2
	}
	c, err := newComparison()
	if err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return 2
	}
	measure(c.groups(), *rounds, *burst, func(round int) {
		fmt.Fprintf(stderr, "round %d of %d\n", round, *rounds)
	})
	runs := []benchrun.Run{{Date: m.date, Machine: m.String(), Figures: c.targets()}}
	if *log != "" {
		if runs, err = benchrun.Log(*log, runs[0]); err == nil {
			err = benchrun.Write(*log, runs)
		}
		if err != nil {
			fmt.Fprintln(stderr, "bench:", err)
			return 2
		}
	}
	report := c.report(m, *rounds, runs)
	fmt.Fprint(stdout, report)
	if *out != "" {
		err = os.WriteFile(*out, []byte(report), 0o644)
	}
	if err == nil && *readme != "" {
		err = writeReadme(*readme, c.readmeTable())
	}
	if err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return 2
	}
	return 0
}
