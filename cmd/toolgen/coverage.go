package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/toolgen/toolgen/gen/coverage"
)

// coverageFlags are the flags of coverage.
type coverageFlags struct {
	sourceFlags
	json   bool
	github bool
}

func (c *cli) coverageCommand() *cobra.Command {
	var flags coverageFlags
	cmd := &cobra.Command{
		Use:   "coverage [SOURCE...]",
		Short: "List the write tools and what does not protect them",
		Long: `List every write tool, as its annotations, its rules or the verb in its name say, with
its required fields, rules and confirmation tier, and the gaps: a write tool that only
its name reveals, one that accepts a call without arguments, an update or delete that
need not say what it changes, and a destructive tool without confirmation.

To accept a gap, give the reason in the rules of the tool:
  unchecked: The server fills in the account.
The gap is then listed as accepted. An unchecked without a gap is a gap itself.

Without SOURCE, the packages listed in toolgen.yaml are read. A SOURCE listed there is
read with the rules of its entry, unless flags say otherwise.

The exit code is 0 without gaps, 1 with gaps, and 2 if some tools could not be read.`,
		Example: `  # Which write tools are not protected?
  toolgen coverage schemas/books.tools.json --rules schemas/books.rules.yaml

  # Everything that toolgen.yaml lists, with its rules
  toolgen coverage

  # In a GitHub workflow, with the gaps shown at the definitions
  toolgen coverage schemas/*.json --github`,
		RunE: func(cmd *cobra.Command, sources []string) error {
			return c.coverage(cmd, &flags, sources)
		},
	}
	cmd.Flags().SortFlags = false
	flags.addLoad(cmd)
	cmd.Flags().BoolVar(&flags.json, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&flags.github, "github", false, "print each gap as an annotation of a GitHub workflow")
	return cmd
}

func (c *cli) coverage(cmd *cobra.Command, flags *coverageFlags, sources []string) error {
	if flags.json && flags.github {
		return usageFault{errors.New("--json and --github cannot be combined")}
	}
	tools, err := c.load(cmd, &flags.sourceFlags, sources)
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
