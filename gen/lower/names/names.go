package names

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/gen/lower/goname"
	"github.com/toolgen/toolgen/gen/lower/shape"
	"github.com/toolgen/toolgen/gen/lower/union"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Wishes are the names requested in one schema, with the context for naming its parts.
type Wishes struct {
	Tool string
	Bare bool // a bare schema, not a tool definition
	Root *tooldef.Node
	// Home is the pointer of the schema to which the whole document refers, "" for the document itself.
	Home   string
	Types  map[*model.Type]Wish
	Fields map[*model.Field]FieldWish
	// Branches are words for the variants of unions, by schema pointer. They become part of all names inside
	// the variants.
	Branches map[string]string
	// Variants are the types of union variants, which always need a name.
	Variants map[*model.Type]bool
	// Bases maps nullable types to the same types without null.
	Bases map[*model.Type]*model.Type
}

// NewWishes returns empty wishes for a schema of a tool.
func NewWishes(tool string) *Wishes {
	return &Wishes{
		Tool:     tool,
		Types:    map[*model.Type]Wish{},
		Fields:   map[*model.Field]FieldWish{},
		Branches: map[string]string{},
		Variants: map[*model.Type]bool{},
	}
}

// Wish is the name that a type requests, without the tool's prefix. A type without a wish is named after its
// position.
type Wish struct {
	Pointer string // schema whose path is the name; "" is the root
	Word    string // appended to the path, for a variant
	Exact   string // x-go-name, used as is
}

// FieldWish is a field's x-go-name, "" if absent, and where the field is declared.
type FieldWish struct {
	Name, Pointer string
	Namer         *tooldef.Node // the x-go-name keyword
}

// packageNames assigns the names of a Go package, tool by tool.
type packageNames struct {
	taken nameScope
	files nameScope
	// tools are the names of the tools by index. They are claimed before all types, so that types never change
	// them. A broken tool gets no code and claims no name.
	tools []toolName
	Diags model.Diagnostics
	told  map[[2]string]int // indexes of diags, by tool and pointer
}

// toolName is the Go name and the file name of a tool.
type toolName struct{ name, file string }

// New claims the names that every package has, then those of the tools: first names from x-go-name, then
// shorter before longer ones, since the names of types start with that of their tool. Of several tools that request
// a name, the first gets it.
func New(tools []*tooldef.Tool) *packageNames {
	p := &packageNames{taken: newNameScope("Tools"), files: newNameScope("toolgen.go"), tools: make([]toolName, len(tools)),
		told: map[[2]string]int{}}
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
		me := owner{kind: ofTool, what: fmt.Sprintf("the tool %q", model.Cut(t.Name, 60)), pos: t.Pos}
		p.tools[i].name = p.grant(p.taken, asked[i], t.Pointer, t.Name, given[i], me, family)
	}
	return p
}

