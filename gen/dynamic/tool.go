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

	once     sync.Once
	decoders gencode.Decoders
}

// NewTool creates a tool from its model, which must not be changed afterwards. The model is prepared on the
// first call.
func NewTool(t *model.Tool) *Tool {
	tool := &Tool{model: t}
	fillSpec(&tool.spec, t)
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

func (t *Tool) prepare() {
	t.once.Do(func() {
		p := plan.Of(t.model)
		t.decoders.Args = reader(newProgram(p, false).decoder(t.model.Args, rootHolder))
		if t.model.Result != nil {
			t.decoders.Result = reader(newProgram(p, true).decoder(t.model.Result, rootHolder))
		}
	})
}

// Decode decodes arguments written by a model. The error, if any, is a [*runtime.ValidationError] with all
// issues, and the value is nil.
func (t *Tool) Decode(args []byte, opts ...runtime.DecodeOption) (any, error) {
	t.prepare()
	return t.spec.DecodeArgs(&t.decoders, args, opts...)
}

// Validate checks a value built or edited in Go against the input schema, by its JSON. It reports the issues that
// decoding that JSON would report, each fault once.
func (t *Tool) Validate(v any) error {
	t.prepare()
	return t.spec.HideSensitive(gencode.ValidateBy(true, func(d *gencode.Decoder) {
		d.CheckJSON(v, func(d *gencode.Decoder) { t.decoders.Args(d) })
	}))
}

// maxBuiltDepth is the maximum depth of a value built by a program; the limit for model output is lower.
const maxBuiltDepth = 10_000

// DecodeResult decodes a result of the tool leniently: types are checked, value constraints are not. Without an
// output schema it accepts any JSON.
func (t *Tool) DecodeResult(data []byte, opts ...runtime.DecodeOption) (any, error) {
	t.prepare()
	v, err := t.spec.DecodeResult(&t.decoders, data, opts...)
	if raw, ok := v.(*json.RawMessage); ok {
		return *raw, err
	}
	return v, err
}

// CheckResult implements [runtime.ResultChecker].
func (t *Tool) CheckResult(data []byte) error {
	_, err := t.DecodeResult(data)
	return err
}

// rootHolder is the keyword reported for a root schema of false, which is not below any keyword: no value is
// valid.
const rootHolder = "not"

// reader returns a decoder with a value of its own.
func reader(read decoder) func(*gencode.Decoder) any {
	return func(d *gencode.Decoder) (v any) {
		read(&v, d)
		return v
	}
}
