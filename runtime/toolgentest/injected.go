package toolgentest

import (
	"errors"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// modelTool is a tool as its model knows it: what the server fills is never there, and is no fault.
type modelTool struct{ runtime.Tool }

// forModel is the tool as its model knows it.
func forModel(tool runtime.Tool) runtime.Tool {
	if _, is := tool.(modelTool); is {
		return tool
	}
	if slices.ContainsFunc(tool.Spec().AllFields(), func(f runtime.FieldSpec) bool { return f.Injected }) {
		return modelTool{tool}
	}
	return tool
}

// Decode decodes arguments, and leaves the issues out that no model could mend. The value is nil where
// there are no others.
func (t modelTool) Decode(args []byte, opts ...runtime.DecodeOption) (any, error) {
	v, err := t.Tool.Decode(args, opts...)
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		return v, err
	}
	var issues []runtime.ValidationIssue
	for _, issue := range invalid.Issues() {
		if !t.Spec().IsInjected(issue) {
			issues = append(issues, issue)
		}
	}
	switch len(issues) {
	case 0:
		return nil, nil
	case len(invalid.Issues()):
		return nil, err
	}
	return nil, &modelError{issues}
}

// modelError is what is left of an error.
type modelError struct{ issues []runtime.ValidationIssue }

// Issues are those that a model can mend.
func (e *modelError) Issues() []runtime.ValidationIssue { return e.issues }

// Error says how the first of them reads.
func (e *modelError) Error() string { return e.issues[0].String() }

// Is reports whether target is [runtime.ErrInvalidArguments].
func (e *modelError) Is(target error) bool { return target == runtime.ErrInvalidArguments }
