package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/runtime/toolname"
)

// checkRemedies checks the calls that remedies and verify name against the tools: a hint that leads nowhere, or
// to a write that no gate sees, is worse than none.
func (a *Applied) checkRemedies(pkg *model.Package, r *reader, each func(func(*model.Tool))) {
	tools := map[string]*model.Tool{}
	for _, t := range pkg.Tools {
		tools[t.Name] = t
	}
	each(func(t *model.Tool) {
		for i := range t.Remedies {
			r.remedy(t, &t.Remedies[i], tools, a.known)
		}
		if t.Verify != nil {
			r.called(t.Verify, "verify", "verify", tools, a.known)
		}
	})
}

func (r *reader) remedy(t *model.Tool, remedy *model.Remedy, tools map[string]*model.Tool, known map[string]bool) {
	fault := func(problem, fix string) { r.report(model.Error, remedy.Pos, remedy.Pointer, "remedy", problem, fix) }
	switch fills := fieldAt(t.Args, remedy.Fills); {
	case len(fills) == 0:
		fix := "write a path from the arguments, as in Lines[].Id"
		if guess := near.Name(remedy.Fills, paths(t)); guess != "" {
			fix = fmt.Sprintf("did you mean %s?", guess)
		}
		fault(fmt.Sprintf("the remedy fills %q, which the arguments do not have", cut(remedy.Fills)), fix)
	case remedy.Known && !holdsScalar(fills):
		fault(fmt.Sprintf("%s is no text or number, and only those are known", cut(remedy.Fills)), "name the field of the value, by fills of a remedy or under fields")
	}
	if remedy.From != "" {
		if _, err := resultSteps(remedy.From); err != nil {
			fault(fmt.Sprintf("%q is no path: %s", cut(remedy.From), err), `write it as in $.invoices[*].InvoiceId`)
			return
		}
	}
	called := r.called(remedy, "remedy", "the remedy", tools, known)
	if called == nil {
		return
	}
	if circle := circleOf(t, called, tools); circle != "" {
		fault("the remedies lead in a circle: "+circle, "drop one of them")
	}
	if remedy.From != "" && called.Result != nil {
		at := r.from(remedy, called)
		if remedy.Known && len(at) > 0 && !holdsScalar(at) {
			fault(fmt.Sprintf("what is at %s in the result of %s is no text or number, and only those are known", cut(remedy.From), called.Name), "write the path of the value itself")
		}
	}
}

// called finds the tool that a rule names, and checks that it only reads. It returns nil after a fault.
func (r *reader) called(by *model.Remedy, word, subject string, tools map[string]*model.Tool, known map[string]bool) *model.Tool {
	fault := func(problem, fix string) {
		r.report(model.Error, by.Pos, by.Pointer, word, subject+" calls "+problem, fix)
	}
	called := tools[by.Call]
	switch {
	case called == nil && known[by.Call]: // it has a fault of its own
	case called == nil:
		names := slices.Sorted(maps.Keys(known))
		fix := "the tools are " + listed(names)
		if guess := near.Name(by.Call, names); guess != "" {
			fix = fmt.Sprintf("did you mean %s?", guess)
		}
		fault(fmt.Sprintf("%q, and there is no such tool", cut(by.Call)), fix)
	case called.Write:
		fault(called.Name+", which changes something", "call a tool that only reads")
	case !called.WriteKnown && toolname.VerbOf(called.Name).Writes():
		fault(called.Name+", which changes something by its name", "call a tool that only reads, or say write: false of it")
	default:
		return called
	}
	return nil
}

// from checks that the result of the called tool has the value, and returns its types.
func (r *reader) from(remedy *model.Remedy, called *model.Tool) []*model.Type {
	steps, _ := resultSteps(remedy.From)
	at := []*model.Type{called.Result}
	for i, s := range steps {
		next, sure := follow(at, s)
		if len(next) == 0 && !sure {
			return nil
		}
		if len(next) == 0 {
			var keys []string
			for _, t := range at {
				for _, f := range t.Fields {
					keys = append(keys, f.Key)
				}
			}
			fix := "look at its output schema"
			switch guess := near.Name(s.key, keys); {
			case guess != "":
				fix = fmt.Sprintf("did you mean %s?", guess)
			case len(keys) > 0:
				fix = "what is there is " + listed(keys)
			}
			r.report(model.Error, remedy.Pos, remedy.Pointer, "remedy",
				fmt.Sprintf("the result of %s has no %s, of the path %s", called.Name, joinPath(steps[:i+1]), cut(remedy.From)), fix)
			return nil
		}
		at = next
	}
	return at
}

