// The command bench compares toolgen with its peers: one binary, contestants in turns, ratios with
// their spread. It writes RESULTS.md, and the README's table where there are markers for it.
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

// run is the command. It exits with 2 where something is wrong with the use of it; a target that
// is missed is told in the report and is no failure, for clocks are no judges.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rounds := flags.Int("rounds", 6, "rounds to measure")
	burst := flags.Duration("burst", 10*time.Millisecond, "least length of a burst; a round has three")
	out := flags.String("out", "", "`file` to write the report to, beside printing it")
	log := flags.String("log", "", "`file` of the runs so far, to which this one is added")
	readme := flags.String("readme", "", "`file` whose table is rewritten, if it has markers for one")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *rounds < 1 || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "bench: takes no arguments, and at least one round")
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
