package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/toolgen/toolgen/gen/coverage"
)

// coverageFlags are the flags of coverage.
type coverageFlags struct {
	loadFlags
	json   bool
	github bool
}

func (c *cli) coverageCommand() *cobra.Command {
	var flags coverageFlags
	cmd := &cobra.Command{
		Use:   "coverage [SOURCE...]",
		Short: "List the write tools and what does not protect them",
		Long: `List every tool that changes something, by its annotations, by the rules or by the
verb in its name, with its required fields, its rules and its tier of confirmation,
and what is missing: a write that only its name tells of, one that passes without
any argument, an update or delete that does not have to say of what, and a
destructive tool that asks nobody.

A gap that is meant is accepted in the rules of its tool, with the reason:
  unchecked: The server fills in the account.
It is then listed as accepted and is not missing any more. An unchecked that accepts
nothing is a gap itself.

Without SOURCE, of the packages that toolgen.yaml lists. A SOURCE that it lists is
read with the rules of its entry, unless flags say otherwise.

The exit code is 0 if nothing is missing, 1 if something is, and 2 if the question
could not be answered for all tools.`,
		Example: `  # Which write tools are not protected?
  toolgen coverage schemas/books.tools.json --rules schemas/books.rules.yaml

  # Everything that toolgen.yaml lists, with its rules
  toolgen coverage

  # In a GitHub workflow, with the gaps shown at the definitions
  toolgen coverage schemas/*.json --github`,
		ValidArgsFunction: completeSources,
		RunE: func(cmd *cobra.Command, sources []string) error {
			return c.coverage(cmd, &flags, sources)
		},
	}
	cmd.Flags().SortFlags = false
	flags.add(cmd)
	cmd.Flags().BoolVar(&flags.json, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&flags.github, "github", false, "print each gap as an annotation of a GitHub workflow")
	return cmd
}

func (c *cli) coverage(cmd *cobra.Command, flags *coverageFlags, sources []string) error {
	if flags.json && flags.github {
		return usageFault{errors.New("--json and --github exclude each other")}
	}
	tools, err := c.load(cmd, &flags.loadFlags, sources)
	if err != nil {
		return err
	}
	if err := tools.show(c); err != nil {
		return err
	}
	report := coverage.Of(tools.pkg)
	switch {
	case flags.json:
		err = c.printJSON(report)
	case flags.github:
		_, err = c.stdout.Write([]byte(report.GitHub()))
	default:
		_, err = c.stdout.Write([]byte(report.Table()))
	}
	switch {
	case err != nil:
		return err
	case tools.diags.Fail(tools.strict):
		return c.failed(true, tools.diags)
	case report.Gaps > 0:
		return exit(exitFindings)
	}
	return nil
}
