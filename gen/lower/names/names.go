package names

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/lower/goname"
	"github.com/toolgen/toolgen/gen/lower/shape"
	"github.com/toolgen/toolgen/gen/lower/union"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Wishes are the names that one schema asks for, with what it takes to make names of places in it.
type Wishes struct {
	Tool string
	Bare bool // the source is a bare schema, not a tool definition
	Root *tooldef.Node
	// Home is the pointer of the one schema that the whole document refers to, "" where that is the document.
	Home   string
	Types  map[*model.Type]Wish
	Fields map[*model.Field]FieldWish
	// Branches are the words for the variants of unions, by the pointers of their schemas: they are part of the
	// names of everything within the variants.
	Branches map[string]string
	// Variants are the types of the variants of unions, which need a name whatever their kind.
	Variants map[*model.Type]bool
	// Bases are the types without the null that another type has, by that type.
	Bases map[*model.Type]*model.Type
}

// NewWishes are the wishes of a schema of a tool, none so far.
func NewWishes(tool string) *Wishes {
	return &Wishes{
		Tool:     tool,
		Types:    map[*model.Type]Wish{},
		Fields:   map[*model.Field]FieldWish{},
		Branches: map[string]string{},
		Variants: map[*model.Type]bool{},
	}
}

// Wish is the Go name that a type asks for, without the prefix of its tool. A type without a wish is named after
// its place.
type Wish struct {
	Pointer string // of the schema whose path is its name; "" is the root
	Word    string // that follows the path, for a variant
	Exact   string // x-go-name, taken as it is
}

// FieldWish is the name that x-go-name gives to a field, "" for none, and where the field is declared.
type FieldWish struct {
	Name, Pointer string
	Namer         *tooldef.Node // the x-go-name
}

// Package settles the names of one Go package, tool after tool.
type packageNames struct {
	taken nameScope
	files nameScope
	// tools are the names of the tools, by their index: claimed before any type, so that types never
	// move them. A broken tool gets no code, and takes no name from those that do.
	tools []toolName
	Diags model.Diagnostics
	told  map[[2]string]int // indices of diags, by tool and pointer
}

// toolName is the Go name and the file of one tool.
type toolName struct {
	name, file string
	numbered   *model.Diagnostic // nil where the tool has the name that it asks for
}