// NameTool names everything that belongs to one tool.
func (p *packageNames) NameTool(i int, t *model.Tool, asked []*Wishes) {
	base := p.tools[i].name
	bare := asked[0].Bare
	t.GoName, t.File = base, p.tools[i].file
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

// file returns a tool's file name. The suffix prevents names with a meaning for the go command, such as x_test
// or x_windows.
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

// nameTypes names the types in the Go shape of root and everything that belongs to them. Collisions are
// resolved by position, independent of key order: first x-go-name, then definitions, then less deeply nested
// types.
func (p *packageNames) nameTypes(w *Wishes, root *model.Type, base string) []*model.Type {
	types := []*model.Type{root}
	shape.Reach(root, func(t *model.Type) {
		if t != root && (NeedsName(t) || shape.NamelessLoop(t) || shape.DeepList(t) || w.Variants[t]) {
			types = append(types, t)
		}
	})
	types, shared := w.shareDeclarations(types)
	ordered := slices.Clone(types[1:])
	renamed := map[*model.Type]string{} // named by x-go-name of a property on the path
	for _, t := range ordered {
		if name := w.namedPath(t.Pointer); name != w.pathName(t.Pointer) {
			renamed[t] = base + goname.Exported(name)
		}
	}
	slices.SortStableFunc(ordered, func(a, b *model.Type) int {
		return cmp.Or(boolFirst(w.Types[a].Exact != "", w.Types[b].Exact != ""), boolFirst(renamed[a] == "", renamed[b] == ""),
			comparePlaces(a.Pointer, b.Pointer))
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
		me := owner{kind: ofType, what: "the type of " + t.Pointer, pos: t.Pos}
		if asked.Exact == "" {
			me.choice = choiceOf(t.Pointer)
		}
		t.Name = p.grant(p.taken, name, t.Pointer, w.Tool, asked.Exact != "", me, family)
	}
	for _, t := range append([]*model.Type{root}, ordered...) {
		p.nameParts(w, t)
	}
	for _, t := range shared {
		nameAlike(t)
	}
	return types
}

// NeedsName reports whether a Go shape requires a type declaration.
func NeedsName(t *model.Type) bool {
	return t.Kind == model.Struct || t.Kind == model.Union || t.Kind == model.String && len(t.Consts) > 0
}

// nameParts names fields, getters, constants, variants and constructors of a type.
func (p *packageNames) nameParts(w *Wishes, t *model.Type) {
	switch t.Kind {
	case model.Struct:
		p.nameFields(w, t)
	case model.String:
		p.nameConsts(w, t)
	case model.Union:
		t.Union.Interface, _ = p.taken.claim(t.Name+"Variant", owner{}, alone)
		names := union.Names(t.Union)
		for i, v := range t.Union.Variants {
			ctor := t.Name + names[i]
			if strings.HasPrefix(v.Type.Name, t.Name) {
				ctor = v.Type.Name
			}
			v.Ctor, _ = p.taken.claim("New"+ctor, owner{}, alone)
		}
	}
}

// ReservedMembers are the methods of generated structs, and the field for undeclared keys.
var ReservedMembers = []string{"Validate", "UnmarshalJSON", "MarshalJSON", "AdditionalProperties", "String", "Error"}

// nameFields names the fields of a struct and the getters of optional ones: first x-go-name; among keys that
// request one name, the plainest spelling gets it.
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
			name += "Field"
		}
		me := owner{kind: ofField, what: fmt.Sprintf("the key %q", model.Cut(f.Key, 60)), pos: f.Pos}
		f.Name = p.grant(taken, name, w.Fields[f].Pointer, w.Tool, false, me, alone)
	}
	for _, f := range ordered {
		if saysMore(f) {
			name := "Get" + f.Name
			if !taken.free(name, alone) {
				name += "Value" // a number would be that of another field
			}
			f.Getter, _ = taken.claim(name, owner{}, alone)
		}
	}
}

// saysMore reports whether a getter adds something to the field: a default, or the zero value of a nil pointer.
// A nil list, map or struct needs no getter.
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
	for i := range plain {
		c := &t.Consts[i]
		me := owner{kind: ofConst, what: fmt.Sprintf("the value %q", model.Cut(c.Value, 60)), pos: t.Pos}
		c.Name = p.grant(p.taken, t.Name+plain[i], t.Pointer, w.Tool, false, me, alone)
	}
}

// enumNames names the values of an enum: without punctuation if that is unique, else with punctuation spelled
// out, else with a word for the case. Other values only affect which of the three forms is used, so that adding
// a value never gives an existing name to another one.
func enumNames(consts []model.EnumConst) []string {
	names := make([]string, len(consts))
	spellings := []func(string) string{goname.Pascal, goname.Spelled,
		func(text string) string { return caseWord(text) + goname.Spelled(text) }}
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

// caseWord names the case of a text.
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

// ExportedIdentifier reports whether s is a valid exported Go identifier.
func ExportedIdentifier(s string) bool { return token.IsIdentifier(s) && token.IsExported(s) }

// Given returns x-go-name, "" if absent.
func Given(n *tooldef.Node) string { return n.Get("x-go-name").Str() }
