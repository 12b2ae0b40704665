package lower

import (
	"fmt"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// blankIsMissing reports whether the tool's annotations treat blank text and null as absent.
func blankIsMissing(root *tooldef.Node) bool {
	for n := range root.All() {
		if n.Get(tooldef.AnnotationWord).Get("blankIsMissing").True() {
			return true
		}
	}
	return false
}

// annotations collects the annotations of a value. Rules apply to a type's own values; if the schema is only
// checked against values of another type, that type takes the rules over.
func (l *lowerer) annotations(t *model.Type, flat schema.Conj, r role) {
	t.Blank = l.blank && r != asSchema && t.Accepts&model.JSONObject != 0
	marks(l.Findings, t, flat)
	for _, s := range flat {
		note := s.Get(tooldef.AnnotationWord)
		if !note.Is(tooldef.Object) || !asks(note) {
			continue
		}
		l.ruled[s.Node] = l.ruled[s.Node] || r != asSchema
		if r == asSchema {
			continue
		}
		for _, m := range note.Members {
			ask(t, m)
		}
	}
}

// constrainingAnnotations are the annotations that constrain values.
var constrainingAnnotations = []string{"rules", "exactlyOneOf", "atLeastOneOf", "atMostOneOf", "requires", "excludes"}

func asks(note *tooldef.Node) bool {
	return slices.ContainsFunc(note.Members, func(m tooldef.Member) bool { return slices.Contains(constrainingAnnotations, m.Key) })
}

// marks collects the annotations that do not constrain values.
func marks(out *tooldef.Findings, t *model.Type, flat schema.Conj) {
	for _, s := range flat {
		note := s.Get(tooldef.AnnotationWord)
		if note == nil {
			continue
		}
		for _, m := range note.Members {
			switch m.Key {
			case "sensitive":
				t.Sensitive = t.Sensitive || m.Value.Bool
			case "injected":
				t.Injected = t.Injected || m.Value.Bool
			case "question":
				t.Question = m.Value.Text
			case "remedy":
				for _, n := range m.Value.Items {
					t.Remedies = append(t.Remedies, model.Remedy{
						Call: n.Get("call").Str(), Fills: n.Get("fills").Str(), From: n.Get("from").Str(), Text: n.Get("text").Str(), Pos: n.Pos, Pointer: n.Pointer,
					})
				}
			case "known":
				for _, n := range m.Value.Items {
					t.Known = append(t.Known, model.Known{Field: n.Get("fills").Str(), From: n.Get("from").Str(), At: n.Get("at").Str(),
						Pos: n.Pos, Pointer: n.Pointer})
				}
			case "blankIsMissing":
			default:
				if !slices.Contains(constrainingAnnotations, m.Key) && !out.Broken {
					out.Fail(m.Value, tooldef.AnnotationWord, fmt.Sprintf("the annotation %q was not applied", model.Cut(m.Key, 60)),
						"read the schema with the rules, as the command does")
				}
			}
		}
	}
}

// ask adds one annotation to the constraints or rules of a type.
func ask(t *model.Type, m tooldef.Member) {
	switch m.Key {
	case "rules":
		for _, n := range m.Value.Items {
			t.Rules = append(t.Rules, ruleOf(n))
		}
	case "exactlyOneOf", "atLeastOneOf", "atMostOneOf":
		for _, keys := range m.Value.Items {
			t.Constraints = append(t.Constraints, model.FieldGroup{Word: m.Key, Keys: keys.Strings()})
		}
	case "requires", "excludes":
		for _, pair := range m.Value.Members {
			t.Constraints = append(t.Constraints, model.FieldPairs{Word: m.Key, Key: pair.Key, Keys: pair.Value.Strings()})
		}
	}
}

func ruleOf(n *tooldef.Node) model.Rule {
	r := model.Rule{
		ID: n.Get("id").Str(), Source: n.Get("rule").Str(), Message: n.Get("message").Str(), MessageSource: n.Get("messageExpression").Str(),
		FieldPath: n.Get("fieldPath").Str(), Pos: n.Pos, Pointer: n.Pointer,
	}
	if e := n.Get("rule"); e != nil {
		r.Pos, r.Pointer = e.Pos, e.Pointer
	}
	if e := n.Get("messageExpression"); e != nil {
		r.MessageSourcePos = e.Pos
	}
	r.Kubernetes = n.Get("kubernetes").True()
	return r
}

// refuseUnenforced reports rules that no type took over: below not, if and the like they do not apply to the
// call's own values.
func (l *lowerer) refuseUnenforced() {
	for _, n := range slices.SortedFunc(maps.Keys(l.ruled), func(a, b *tooldef.Node) int { return l.ID(a) - l.ID(b) }) {
		if !l.ruled[n] {
			l.Fail(n.Get(tooldef.AnnotationWord), tooldef.AnnotationWord, "rules cannot be enforced on this schema",
				"put them on the object that holds it")
		}
	}
}
