package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/config"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/readfile"
)

// hasConfig reports whether a config file exists, readable or not.
func (f *sourceFlags) hasConfig() bool {
	if f.config != "" {
		return true
	}
	_, err := os.Stat(config.FileName)
	return err == nil
}

// loaded holds the tools that a command inspects.
type loaded struct {
	pkg    *model.Package
	diags  model.Diagnostics
	strict bool // warnings count as errors
}

// load reads the tools of sources with their rules. Options of a source listed in the config file come from its
// entry; without sources, all entries are read. Diagnostics of the tools are not printed yet.
func (c *cli) load(cmd *cobra.Command, flags *sourceFlags, sources []string) (loaded, error) {
	targets, listed, err := c.loadTargets(cmd, flags, sources)
	if err != nil {
		return loaded{}, err
	}
	all := loaded{pkg: &model.Package{Name: "tools"}}
	for _, target := range targets {
		pkg, diags := gen.Load(target)
		all.diags = append(all.diags, diags...)
		all.strict = all.strict || target.Strict
		for _, tool := range pkg.Tools {
			if listed && len(sources) > 0 && !slices.ContainsFunc(sources, func(s string) bool { return samePath(s, tool.Source) }) {
				continue // belongs to another source of the entry
			}
			other := slices.IndexFunc(all.pkg.Tools, func(o *model.Tool) bool { return o.Name == tool.Name })
			switch {
			case other < 0:
				all.pkg.Tools = append(all.pkg.Tools, tool)
			case !sameTool(all.pkg.Tools[other], tool):
				all.diags = append(all.diags, model.Diagnostic{
					Severity: model.Error, Pos: tool.Pos, Tool: tool.Name,
					Problem: "another entry of the config file has a different tool of this name, at " + all.pkg.Tools[other].Pos.String(),
					Fix:     "name the SOURCE to use",
				})
			}
		}
	}
	return all, nil
}

// sameTool reports whether two entries of the config file produced the same tool.
func sameTool(a, b *model.Tool) bool {
	return a.InputSchema == b.InputSchema && a.OutputSchema == b.OutputSchema && a.Description == b.Description &&
		slices.EqualFunc(a.Rules, b.Rules, func(x, y model.Rule) bool { return x.ID == y.ID && x.Source == y.Source })
}

// loadTargets returns the targets to read, and whether they come from the config file.
func (c *cli) loadTargets(cmd *cobra.Command, flags *sourceFlags, sources []string) (targets []gen.Target, listed bool, err error) {
	if len(sources) == 0 {
		if err := needsSource(cmd); err != nil {
			return nil, false, err
		}
		name, targets, err := c.readConfig(flags.config, flags.target.Strict)
		if err == nil {
			c.stderr.line("reading what %s lists", name)
		}
		return targets, true, err
	}
	if flags.hasConfig() && (flags.config != "" || needsSource(cmd) == nil) {
		name, all, err := c.readConfig(flags.config, flags.target.Strict)
		if errors.Is(err, exit(exitFault)) {
			c.stderr.line("correct %s, or give flags such as --rules that say how %s is read", name, strings.Join(sources, ", "))
		}
		if err != nil {
			return nil, false, err
		}
		targets = slices.DeleteFunc(all, func(t gen.Target) bool {
			return !slices.ContainsFunc(sources, func(source string) bool { return lists(t, source) })
		})
		missing := slices.IndexFunc(sources, func(source string) bool {
			return !slices.ContainsFunc(targets, func(t gen.Target) bool { return lists(t, source) })
		})
		switch {
		case missing < 0 && needsSource(cmd) != nil:
			return nil, false, usageFault{errors.New("--config cannot be combined with flags that say how to read sources")}
		case missing < 0:
			c.stderr.line("reading %s as %s says", strings.Join(sources, ", "), name)
			return targets, true, nil
		case flags.config != "":
			return nil, false, usageFault{fmt.Errorf("%s lists no source %s", name, sources[missing])}
		}
	}
	target, err := flags.read(sources)
	return []gen.Target{target}, false, err
}

// lists reports whether a target has a source.
func lists(t gen.Target, source string) bool {
	return slices.ContainsFunc(t.Sources, func(s string) bool { return samePath(s, source) })
}

// samePath compares two paths lexically.
func samePath(a, b string) bool {
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && absA == absB
}

// needsSource rejects flags that the config file sets per entry.
func needsSource(cmd *cobra.Command) error {
	var fault error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "strict" && slices.Contains(config.Keys(), flag.Name) && fault == nil {
			fault = usageFault{fmt.Errorf("--%s needs a SOURCE; for the packages of the config file it is the key %s of the entry",
				flag.Name, flag.Name)}
		}
	})
	return fault
}

// maxConfig is the maximum size of a config file in bytes. A thousand packages take a tenth of it.
const maxConfig = 1 << 20

// readConfig reads the named config file, or the one in the working directory, and prints its diagnostics.
func (c *cli) readConfig(name string, strict bool) (string, []gen.Target, error) {
	name, data, err := configFile(name)
	if err != nil {
		return "", nil, err
	}
	targets, diags := config.Read(name, data)
	for i := range targets {
		targets[i].Strict = targets[i].Strict || strict
	}
	c.stderr.diagnostics(diags)
	if diags.HasErrors() {
		return name, nil, exit(exitFault)
	}
	return name, targets, nil
}

// configFile finds and reads the config file.
func configFile(name string) (string, []byte, error) {
	if name == "" {
		name = config.FileName
		if _, err := os.Stat(name); os.IsNotExist(err) {
			return "", nil, usageFault{fmt.Errorf("no SOURCE, and no %s in the working directory", name)}
		}
	}
	data, err := readfile.UpTo(name, maxConfig)
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return "", nil, fmt.Errorf("%s: the config file cannot be read: %w; check the path", name, pathErr.Err)
	}
	return name, data, err
}

// show prints the diagnostics of the tools: errors, and with strict also warnings.
func (l loaded) show(c *cli) error {
	var shown model.Diagnostics
	for _, d := range l.diags {
		if d.Fails(l.strict) {
			shown = append(shown, d)
		}
	}
	c.stderr.diagnostics(shown)
	if len(l.pkg.Tools) == 0 && l.diags.HasErrors() {
		return exit(exitFault)
	}
	return nil
}
