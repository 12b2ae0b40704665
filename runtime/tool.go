package runtime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// Tool is what a toolset needs to know of a tool. [TypedTool] is the form that generated code
// uses; package gen/dynamic of the generator's module has one for schemas that are known only at run time.
type Tool interface {
	// Spec says what the tool is. It is the same pointer on every call.
	Spec() *ToolSpec
	// Decode reads arguments as a model wrote them: the typed value, or an error. An error with
	// an Issues method says what is wrong with the arguments; any other is a fault of the tool.
	Decode(args []byte, opts ...DecodeOption) (any, error)
}

// TypedTool is a tool whose arguments are an A and whose result is an R. It implements [Tool]. Generated code has
// one for each tool, as static data; [NewTool] makes one by hand. [DecodeResult] reads its results.
//
// It is an alias of a type with this field and these methods, which go doc does not list:
//
//	Tool *ToolSpec // what the tool is, and how its arguments and results are read
//
//	Spec() *ToolSpec
//	Decode(args []byte, opts ...DecodeOption) (any, error)    // of Tool; the value is a *A
//	DecodeArgs(args []byte, opts ...DecodeOption) (*A, error) // nil if there is an error
type TypedTool[A, R any] = toolOf[*A, *R]

// toolOf is a [TypedTool], with pointers as its parameters. The compiler generates the methods of a generic type once
// for all pointers, but once for each struct type: with TypedTool as the declared type, go build of a package of
// 300 tools takes 30 % more time. Each method costs about 3 % of that build, hence so few;
// inlined into what calls it, it would cost 1 % more.
type toolOf[A, R any] struct {
	Tool *ToolSpec // what the tool is, and how its arguments and results are read
}

// Decoders read the arguments and the results of one tool, strictly. Those of generated code are made
// with package gencode.
type Decoders interface {
	// DecodeArgs reads arguments and returns a pointer to the value. An error with an Issues method
	// says what is wrong with them.
	DecodeArgs(data []byte, opts ...DecodeOption) (any, error)
	// DecodeResult reads a result in the same way: types are checked, value constraints are not.
	DecodeResult(data []byte, opts ...DecodeOption) (any, error)
}

// RawJSON is the result of a tool without an output schema: any JSON. It is a [json.RawMessage],
// under a name for which generated files need no import of encoding/json.
type RawJSON = json.RawMessage

// NewTool makes a tool from a copy of spec, with its own decoders. Without decodeResult, results must be JSON and,
// unless R is [json.RawMessage], are read with encoding/json.
func NewTool[A, R any](spec *ToolSpec, decodeArgs func([]byte, ...DecodeOption) (*A, error), decodeResult func([]byte, ...DecodeOption) (*R, error)) *TypedTool[A, R] {
	own := spec.clone()
	own.Decoders = &decodeFuncs[A, R]{decodeArgs, decodeResult}
	return &TypedTool[A, R]{Tool: own}
}

// decodeFuncs are the decoders of a tool that was made by hand.
type decodeFuncs[A, R any] struct {
	args   func([]byte, ...DecodeOption) (*A, error)
	result func([]byte, ...DecodeOption) (*R, error) // may be nil
}

func (f *decodeFuncs[A, R]) DecodeArgs(data []byte, opts ...DecodeOption) (any, error) {
	a, err := f.args(data, opts...)
	if err != nil {
		return nil, err // not a typed nil in an interface
	}
	return a, nil
}

func (f *decodeFuncs[A, R]) DecodeResult(data []byte, opts ...DecodeOption) (any, error) {
	if f.result != nil {
		r, err := f.result(data, opts...)
		if err != nil {
			return nil, err
		}
		return r, nil
	}
	r := new(R)
	if raw, ok := any(r).(*json.RawMessage); ok {
		if !json.Valid(data) {
			return nil, errNotJSON
		}
		*raw = bytes.Clone(data)
		return r, nil
	}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Spec says what the tool is.
func (t *toolOf[A, R]) Spec() *ToolSpec { return t.Tool }

// Decode implements [Tool]; the value is a *A.
//
//go:noinline
func (t *toolOf[A, R]) Decode(args []byte, opts ...DecodeOption) (any, error) {
	return t.Tool.DecodeArgs(args, opts...)
}

// DecodeArgs reads arguments as a model wrote them. The value is nil if there is an error. No leniency changes
// the arguments of a tool of tier 3, see [ToolSpec.DecodeArgs].
//
//go:noinline
func (t *toolOf[A, R]) DecodeArgs(args []byte, opts ...DecodeOption) (A, error) {
	v, err := t.Tool.DecodeArgs(args, opts...)
	a, _ := v.(A)
	return a, err
}

// DecodeResult reads a result of the tool: types are checked, value constraints are not. The value is nil if there
// is an error.
func DecodeResult[A, R any](t *TypedTool[A, R], data []byte, opts ...DecodeOption) (*R, error) {
	v, err := t.Tool.DecodeResult(data, opts...)
	r, _ := v.(*R)
	return r, err
}

var errNotJSON = errors.New("the result is not JSON")

// Handle gives a tool the function that does its work. The function gets decoded and validated arguments
// only. Its result is marshalled and checked against the output schema; a nil result is null. R of a tool
// without an output schema is [RawJSON].
//
// An error with an Issues method, such as that of [Invalid], is reported to the model like a fault of the
// arguments; that of [NotApproved] says that a person has not allowed the call; any other error is a failure
// of the handler, and its text goes to the model, without what is plainly secret or internal: credentials,
// tokens, private keys, stack traces, pointers. [ErrorText] decides for a toolset what may be shown, and
// [Private] hides one error. The full error goes to the log, see [LogErrors].
func Handle[A, R any](t *TypedTool[A, R], fn func(context.Context, *A) (*R, error)) Tool {
	if fn == nil {
		return HandleAny(t, nil)
	}
	return &handledTool{Tool: t, run: func(ctx context.Context, inv Invocation) (any, error) {
		args, ok := inv.Args.(*A)
		if !ok || args == nil {
			return nil, fmt.Errorf("%w: arguments are a %T", errInternal, inv.Args)
		}
		result, err := fn(ctx, args)
		if err != nil {
			return nil, err
		}
		if result == nil {
			return nil, nil
		}
		return result, nil
	}}
}

// HandleAny is [Handle] for a tool whose Go types are not known when the program is written. The
// function finds the decoded arguments in inv.Args and the model's own bytes in inv.Raw.
func HandleAny(t Tool, fn func(ctx context.Context, inv Invocation) (any, error)) Tool {
	return &handledTool{Tool: t, run: fn}
}

// handledTool is a tool with a handler, nil if the program gave none. Only a toolset calls the handler, so that it gets
// decoded arguments only.
type handledTool struct {
	Tool
	run func(context.Context, Invocation) (any, error)
}

// is reports whether the tool is other, or was made from it by adding handlers.
func (t *handledTool) is(other Tool) bool {
	for at := Tool(t); ; {
		if sameTool(at, other) {
			return true
		}
		handled, ok := at.(*handledTool)
		if !ok {
			return false
		}
		at = handled.Tool
	}
}

// sameTool is a == b for tools of any type. Values that Go cannot compare are compared by their specs.
func sameTool(a, b Tool) bool {
	if a == nil || b == nil || reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	if reflect.TypeOf(a).Comparable() {
		return a == b
	}
	return specOf(a) == specOf(b)
}

// specOf is the tool's spec, or an empty one: a tool without a spec must not panic.
func specOf(t Tool) *ToolSpec {
	if t != nil {
		if s := t.Spec(); s != nil {
			return s
		}
	}
	return &ToolSpec{}
}
