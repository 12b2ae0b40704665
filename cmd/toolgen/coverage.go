package main

import (
	"encoding/json"
	"errors"

	"github.com/spf13/cobra"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/coverage"
	"github.com/toolgen/toolgen/gen/model"
)

// coverageFlags are the flags of coverage.
type coverageFlags struct {
	source sourceFlags
	json   bool
	github bool
}

func (c *cli) coverageCommand() *cobra.Command {
	var flags coverageFlags
	cmd := &cobra.Command{
		Use:   "coverage SOURCE...",
		Short: "List the write tools and what does not protect them",
		Long: `List every tool that changes something, by its annotations, by the rules or by the
verb in its name, with its required fields, its rules and its tier of confirmation,
and what is missing: a write that only its name tells of, one that passes without
any argument, an update or delete that does not have to say of what, and a
destructive tool that asks nobody.

The exit code is 0 if nothing is missing, 1 if something is, and 2 if the question
could not be answered for all tools.`,
		Example: `  # Which write tools are not protected?
  toolgen coverage schemas/books.tools.json --rules schemas/books.rules.yaml

  # In a GitHub workflow, with the gaps shown at the definitions
  toolgen coverage schemas/*.json --github`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageFault{errors.New("a SOURCE is needed")}
			}
			return nil
		},
		ValidArgsFunction: completeSources,
		RunE: func(_ *cobra.Command, sources []string) error {
			return c.coverage(&flags, sources)
		},
	}
	cmd.Flags().SortFlags = false
	flags.source.add(cmd)
	cmd.Flags().BoolVar(&flags.json, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&flags.github, "github", false, "print each gap as an annotation of a GitHub workflow")
	cmd.MarkFlagsMutuallyExclusive("json", "github")
	return cmd
}

func (c *cli) coverage(flags *coverageFlags, sources []string) error {
	pkg, diags, err := c.load(&flags.source, sources)
	if err != nil {
		return err
	}
	report := coverage.Of(pkg)
	switch {
	case flags.json:
		out := json.NewEncoder(c.stdout)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		err = out.Encode(report)
	case flags.github:
		_, err = c.stdout.Write([]byte(report.GitHub()))
	default:
		_, err = c.stdout.Write([]byte(report.Table()))
	}
	switch {
	case err != nil:
		return err
	case diags.HasErrors() || flags.source.target.Strict && len(diags) > 0:
		return c.failed(true, diags)
	case report.Gaps > 0:
		return exit(exitFindings)
	}
	return nil
}

// load reads the tools of sources with their rules, and prints what is wrong with them: errors,
// and warnings where those count.
func (c *cli) load(flags *sourceFlags, sources []string) (*model.Package, model.Diagnostics, error) {
	target, err := flags.read(sources)
	if err != nil {
		return nil, nil, err
	}
	pkg, diags := gen.Load(target)
	for _, d := range diags {
		if d.Severity == model.Error || target.Strict {
			c.stderr.diagnostics(model.Diagnostics{d})
		}
	}
	if len(pkg.Tools) == 0 && diags.HasErrors() {
		return nil, nil, exit(exitFault)
	}
	return pkg, diags, nil
}
