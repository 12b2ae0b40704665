package toolblock

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// verdict is the result of checking the JSON of a block.
type verdict struct {
	text     []byte // the JSON, with repaired syntax
	repaired bool
	values   map[string]any // the object, nil if unreadable
	name     string         // value of "tool", or ""
	target   *target        // nil for an unknown name

	inv      *runtime.Invocation // nil unless the call is valid
	issues   []Issue
	omitted  int
	receipts []runtime.Receipt
	hint     *runtime.RetryHint
	fault    error // an error outside of the call
}

func (v *verdict) ok() bool { return v.inv != nil }

// inspect checks the JSON of a block on all levels. id is the id of the call.
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

// read parses the JSON, with exact repairs if the tool's tier allows them, and looks up the target.
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
			// The tier is known only after parsing.
			return v.target.tool.Spec().Confirm.Tier < strictTier || v.refuse(errRepaired, v.text)
		}
		return true
	}
	v.refuse(err, v.text)
	// If duplicate keys are the only fault, the tool can report the others.
	return v.target != nil && json.Valid(v.text) && !slices.ContainsFunc(v.issues, func(issue Issue) bool {
		return issue.Constraint != "duplicateKey" || issue.Field == toolKey
	})
}

var errRepaired = runtime.Invalid("", "json", nil, "the tool accepts no repairs of the syntax")

// anyValue are decoders of arbitrary JSON.
func anyValue(v *any) runtime.Decoders {
	return &gencode.Decoders{Args: func(d *gencode.Decoder, _ any) any {
		*v = nil
		d.Any(v)
		return v
	}}
}

// parse decodes the text with the leniency of a tool.
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
		_, err := (&runtime.ToolSpec{Decoders: anyValue(&root)}).DecodeArgs(text, opts...)
		return err
	}
	text := v.text
	for range 2 { // the object may be in a string
		if err := decode(text); err != nil {
			return err
		}
		if fixed != nil {
			text, fixed = fixed, nil
		}
		inner, ok := root.(string)
		if !ok || !lenient {
			break
		}
		receipts = append(receipts, runtime.Receipt{Kind: runtime.ReceiptUnwrap}) // without values, which may be sensitive
		text = []byte(inner)
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

// strictTier is the tier from which calls are never repaired.
const strictTier = 3

var notAnObject = runtime.Invalid("", "type", "object", "")

// unknownTool records a call with an unknown name.
func (v *verdict) unknownTool(d *directory) {
	issue := runtime.ValidationIssue{Field: toolKey, Constraint: "enum", Expected: d.names, Got: show.Clip(v.name, maxShown)}
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
			misspelt := runtime.ValidationIssue{Field: key, Constraint: "additionalProperties", Expected: toolKey, Got: key}
			v.issues = append(v.issues, Issue{LevelStructure, misspelt})
		}
	}
	if f := d.unknown(v.name); named && f != nil {
		v.hint = f.RetryHint
	} else {
		v.hint = runtime.BuildHint(nil, runtime.Invalid(issue.Field, issue.Constraint, issue.Expected, ""), runtime.WithCall(v.text))
	}
}

// faulty is an error with the faults of a call.
type faulty interface {
	error
	Issues() []runtime.ValidationIssue
}

// refuse records why a call must not run. It returns false.
func (v *verdict) refuse(err error, args []byte) bool {
	failed, ok := errors.AsType[*runtime.ToolError](err)
	if ok && failed.Cause != nil {
		err = failed.Cause
	}
	list, invalid := errors.AsType[faulty](err)
	if internal := ok && failed.Kind == runtime.FailureInternal; invalid && !internal && len(list.Issues()) > 0 {
		v.issues = leveled(list.Issues())
		if all, ok := errors.AsType[*runtime.ValidationError](err); ok {
			v.omitted = all.Omitted()
		}
	} else {
		v.fault = err
	}
	v.hint = runtime.BuildHint(v.tool(), err, runtime.WithCall(args))
	return false
}

// tool returns the called tool for hints, nil if it is unknown.
func (v *verdict) tool() runtime.Tool {
	if v.target == nil {
		return nil
	}
	return v.target
}

// protect calls a user's function and converts a panic to an error.
func protect(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &runtime.PanicError{Value: r}
		}
	}()
	return f()
}

func typeName(v any) string {
	names := map[byte]string{'n': "null", 't': "boolean", 'f': "boolean", '"': "string", '[': "array", '{': "object"}
	return cmp.Or(names[show.JSON(v)[0]], "number")
}

// maxShown is the maximum length of a block's value in messages, in runes.
const maxShown = 64
