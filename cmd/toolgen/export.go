package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolgen/toolgen/gen/export"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/visible"
)

func (c *cli) exportCommand() *cobra.Command {
	var flags sourceFlags
	var provider string
	cmd := &cobra.Command{
		Use:   "export [SOURCE...]",
		Short: "Print the tool definitions for a provider",
		Long: `Print the tools of SOURCE as definitions for a provider, with what the rules add:
each rule is a sentence of the description and, where JSON Schema can say it,
a keyword of the schema. Injected fields are left out. A name that the provider does
not accept is a warning.

Without SOURCE, print the tools of all packages listed in toolgen.yaml. A SOURCE listed
there is read with the rules of its entry, unless flags say otherwise.`,
		Example: `  # For the tools of an Anthropic request
  toolgen export schemas/books.tools.json --rules schemas/books.rules.yaml --for anthropic

  # Everything that toolgen.yaml lists, with its rules
  toolgen export --for openai`,
		RunE: func(cmd *cobra.Command, sources []string) error {
			if !slices.Contains(export.Providers(), provider) {
				return usageFault{fmt.Errorf("--for: there is no %q, only %s", provider, strings.Join(export.Providers(), ", "))}
			}
			tools, err := c.load(cmd, &flags, sources)
			if err != nil {
				return err
			}
			var diags model.Diagnostics
			tools.pkg, diags = export.OfObjects(tools.pkg)
			tools.diags = append(tools.diags, diags...)
			if err := tools.show(c); err != nil {
				return err
			}
			text, err := export.Definitions(tools.pkg, provider)
			if err != nil {
				return err
			}
			if _, err := c.stdout.Write(visible.JSON(text)); err != nil {
				return err
			}
			warnings := export.Warnings(tools.pkg, provider)
			c.stderr.diagnostics(warnings)
			diags = append(tools.diags, warnings...)
			return c.failed(diags.Fail(tools.strict), diags)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&provider, "for", "mcp", "form of the definitions, `PROVIDER` is one of\n"+strings.Join(export.Providers(), ", "))
	flags.addLoad(cmd)
	return cmd
}
