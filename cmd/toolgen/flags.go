package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/config"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// sourceFlags are the flags for reading sources.
type sourceFlags struct {
	target gen.Target
	refs   []string
	config string
}

// add declares the flags in the order of the help.
func (f *sourceFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.target.Rules, "rules", nil, "overlay `FILE` with rules for the tools, or a pattern in quotes;\nrepeatable")
	flags.StringVar(&f.target.Type, "type", "", "tool and type `NAME` of a bare schema (default: its title, else the\nfile's name)")
	flags.StringVar(&f.target.Envelope, "envelope", "",
		"form of the sources (default: detected); `KIND` is one of\n"+strings.Join(tooldef.Envelopes(), ", "))
	flags.StringArrayVar(&f.refs, "ref", nil, "read references that begin with a URL from a file or folder,\n`PREFIX=PATH`; repeatable")
	flags.BoolVar(&f.target.PythonTypes, "python-types", false,
		"read Python's type names (dict, str, …) as those of JSON Schema, with a\nwarning, on which --strict does not fail")
	flags.BoolVar(&f.target.Closed, "closed", false, "refuse keys that a schema does not declare, as if it said\nadditionalProperties: false (default: they are accepted, and dropped)")
	flags.BoolVar(&f.target.NoFormatAssertion, "no-format-assertion", false, "do not check format")
	flags.BoolVar(&f.target.Strict, "strict", false, "fail on warnings too, for example about a misspelt keyword")
}

// read builds a target from flags and sources.
func (f *sourceFlags) read(sources []string) (gen.Target, error) {
	if e := f.target.Envelope; e != "" && !slices.Contains(tooldef.Envelopes(), e) {
		return gen.Target{}, usageFault{fmt.Errorf("--envelope: there is no %q, only %s", e, strings.Join(tooldef.Envelopes(), ", "))}
	}
	target := f.target
	target.Sources, target.Rules = matching(sources), matching(f.target.Rules)
	for _, text := range f.refs {
		ref, err := gen.ParseRef(text)
		if err != nil {
			return gen.Target{}, usageFault{fmt.Errorf("--ref: %w", err)}
		}
		target.Refs = append(target.Refs, ref)
	}
	return target, nil
}

// matching expands patterns that the shell did not. A pattern without a match stays and is reported as an
// unreadable file.
func matching(names []string) []string {
	var all []string
	for _, name := range names {
		files, err := gen.Glob(name)
		if err != nil {
			files = []string{name}
		}
		all = append(all, files...)
	}
	return all
}

// addTarget declares the flags shared by generate and check.
func (f *sourceFlags) addTarget(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.target.Out, "out", "", "`DIR` of the package (default: the working directory)")
	flags.StringVar(&f.target.Package, "package", "",
		"`NAME` of the package (default: that of the Go files in the output\ndirectory, else made from the directory's name)")
	flags.StringVar(&f.config, "config", "", "config `FILE` to use instead of SOURCE (default: "+config.FileName+")")
	f.add(cmd)
}

// addLoad declares the flags of read-only commands.
func (f *sourceFlags) addLoad(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.config, "config", "", "config `FILE` whose rules and sources count\n(default: "+config.FileName+", where it is)")
	f.add(cmd)
}
