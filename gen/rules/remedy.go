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

// checkRemedies checks the tools named in remedies, verify and known: a hint to a missing tool, or to a write
// that bypasses the gate, is worse than none. A read-only tool named in known becomes a remedy as well.
func (a *Applied) checkRemedies(pkg *model.Package, r *reader, each func(func(*model.Tool))) {
	c := &calls{reader: r, tools: map[string]*model.Tool{}, named: a.known, links: map[linkKey]*link{}}
	for _, t := range pkg.Tools {
		c.tools[t.Name] = t
	}
	each(func(t *model.Tool) {
		for i := range t.Known {
			c.known(t, &t.Known[i])
		}
	})
	each(func(t *model.Tool) {
		for i := range t.Remedies {
			c.remedy(t, &t.Remedies[i])
		}
		if v := t.Verify; v != nil {
			m := mention{v.Pos, v.Pointer, "verify"}
			if called := c.called(m, v.Call); called != nil {
				c.reads(m, called)
			}
		}
	})
}

// calls checks references between tools.
type calls struct {
	*reader
	tools map[string]*model.Tool // those without errors
	named map[string]bool        // all tools of the sources
	links map[linkKey]*link      // cached, so that an error is reported once
}

// linkKey identifies a link by its source position and field.
type linkKey struct {
	pos   model.Pos
	field string
}

// mention is a source position that names another tool.
type mention struct {
	pos           model.Pos
	pointer, word string
}

func (c *calls) fault(m mention, problem, fix string) {
	c.report(model.Error, m.pos, m.pointer, m.word, problem, fix)
}

// link connects a value in the result of a tool to a field of another tool. An invalid link has no tool.
type link struct {
	called    *model.Tool
	steps     []step
	fills, at []*model.Type // types of the field, and of the value if the output schema declares it
}

// link checks a link on first use.
func (c *calls) link(t *model.Tool, m mention, field, call, path string) *link {
	key := linkKey{m.pos, field}
	if l := c.links[key]; l != nil {
		return l
	}
	l := &link{fills: fieldAt(t.Args, field)}
	c.links[key] = l
	if len(l.fills) == 0 {
		fix := "write a path from the arguments, as in Lines[].Id"
		if guess := near.Name(field, paths(t)); guess != "" {
			fix = fmt.Sprintf("did you mean %s?", guess)
		}
		c.fault(m, fmt.Sprintf("the remedy fills %q, which the arguments do not have", cut(field)), fix)
	}
	if path != "" {
		var err error
		if l.steps, err = resultSteps(path); err != nil {
			c.fault(m, fmt.Sprintf("%q is no path: %s", cut(path), err), `write it as in $.invoices[*].InvoiceId`)
			return l
		}
	}
	if l.called = c.called(m, call); l.called != nil && path != "" && l.called.Result != nil {
		l.at = c.from(m, l, path)
	}
	return l
}

// known checks the sources of known values.
func (c *calls) known(t *model.Tool, k *model.Known) {
	m := mention{k.Pos, k.Pointer, "known"}
	isRemedy := slices.ContainsFunc(t.Remedies, func(r model.Remedy) bool { return r.Pos == k.Pos })
	if isRemedy {
		m.word = "remedy"
	}
	l := c.link(t, m, k.Field, k.From, k.At)
	if l.called == nil {
		return
	}
	if len(l.fills) > 0 && !holdsScalar(l.fills) {
		c.fault(m, cut(k.Field)+" is no text or number, and only those are known", "name the field of the value, by fills of a remedy or under fields")
	}
	if len(l.at) > 0 && !holdsScalar(l.at) {
		c.fault(m, fmt.Sprintf("what is at %s in the result of %s is no text or number, and only those are known", cut(k.At), l.called.Name), "write the path of the value itself")
	}
	has := func(r model.Remedy) bool { return r.Call == k.From && (r.Field == k.Field || r.Fills == k.Field) }
	if !l.called.Write && !writesByName(l.called) && !slices.ContainsFunc(t.Remedies, has) {
		t.Remedies = append(t.Remedies, model.Remedy{Field: k.Field, Call: k.From, Fills: k.Field, From: k.At, Pos: k.Pos, Pointer: k.Pointer})
	}
	k.At = joinPath(l.steps)
}

func (c *calls) remedy(t *model.Tool, r *model.Remedy) {
	m := mention{r.Pos, r.Pointer, "remedy"}
	l := c.link(t, m, r.Fills, r.Call, r.From)
	if l.called == nil || !c.reads(m, l.called) {
		return
	}
	if circle := circleOf(t, l.called, c.tools); circle != "" {
		c.fault(m, "the remedies lead in a circle: "+circle, "drop one of them")
	}
}

// called finds the tool that a rule names.
func (c *calls) called(m mention, name string) *model.Tool {
	called := c.tools[name]
	if called != nil || c.named[name] { // reported elsewhere: that tool has an error of its own
		return called
	}
	names := slices.Sorted(maps.Keys(c.named))
	fix := "the tools are " + listed(names)
	if guess := near.Name(name, names); guess != "" {
		fix = fmt.Sprintf("did you mean %s?", guess)
	}
	c.fault(m, fmt.Sprintf("%s calls %q, and there is no such tool", m.subject(), cut(name)), fix)
	return nil
}

// reads reports whether a tool named in a hint is read-only.
func (c *calls) reads(m mention, called *model.Tool) bool {
	switch {
	case called.Write:
		c.fault(m, fmt.Sprintf("%s calls %s, which changes something", m.subject(), called.Name), "call a tool that only reads")
	case writesByName(called):
		c.fault(m, fmt.Sprintf("%s calls %s, which changes something by its name", m.subject(), called.Name), "call a tool that only reads, or say write: false of it")
	default:
		return true
	}
	return false
}

func (m mention) subject() string {
	if m.word == "remedy" {
		return "the remedy"
	}
	return m.word
}

// writesByName reports whether a tool without a declared write flag has a writing verb in its name.
func writesByName(t *model.Tool) bool { return !t.WriteKnown && toolname.VerbOf(t.Name).Writes() }

// from finds the types of the value in the result of the called tool.
func (c *calls) from(m mention, l *link, path string) []*model.Type {
	at := []*model.Type{l.called.Result}
	for i, s := range l.steps {
		next, sure := follow(at, s)
		if len(next) == 0 && sure {
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
			c.fault(m, fmt.Sprintf("the result of %s has no %s, of the path %s", l.called.Name, joinPath(l.steps[:i+1]), cut(path)), fix)
		}
		if at = next; len(at) == 0 {
			return nil
		}
	}
	return at
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

// fieldAt returns the types at a path of the arguments, none if there is no such field.
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

// resultSteps parses the subset of JSONPath (RFC 9535) that addresses values in a result: names, [*] and
// indexes.
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
