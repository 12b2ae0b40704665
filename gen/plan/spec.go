package plan

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
)

// Describe fills the static description of a tool.
func Describe(spec *runtime.ToolSpec, t *model.Tool) {
	spec.Name, spec.Title, spec.Description = t.Name, t.Title, t.Description
	spec.InputSchema, spec.FullSchema, spec.OutputSchema = t.InputSchema, t.FullSchema, t.OutputSchema
	spec.ReadOnly, spec.Destructive = annotation(t.Annotations.ReadOnly), annotation(t.Annotations.Destructive)
	spec.Idempotent, spec.OpenWorld = annotation(t.Annotations.Idempotent), annotation(t.Annotations.OpenWorld)
	spec.Write = t.Write
	spec.Confirm = runtime.ConfirmSpec{Tier: t.Confirm.Tier, Phrase: t.Confirm.Phrase, Question: t.Confirm.Question}
	if a := t.Approval; a != nil {
		spec.Approval = &runtime.ApprovalSpec{Roles: a.Roles, TTL: a.TTL}
	}
	for _, r := range t.Remedies {
		spec.Remedies = append(spec.Remedies, remedy(r))
	}
	for _, k := range t.Known {
		spec.Known = append(spec.Known, runtime.KnownSpec{Field: k.Field, From: k.From, At: k.At})
	}
	if t.Verify != nil {
		verify := remedy(*t.Verify)
		spec.Verify = &verify
	}
	spec.Retry = runtime.RetryRule(t.Retry)
}

func remedy(r model.Remedy) runtime.Remedy {
	return runtime.Remedy{Field: r.Field, Call: r.Call, Fills: r.Fills, From: r.From, Text: r.Text}
}

func annotation(b *bool) runtime.Annotation {
	switch {
	case b == nil:
		return runtime.Unset
	case *b:
		return runtime.True
	default:
		return runtime.False
	}
}
