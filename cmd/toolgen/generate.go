package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/visible"
)

func (c *cli) generateCommand() *cobra.Command {
	var flags sourceFlags
	cmd := &cobra.Command{
		Use:   "generate [SOURCE...]",
		Short: "Generate a Go package from tool definitions",
		Long: `Generate one Go package from all tool definitions in SOURCE.
SOURCE is JSON, JSONL or YAML, and may be a pattern such as 'schemas/*.json'. Without
SOURCE, generate the packages listed in toolgen.yaml. Its paths are relative to its
folder, and every flag is a key:

  - sources: [schemas/*.json, recorded/requests.jsonl]
    rules: [schemas/books.rules.yaml]
    out: internal/booktools
    closed: true

If a schema cannot be used, all its faults are reported, the other tools are still
generated, and the exit code is 2. Generated files that no source produces any more
are removed. Files without toolgen's header are never touched.`,
		Example: `  # From an MCP tools/list result, into internal/booktools
  toolgen generate schemas/books.tools.json --out internal/booktools

  # From a bare JSON Schema, with a name of your choice
  toolgen generate fileop.json --type FileOp --out fileops

  # References to https://example.com/schemas/ are read from vendor/schemas
  toolgen generate tools.yaml --ref https://example.com/schemas/=vendor/schemas

  # In a Go file, so that go generate does it
  //go:generate go tool toolgen generate ../schemas/books.tools.json

  # Everything that toolgen.yaml lists
  toolgen generate`,
		RunE: func(cmd *cobra.Command, sources []string) error {
			return c.generate(cmd, &flags, sources)
		},
	}
	flags.addTarget(cmd)
	cmd.Flags().Lookup("strict").Usage += "; the files are written"
	return cmd
}

func (c *cli) generate(cmd *cobra.Command, flags *sourceFlags, sources []string) error {
	targets, err := c.targets(cmd, flags, sources)
	if err != nil {
		return err
	}
	result, err := gen.Generate(gen.Options{Targets: targets})
	c.stderr.diagnostics(result.Diagnostics)
	if err != nil {
		return c.blocked(err, "nothing was written")
	}
	for _, file := range result.Removed {
		c.stderr.line("%s", removalLine(file))
	}
	c.kept(result.Kept)
	c.leftOut(result.Tools, result.LeftOut)
	if c.stderr.terminal || len(sources) > 0 && flags.target.Out == "" { // the working directory may not be what was meant
		c.stderr.line("%s written, %d up to date", count(len(result.Written), "file"), result.Unchanged)
	}
	return c.failed(result.Failed, result.Diagnostics)
}

// leftOut lists the tools without code.
func (c *cli) leftOut(tools int, names []string) {
	few := names
	if len(names) > fewNames {
		few = append(slices.Clip(names[:fewNames]), "…")
	}
	if len(names) > 0 {
		c.stderr.line("left out %d of %s: %s", len(names), count(tools, "tool"), strings.Join(few, ", "))
	}
}

// kept lists generated files that no source produced this time. The list is truncated: if a large source could
// not be read, a long list would hide the reason.
func (c *cli) kept(files []string) {
	few := files
	if len(files) > fewNames {
		few = files[:fewTools]
	}
	for _, file := range few {
		c.stderr.line("%s: kept, since it may belong to a tool that failed", file)
	}
	if more := len(files) - len(few); more > 0 {
		c.stderr.line("%d more files kept, since they may belong to tools that failed", more)
	}
}

// removalLine warns of two commands that write to one directory, each of which would remove the other's files.
func removalLine(file gen.Removal) string {
	line := file.Path + ": removed, no source produces it any more"
	if file.Foreign != "" {
		line += "; it came from " + visible.Text(file.Foreign) + ", if that is still in use give all sources of the package to one command"
	}
	return line
}

// targets builds targets from sources and flags, or reads the config file if there is no source.
func (c *cli) targets(cmd *cobra.Command, flags *sourceFlags, sources []string) ([]gen.Target, error) {
	if len(sources) == 0 {
		if err := needsSource(cmd); err != nil {
			return nil, err
		}
		_, targets, err := c.readConfig(flags.config, flags.target.Strict)
		return targets, err
	}
	if flags.config != "" {
		return nil, usageFault{errors.New("SOURCE and --config cannot be combined")}
	}
	target, err := flags.read(sources)
	return []gen.Target{target}, err
}

// blocked prints all reasons why a run stopped before it wrote or compared, and the consequence.
func (c *cli) blocked(err error, outcome string) error {
	var blocked *gen.BlockedError
	if !errors.As(err, &blocked) {
		return err
	}
	c.stderr.diagnostics(blocked.Blocks)
	c.stderr.line("%s", outcome)
	return exit(exitFault)
}

// failed ends a completed run, with or without errors.
func (c *cli) failed(failed bool, diags model.Diagnostics) error {
	if !failed {
		return nil
	}
	if !diags.HasErrors() {
		c.stderr.line("failed: --strict treats warnings as errors")
	}
	return exit(exitFault)
}
