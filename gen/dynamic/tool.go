package dynamic

import (
	"encoding/json"
	"errors"
	"sync"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime"
)

// Tool interprets the model of one tool. It implements [runtime.Tool] and may be used by many
// goroutines at once.
type Tool struct {
	spec  runtime.ToolSpec
	model *model.Tool

	once   sync.Once
	args   func(*runtime.Decoder) any
	result func(*runtime.Decoder) any // nil where no output schema is known
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
		t.args = reader(newSchema(p, t.model.Args, false))
		if t.model.Result != nil {
			t.result = reader(newSchema(p, t.model.Result, true))
		}
	})
}

// Decode reads arguments as a model wrote them. The error, if any, is a
// [*runtime.ValidationError] that lists every fault; the value is nil then.
func (t *Tool) Decode(args []byte, opts ...runtime.DecodeOption) (any, error) {
	t.prepare()
	v, err := runtime.DecodeNew(args, t.args, t.spec.DecodeOptions(opts)...)
	return v, t.spec.HideSensitive(err)
}

// Validate holds a value that was built or edited in Go against the input schema. Values of
// other Go types than those that Decode gives are taken for the JSON that they marshal to. It
// reports what reading that JSON would, so that a fault never causes a second one here either.
func (t *Tool) Validate(v any) error {
	t.prepare()
	plain := runtime.Plain(v)
	text, err := json.Marshal(plain)
	if _, none := plain.(error); none || err != nil {
		return t.spec.HideSensitive(runtime.Validate(&v, runtime.CheckAny)) // which says what of the value has no JSON
	}
	_, err = runtime.DecodeNew(text, t.args, runtime.MaxBytes(len(text)+1), runtime.MaxDepth(maxBuiltDepth))
	return t.spec.HideSensitive(err)
}

// maxBuiltDepth is the depth of a value that a program may have built; what a model writes is
// held to less.
const maxBuiltDepth = 10_000

// DecodeResult reads a result of the tool leniently: types are checked, value constraints are
// not. Without an output schema it reads any JSON.
func (t *Tool) DecodeResult(data []byte, opts ...runtime.DecodeOption) (any, error) {
	t.prepare()
	if t.result == nil {
		if !json.Valid(data) {
			return nil, errNotJSON
		}
		return json.RawMessage(append([]byte(nil), data...)), nil
	}
	return runtime.DecodeNew(data, t.result, t.spec.ResultOptions(opts)...)
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

// reader reads a value of a schema.
func reader(s *child) func(*runtime.Decoder) any {
	return func(d *runtime.Decoder) (v any) {
		s.decode(new(run), &v, d)
		return v
	}
}
