package lower

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// group is one anyOf or oneOf in a conjunction.
type group struct {
	index int // of its source
	word  string
	items []*tooldef.Node
}

func groupsOf(flat conj) []group {
	var out []group
	for i, s := range flat {
		for _, word := range []string{"anyOf", "oneOf"} {
			if n := s.get(word); n != nil && n.Kind == tooldef.Array && len(n.Items) > 0 {
				out = append(out, group{i, word, s.mergedLiterals(n, word)})
			}
		}
	}
	return out
}

// without gives the conjunction, which is an expanded one, less one group.
func (c conj) without(g group) conj {
	out := slices.Clone(c)
	if out[g.index].omit != "" {
		return nil
	}
	out[g.index].omit = g.word
	for i, s := range out {
		// Followed once more, it would bring the group back.
		out[i].followed = s.followed || slices.ContainsFunc(leads, func(word string) bool { return s.leads(word) })
	}
	return out
}

// leads are the keywords that may lead to more schemas of the same conjunction.
var leads = []string{"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf"}

// leads reports whether a keyword leads to more schemas of the same conjunction.
func (s source) leads(word string) bool {
	if word == "anyOf" || word == "oneOf" {
		return s.omit != word && onlyBranch(s.node, word) != nil
	}
	return s.get(word) != nil
}

// accepts gives the JSON types that a conjunction can accept at most, choices included.
func (l *lowerer) accepts(in conj) model.JSONTypes {
	flat := l.expand(in)
	if l.never(flat) {
		return 0
	}
	key := flat.id(l)
	if set, ok := l.acceptable[key]; ok {
		return set
	}
	var t model.Type
	l.types(&t, flat)
	set := t.Accepts
	// A choice that leads back to itself narrows nothing the second time around.
	l.acceptable[key] = set
	for _, g := range groupsOf(flat) {
		var any model.JSONTypes
		for _, n := range g.items {
			any |= l.accepts(conj{l.child(flat[g.index], n)})
		}
		if flat[g.index].orNull {
			any |= model.JSONNull
		}
		set &= any
	}
	l.acceptable[key] = set
	return set
}

// nullableChoice recognises anyOf or oneOf of one schema and null: a nullable type and no union.
func (l *lowerer) nullableChoice(t *model.Type, flat conj) (rest conj, branch source, ok bool) {
	for _, g := range groupsOf(flat) {
		if len(g.items) != 2 {
			continue
		}
		for i, n := range g.items {
			null, other := l.child(flat[g.index], n), l.child(flat[g.index], g.items[1-i])
			if l.accepts(conj{null}) != model.JSONNull || !plainNull(null) {
				continue
			}
			set := l.accepts(conj{other})
			if kindOf(set&^model.JSONNull) == model.Any && !l.unites(other) || g.word == "oneOf" && set&model.JSONNull != 0 {
				continue
			}
			if rest = flat.without(g); rest == nil {
				continue
			}
			if l.accepts(rest)&model.JSONNull == 0 {
				continue
			}
			return rest, other, true
		}
	}
	return nil, source{}, false
}

// unites reports whether a schema is a union by itself.
func (l *lowerer) unites(s source) bool {
	flat := l.expand(conj{s})
	_, _, ok := l.uniting(flat, groupsOf(flat))
	return ok
}

// plainNull reports whether a null schema says nothing beyond its type.
func plainNull(s source) bool {
	for _, m := range s.node.Members {
		if k := keywords[m.Key]; k.kind != annotates && m.Key != "type" && m.Key != "const" && m.Key != "enum" {
			return false
		}
	}
	return true
}

// union makes a union of a conjunction with one choice. It reports false where a union would not be exact
// or not be useful; the choice is a constraint then.
func (l *lowerer) union(t *model.Type, flat conj) bool {
	groups := groupsOf(flat)
	branches, null, ok := l.uniting(flat, groups)
	if !ok || t.GoType != "" {
		l.narrow(t, flat, groups)
		return false
	}
	g := groups[0]
	u := &model.UnionInfo{Keyword: g.word, Pos: flat[g.index].get(g.word).Pos}
	t.Kind, t.Union = model.Union, u
	t.Accepts, t.Declared, t.Implied = 0, nil, g.word
	if null {
		t.Accepts = model.JSONNull
	}
	var nodes []*tooldef.Node
	for _, b := range branches {
		r := asVariant
		if kindOf(b.set&^model.JSONNull) == model.Struct && !slices.ContainsFunc(l.expand(b.in), namesGoType) {
			r = asValue
		}
		v := &model.Variant{Type: l.lower(b.in, r), Kinds: b.set}
		t.Accepts |= b.set
		labelVariant(v, b.node)
		u.Variants = append(u.Variants, v)
		nodes = append(nodes, b.node)
	}
	alone := len(l.expand(flat.without(g))) == 0
	l.later = append(l.later, func() {
		l.choose(u, flat[g.index])
		l.nameVariants(t, nodes, alone)
	})
	l.wantName(t, flat)
	return true
}

