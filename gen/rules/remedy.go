package rules

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/toolname"
)

// calls checks the tools named in remedies, verify and known: a hint to a missing tool, or to a write that
// bypasses the gate, is worse than none.
type calls struct {
	*reader
	tools map[string]*model.Tool // those without errors
	named map[string]bool        // all tools of the sources
}

// mention is a source position that names another tool.
type mention struct {
	pos           model.Pos
	pointer, word string
}

func (c *calls) fault(m mention, problem, fix string) {
	c.report(model.Error, m.pos, m.pointer, m.word, problem, fix)
}

func (m mention) subject() string {
	if m.word == "remedy" {
		return "the remedy"
	}
	return m.word
}

// known checks the sources of known values. A read-only tool named there becomes a remedy as well.
func (c *calls) known(t *model.Tool) {
	for i := range t.Known {
		k := &t.Known[i]
		m := mention{k.Pos, k.Pointer, "known"}
		if slices.ContainsFunc(t.Remedies, func(r model.Remedy) bool { return r.Pos == k.Pos }) {
			m.word = "remedy"
		}
		fills := c.field(t, m, k.Field)
		called, at, path := c.source(m, k.From, k.At)
		if called == nil {
			continue
		}
		if len(fills) > 0 && !holdsScalar(fills) {
			c.fault(m, model.Cut(k.Field, 80)+" is neither a string nor a number, and only those can be known values",
				"name the field of the value, by fills of a remedy or under fields")
		}
		if len(at) > 0 && !holdsScalar(at) {
			c.fault(m, fmt.Sprintf("the value at %s in the result of %s is neither a string nor a number, and only those can be known values", model.Cut(k.At, 80), called.Name), "write the path of the value itself")
		}
		has := func(r model.Remedy) bool { return r.Call == k.From && (r.Field == k.Field || r.Fills == k.Field) }
		if !called.Write && !writesByName(called) && !slices.ContainsFunc(t.Remedies, has) {
			t.Remedies = append(t.Remedies, model.Remedy{Field: k.Field, Call: k.From, Fills: k.Field, From: k.At, Pos: k.Pos, Pointer: k.Pointer})
		}
		k.At = path
	}
}

// remedies checks the remedies of a tool, and verify.
func (c *calls) remedies(t *model.Tool) {
	for _, r := range t.Remedies {
		m := mention{r.Pos, r.Pointer, "remedy"}
		if !slices.ContainsFunc(t.Known, func(k model.Known) bool { return k.Pos == r.Pos }) { // else reported by known
			c.field(t, m, r.Fills)
			c.source(m, r.Call, r.From)
		}
		called := c.tools[r.Call]
		if called == nil || !c.reads(m, called) {
			continue
		}
		if circle := circleOf(t, called, c.tools); circle != "" {
			c.fault(m, "the remedies form a cycle: "+circle, "remove one of them")
		}
	}
	if v := t.Verify; v != nil {
		m := mention{v.Pos, v.Pointer, "verify"}
		if called, _, _ := c.source(m, v.Call, ""); called != nil {
			c.reads(m, called)
		}
	}
}

// field returns the types of the field that a remedy supplies.
func (c *calls) field(t *model.Tool, m mention, field string) []*model.Type {
	fills := fieldAt(t.Args, field)
	if len(fills) == 0 {
		c.fault(m, fmt.Sprintf("the remedy fills %q, which the arguments do not have", model.Cut(field, 80)),
			suggest(field, paths(t), "write a path from the arguments, as in Lines[].Id"))
	}
	return fills
}

// source finds the tool that a rule names, and the types at a path of its result. path is the path in the form
// of issues.
func (c *calls) source(m mention, name, jsonPath string) (called *model.Tool, at []*model.Type, path string) {
	steps, err := resultSteps(jsonPath)
	if err != nil {
		c.fault(m, fmt.Sprintf("invalid path %q: %s", model.Cut(jsonPath, 80), err), "write it as in $.invoices[*].InvoiceId")
		return nil, nil, ""
	}
	called = c.tools[name]
	switch {
	case called == nil && !c.named[name]: // a named tool without a model has an error of its own
		names := slices.Sorted(maps.Keys(c.named))
		c.fault(m, fmt.Sprintf("%s calls %q, which does not exist", m.subject(), model.Cut(name, 80)),
			suggest(name, names, "the tools are "+listed(names)))
	case called != nil && len(steps) > 0 && called.Result != nil:
		result := lookUp(called.Result, steps)
		if at = result.types; at == nil && result.sure {
			c.fault(m, fmt.Sprintf("the result of %s has no %s, of the path %s", called.Name, joinPath(result.steps),
				model.Cut(jsonPath, 80)), result.suggest())
		}
	}
	return called, at, joinPath(steps)
}

// reads reports whether a tool named in a hint is read-only.
func (c *calls) reads(m mention, called *model.Tool) bool {
	switch {
	case called.Write:
		c.fault(m, fmt.Sprintf("%s calls %s, which writes", m.subject(), called.Name), "call a read-only tool")
	case writesByName(called):
		c.fault(m, fmt.Sprintf("%s calls %s, whose name says that it writes", m.subject(), called.Name),
			"call a read-only tool, or set write: false for it")
	default:
		return true
	}
	return false
}

