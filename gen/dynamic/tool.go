package dynamic

import (
	"encoding/json"
	"sync"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// Tool interprets the model of one tool. It implements [runtime.Tool] and is safe for concurrent use.
type Tool struct {
	spec  runtime.ToolSpec
	model *model.Tool

	args gencode.From
}

// NewTool creates a tool from its model, which must not be changed afterwards. The model is prepared on the
// first call.
func NewTool(t *model.Tool) *Tool {
	tool := &Tool{model: t}
	plan.Describe(&tool.spec, t)
	made := sync.OnceValue(func() *plan.Plan { return plan.Of(t) })
	tool.args = reader(func() decoder { return newProgram(made(), false).decoder(t.Args, rootHolder) })
	decoders := &gencode.Decoders{Args: tool.args}
	if t.Result != nil {
		decoders.Result = reader(func() decoder { return newProgram(made(), true).decoder(t.Result, rootHolder) })
	}
	tool.spec.Decoders = decoders
	return tool
}

// Toolset returns a set of all tools of a package.
func Toolset(p *model.Package) *runtime.Toolset {
	tools := make([]runtime.Tool, len(p.Tools))
	for i, t := range p.Tools {
		tools[i] = NewTool(t)
	}
	return runtime.NewToolset(tools...)
}

// Spec returns the description of the tool.
func (t *Tool) Spec() *runtime.ToolSpec { return &t.spec }

// Model returns the generator's model of the tool.
func (t *Tool) Model() *model.Tool { return t.model }

// Decode decodes arguments written by a model. The error, if any, is a [*runtime.ValidationError] with all
// issues, and the value is nil.
func (t *Tool) Decode(args []byte, opts ...runtime.DecodeOption) (any, error) {
	return t.spec.DecodeArgs(args, opts...)
}

// Validate checks a value built or edited in Go against the input schema, by its JSON. It reports the issues that
// decoding that JSON would report, each fault once.
func (t *Tool) Validate(v any) error {
	return t.spec.HideSensitive(gencode.ValidateBy(true, func(d *gencode.Decoder) {
		d.CheckJSON(v, func(d *gencode.Decoder) { t.args(d, nil) })
	}))
}

// maxBuiltDepth is the maximum depth of a value built by a program; the limit for model output is lower.
const maxBuiltDepth = 10_000

// DecodeResult decodes a result of the tool leniently: types are checked, value constraints are not. Without an
// output schema it accepts any JSON.
func (t *Tool) DecodeResult(data []byte, opts ...runtime.DecodeOption) (any, error) {
	v, err := t.spec.DecodeResult(data, opts...)
	if raw, ok := v.(*json.RawMessage); ok {
		return *raw, err
	}
	return v, err
}

// rootHolder is the keyword reported for a root schema of false, which is not below any keyword: no value is
// valid.
const rootHolder = "not"

// reader returns a decoder with a value of its own, which is built when it is first used.
func reader(build func() decoder) gencode.From {
	read := sync.OnceValue(build)
	return func(d *gencode.Decoder, _ any) (v any) {
		read()(&v, d)
		return v
	}
}