// uniting gives the variants of the union that a conjunction makes, and whether it may be null; ok is false
// where it makes none.
func (l *lowerer) uniting(flat conj, groups []group) (branches []branch, null, ok bool) {
	if len(groups) != 1 || !l.shapeless(flat) && !l.shapedByBranches(flat, groups[0]) {
		return nil, false, false
	}
	g := groups[0]
	base := flat.without(g)
	if base == nil {
		return nil, false, false
	}
	if flat[g.index].orNull {
		// Null is no matter of the branches then, of which one without a type would take it, too.
		for i := range base {
			base[i].orNull = false
		}
	}
	branches, null, ok = l.branches(flat, base, g)
	null = null || flat[g.index].orNull
	return branches, null, ok && worthUnion(branches) && !(null && speaksOfNull(base))
}

// mostRepeated bounds the properties beside a choice that its variants repeat, all of them together.
const mostRepeated = 200

// shapedByBranches reports whether a choice makes variants of an object that declares properties by itself:
// where branches declare more, which another branch leaves open, no field of one struct would have a type.
// Each variant has what stands beside the choice, too.
func (l *lowerer) shapedByBranches(flat conj, g group) bool {
	if l.opts.Closed {
		return false // each variant would be closed to what the others declare
	}
	declared := map[string]bool{}
	for _, s := range flat {
		if s.get(annotationWord) != nil {
			return false // its rules may be about what one branch declares, and are about one object
		}
		for _, word := range []string{"patternProperties", "prefixItems", "items", "unevaluatedProperties", "unevaluatedItems"} {
			if s.get(word) != nil {
				return false
			}
		}
		if n := s.get("additionalProperties"); n != nil && n.Kind == tooldef.Bool && !n.Bool {
			return false // no branch can add to them
		}
		if n := s.get("properties"); n != nil {
			for _, m := range n.Members {
				declared[m.Key] = true
			}
		}
	}
	if len(declared)*len(g.items) > mostRepeated {
		return false
	}
	for _, n := range g.items {
		for _, b := range l.expand(conj{l.child(flat[g.index], n)}) {
			if p := b.get("properties"); p != nil && slices.ContainsFunc(p.Members, func(m tooldef.Member) bool { return !declared[m.Key] && m.Value.Kind == tooldef.Object }) {
				return true
			}
		}
	}
	return false
}

// onlyPossible finds a choice of which one branch can match beside what else is said.
func (l *lowerer) onlyPossible(flat conj) (rest conj, branch source, ok bool) {
	for _, g := range groupsOf(flat) {
		base := flat.without(g)
		if base == nil || flat[g.index].orNull || len(g.items) == 1 || len(g.items) > mostRepeated {
			continue
		}
		var possible []source
		for _, n := range g.items {
			c := l.child(flat[g.index], n)
			if l.accepts(append(slices.Clone(base), c)) != 0 {
				possible = append(possible, c)
			}
		}
		if len(possible) == 1 {
			return base, possible[0], true
		}
	}
	return nil, source{}, false
}

// speaksOfNull reports whether what stands beside a choice may refuse null for another reason than
// its type; a nullable union would have no place for that.
func speaksOfNull(base conj) bool {
	return slices.ContainsFunc(base, func(s source) bool {
		return slices.ContainsFunc([]string{"not", "if", "enum", "const"}, func(word string) bool { return s.get(word) != nil })
	})
}

// branch is one branch of a choice, joined with what stands beside the choice.
type branch struct {
	in   conj
	set  model.JSONTypes
	node *tooldef.Node
}

// branches prepares the branches of a choice; a branch that is null alone makes the union
// nullable. ok is false where a branch can be of several JSON types, so that no Go type fits.
func (l *lowerer) branches(flat, base conj, g group) (out []branch, null, ok bool) {
	var sets []model.JSONTypes
	nulls := 0 // branches that take null
	for _, n := range g.items {
		set := l.accepts(append(slices.Clone(base), l.child(flat[g.index], n)))
		sets = append(sets, set)
		if set&model.JSONNull != 0 {
			nulls++
		}
	}
	null = nulls > 0 && (g.word == "anyOf" || nulls == 1) // of several, oneOf refuses it
	for i, n := range g.items {
		if sets[i] == 0 {
			continue // can never match, and so never decides
		}
		c := l.child(flat[g.index], n)
		in := append(slices.Clone(base), c)
		if sets[i] == model.JSONNull && plainNull(c) {
			continue
		}
		if sets[i]&model.JSONNull != 0 && !l.surelyNull(in) {
			return nil, false, false
		}
		sets[i] &^= model.JSONNull
		if kindOf(sets[i]) == model.Any {
			return nil, false, false
		}
		out = append(out, branch{in: in, set: sets[i], node: n})
	}
	same := map[string]bool{}
	for _, b := range out {
		id := l.expand(b.in).id(l)
		if same[id] {
			return nil, false, false
		}
		same[id] = true
	}
	return out, null, true
}