// New claims the names that every package has, then those of the tools. A name that
// x-go-name gives goes first. Shorter names go before longer ones, since the types of a tool add to
// its name; of those that ask for one name the plainer spelling has it, whatever the order of the tools.
func New(tools []*tooldef.Tool) *packageNames {
	p := &packageNames{taken: newNameScope("Tools"), files: newNameScope("toolgen.go"), tools: make([]toolName, len(tools)), told: map[[2]string]int{}}
	var order []int
	asked := make([]string, len(tools))
	given := make([]bool, len(tools))
	for i, t := range tools {
		if t.Broken {
			continue
		}
		order = append(order, i)
		asked[i] = goname.Of(t.Name)
		if x := Given(t.Input); ExportedIdentifier(x) {
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

// NameTool names everything that belongs to one tool.
func (p *packageNames) NameTool(i int, t *model.Tool, asked []*Wishes) {
	base := p.tools[i].name
	bare := asked[0].Bare
	t.GoName, t.File = base, p.tools[i].file
	p.report(p.tools[i].numbered)
	t.Args.Name = base + "Args"
	if bare {
		t.GoName, t.Args.Name = base+"Tool", base
	}
	t.Types = p.nameTypes(asked[0], t.Args, base)
	if t.Result != nil {
		t.Result.Name = base + "Result"
		t.ResultTypes = p.nameTypes(asked[1], t.Result, base+"Result")
	}
}

// file gives a tool's file name. The suffix keeps names such as x_test or x_windows from meaning
// anything to the go command.
func (p *packageNames) file(name string) string {
	var words []string
	for _, w := range goname.Split(name) {
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
func (p *packageNames) nameTypes(w *Wishes, root *model.Type, base string) []*model.Type {
	types := []*model.Type{root}
	shape.Reach(root, func(t *model.Type) {
		if t != root && (NeedsName(t) || shape.NamelessLoop(t) || shape.DeepList(t) || w.Variants[t]) {
			types = append(types, t)
		}
	})
	types, shared := w.shareDeclarations(types)
	ordered := slices.Clone(types[1:])
	renamed := map[*model.Type]string{} // by x-go-name of a property on the path, which names the field
	for _, t := range ordered {
		if name := w.namedPath(t.Pointer); name != w.pathName(t.Pointer) {
			renamed[t] = base + goname.Exported(name)
		}
	}
	slices.SortStableFunc(ordered, func(a, b *model.Type) int {
		return cmp.Or(boolFirst(w.Types[a].Exact != "", w.Types[b].Exact != ""), boolFirst(renamed[a] == "", renamed[b] == ""), comparePlaces(a.Pointer, b.Pointer))
	})
	family := func(n string) []string { return []string{n, "Decode" + n} }
	for _, t := range ordered {
		asked, ok := w.Types[t]
		if !ok {
			asked.Pointer = t.Pointer
		}
		name := base + goname.Exported(w.pathName(asked.Pointer)+asked.Word)
		if asked.Exact != "" {
			name = asked.Exact
		}
		if asked.Exact == "" && renamed[t] != "" && !p.taken.free(name, family) {
			name = renamed[t]
		}
		me := owner{kind: ofType, what: "that of " + t.Pointer, pos: t.Pos}
		if asked.Exact == "" {
			me.choice = choiceOf(t.Pointer)
		}
		var other owner
		t.Name, other = p.taken.claim(name, me, family)
		p.report(numbered(t.Name, t.Pointer, w.Tool, me, other))
		if asked.Exact != "" && other.kind != ofType {
			p.report(refused(asked.Exact, t.Name, t.Pointer, w.Tool, me))
		}
	}
	for _, t := range append([]*model.Type{root}, ordered...) {
		p.nameParts(w, t)
	}
	for _, t := range shared {
		nameAlike(t)
	}
	return types
}

// NeedsName reports whether a Go shape cannot be written without a type declaration.
func NeedsName(t *model.Type) bool {
	return t.Kind == model.Struct || t.Kind == model.Union || t.Kind == model.String && len(t.Consts) > 0
}

// nameParts names fields, getters, constants, variants and constructors of a named type.
func (p *packageNames) nameParts(w *Wishes, t *model.Type) {
	switch t.Kind {
	case model.Struct:
		p.nameFields(w, t)
	case model.String:
		p.nameConsts(w, t)
	case model.Union:
		t.Union.Interface, _ = p.taken.claim(t.Name+"Variant", owner{}, alone)
		labels, names := union.Labels(t.Union), union.Names(t.Union)
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

// ReservedMembers are the methods of generated structs and the field for undeclared keys.
var ReservedMembers = []string{"Validate", "UnmarshalJSON", "MarshalJSON", "AdditionalProperties", "String", "Error"}

// nameFields names the fields of a struct and the getters of the optional ones. Names that
// x-go-name gives go first; of keys that ask for one name the plainer spelling has it.
func (p *packageNames) nameFields(w *Wishes, t *model.Type) {
	taken := newNameScope(ReservedMembers...)
	ordered := slices.Clone(t.Fields)
	slices.SortStableFunc(ordered, func(a, b *model.Field) int {
		return cmp.Or(boolFirst(w.Fields[a].Name != "", w.Fields[b].Name != ""), comparePlain(a.Key, b.Key))
	})
	for _, f := range ordered {
		name := goname.Of(f.Key)
		if x := w.Fields[f].Name; x != "" {
			name = x
		}
		for slices.Contains(ReservedMembers, name) {
			name += "_"
		}
		me := owner{kind: ofField, what: fmt.Sprintf("the key %q", docs.Cut(f.Key, 60)), pos: f.Pos}
		var other owner
		f.Name, other = taken.claim(name, me, alone)
		p.report(numbered(f.Name, w.Fields[f].Pointer, w.Tool, me, other))
	}
	for _, f := range ordered {
		if saysMore(f) {
			f.Getter, _ = taken.claim("Get"+f.Name, owner{}, alone)
		}
	}
}

// saysMore reports whether a getter says more than its field: the default of an absent value, or the zero of
// one that the field points to. A nil list, map or struct says that by itself.
func saysMore(f *model.Field) bool {
	switch {
	case f.Required:
		return false
	case f.Default != nil:
		return true
	}
	switch f.Type.Kind {
	case model.Slice, model.Map, model.Struct, model.Union, model.Any:
		return f.Type.GoType != ""
	}
	return true
}

// nameConsts names the constants of an enum.
func (p *packageNames) nameConsts(w *Wishes, t *model.Type) {
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
		p.report(numbered(c.Name, t.Pointer, w.Tool, me, other))
	}
}

// enumNames gives names to the members of an enum: without punctuation where that tells them
// apart, spelt out where it does not, and with a word for their case where nothing else does. The
// name of a member depends on others only in which of the three it is, so that another member never
// takes a name that stood for this one.
func enumNames(consts []model.EnumConst) []string {
	names := make([]string, len(consts))
	spellings := []func(string) string{goname.Pascal, goname.Spelled, func(text string) string { return caseWord(text) + goname.Spelled(text) }}
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

// ExportedIdentifier reports whether s is a valid name of an exported Go declaration.
func ExportedIdentifier(s string) bool { return token.IsIdentifier(s) && token.IsExported(s) }

// Given reads x-go-name, "" where it is absent.
func Given(n *tooldef.Node) string {
	if v := n.Get("x-go-name"); v != nil && v.Kind == tooldef.String {
		return v.Text
	}
	return ""
}
