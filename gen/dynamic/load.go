package dynamic

import (
	"fmt"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/gen/rules/expr"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
)

// Options steer how tool definitions are read. The zero value is what the generator does
// without flags.
type Options struct {
	// Envelope is the form of the source; empty means that it is detected.
	Envelope tooldef.Envelope
	// TypeName is the name of a bare schema, which has none of its own.
	TypeName string
	// PythonTypes reads Python's type names as the JSON Schema types that they stand for.
	PythonTypes bool
	// Closed makes objects that say nothing of unknown keys refuse them.
	Closed bool
	// NoFormatAssertion makes format an annotation.
	NoFormatAssertion bool
	// Refs say where remote references are read from; nothing is ever read from the network.
	Refs []lower.Ref
	// ReadFile reads the files of Refs; nil refuses all remote references.
	ReadFile func(name string) ([]byte, error)
	// Rules are overlays with rules for the tools. An error in them that belongs to no tool is among
	// the diagnostics, with an empty Tool; nothing should be called then.
	Rules []*rules.Overlay
}

// Set is what one source of tool definitions gave.
type Set struct {
	// Tools are the usable tools, in source order.
	Tools []*Tool
	// Unavailable names the tools that cannot be used, each with the first error that says why.
	Unavailable map[string]model.Diagnostic
}

// Toolset is the set of the usable tools, ready to be called. A call of another tool of the source is
// answered with the reason why it is unavailable.
func (s *Set) Toolset() *runtime.Toolset {
	reasons := make(map[string]string, len(s.Unavailable))
	for name, why := range s.Unavailable {
		reasons[name] = "its schema cannot be used: " + why.Problem
	}
	tools := make([]runtime.Tool, len(s.Tools))
	for i, t := range s.Tools {
		tools[i] = t
	}
	return runtime.NewToolset(tools...).Unavailable(reasons)
}

// Lookup finds a usable tool by its name.
func (s *Set) Lookup(name string) (*Tool, bool) {
	for _, t := range s.Tools {
		if t.Spec().Name == name {
			return t, true
		}
	}
	return nil, false
}

// Load reads tool definitions in any envelope that the generator reads, such as the result of
// MCP's tools/list. Source is the name that diagnostics show. The set is never nil; the
// diagnostics are all that was found, warnings included.
func Load(source string, data []byte, opts Options) (*Set, model.Diagnostics) {
	tools, diags := tooldef.Read(source, data, tooldef.Options{
		Envelope: opts.Envelope, TypeName: opts.TypeName, PythonTypes: opts.PythonTypes, KeepBroken: true,
	})
	set := &Set{Unavailable: map[string]model.Diagnostic{}}
	applied, ds := rules.Apply(tools, opts.Rules)
	diags = append(diags, ds...)
	var pkg model.Package
	for _, t := range applied.Tools {
		lowered, ds := lowerOne(t, opts)
		diags = append(diags, ds...)
		if lowered != nil {
			pkg.Tools = append(pkg.Tools, lowered)
		}
	}
	diags = append(diags, applied.Finish(&pkg)...)
	for _, t := range pkg.Tools {
		// A tool whose rules cannot run is none that may be called.
		ds := append(expr.CompileTool(t), rules.HideSensitive(t)...)
		if diags = append(diags, ds...); !ds.HasErrors() {
			set.Tools = append(set.Tools, NewTool(t))
		}
	}
	for _, d := range diags {
		if _, known := set.Unavailable[d.Tool]; d.Severity == model.Error && d.Tool != "" && !known {
			set.Unavailable[d.Tool] = d
		}
	}
	return set, diags
}

// lowerOne lowers one tool. Definitions come from servers that nobody here controls: a schema
// that breaks the reader costs its own tool only.
func lowerOne(t *tooldef.Tool, opts Options) (tool *model.Tool, diags model.Diagnostics) {
	defer func() {
		if r := recover(); r != nil {
			tool, diags = nil, model.Diagnostics{{
				Severity: model.Error, Pos: t.Pos, Pointer: t.Pointer, Tool: t.Name,
				Problem: fmt.Sprintf("the schema cannot be read: internal fault: %v", r),
				Fix:     "report this as a fault of toolgen",
			}}
		}
	}()
	p, diags := lower.Lower([]*tooldef.Tool{t}, lower.Options{
		Package: "tools", Closed: opts.Closed, NoFormatAssertion: opts.NoFormatAssertion,
		Refs: opts.Refs, ReadFile: opts.ReadFile,
	})
	if len(p.Tools) == 0 {
		return nil, diags
	}
	return p.Tools[0], diags
}
