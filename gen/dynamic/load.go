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

// Options control how tool definitions are read. The zero value corresponds to the generator without flags.
type Options struct {
	// Envelope is the format of the source; if empty, it is detected.
	Envelope tooldef.Envelope
	// TypeName is the name for a bare schema, which has none.
	TypeName string
	// PythonTypes accepts Python type names in place of JSON Schema types.
	PythonTypes bool
	// Closed rejects unknown keys in objects whose schema does not mention them.
	Closed bool
	// NoFormatAssertion makes format an annotation.
	NoFormatAssertion bool
	// Refs map remote references to files; nothing is read from the network.
	Refs []lower.Ref
	// ReadFile reads the files of Refs; if nil, remote references are errors.
	ReadFile func(name string) ([]byte, error)
	// Rules are overlays with rules for the tools. An error in an overlay that belongs to no tool is a
	// diagnostic with an empty Tool; no tool should be called then.
	Rules []*rules.Overlay
}

// Set holds the tools of one source of tool definitions.
type Set struct {
	// Tools are the usable tools, in source order.
	Tools []*Tool
	// Unavailable maps each unusable tool to its first error.
	Unavailable map[string]model.Diagnostic
}

// Toolset returns the usable tools. A call of an unavailable tool is answered with the reason.
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

// Lookup returns a usable tool by name.
func (s *Set) Lookup(name string) (*Tool, bool) {
	for _, t := range s.Tools {
		if t.Spec().Name == name {
			return t, true
		}
	}
	return nil, false
}

// Load reads tool definitions in any envelope that the generator supports, such as the result of MCP's
// tools/list. Source is the name used in diagnostics. The set is never nil; the diagnostics include warnings.
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
		// A tool whose rules cannot run must not be callable.
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

// lowerOne lowers one tool and recovers from panics: schemas are untrusted input, and one of them must not fail
// the other tools.
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
