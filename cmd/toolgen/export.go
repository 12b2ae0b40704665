package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolgen/toolgen/gen/export"
)

func (c *cli) exportCommand() *cobra.Command {
	var source sourceFlags
	var provider string
	cmd := &cobra.Command{
		Use:   "export SOURCE...",
		Short: "Print the definitions that models are to see",
		Long: `Print the tools of SOURCE as definitions for a provider, with what the rules add:
each rule is a sentence of the description and, where JSON Schema can say it,
a keyword of the schema. Fields that the server fills are left out. A name that the
provider does not take is a warning.`,
		Example: `  # For the tools of an Anthropic request
  toolgen export schemas/books.tools.json --rules schemas/books.rules.yaml --for anthropic`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageFault{errors.New("a SOURCE is needed")}
			}
			return nil
		},
		ValidArgsFunction: completeSources,
		RunE: func(_ *cobra.Command, sources []string) error {
			if !slices.Contains(export.Providers(), provider) {
				return usageFault{fmt.Errorf("--for: there is no %q, only %s", provider, strings.Join(export.Providers(), ", "))}
			}
			pkg, diags, err := c.load(&source, sources)
			if err != nil {
				return err
			}
			text, err := export.Definitions(pkg, provider)
			if err != nil {
				return err
			}
			if _, err := c.stdout.Write(text); err != nil {
				return err
			}
			refused := export.RefusedNames(pkg, provider)
			c.stderr.diagnostics(refused)
			diags = append(diags, refused...)
			return c.failed(diags.HasErrors() || source.target.Strict && len(diags) > 0, diags)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&provider, "for", "mcp", "form of the definitions, `PROVIDER` is one of\n"+strings.Join(export.Providers(), ", "))
	source.add(cmd)
	_ = cmd.RegisterFlagCompletionFunc("for", cobra.FixedCompletions(export.Providers(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