// writesByName reports whether a tool without a declared write flag has a writing verb in its name.
func writesByName(t *model.Tool) bool { return !t.WriteKnown && toolname.VerbOf(t.Name).Writes() }

// found is the outcome of following a path: the types there, or else the steps up to the first missing value.
type found struct {
	types []*model.Type
	steps []step
	keys  []string // the fields beside the missing one
	sure  bool     // the missing value cannot exist, rather than being undeclared
}

func (f found) suggest() string {
	if len(f.keys) == 0 {
		return "the schema declares no fields there"
	}
	return suggest(f.steps[len(f.steps)-1].key, f.keys, "the fields there are "+listed(f.keys))
}

func lookUp(root *model.Type, steps []step) found {
	at := []*model.Type{root}
	for i, s := range steps {
		next, sure := follow(at, s)
		if len(next) == 0 {
			missing := found{steps: steps[:i+1], sure: sure}
			for _, t := range at {
				for _, f := range t.Fields {
					missing.keys = append(missing.keys, f.Key)
				}
			}
			return missing
		}
		at = next
	}
	return found{types: at}
}

// holdsScalar reports whether one of the types allows a string or a number.
func holdsScalar(types []*model.Type) bool {
	return slices.ContainsFunc(types, func(t *model.Type) bool {
		return t.Accepts&(model.JSONString|model.JSONInteger|model.JSONNumber) != 0
	})
}

// follow follows one step from types. sure tells that a missing value cannot exist, rather than being
// undeclared.
func follow(from []*model.Type, s step) (to []*model.Type, sure bool) {
	sure = true
	for _, t := range from {
		open := t.Kind == model.Any
		switch {
		case t.Union != nil:
			variants := make([]*model.Type, len(t.Union.Variants))
			for i, v := range t.Union.Variants {
				variants[i] = v.Type
			}
			more, known := follow(variants, s)
			to, open = append(to, more...), !known
		case s.kind == toItems:
			to = append(to, t.Items, t.Each)
			open = open || len(t.Prefix) > 0 || t.Kind == model.Slice && t.Items == nil
		case s.kind == toRest:
			to = append(to, t.Additional)
		default:
			for _, f := range t.Fields {
				if f.Key == s.key {
					to = append(to, f.Type)
				}
			}
			open = open || t.Kind == model.Map || t.Additional != nil || len(t.Patterns) > 0
		}
		sure = sure && !open
	}
	return slices.DeleteFunc(to, func(t *model.Type) bool { return t == nil }), sure
}

// fieldAt returns the types at a path of the arguments, none if there is no such field.
func fieldAt(args *model.Type, path string) []*model.Type {
	steps, err := parsePath(path)
	if err != nil {
		return nil
	}
	return lookUp(args, steps).types
}

// paths lists the fields of a tool, for suggestions.
func paths(t *model.Tool) []string {
	var list []string
	walkValues(t.Args, func(v *model.Type, path string) {
		for _, f := range v.Fields {
			list = append(list, model.JoinKey(path, f.Key))
		}
	})
	return list
}

// bracket is a step of JSONPath in brackets: [*], an index, or a quoted name.
var bracket = regexp.MustCompile(`\[(?:\*|[0-9]+|'([^'\]]+)'|"([^"\]]+)")\]`)

// resultSteps parses the subset of JSONPath (RFC 9535) that addresses values in a result: names, [*] and
// indexes. "" has no steps.
func resultSteps(path string) ([]step, error) {
	if path == "" || path == "$" {
		return nil, nil
	}
	rest, ok := strings.CutPrefix(path, "$")
	if !ok || rest[0] != '.' && rest[0] != '[' || strings.ContainsAny(rest, "{") {
		return nil, fmt.Errorf("it must start with $, followed by names and brackets")
	}
	return parsePath(strings.TrimPrefix(bracket.ReplaceAllStringFunc(rest, func(part string) string {
		if name := strings.Trim(part, `[]'"`); len(name) < len(part)-2 {
			return fmt.Sprintf("[%q]", name)
		}
		return "[]"
	}), "."))
}

// circleOf describes a cycle of remedies from a called tool back to the tool, "" if there is none.
func circleOf(t, called *model.Tool, tools map[string]*model.Tool) string {
	seen := map[string]bool{}
	var walk func(at *model.Tool, way []string) string
	walk = func(at *model.Tool, way []string) string {
		way = append(slices.Clip(way), at.Name)
		if at == t {
			return strings.Join(way, " → ")
		}
		if seen[at.Name] {
			return ""
		}
		seen[at.Name] = true
		for _, r := range at.Remedies {
			if next := tools[r.Call]; next != nil {
				if circle := walk(next, way); circle != "" {
					return circle
				}
			}
		}
		return ""
	}
	return walk(called, []string{t.Name})
}