// holdsScalar reports whether a value of one of the types may be a text or a number.
func holdsScalar(types []*model.Type) bool {
	return slices.ContainsFunc(types, func(t *model.Type) bool {
		return t.Accepts&(model.JSONString|model.JSONInteger|model.JSONNumber) != 0
	})
}

// follow goes one step on from values of some types. sure says that what is not found is not there.
func follow(from []*model.Type, s step) (to []*model.Type, sure bool) {
	sure = true
	for _, t := range from {
		switch {
		case t.Union != nil:
			var variants []*model.Type
			for _, v := range t.Union.Variants {
				variants = append(variants, v.Type)
			}
			more, known := follow(variants, s)
			to, sure = append(to, more...), sure && known
		case s.kind == toItems:
			if t.Items != nil {
				to = append(to, t.Items)
			}
			if t.Each != nil {
				to = append(to, t.Each)
			}
			sure = sure && t.Kind != model.Any && len(t.Prefix) == 0 && !(t.Kind == model.Slice && t.Items == nil)
		case s.kind == toRest:
			if t.Additional != nil {
				to = append(to, t.Additional)
			}
			sure = sure && t.Kind != model.Any
		default:
			i := slices.IndexFunc(t.Fields, func(f *model.Field) bool { return f.Key == s.key })
			if i >= 0 {
				to = append(to, t.Fields[i].Type)
			}
			sure = sure && t.Kind != model.Any && t.Kind != model.Map && t.Additional == nil && len(t.Patterns) == 0
		}
	}
	return to, sure
}

// fieldAt finds the types of the values at a path of the arguments, none where it leads nowhere.
func fieldAt(args *model.Type, path string) []*model.Type {
	steps, err := parsePath(path)
	if err != nil || len(steps) == 0 {
		return nil
	}
	at := []*model.Type{args}
	for _, s := range steps {
		at, _ = follow(at, s)
	}
	return at
}

// paths are the fields of a tool, for suggestions.
func paths(t *model.Tool) []string {
	var list []string
	walkValues(t.Args, func(v *model.Type, path string) {
		for _, f := range v.Fields {
			list = append(list, model.JoinKey(path, f.Key))
		}
	})
	return list
}

// resultSteps reads the part of JSONPath (RFC 9535) that says where in a result a value is: names,
// [*] and indexes.
func resultSteps(path string) ([]step, error) {
	rest, ok := strings.CutPrefix(path, "$")
	if !ok {
		return nil, fmt.Errorf("it has to begin with $, the result")
	}
	var steps []step
	for rest != "" {
		switch {
		case strings.HasPrefix(rest, "["):
			inner, after, ok := strings.Cut(rest[1:], "]")
			if !ok {
				return nil, fmt.Errorf("a bracket is not closed")
			}
			rest = after
			if len(inner) > 2 && (inner[0] == '\'' || inner[0] == '"') && inner[len(inner)-1] == inner[0] {
				steps = append(steps, step{key: inner[1 : len(inner)-1]})
				continue
			}
			if inner != "*" && strings.Trim(inner, "0123456789") != "" || inner == "" {
				return nil, fmt.Errorf("[%s] is neither [*], an index, nor a quoted name", cut(inner))
			}
			steps = append(steps, step{kind: toItems})
		case strings.HasPrefix(rest, ".") && !strings.HasPrefix(rest, ".."):
			end := strings.IndexAny(rest[1:], ".[") + 1
			if end == 0 {
				end = len(rest)
			}
			if end == 1 {
				return nil, fmt.Errorf("a step is empty")
			}
			steps = append(steps, step{key: rest[1:end]})
			rest = rest[end:]
		default:
			return nil, fmt.Errorf("%q is not understood", cut(rest))
		}
	}
	return steps, nil
}

// circleOf shows how the remedies lead from a called tool back to the tool; "" where they do not.
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
