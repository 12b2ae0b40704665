package lower

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// packageNames settles the names of one Go package, tool after tool.
type packageNames struct {
	taken nameScope
	files nameScope
	// tools are the names of the tools, by their index: claimed before any type, so that types never
	// move them. A broken tool gets no code, and takes no name from those that do.
	tools []toolName
	diags model.Diagnostics
	told  map[[2]string]int // indices of diags, by tool and pointer
}

// toolName is the Go name and the file of one tool.
type toolName struct {
	name, file string
	numbered   *model.Diagnostic // nil where the tool has the name that it asks for
}

// newPackageNames claims the names that every package has, then those of the tools. A name that
// x-go-name gives goes first. Shorter names go before longer ones, since the types of a tool add to
// its name; of those that ask for one name the plainer spelling has it, whatever the order of the tools.
func newPackageNames(tools []*tooldef.Tool) *packageNames {
	p := &packageNames{taken: newNameScope("Tools"), files: newNameScope("toolgen.go"), tools: make([]toolName, len(tools)), told: map[[2]string]int{}}
	var order []int
	asked := make([]string, len(tools))
	given := make([]bool, len(tools))
	for i, t := range tools {
		if t.Broken {
			continue
		}
		order = append(order, i)
		asked[i] = goName(t.Name)
		if x := xGoName(t.Input); exportedIdentifier(x) {
			asked[i], given[i] = x, true
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return comparePlain(tools[i].Name, tools[j].Name) })
	for _, i := range order {
		p.tools[i].file = p.file(tools[i].Name)
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(boolFirst(given[i], given[j]), cmp.Compare(len(asked[i]), len(asked[j])))
	})
	for _, i := range order {
		t := tools[i]
		bare := t.Envelope == tooldef.Schema
		family := func(n string) []string {
			if bare {
				return []string{n, "Decode" + n, n + "Tool"}
			}
			return []string{n, n + "Args", "Decode" + n + "Args", n + "Result", "Decode" + n + "Result"}
		}
		me := owner{kind: ofTool, what: fmt.Sprintf("the tool %q", docs.Cut(t.Name, 60)), pos: t.Pos}
		name, other := p.taken.claim(asked[i], me, family)
		p.tools[i].name, p.tools[i].numbered = name, numbered(name, t.Pointer, t.Name, me, other)
		if given[i] && p.tools[i].numbered == nil {
			p.tools[i].numbered = refused(asked[i], name, t.Pointer, t.Name, me)
		}
	}
	return p
}

// nameTool names everything that belongs to one tool.
func (p *packageNames) nameTool(i int, t *model.Tool, lowerers []*lowerer) {
	base := p.tools[i].name
	bare := lowerers[0].bare
	t.GoName, t.File = base, p.tools[i].file
	p.report(p.tools[i].numbered)
	t.Args.Name = base + "Args"
	if bare {
		t.GoName, t.Args.Name = base+"Tool", base
	}
	t.Types = p.nameTypes(lowerers[0], t.Args, base)
	if t.Result != nil {
		t.Result.Name = base + "Result"
		t.ResultTypes = p.nameTypes(lowerers[1], t.Result, base+"Result")
	}
}

// file gives a tool's file name. The suffix keeps names such as x_test or x_windows from meaning
// anything to the go command.
func (p *packageNames) file(name string) string {
	var words []string
	for _, w := range goWords(name) {
		w = strings.ToLower(w)
		if strings.IndexFunc(w, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
			words = append(words, w)
		}
	}
	stem := strings.Join(words, "_")
	if stem == "" {
		stem = "tool"
	}
	stem, _ = p.files.claim(stem, owner{}, func(n string) []string { return []string{n + "_toolgen.go"} })
	return stem + "_toolgen.go"
}

// nameTypes names the types that the Go shape below root mentions, and all that belongs to them.
// Collisions are settled by where the types stand, so that key order does not matter: names that
// x-go-name gives go first, then definitions and what lies less deep.
func (p *packageNames) nameTypes(l *lowerer, root *model.Type, base string) []*model.Type {
	types := []*model.Type{root}
	reach(root, func(t *model.Type) {
		if t != root && (needsName(t) || namelessLoop(t) || deepList(t) || l.variants[t]) {
			types = append(types, t)
		}
	})
	types, shared := l.shareDeclarations(types)
	ordered := slices.Clone(types[1:])
	renamed := map[*model.Type]string{} // by x-go-name of a property on the path, which names the field
	for _, t := range ordered {
		if name := l.namedPath(t.Pointer); name != l.pathName(t.Pointer) {
			renamed[t] = base + exported(name)
		}
	}
	slices.SortStableFunc(ordered, func(a, b *model.Type) int {
		return cmp.Or(boolFirst(l.wanted[a].exact != "", l.wanted[b].exact != ""), boolFirst(renamed[a] == "", renamed[b] == ""), comparePlaces(a.Pointer, b.Pointer))
	})
	family := func(n string) []string { return []string{n, "Decode" + n} }
	for _, t := range ordered {
		w := l.wanted[t]
		name := base + exported(l.pathName(w.pointer)+w.word)
		if w.exact != "" {
			name = w.exact
		}
		if w.exact == "" && renamed[t] != "" && !p.taken.free(name, family) {
			name = renamed[t]
		}
		me := owner{kind: ofType, what: "that of " + t.Pointer, pos: t.Pos}
		if w.exact == "" {
			me.choice = choiceOf(t.Pointer)
		}
		var other owner
		t.Name, other = p.taken.claim(name, me, family)
		p.report(numbered(t.Name, t.Pointer, l.Tool, me, other))
		if w.exact != "" && other.kind != ofType {
			p.report(refused(w.exact, t.Name, t.Pointer, l.Tool, me))
		}
	}
	for _, t := range append([]*model.Type{root}, ordered...) {
		p.nameParts(l, t)
	}
	for _, t := range shared {
		nameAlike(t)
	}
	return types
}

