package toolblock

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// verdict is what the checks say of the JSON of one block.
type verdict struct {
	text     []byte // the JSON, with its syntax repaired
	repaired bool
	values   map[string]any // the object, nil where it cannot be read
	name     string         // the value of "tool", "" where there is none
	target   *target        // what it names, nil where nothing bears the name

	inv      *runtime.Invocation // nil unless the call is valid
	issues   []Issue
	omitted  int
	receipts []runtime.Receipt
	hint     *runtime.RetryHint
	fault    error // a fault that is not the model's
}

func (v *verdict) ok() bool { return v.inv != nil }

// inspect takes the JSON of a block through the four levels. id is the call's.
func (p *Processor) inspect(ctx context.Context, id string, text []byte, name string) *verdict {
	v := &verdict{text: text, name: name, target: p.dir.byName[name]}
	if !p.read(v) {
		return v
	}
	if v.target == nil {
		v.unknownTool(p.dir)
		return v
	}
	args := v.target.arguments(v.text)
	call := runtime.ToolCall{ID: id, Name: v.target.tool.Spec().Name, Arguments: string(args)}
	invocations, failures := p.dir.tools.ConvertCallsContext(ctx, []runtime.ToolCall{call})
	if len(failures) > 0 {
		v.refuse(failures[0].Error, args)
		return v
	}
	inv := invocations[0]
	v.receipts = append(v.receipts, inv.Receipts...)
	for _, check := range p.cfg.checks[v.target.name] {
		if err := protect(func() error { return check(ctx, inv) }); err != nil {
			v.refuse(err, args)
			return v
		}
	}
	v.inv = &inv
	return v
}

// read parses the JSON, which takes exact repairs where the tool's tier allows them, and finds out
// what it calls.
func (p *Processor) read(v *verdict) bool {
	var spec *runtime.ToolSpec
	if v.target != nil {
		spec = v.target.tool.Spec()
	}
	err := v.parse(spec)
	if err == nil {
		name, named := v.values[toolKey].(string)
		if v.target = nil; named {
			v.name, v.target = name, p.dir.byName[name]
		}
		if v.target != nil && v.target.tool.Spec() != spec && v.repaired {
			// Only now it is known that the tool may accept no repairs.
			return v.target.tool.Spec().Confirm.Tier < strictTier || v.refuse(errRepaired, v.text)
		}
		return true
	}
	v.refuse(err, v.text)
	// Where all that is wrong is a key that stands twice, the tool can say what else is.
	return v.target != nil && json.Valid(v.text) && !slices.ContainsFunc(v.issues, func(issue Issue) bool {
		return issue.Constraint != "duplicateKey" || issue.Field == toolKey
	})
}

var errRepaired = runtime.Invalid("", "json", nil, "the tool accepts no repairs of the syntax")

// anyValue are decoders of any JSON object, array or scalar.
func anyValue(v *any) runtime.Decoders {
	return &gencode.Decoders{Args: func(d *gencode.Decoder) any {
		*v = nil
		d.Any(v)
		return v
	}}
}

// parse reads the text with the leniency that a tool accepts.
func (v *verdict) parse(spec *runtime.ToolSpec) error {
	var root any
	var fixed json.RawMessage
	var receipts []runtime.Receipt
	lenient := spec == nil || spec.Confirm.Tier < strictTier
	decode := func(text []byte) error {
		opts := []runtime.DecodeOption{runtime.CollectText(&fixed), runtime.CollectReceipts(&receipts), runtime.MaxBytes(len(text) + 1)}
		if lenient {
			opts = append(opts, runtime.RepairSyntax())
		}
		_, err := new(runtime.ToolSpec).DecodeArgs(anyValue(&root), text, opts...)
		return err
	}
	text := v.text
	if err := decode(text); err != nil {
		return err
	}
	if fixed != nil {
		text = fixed
	}
	if inner, ok := root.(string); ok && lenient {
		receipts = append(receipts, runtime.Receipt{Kind: runtime.ReceiptUnwrap}) // no values: some may be sensitive
		text, fixed = []byte(inner), nil
		if err := decode(text); err != nil {
			return err
		}
		if fixed != nil {
			text = fixed
		}
	}
	values, ok := root.(map[string]any)
	if !ok {
		return notAnObject
	}
	v.values, v.text = values, text
	v.repaired = v.repaired || len(receipts) > 0
	v.receipts = append(v.receipts, receipts...)
	return nil
}

// strictTier is the tier from which on calls are read as they were written.
const strictTier = 3

var notAnObject = runtime.Invalid("", "type", "object", "")

// unknownTool records that nothing bears the name.
func (v *verdict) unknownTool(d *directory) {
	issue := runtime.ValidationIssue{Field: toolKey, Constraint: "enum", Expected: d.names, Got: clip(v.name, maxShown)}
	value, there := v.values[toolKey]
	_, named := value.(string)
	switch {
	case named:
	case there:
		issue.Constraint, issue.Expected, issue.Got = "type", "string", typeName(value)
	default:
		issue.Constraint, issue.Expected, issue.Got = "required", nil, nil
	}
	v.issues = []Issue{{LevelStructure, issue}}
	for _, key := range keysOf(v.text) {
		if key != toolKey && strings.EqualFold(key, toolKey) {
			v.issues = append(v.issues, Issue{LevelStructure, runtime.ValidationIssue{Field: key, Constraint: "additionalProperties", Expected: toolKey, Got: key}})
		}
	}
	if f := d.unknown(v.name); named && f != nil {
		v.hint = f.RetryHint
	} else {
		v.hint = runtime.BuildHint(nil, runtime.Invalid(issue.Field, issue.Constraint, issue.Expected, ""), runtime.WithCall(v.text))
	}
}

// refuse records why a call must not be run. It returns false.
func (v *verdict) refuse(err error, args []byte) bool {
	var failed *runtime.ToolError
	if errors.As(err, &failed) && failed.Cause != nil {
		err = failed.Cause
	}
	var list interface {
		Issues() []runtime.ValidationIssue
	}
	internal := failed != nil && failed.Kind == runtime.FailureInternal
	if !internal && errors.As(err, &list) && len(list.Issues()) > 0 {
		v.issues = leveled(list.Issues())
		var more interface{ Omitted() int }
		if errors.As(err, &more) {
			v.omitted = more.Omitted()
		}
	} else {
		v.fault = err
	}
	var tool runtime.Tool
	if v.target != nil {
		tool = bearer{v.target.spec}
	}
	v.hint = runtime.BuildHint(tool, err, runtime.WithCall(args))
	return false
}

// protect runs a function of the user's and makes an error of its panic.
func protect(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &runtime.PanicError{Value: r}
		}
	}()
	return f()
}

func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return fmt.Sprintf("%T", v)
}

// maxShown is the length of a value of the block in what is told of it, in runes.
const maxShown = 64

// clip cuts a text to n runes.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for at := range s {
		if n == 0 {
			return s[:at] + "…"
		}
		n--
	}
	return s
}