// surelyNull reports whether a conjunction of which accepts says that null may fit takes it, too.
func (l *lowerer) surelyNull(in conj) bool {
	return !slices.ContainsFunc(l.expand(in), func(s source) bool {
		return slices.ContainsFunc([]string{"not", "if", "anyOf", "oneOf"}, func(word string) bool { return s.get(word) != nil })
	})
}

// worthUnion reports whether branches differ enough for Go types of their own: choices between
// scalars of one type are constraints on that scalar.
func worthUnion(branches []branch) bool {
	if len(branches) < 2 {
		return false
	}
	first := kindOf(branches[0].set)
	if first == model.Struct || first == model.Slice {
		return true
	}
	return slices.ContainsFunc(branches, func(b branch) bool { return kindOf(b.set) != first })
}

// shapeless reports whether nothing beside a choice declares properties or items.
func (l *lowerer) shapeless(flat conj) bool {
	for _, s := range flat {
		if n := s.get("properties"); n != nil && len(n.Members) > 0 {
			return false
		}
		for _, word := range []string{"patternProperties", "prefixItems", "items", "unevaluatedProperties", "unevaluatedItems"} {
			if s.get(word) != nil {
				return false
			}
		}
	}
	return true
}

// narrow limits the accepted types to those that some branch of each choice accepts, which often
// leaves one scalar type; a value outside breaks the choice.
func (l *lowerer) narrow(t *model.Type, flat conj, groups []group) {
	for _, g := range groups {
		var any model.JSONTypes
		for _, n := range g.items {
			any |= l.accepts(conj{l.child(flat[g.index], n)})
		}
		if flat[g.index].orNull {
			any |= model.JSONNull
		}
		if t.Accepts&^any != 0 && t.Accepts&any != 0 {
			t.Accepts &= any
			if t.Implied == "" {
				t.Implied = g.word
			}
		}
	}
}

// choose settles how the variant of a value is found.
func (l *lowerer) choose(u *model.UnionInfo, s source) {
	if key, ok := discriminator(u, s, true); ok {
		u.Select = model.SelectProperty
		tellApart(u, key)
	} else if disjointKinds(u) {
		u.Select = model.SelectKind
	} else {
		u.Select = model.SelectTry
		distinctKeys(u)
		// Where a model has written it, it says which variant is meant, though that may fit none.
		if key, ok := discriminator(u, s, false); ok {
			tellApart(u, key)
		}
	}
}

// tellApart makes a property the one that tells the variants apart.
func tellApart(u *model.UnionInfo, key string) {
	u.Property = key
	for _, v := range u.Variants {
		if v.Type.Kind != model.Struct {
			continue
		}
		v.Value = discriminatorValues(v.Type, key, u.Select == model.SelectProperty)
		if len(v.Value) > 0 && v.Value[0].Kind == model.StringValue && v.Label == "" {
			v.Label = v.Value[0].Text
		}
	}
}

// discriminator finds a property that every variant has, and requires if it is asked to, with values that
// no other has; the one that OpenAPI's discriminator names goes first. Variants that are no objects have to
// be told apart by their JSON types. The empty key is none, as UnionInfo and the runtime take it for no property at all.
func discriminator(u *model.UnionInfo, s source, required bool) (string, bool) {
	var objects, others []*model.Variant
	for _, v := range u.Variants {
		if v.Type.Kind == model.Struct {
			objects = append(objects, v)
		} else if others = append(others, v); v.Kinds&model.JSONObject != 0 {
			return "", false
		}
	}
	if len(objects) < 2 || !disjointKinds(&model.UnionInfo{Variants: others}) {
		return "", false
	}
	var candidates []string
	if n := s.get("discriminator").Get("propertyName"); n != nil && n.Kind == tooldef.String {
		candidates = append(candidates, n.Text)
	}
	for _, f := range objects[0].Type.Fields {
		candidates = append(candidates, f.Key)
	}
	for _, key := range candidates {
		seen := map[string]bool{}
		ok := key != ""
		for _, v := range objects {
			values := discriminatorValues(v.Type, key, required)
			if len(values) == 0 {
				ok = false
				break
			}
			for _, value := range values {
				ok = ok && !seen[value.JSON]
				seen[value.JSON] = true
			}
		}
		if ok {
			return key, true
		}
	}
	return "", false
}