// needsName reports whether a Go shape cannot be written without a type declaration.
func needsName(t *model.Type) bool {
	return t.Kind == model.Struct || t.Kind == model.Union || t.Kind == model.String && len(t.Consts) > 0
}

// nameParts names fields, getters, constants, variants and constructors of a named type.
func (p *packageNames) nameParts(l *lowerer, t *model.Type) {
	switch t.Kind {
	case model.Struct:
		p.nameFields(l, t)
	case model.String:
		p.nameConsts(l, t)
	case model.Union:
		t.Union.Interface, _ = p.taken.claim(t.Name+"Variant", owner{}, alone)
		labels, names := variantLabels(t.Union), variantNames(t.Union)
		for i, v := range t.Union.Variants {
			ctor := t.Name + names[i]
			if strings.HasPrefix(v.Type.Name, t.Name) {
				ctor = v.Type.Name
			}
			v.Ctor, _ = p.taken.claim("New"+ctor, owner{}, alone)
		}
		for i, v := range t.Union.Variants {
			v.Label = labels[i]
		}
	}
}

// reservedMembers are the methods of generated structs and the field for undeclared keys.
var reservedMembers = []string{"Validate", "UnmarshalJSON", "MarshalJSON", "AdditionalProperties", "String", "Error"}

// nameFields names the fields of a struct and the getters of the optional ones. Names that
// x-go-name gives go first; of keys that ask for one name the plainer spelling has it.
func (p *packageNames) nameFields(l *lowerer, t *model.Type) {
	taken := newNameScope(reservedMembers...)
	ordered := slices.Clone(t.Fields)
	slices.SortStableFunc(ordered, func(a, b *model.Field) int {
		return cmp.Or(boolFirst(l.fieldNames[a] != "", l.fieldNames[b] != ""), comparePlain(a.Key, b.Key))
	})
	for _, f := range ordered {
		name := goName(f.Key)
		if x := l.fieldNames[f]; x != "" {
			name = x
		}
		for slices.Contains(reservedMembers, name) {
			name += "_"
		}
		me := owner{kind: ofField, what: fmt.Sprintf("the key %q", docs.Cut(f.Key, 60)), pos: f.Pos}
		var other owner
		f.Name, other = taken.claim(name, me, alone)
		p.report(numbered(f.Name, l.fieldPlaces[f], l.Tool, me, other))
	}
	for _, f := range ordered {
		if !f.Required {
			f.Getter, _ = taken.claim("Get"+f.Name, owner{}, alone)
		}
	}
}

// nameConsts names the constants of an enum.
func (p *packageNames) nameConsts(l *lowerer, t *model.Type) {
	plain := enumNames(t.Consts)
	order := make([]int, len(plain))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return comparePlain(t.Consts[i].Value, t.Consts[j].Value) })
	for _, i := range order {
		c := &t.Consts[i]
		me := owner{kind: ofConst, what: fmt.Sprintf("the value %q", docs.Cut(c.Value, 60)), pos: t.Pos}
		var other owner
		c.Name, other = p.taken.claim(t.Name+plain[i], me, alone)
		p.report(numbered(c.Name, t.Pointer, l.Tool, me, other))
	}
}

// enumNames gives names to the members of an enum: without punctuation where that tells them
// apart, spelt out where it does not, and with a word for their case where nothing else does. The
// name of a member depends on others only in which of the three it is, so that another member never
// takes a name that stood for this one.
func enumNames(consts []model.EnumConst) []string {
	names := make([]string, len(consts))
	spellings := []func(string) string{pascal, spelled, func(text string) string { return caseWord(text) + spelled(text) }}
	for _, spell := range spellings {
		count := map[string]int{}
		for _, name := range names {
			count[name]++
		}
		for i, c := range consts {
			if names[i] == "" || count[names[i]] > 1 {
				names[i] = spell(c.Value)
			}
		}
	}
	for i := range names {
		if names[i] == "" || names[i] == caseWord("") {
			names[i] = "Empty"
		}
	}
	return names
}

// caseWord says in which case a text is written.
func caseWord(text string) string {
	switch {
	case text == strings.ToLower(text):
		return "Lower"
	case text == strings.ToUpper(text):
		return "Upper"
	default:
		return "Mixed"
	}
}

func exportedIdentifier(s string) bool { return token.IsIdentifier(s) && token.IsExported(s) }

// wantName notes the name that a type asks for.
func (l *lowerer) wantName(t *model.Type, flat schema.Conj) {
	if t.Kind != model.Struct && t.Kind != model.Union && len(t.Consts) == 0 || len(flat) == 0 {
		return
	}
	w := wantedName{pointer: flat[0].Node.Pointer}
	for _, s := range flat {
		if x := xGoName(s.Node); x != "" && w.exact == "" && !l.isProperty(s.Node) {
			if !exportedIdentifier(x) {
				l.Fail(s.Node.Get("x-go-name"), "x-go-name", fmt.Sprintf("%q is not an exported Go identifier", docs.Cut(x, 60)), "begin it with an upper-case letter and use letters and digits")
				continue
			}
			w.exact = x
		}
	}
	l.wanted[t] = w
}

// isProperty reports whether a node stands under properties, where x-go-name names the field.
func (l *lowerer) isProperty(n *tooldef.Node) bool {
	tokens := strings.Split(n.Pointer, "/")
	return len(tokens) > 2 && tokens[len(tokens)-2] == "properties"
}

// lastToken is the name at the end of a reference.
func lastToken(ref string) string {
	return docs.UnescapeFragment(ref[strings.LastIndexAny(ref, "/#")+1:])
}
