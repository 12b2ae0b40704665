package toolgentest

import (
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// modelTool is a tool from the model's view: injected fields are never present, and not missing.
type modelTool struct{ runtime.Tool }

// forModel wraps a tool in a modelTool.
func forModel(tool runtime.Tool) runtime.Tool {
	if _, is := tool.(modelTool); is {
		return tool
	}
	if len(tool.Spec().View().Filled) > 0 {
		return modelTool{tool}
	}
	return tool
}

// Decode decodes arguments and drops issues that a model cannot fix. If no others remain, the value is nil.
func (t modelTool) Decode(args []byte, opts ...runtime.DecodeOption) (any, error) {
	v, err := t.Tool.Decode(args, opts...)
	invalid, ok := errors.AsType[*runtime.ValidationError](err)
	if !ok {
		return v, err
	}
	var issues []runtime.ValidationIssue
	for _, issue := range invalid.Issues() {
		if !t.Spec().IsInjected(issue) {
			issues = append(issues, issue)
		}
	}
	if len(issues) == 0 {
		return nil, nil
	}
	return nil, runtime.NewValidationError(issues, invalid.Omitted())
}
