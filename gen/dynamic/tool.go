package dynamic

import (
	"bytes"
	"encoding/json"
	"errors"
	"sync"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// Tool interprets the model of one tool. It implements [runtime.Tool] and may be used by many
// goroutines at once.
type Tool struct {
	spec  runtime.ToolSpec
	model *model.Tool

	once   sync.Once
	args   func(*gencode.Decoder) any
	result func(*gencode.Decoder) any // nil where no output schema is known
}

// NewTool makes a tool of its model, which must not be changed afterwards. The model is made
// ready for use when the first call comes.
func NewTool(t *model.Tool) *Tool {
	tool := &Tool{model: t}
	fillSpec(&tool.spec, t)
	return tool
}

// Toolset is the set of all tools of a package.
func Toolset(p *model.Package) *runtime.Toolset {
	tools := make([]runtime.Tool, len(p.Tools))
	for i, t := range p.Tools {
		tools[i] = NewTool(t)
	}
	return runtime.NewToolset(tools...)
}

// Spec says what the tool is.
func (t *Tool) Spec() *runtime.ToolSpec { return &t.spec }

// Model is the tool as the generator sees it.
func (t *Tool) Model() *model.Tool { return t.model }

func (t *Tool) prepare() {
	t.once.Do(func() {
		p := plan.Of(t.model)
		t.args = reader(newProgram(p, false).decoder(t.model.Args, rootHolder))
		if t.model.Result != nil {
			t.result = reader(newProgram(p, true).decoder(t.model.Result, rootHolder))
		}
	})
}

// Decode reads arguments as a model wrote them. The error, if any, is a
// [*runtime.ValidationError] that lists every fault; the value is nil then.
func (t *Tool) Decode(args []byte, opts ...runtime.DecodeOption) (any, error) {
	t.prepare()
	return t.spec.DecodeArgs(decoders{t}, args, opts...)
}

// Validate holds a value that was built or edited in Go against the input schema. Values of
// other Go types than those that Decode gives are taken for the JSON that they marshal to. It
// reports what reading that JSON would, so that a fault never causes a second one here either.
func (t *Tool) Validate(v any) error {
	t.prepare()
	plain := gencode.Plain(v)
	text, err := json.Marshal(plain)
	if _, none := plain.(error); none || err != nil {
		return t.spec.HideSensitive(gencode.Validate(&v, gencode.CheckAny)) // which says what of the value has no JSON
	}
	_, err = gencode.DecodeNew(text, t.args, runtime.MaxBytes(len(text)+1), runtime.MaxDepth(maxBuiltDepth))
	return t.spec.HideSensitive(err)
}

// maxBuiltDepth is the depth of a value that a program may have built; what a model writes is
// held to less.
const maxBuiltDepth = 10_000

// DecodeResult reads a result of the tool leniently: types are checked, value constraints are
// not. Without an output schema it reads any JSON.
func (t *Tool) DecodeResult(data []byte, opts ...runtime.DecodeOption) (any, error) {
	t.prepare()
	return t.spec.DecodeResult(decoders{t}, data, opts...)
}

// decoders are the strict decoders of a tool that is prepared.
type decoders struct{ tool *Tool }

func (d decoders) DecodeArgs(data []byte, opts ...runtime.DecodeOption) (any, error) {
	return gencode.DecodeNew(data, d.tool.args, opts...)
}

func (d decoders) DecodeResult(data []byte, opts ...runtime.DecodeOption) (any, error) {
	if d.tool.result != nil {
		return gencode.DecodeNew(data, d.tool.result, opts...)
	}
	if !json.Valid(data) {
		return nil, errNotJSON
	}
	return json.RawMessage(bytes.Clone(data)), nil
}

// CheckResult implements [runtime.ResultChecker].
func (t *Tool) CheckResult(data []byte) error {
	_, err := t.DecodeResult(data)
	return err
}

var errNotJSON = errors.New("the result is not JSON")

// rootHolder is the keyword that a root schema of false violates: no keyword holds it, and
// nothing is what it accepts.
const rootHolder = "not"

// reader reads a value of its own.
func reader(read decoder) func(*gencode.Decoder) any {
	return func(d *gencode.Decoder) (v any) {
		read(&v, d)
		return v
	}
}
