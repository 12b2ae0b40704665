//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/toolgen/toolgen/internal/benchgen"
	"github.com/toolgen/toolgen/internal/benchrun"
)

// Limits for 1,000 tools.
const (
	generateSeconds = 3
	generateMiB     = 400
	buildRatio      = 0.65 // relative to the yardstick: seconds differ between machines
	buildMiB        = 1229 // 1.2 GiB
	linesPerTool    = 150
	tenfoldRatio    = 11 // relative to one tenth of the tools
)

// figuresOf returns this run, with the size of the generated package.
func (b *bench) figuresOf(tools int, seed uint64, tenfold bool) (benchrun.Run, error) {
	run := benchrun.Run{
		Date:    time.Now().UTC().Format("2006-01-02 15:04"),
		Machine: fmt.Sprintf("%s, %d cores, %s/%s, %s", benchrun.Processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version()),
	}
	lines, err := linesOfGo(b.pkg)
	if err != nil {
		return run, err
	}
	var ten []float64
	if tenfold {
		if ten, err = b.tenfoldRatios(tools, seed); err != nil {
			return run, err
		}
	}
	run.Figures = b.figures(tools, lines/tools, ten)
	return run, nil
}

// figures returns the measurements with their targets, which apply to 1,000 tools.
func (b *bench) figures(tools, lines int, ten []float64) []benchrun.Figure {
	var all []benchrun.Figure
	free := func(what, format string, values ...float64) {
		slices.Sort(values)
		all = append(all, benchrun.Figure{What: what, Free: true, Format: format, Median: values[len(values)/2], Least: values[0], Most: values[len(values)-1]})
	}
	add := func(what string, limit float64, format string, values ...float64) {
		free(what, format, values...)
		last := &all[len(all)-1]
		last.Free, last.Limit = false, limit
	}
	memory := func(u usages) float64 { return float64(u.memory() >> 20) }
	if len(b.generate) > 0 {
		add("generate", generateSeconds, "%.2f s", seconds(b.generate)...)
		add("generate, memory", generateMiB, "%.0f MiB", memory(b.generate))
		ratios := make([]float64, len(b.check))
		for i, u := range b.check {
			ratios[i] = u.wall.Seconds() / b.generate[i].wall.Seconds()
		}
		add("check to generate", 1, "%.2f", ratios...)
		add("check, memory", generateMiB, "%.0f MiB", memory(b.check))
		if len(ten) > 0 {
			add(fmt.Sprintf("generate %d tools, processor time, to generate %d", 10*tools, tools), tenfoldRatio, "%.1f", ten...)
		}
	}
	add("lines of Go for each tool", linesPerTool, "%.0f", float64(lines))
	if len(b.build) > 0 {
		free("go build", "%.1f s", seconds(b.build)...)
		add("go build, memory", buildMiB, "%.0f MiB", memory(b.build))
		ratios := make([]float64, len(b.yardstick))
		for i, u := range b.yardstick {
			ratios[i] = b.build[i].wall.Seconds() / u.wall.Seconds()
		}
		free("go build of "+yardstick+" and all that it imports, a yardstick", "%.1f s", seconds(b.yardstick)...)
		add("go build to the yardstick", buildRatio, "%.2f", ratios...)
	}
	if len(b.split) > 0 {
		in := fmt.Sprintf("go build of %d packages that share the tools", packages)
		free(in, "%.1f s", seconds(b.split)...)
		add(in+", memory of the largest compiler", buildMiB, "%.0f MiB", memory(b.split))
	}
	return all
}

func seconds(u usages) []float64 {
	list := make([]float64, len(u))
	for i, x := range u {
		list[i] = x.wall.Seconds()
	}
	return list
}

// tenfoldRuns is the number of measurements with ten times the tools; one alone is too noisy on a shared
// machine.
const tenfoldRuns = 3

// tenfoldRatios returns the ratio of CPU time for ten times the tools. The tools are measured before and after
// each, because the speed of a shared machine varies.
func (b *bench) tenfoldRatios(tools int, seed uint64) ([]float64, error) {
	source, pkg := filepath.Join(b.dir, "tenfold.json"), filepath.Join(b.dir, "tenfold")
	if err := os.WriteFile(source, benchgen.Tools(10*tools, seed), 0o644); err != nil {
		return nil, err
	}
	processor := func(source, pkg string) (float64, error) {
		if err := os.RemoveAll(pkg); err != nil {
			return 0, err
		}
		u, err := measure(b.toolgen, "generate", source, "--out", pkg, "--package", "tools")
		return u.processor.Seconds(), err
	}
	ratios := make([]float64, tenfoldRuns)
	for i := range ratios {
		before, err := processor(b.source, b.pkg)
		if err != nil {
			return nil, err
		}
		ten, err := processor(source, pkg)
		if err != nil {
			return nil, err
		}
		after, err := processor(b.source, b.pkg)
		if err != nil {
			return nil, err
		}
		ratios[i] = 2 * ten / (before + after)
	}
	return ratios, nil
}
