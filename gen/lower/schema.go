package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/gotype"
	"github.com/toolgen/toolgen/gen/lower/names"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/lower/shape"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// role is what a type is used for. It affects the type's Go shape but not its constraints.
type role uint8

const (
	asValue   role = iota // the static type of a Go value
	asRoot                // the static type of a whole document
	asSchema              // only checked against values of another static type
	asVariant             // a branch of a union, which needs a name
)

// lower converts a conjunction of schemas to a type. Equal conjunctions share a type, which terminates
// recursion.
func (l *lowerer) lower(in schema.Conj, r role) *model.Type { return l.lowerAt(in, r, "") }

// lowerAt is lower for a place with separate types, shared only by equal conjunctions there.
func (l *lowerer) lowerAt(in schema.Conj, r role, place string) *model.Type {
	if l.size.over() {
		return shape.Anything() // the result will be discarded
	}
	flat := in.Expand()
	if flat.Never() {
		l.size.add(in)
		// Each false schema is a separate type, since issues name the keyword that contains it.
		t := &model.Type{}
		l.describe(t, in, in)
		fillNever(t, in.Blamed())
		return t
	}
	if branch, ok := flat.OrNull(); ok && r != asSchema {
		// Nullable uses share the type, too; otherwise each would get its own.
		return l.lowerAt(schema.Conj{branch}, r, place)
	}
	key := place + flat.ID()
	if r == asVariant && len(flat) > 0 {
		key = "variant " + key
	}
	if r != asSchema {
		if t, ok := l.memo[key]; ok {
			return t
		}
	} else {
		// A schema that values are only checked against shares the static type if there is one.
		key = "schema " + key
		if l.collects {
			key = "scope " + key
		}
		if l.tests && l.opts.Closed {
			key = "test " + key
		}
		if t, ok := l.memo[key]; ok {
			return t
		}
	}
	t := &model.Type{}
	l.memo[key], l.made[t] = t, flat
	l.size.add(flat)
	l.describe(t, in, flat)
	if r == asVariant || r == asRoot {
		gotype.Own(l.Findings, t, flat, r == asRoot)
	}
	l.fill(t, flat, r, map[string]bool{})
	return t
}

// describe sets what does not constrain values: position, documentation, default, Go names. Equal conjunctions
// share a type, so only the schema itself counts, not its references.
func (l *lowerer) describe(t *model.Type, in, flat schema.Conj) {
	if len(in) > 0 {
		t.Pos, t.Pointer = in[0].Node.Pos, in[0].Node.Pointer
	}
	l.addSaid(&t.Said, flat)
	for _, s := range flat {
		if v := s.Get("x-go-type"); t.GoType == "" && v.Is(tooldef.String) {
			t.GoType, t.GoImport = gotype.Of(l.Findings, s.Node, v)
		}
	}
	// A reference to a shared definition does not describe the definition.
	t.Deprecated = slices.ContainsFunc(flat, isDeprecated)
	if len(flat) > 0 {
		t.Pos, t.Pointer = flat[0].Node.Pos, flat[0].Node.Pointer
	}
}

// said collects what schemas say about the value at one place: what they say themselves takes precedence over what their
// references say.
func (l *lowerer) said(in schema.Conj) model.Said {
	var out model.Said
	l.addSaid(&out, in)
	all := in.Reach()
	l.addSaid(&out, all)
	if branch, ok := schema.WithKeywords(all).OrNull(); ok {
		l.addSaid(&out, schema.Conj{branch})
	}
	return out
}

// addSaid adds what is still missing. Siblings of a choice that was split describe the choice, and not the branches that they
// were copied to.
func (l *lowerer) addSaid(out *model.Said, in schema.Conj) {
	for _, s := range in {
		if s.Omit == "anyOf" || s.Omit == "oneOf" {
			continue
		}
		if out.Doc == nil {
			out.Doc = docOf(s.Node)
		}
		if out.Title == "" {
			out.Title = s.Get("title").Str()
		}
		if v := s.Get("default"); out.Default == nil && v != nil {
			value := valueOf(v)
			out.Default, out.Unsound = &value, !l.checks.SoundDefault(s)
		}
	}
}

func isDeprecated(s schema.Source) bool { return s.Get("deprecated").True() }