// discriminatorValues gives the scalars that a property of a variant is limited to, nil where there are
// none, or null, lists or objects among them, or where it is not required and has to be.
func discriminatorValues(t *model.Type, key string, required bool) []model.Value {
	for _, f := range t.Fields {
		if f.Key != key || required && !f.Required {
			continue
		}
		var values []model.Value
		limited := false
		for _, c := range f.Type.Constraints {
			e, ok := c.(model.Enum)
			if !ok {
				continue
			}
			if !limited {
				values = e.Values
			} else { // what stands beside a choice may list the values of all variants
				values = slices.DeleteFunc(slices.Clone(values), func(v model.Value) bool {
					return !slices.ContainsFunc(e.Values, func(w model.Value) bool { return w.JSON == v.JSON })
				})
			}
			limited = true
		}
		if slices.ContainsFunc(values, func(v model.Value) bool {
			return v.Kind != model.StringValue && v.Kind != model.NumberValue && v.Kind != model.BoolValue
		}) {
			return nil
		}
		return values
	}
	return nil
}

func disjointKinds(u *model.UnionInfo) bool {
	var seen model.JSONTypes
	for _, v := range u.Variants {
		kinds := v.Kinds
		if kinds&model.JSONInteger != 0 {
			kinds |= model.JSONNumber // a whole number may be meant for either
		}
		if seen&kinds != 0 {
			return false
		}
		seen |= kinds
	}
	return true
}

// distinctKeys notes the required keys that only one variant has: they tell which variant a
// faulty value was meant for.
func distinctKeys(u *model.UnionInfo) {
	count := map[string]int{}
	for _, v := range u.Variants {
		for _, f := range v.Type.Fields {
			count[f.Key]++
		}
	}
	for _, v := range u.Variants {
		for _, f := range v.Type.Fields {
			if f.Required && count[f.Key] == 1 {
				v.Keys = append(v.Keys, f.Key)
			}
		}
	}
}

// labelVariant picks how issues name a variant: its title, else its definition's name.
func labelVariant(v *model.Variant, n *tooldef.Node) {
	if t := n.Get("title"); t != nil && t.Kind == tooldef.String && t.Text != "" {
		v.Label = t.Text
	} else if ref := n.Get("$ref"); ref != nil && ref.Kind == tooldef.String {
		v.Label = lastToken(ref.Text)
	}
}

// nameVariants asks for Go names of the variants that are written out in place, or have more than a
// definition: by their label, by the one key that only they require, else by what they hold. Definitions
// keep the names that they have anyway, where the choice stands alone.
func (l *lowerer) nameVariants(union *model.Type, nodes []*tooldef.Node, alone bool) {
	objects := 0
	for _, v := range union.Union.Variants {
		if kindOf(v.Kinds&^model.JSONNull) == model.Struct {
			objects++
		}
	}
	words := map[string]int{}
	for _, v := range union.Union.Variants {
		words[variantWord(union.Union, v)]++
	}
	for i, v := range union.Union.Variants {
		l.variants[v.Type] = true
		w, ok := l.wanted[v.Type]
		if ok && (w.exact != "" || alone && refersOnly(nodes[i])) {
			continue
		}
		word := variantWord(union.Union, v)
		switch {
		case v.Label != "":
		case v.Type.Kind != model.Struct || objects == 1:
			word = kindWord(v.Kinds)
		case word == "" || words[word] > 1:
			word = "Option" + strconv.Itoa(i+1)
		}
		l.wanted[v.Type] = wantedName{suffix: l.pathName(union.Pointer) + word}
	}
}

// variantWord is what tells a variant by name: its label, else the only key that it requires and no other
// variant has; empty where there is neither.
func variantWord(u *model.UnionInfo, v *model.Variant) string {
	if v.Label != "" {
		return goName(v.Label)
	}
	var own []string
	for _, f := range v.Type.Fields {
		if f.Required && !slices.ContainsFunc(u.Variants, func(other *model.Variant) bool {
			return other != v && slices.ContainsFunc(other.Type.Fields, func(g *model.Field) bool { return g.Key == f.Key })
		}) {
			own = append(own, f.Key)
		}
	}
	if len(own) != 1 || v.Type.Kind != model.Struct {
		return ""
	}
	return goName(own[0])
}

// refersOnly reports whether a branch is a reference and says no more.
func refersOnly(n *tooldef.Node) bool {
	return n.Get("$ref") != nil && !slices.ContainsFunc(n.Members, func(m tooldef.Member) bool { return says(m.Key) && m.Key != "$ref" })
}

// kindWord names a variant by what it holds.
func kindWord(set model.JSONTypes) string {
	switch kindOf(set &^ model.JSONNull) {
	case model.Bool:
		return "Bool"
	case model.Int:
		return "Int"
	case model.Float:
		return "Number"
	case model.String:
		return "String"
	case model.Slice:
		return "List"
	default:
		return "Object"
	}
}
