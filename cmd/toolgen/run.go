package main

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toolgen/toolgen/gen/near"
)

// Exit codes: scripts can distinguish stale files from a failed check.
const (
	exitFine     = 0
	exitFindings = 1 // drift, or invalid arguments
	exitFault    = 2 // usage error, bad schema, bad config file, or a failed write
)

// cli is one run of the command.
type cli struct {
	stdin  io.Reader
	stdout io.Writer
	stderr *messages
}

// run runs the command and returns its exit code. It uses no process state but the file system, so that
// tests can call it.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	c := &cli{stdin: stdin, stdout: stdout, stderr: newMessages(stderr)}
	defer func() {
		if fault := recover(); fault != nil {
			c.stderr.line("internal error: %v; this is a bug of toolgen, please report it", fault)
			c.stderr.raw(string(debug.Stack()))
			code = exitFault
		}
	}()
	root := c.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteC()
	return c.exitCode(cmd, err)
}

func (c *cli) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "toolgen",
		Short: "Generate Go from the JSON Schemas of LLM tools",
		Long: `toolgen reads tool definitions and generates a Go package: a struct for each schema
object, a decoder that reports every fault of a call in one pass, and what the
runtime needs to tell the model how to repair its call.

A definition is an MCP tools/list result, the tools of an OpenAI, Anthropic, Gemini
or Bedrock request, or a bare JSON Schema, as JSON, JSONL or YAML.`,
		Example: `  # One package from one file of definitions
  toolgen generate schemas/books.tools.json --out internal/booktools

  # In CI: fail if the generated files are stale
  toolgen check schemas/books.tools.json --out internal/booktools

  # What is wrong with this call, and what does the model get to read?
  echo '{"path": ""}' | toolgen validate schemas/coder.tools.json file_read`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       version(),
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return emptyFlag(cmd) }
	root.SetVersionTemplate("toolgen {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageFault{nearestFlag(cmd, err)}
	})
	root.AddCommand(c.generateCommand(), c.checkCommand(), c.validateCommand(), c.exportCommand(), c.coverageCommand(), c.versionCommand())
	return root
}

// usageFault is a usage error.
type usageFault struct{ error }

// Unwrap returns the underlying error.
func (f usageFault) Unwrap() error { return f.error }

// exit is an exit code whose reason has been printed.
type exit int

// Error is never printed.
func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// exitCode prints err if necessary and returns the exit code.
func (c *cli) exitCode(cmd *cobra.Command, err error) int {
	var code exit
	var usage usageFault
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage):
		c.stderr.line("%s: %v; run '%s --help'", cmd.CommandPath(), usage, cmd.CommandPath())
	default:
		// The tabs and the line breaks at the end are those of cobra's suggestions.
		c.stderr.line("%s", strings.TrimSpace(strings.ReplaceAll(err.Error(), "\t", "  ")))
	}
	return exitFault
}

// emptyFlag rejects a flag with an empty value: an unset variable in a script would otherwise silently select
// the default, such as the working directory.
func emptyFlag(cmd *cobra.Command) error {
	var fault error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if fault == nil && flag.Value.Type() == "string" && flag.Value.String() == "" {
			fault = usageFault{fmt.Errorf("--%s is empty; give it a text, or leave it out", flag.Name)}
		}
	})
	return fault
}

// nearestFlag suggests the nearest name for an unknown flag, and the value of a known one.
func nearestFlag(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if errors.As(err, &value) && value.GetFlag().Value.Type() == "bool" {
		return fmt.Errorf("--%s takes true or false, not %q", value.GetFlag().Name, value.GetValue())
	}
	word, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if guess := near.Name(word, names); guess != "" {
		return fmt.Errorf("unknown flag --%s, did you mean --%s?", word, guess)
	}
	return fmt.Errorf("unknown flag --%s", word)
}
