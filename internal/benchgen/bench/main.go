//go:build unix

// Command bench benchmarks the generator as a process: it generates synthetic tools, runs generate, check and
// go build several times, and prints the medians of time and memory.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/toolgen/toolgen/internal/benchgen"
	"github.com/toolgen/toolgen/internal/benchrun"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	tools := flags.Int("tools", 1000, "number of tools to generate")
	seed := flags.Uint64("seed", 1, "random seed; the same seed gives the same tools")
	runs := flags.Int("runs", 5, "number of measurements of generate and check")
	builds := flags.Int("builds", 3, "number of measurements of go build")
	tenfold := flags.Bool("tenfold", false, "also measure ten times as many tools, for comparison")
	output := flags.String("out", "", "`file` to write the report to, in addition to printing it")
	log := flags.String("log", "", "`file` of previous runs; this run is appended")
	dir := flags.String("dir", filepath.Join(".tmp", "bench-gen"), "working directory inside this module; its contents are removed")
	if err := flags.Parse(args); err != nil {
		return err
	}
	b := bench{dir: *dir, toolgen: filepath.Join(*dir, "toolgen"), source: filepath.Join(*dir, "tools.json"), pkg: filepath.Join(*dir, "tools")}
	if err := b.prepare(*tools, *seed); err != nil {
		return err
	}
	for range *runs {
		if err := b.measureGenerator(); err != nil {
			return err
		}
	}
	for i := range *builds {
		if err := b.measureBuild(i); err != nil {
			return err
		}
		if err := b.measureYardstick(); err != nil {
			return err
		}
	}
	if *builds > 0 && *tools >= packages {
		if err := b.measureSplit(*tools, *seed, *builds); err != nil {
			return err
		}
	}
	run, err := b.figuresOf(*tools, *seed, *tenfold)
	if err != nil {
		return err
	}
	all := []benchrun.Run{run}
	if *log != "" {
		if all, err = benchrun.Log(*log, run); err != nil {
			return err
		}
		if err := benchrun.Write(*log, all); err != nil {
			return err
		}
	}
	text := report(all, *tools, *seed)
	if _, err := io.WriteString(out, text); err != nil || *output == "" {
		return err
	}
	return os.WriteFile(*output, []byte(text), 0o644)
}

// report renders the runs as Markdown.
func report(runs []benchrun.Run, tools int, seed uint64) string {
	last := runs[len(runs)-1]
	return fmt.Sprintf("# The generator\n\nWritten by `make bench-gen` on %s: %s. The %d tools of seed %d have eight\n"+
		"properties each. Times are of whole processes: the median, and in parentheses the minimum and maximum;\n"+
		"memory is the maximum. Seconds are not comparable between machines, but their ratio to the yardstick is,\n"+
		"which is built alternately.\n\n%s\nMissed targets and their reasons: [docs/performance.md](../../docs/performance.md).\n",
		last.Date, last.Machine, tools, seed, benchrun.Table(runs))
}

// bench is a set of tools with its measurements.
type bench struct {
	dir, toolgen, source, pkg string
	generate, check, build    usages
	split                     usages // building the same tools as several packages
	yardstick                 usages // building a fixed package, alternating with build
}

// prepare builds the command and all dependencies of the generated package, so that they are not measured.
func (b *bench) prepare(tools int, seed uint64) error {
	if err := os.RemoveAll(b.dir); err != nil {
		return err
	}
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(b.source, benchgen.Tools(tools, seed), 0o644); err != nil {
		return err
	}
	if _, err := measure("go", "build", "-o", b.toolgen, "github.com/toolgen/toolgen/cmd/toolgen"); err != nil {
		return err
	}
	_, err := measure("go", "build", "github.com/toolgen/toolgen/runtime", "github.com/toolgen/toolgen/runtime/backtrack")
	return err
}

// measureGenerator generates into an empty directory, then runs the drift check.
func (b *bench) measureGenerator() error {
	if err := os.RemoveAll(b.pkg); err != nil {
		return err
	}
	arguments := []string{b.source, "--out", b.pkg, "--package", "tools"}
	generated, err := measure(b.toolgen, append([]string{"generate"}, arguments...)...)
	if err != nil {
		return err
	}
	checked, err := measure(b.toolgen, append([]string{"check"}, arguments...)...)
	if err != nil {
		return err
	}
	b.generate, b.check = append(b.generate, generated), append(b.check, checked)
	return nil
}

// measureBuild builds the package again.
func (b *bench) measureBuild(i int) error {
	if err := touch(b.pkg, i); err != nil {
		return err
	}
	defer os.Remove(filepath.Join(b.pkg, touched))
	built, err := measure("go", "build", "./"+filepath.ToSlash(b.pkg))
	b.build = append(b.build, built)
	return err
}

// yardstick is the package whose build time is the unit of measure, since seconds do not compare between
// machines: it is available everywhere and changes only with Go versions.
const yardstick = "net/http"

// measureYardstick builds the yardstick without a build cache.
func (b *bench) measureYardstick() error {
	cache, err := filepath.Abs(filepath.Join(b.dir, "cache"))
	if err != nil {
		return err
	}
	if err := os.RemoveAll(cache); err != nil {
		return err
	}
	built, err := measureIn([]string{"GOCACHE=" + cache}, "go", "build", yardstick)
	b.yardstick = append(b.yardstick, built)
	return err
}

// packages is the number of packages in measureSplit.
const packages = 10

// measureSplit generates the tools as several packages of equal size and builds them.
func (b *bench) measureSplit(tools int, seed uint64, runs int) error {
	root := filepath.Join(b.dir, "split")
	dirs := make([]string, packages)
	for i := range dirs {
		first, end := tools*i/packages, tools*(i+1)/packages
		name := fmt.Sprintf("tools%d", i)
		source := filepath.Join(b.dir, name+".json")
		if err := os.WriteFile(source, benchgen.ToolsFrom(first, end-first, seed), 0o644); err != nil {
			return err
		}
		dirs[i] = filepath.Join(root, name)
		if _, err := measure(b.toolgen, "generate", source, "--out", dirs[i], "--package", "tools"); err != nil {
			return err
		}
	}
	for i := range runs {
		for _, dir := range dirs {
			if err := touch(dir, i); err != nil {
				return err
			}
		}
		built, err := measure("go", "build", "./"+filepath.ToSlash(root)+"/...")
		if err != nil {
			return err
		}
		b.split = append(b.split, built)
	}
	return nil
}

// touched is a file in the package that is not generated.
const touched = "run.go"

// touch writes a unique file to a package, so that the go command recompiles the package.
func touch(pkg string, run int) error {
	fresh := fmt.Sprintf("package tools\n\n// Run %d at %d.\n", run, time.Now().UnixNano())
	return os.WriteFile(filepath.Join(pkg, touched), []byte(fresh), 0o644)
}

func linesOfGo(dir string) (int, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return 0, err
	}
	lines := 0
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return 0, err
		}
		lines += bytes.Count(data, []byte("\n"))
	}
	return lines, nil
}
