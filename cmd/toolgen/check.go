package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/internal/visible"
)

func (c *cli) checkCommand() *cobra.Command {
	var flags sourceFlags
	cmd := &cobra.Command{
		Use:   "check [SOURCE...]",
		Short: "Fail if the generated files are stale",
		Long: `Run generate without writing: print a unified diff of the files that are changed,
missing or left over, and the command that updates them.

The exit code is 0 if there is no difference, 1 if there is one, and 2 if the check
could not run, for example because a schema is invalid.`,
		Example: `  # The same arguments as for generate
  toolgen check schemas/books.tools.json --out internal/booktools

  # Everything that toolgen.yaml lists
  toolgen check`,
		RunE: func(cmd *cobra.Command, sources []string) error {
			return c.check(cmd, &flags, sources)
		},
	}
	flags.addTarget(cmd)
	return cmd
}

func (c *cli) check(cmd *cobra.Command, flags *sourceFlags, sources []string) error {
	targets, err := c.targets(cmd, flags, sources)
	if err != nil {
		return err
	}
	drift, err := gen.Check(gen.Options{Targets: targets})

	c.stderr.diagnostics(drift.Diagnostics)
	if err != nil {
		return c.blocked(err, "nothing was compared")
	}
	for _, file := range drift.Files {
		if err := writeDiff(c.stdout, file.Diff); err != nil {
			return err
		}
	}
	for _, file := range drift.Files {
		c.stderr.line("%s: %s", file.Path, file.Kind)
	}
	if slices.ContainsFunc(drift.Files, func(f gen.FileDrift) bool { return f.Kind == gen.LineEnds }) {
		c.stderr.line("git, or an editor, made the line ends CRLF; for git not to, put this line into .gitattributes: *toolgen.go text eol=lf")
	}
	if len(drift.Files) > 0 {
		c.stderr.line("%d of %s not up to date; run toolgen generate with the same arguments", len(drift.Files), count(drift.Checked, "file"))
	}
	c.leftOut(drift.Tools, drift.LeftOut)
	if err := c.failed(drift.Failed, drift.Diagnostics); err != nil {
		return err
	}
	if len(drift.Files) > 0 {
		return exit(exitFindings)
	}
	if c.stderr.terminal {
		c.stderr.line("%s up to date", count(drift.Checked, "file"))
	}
	return nil
}

// writeDiff colours a diff on a terminal. Control characters from the file and the output are escaped.
func writeDiff(out io.Writer, diff string) error {
	colour := isTerminal(out) && wantsColour()
	for line := range strings.Lines(diff) {
		text := strings.TrimSuffix(line, "\n")
		if isTerminal(out) {
			text = strings.ReplaceAll(visible.Text(text), `\u0009`, "\t")
		}
		if colour {
			switch {
			case strings.HasPrefix(text, "+++ "), strings.HasPrefix(text, "--- "):
				text = bold + text + plain
			case strings.HasPrefix(text, "+"):
				text = green + text + plain
			case strings.HasPrefix(text, "-"):
				text = red + text + plain
			}
		}
		if _, err := fmt.Fprintln(out, text); err != nil {
			return err
		}
	}
	return nil
}

// count formats a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
