package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/readfile"
	"github.com/toolgen/toolgen/internal/visible"
	"github.com/toolgen/toolgen/runtime"
)

// validateFlags are the flags of validate.
type validateFlags struct {
	sourceFlags
	json    bool
	lenient []string
}

func (c *cli) validateCommand() *cobra.Command {
	var flags validateFlags
	cmd := &cobra.Command{
		Use:   "validate [SOURCE] [TOOL] [FILE|-]",
		Short: "Show the issues and the hint for the arguments of a call",
		Long: `Validate the arguments of a call, from FILE or standard input, against the schema of
TOOL in SOURCE, as generated code does. Without SOURCE, TOOL is one of toolgen.yaml; a
SOURCE listed there is read with the rules of its entry, unless flags say otherwise.
TOOL may be left out if there is only one, with arguments from standard input.
Print every issue and the hint for the model, as text or with --json as one object:

  {"tool": …, "valid": …, "issues": […], "receipts": […], "hint": {…}}

With --lenient, invalid arguments are repaired as runtime.Lenient() does: they are
valid if every change is certain, and the receipts list the changes. Name options to
allow only those, as in --lenient=CoerceScalars,MatchKeys.

All five members are always present, and later versions only add to them:

  issues    at most 100, each with field and constraint, and as needed
            expected, got, rule, message, fields
  receipts  what was dropped or read differently: field, kind, from, to,
            and suggest, the declared key that a dropped one resembles
  hint      null if the arguments are valid; else reason, action, tool, message,
            and as needed changes, corrected_input, ask, unplaced,
            missing_fields, constraints, unknown_fields, rules,
            remedies, clarifying_question, example_input, omitted

A Go type of your own (x-go-type) is not consulted, though generated code also refuses
what that type refuses.

The exit code is 0 if the arguments are valid, 1 if they are not, and 2 if the
command could not check them.`,
		Example: `  # From standard input
  echo '{"path": ""}' | toolgen validate schemas/coder.tools.json file_read

  # The one tool of a source
  echo '{"path": ""}' | toolgen validate fileop.json

  # A tool that toolgen.yaml lists, with its rules
  toolgen validate create_payment call.json

  # From a file, for a machine
  toolgen validate schemas/coder.tools.json file_read call.json --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 3 {
				return usageFault{fmt.Errorf("one SOURCE, one TOOL and one FILE are enough, %q is too much", args[3])}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.validate(cmd, &flags, args)
		},
	}
	cmd.Flags().SortFlags = false
	flags.addLoad(cmd)
	cmd.Flags().BoolVar(&flags.json, "json", false, "print one JSON object")
	cmd.Flags().StringSliceVar(&flags.lenient, "lenient", nil,
		"accept certain repairs; `OPTIONS` are some of\n"+strings.Join(leniencyNames()[:5], ", ")+",\n"+strings.Join(leniencyNames()[5:], ", "))
	cmd.Flags().Lookup("lenient").NoOptDefVal = "Lenient"
	return cmd
}

// callArgs separates SOURCE, TOOL and FILE. SOURCE is optional with a config file: the first word is one if it
// looks like a file name.
func (f *sourceFlags) callArgs(args []string) (sources []string, tool string, file []string) {
	if len(args) == 3 || len(args) > 0 && (!f.hasConfig() || isSource(args[0])) {
		sources, args = args[:1], args[1:]
	}
	if len(args) > 0 {
		tool, file = args[0], args[1:]
	}
	return sources, tool, file
}

// isSource reports whether a word is a source rather than the name of a tool.
func isSource(word string) bool {
	if slices.Contains([]string{".json", ".jsonl", ".ndjson", ".yaml", ".yml"}, strings.ToLower(filepath.Ext(word))) ||
		strings.ContainsAny(word, `/\*`) {
		return true
	}
	info, err := os.Stat(word)
	return err == nil && !info.IsDir()
}

func (c *cli) validate(cmd *cobra.Command, flags *validateFlags, args []string) error {
	sources, name, file := flags.callArgs(args)
	opts, err := decodeOptions(flags.lenient)
	if err != nil {
		return err
	}
	tools, err := c.load(cmd, &flags.sourceFlags, sources)
	if err == nil && name == "" {
		name, err = onlyTool(tools)
	}
	if err != nil {
		return err
	}
	tool, err := c.findTool(tools, sources, name)
	if err != nil {
		return err
	}
	diags := aboutTool(tools.diags, name)
	c.stderr.diagnostics(diags)
	data, err := c.arguments(file)
	if err != nil {
		return err
	}
	v, err := judge(tool, data, opts)
	if err != nil {
		return err
	}
	if err := c.show(v, flags.json); err != nil {
		return err
	}
	switch {
	case tools.strict && diags.Fail(true):
		return c.failed(true, diags)
	case !v.Valid:
		return exit(exitFindings)
	}
	return nil
}

// findTool finds a usable tool, or explains why there is none.
func (c *cli) findTool(l loaded, sources []string, name string) (runtime.Tool, error) {
	tools := dynamic.Toolset(l.pkg)
	about := aboutTool(l.diags, name)
	tool, ok := tools.Lookup(name)
	switch {
	case ok && !slices.ContainsFunc(about, func(d model.Diagnostic) bool { return d.Severity == model.Error && d.Tool == name }):
		return tool, nil
	case about.HasErrors():
		c.stderr.diagnostics(about)
		return nil, exit(exitFault)
	case len(l.pkg.Tools) == 0:
		c.stderr.diagnostics(l.diags)
		return nil, exit(exitFault)
	}
	for _, d := range about {
		if d.Tool == name {
			c.stderr.diagnostics(model.Diagnostics{d}) // the reason for its exclusion
		}
	}
	// The toolset's error suggests similar names.
	unknown := tools.Call(context.Background(), runtime.ToolCall{Name: name})
	where := strings.Join(sources, ", ")
	if where == "" {
		where = "the sources of the config file"
	}
	return nil, fmt.Errorf("%s: %s", where, visible.Text(unknown.Error.Message))
}

// aboutTool drops diagnostics of other tools.
func aboutTool(diags model.Diagnostics, name string) model.Diagnostics {
	var about model.Diagnostics
	for _, d := range diags {
		if d.Tool == "" || d.Tool == name {
			about = append(about, d)
		}
	}
	return about
}

// arguments reads the call's arguments from the named file or standard input.
func (c *cli) arguments(file []string) ([]byte, error) {
	if len(file) == 0 || file[0] == "-" {
		if isTerminal(c.stdin) {
			c.stderr.line("reading the arguments from the terminal; end them with Ctrl-D")
		}
		data, err := readfile.All(c.stdin)
		if err != nil {
			return nil, fmt.Errorf("standard input cannot be read: %w", err)
		}
		return data, nil
	}
	data, err := readfile.File(file[0])
	if err != nil && slices.Contains(leniencyNames(), file[0]) {
		return nil, usageFault{fmt.Errorf("%s is not a file; as an option, write --lenient=%[1]s", file[0])}
	}
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		return nil, fmt.Errorf("%s: the arguments cannot be read: %w; name a file, or - for standard input", file[0], pathErr.Err)
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), err // a byte order mark comes from an editor
}

// verdict is the output of validate --json.
type verdict struct {
	Tool     string                    `json:"tool"`
	Valid    bool                      `json:"valid"`
	Issues   []runtime.ValidationIssue `json:"issues"`
	Receipts []runtime.Receipt         `json:"receipts"`
	Hint     *runtime.RetryHint        `json:"hint"`

	omitted int // issues beyond the limit
}

// judge decodes the arguments. An error is internal and says nothing about the arguments.
func judge(tool runtime.Tool, data []byte, lenient []runtime.DecodeOption) (verdict, error) {
	v := verdict{Tool: tool.Spec().Name, Issues: []runtime.ValidationIssue{}, Receipts: []runtime.Receipt{}}
	_, err := tool.Decode(data, append(lenient, runtime.CollectReceipts(&v.Receipts))...)
	var invalid *runtime.ValidationError
	switch {
	case errors.As(err, &invalid):
		v.Issues = append(v.Issues, invalid.Issues()...)
		v.omitted = invalid.Omitted()
		v.Hint = runtime.BuildHint(tool, err, runtime.WithCall(data))
	case err != nil:
		return v, err
	default:
		v.Valid = true
	}
	return v, nil
}

// mostReceipts is the maximum number of receipts printed, the same as for issues.
const mostReceipts = 100

func (c *cli) show(v verdict, asJSON bool) error {
	if asJSON {
		return c.printJSON(v)
	}
	return c.showText(v)
}

// showText prints the issues, the receipts of decoding, and the hint.
func (c *cli) showText(v verdict) error {
	var text []byte
	if v.Valid {
		text = fmt.Appendf(text, "%s: valid\n", visible.Text(v.Tool))
	} else {
		text = fmt.Appendf(text, "%s: %s\n", visible.Text(v.Tool), count(len(v.Issues)+v.omitted, "issue"))
	}
	for _, issue := range v.Issues {
		text = fmt.Appendf(text, "  %s\n", visible.Text(issue.String()))
	}
	if v.omitted > 0 {
		text = fmt.Appendf(text, "  and %d more\n", v.omitted)
	}
	for i, r := range v.Receipts {
		if i == mostReceipts {
			text = fmt.Appendf(text, "  and %d more\n", len(v.Receipts)-i)
			break
		}
		text = fmt.Appendf(text, "  %s: %s", visible.Text(cmp.Or(r.Field, "(whole value)")), r.Kind)
		if whole, _ := r.From.(string); r.Kind == runtime.ReceiptIgnored && strings.IndexAny(whole, "{[") == 0 {
			text = fmt.Appendf(text, ": %s", visible.Text(whole)) // what it holds may have been meant for other fields
		} else if r.Kind != runtime.ReceiptIgnored && r.From != nil {
			text = fmt.Appendf(text, ": %s", visible.Text(valueText(r.From)))
			if r.To != nil {
				text = fmt.Appendf(text, " read as %s", visible.Text(valueText(r.To)))
			}
		}
		if r.Suggest != "" {
			text = fmt.Appendf(text, "; did you mean %q?", visible.Text(r.Suggest))
		}
		text = append(text, '\n')
	}
	if v.Hint != nil {
		// Programs that evaluate hints search for this line.
		text = fmt.Appendf(text, "\nWhat a model is told:\n%s\n", visible.Lines(v.Hint.Text()))
	}
	_, err := c.stdout.Write(text)
	return err
}

// valueText formats a receipt's value as JSON.
func valueText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return string(text)
}

// onlyTool returns the name of the tool to use if none is given, "" if no tool could be read.
func onlyTool(tools loaded) (string, error) {
	const few = 12
	var names []string
	for _, tool := range tools.pkg.Tools {
		names = append(names, tool.Name)
	}
	switch {
	case len(names) == 0:
		return "", nil
	case len(names) == 1 && !tools.diags.HasErrors():
		return names[0], nil
	case len(names) > few:
		names = append(names[:few], "…")
	}
	return "", usageFault{fmt.Errorf("TOOL is needed, one of %s", visible.Text(strings.Join(names, ", ")))}
}