// docOf reads a description as lines of text.
func docOf(n *tooldef.Node) []string {
	text := strings.TrimSpace(n.Get("description").Str())
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// fill decides the shape and gathers the constraints. A choice that comes to one schema is taken apart, and the
// type filled again; apart are the conjunctions where that was done: a schema that is such a choice of itself
// would come back without end.
func (l *lowerer) fill(t *model.Type, flat schema.Conj, r role, apart map[string]bool) {
	if flat.Never() {
		fillNever(t, flat.Blamed())
		return
	}
	types := flat.Types()
	t.Accepts, t.Declared, t.Implied = types.Accepts, types.Declared, types.Implied
	if t.Accepts == 0 {
		l.Warn(flat[0].Node, "type", "no value can satisfy this schema: its types and values contradict each other",
			"correct type, enum, const or allOf")
		word := t.Implied
		if word == "" {
			word = "type"
		}
		fillNever(t, word)
		return
	}
	if rest, branch, ok := flat.NullableChoice(); ok && r != asSchema && !apart[flat.ID()] {
		apart[flat.ID()] = true
		branch.OrNull = true
		l.refill(t, append(slices.Clone(rest), branch), r, apart)
		return
	}
	if rest, branch, ok := flat.OnlyPossible(); ok && r != asSchema && !apart[flat.ID()] {
		apart[flat.ID()] = true
		l.refill(t, append(rest, branch), r, apart)
		return
	}
	if r != asSchema && l.union(t, flat) {
		marks(l.Findings, t, flat)
		return
	}
	l.shape(t, flat, r)
}

// refill fills a type anew, from a conjunction in which a branch, the last one, took the place of its choice.
func (l *lowerer) refill(t *model.Type, in schema.Conj, r role, apart map[string]bool) {
	flat := in.Expand()
	*t = model.Type{Said: t.Said, Deprecated: t.Deprecated, Pos: t.Pos, Pointer: t.Pointer, GoType: t.GoType, GoImport: t.GoImport}
	l.addSaid(&t.Said, in[len(in)-1:])
	l.describe(t, flat, flat)
	l.fill(t, flat, r, apart)
}

// shape fills everything but unions: kind by the accepted types, then constraints.
func (l *lowerer) shape(t *model.Type, flat schema.Conj, r role) {
	t.Kind = schema.KindOf(t.Accepts &^ model.JSONNull)
	if t.GoType == "json.Number" && (t.Kind == model.Float || t.Kind == model.Int) {
		t.Kind, t.GoType, t.GoImport = model.Number, "", ""
	}
	if t.Accepts&(model.JSONObject) != 0 {
		l.object(t, flat, r)
	}
	if t.Accepts&model.JSONArray != 0 {
		l.array(t, flat, r)
	}
	l.scalars(t, flat, r)
	l.values(t, flat)
	l.applicators(t, flat)
	if gotype.Loses(t) {
		t.Kind = model.Number // the Go type would have another number than the one that is allowed
	}
	l.annotations(t, flat, r)
	if t.Accepts&model.JSONObject != 0 {
		l.objectShape(t, r)
	}
	l.checks.Type(t, flat)
	gotype.Check(l.Findings, t, flat)
	l.wantName(t, flat)
}

// fillNever makes a type that no value has; keyword is what an issue names.
func fillNever(t *model.Type, keyword string) {
	t.Never, t.Kind, t.Accepts, t.NeverKeyword = true, model.Any, 0, keyword
	t.GoType, t.GoImport = "", "" // which would need a value
}

// bases are the types of the same schemas without the null that was added to them, by the types that have it.
func (l *lowerer) bases() map[*model.Type]*model.Type {
	bases := map[*model.Type]*model.Type{}
	for t, in := range l.made {
		if base := l.memo[withoutNull(in).ID()]; len(in) > 0 && base != nil {
			bases[t] = base
		}
	}
	return bases
}

// withoutNull is a conjunction to which null was added, without it; nil for any other.
func withoutNull(in schema.Conj) schema.Conj {
	out := slices.Clone(in)
	for i, s := range in {
		if !s.OrNull {
			return nil
		}
		out[i].OrNull = false
	}
	return out
}

// wantName notes the name that a type asks for.
func (l *lowerer) wantName(t *model.Type, flat schema.Conj) {
	if t.Kind != model.Struct && t.Kind != model.Union && len(t.Consts) == 0 || len(flat) == 0 {
		return
	}
	w := names.Wish{Pointer: flat[0].Node.Pointer}
	for _, s := range flat {
		if x := names.Given(s.Node); x != "" && w.Exact == "" && !isProperty(s.Node) {
			if !names.ExportedIdentifier(x) {
				l.Fail(s.Node.Get("x-go-name"), "x-go-name", fmt.Sprintf("%q is not an exported Go identifier", model.Cut(x, 60)),
					"begin it with an upper-case letter and use letters and digits")
				continue
			}
			w.Exact = x
		}
	}
	l.wishes.Types[t] = w
}

// isProperty reports whether a node stands under properties, where x-go-name names the field.
func isProperty(n *tooldef.Node) bool {
	tokens := strings.Split(n.Pointer, "/")
	return len(tokens) > 2 && tokens[len(tokens)-2] == "properties"
}
