package lower

import (
	"fmt"
	"go/token"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// packageNames settles the names of one Go package, tool after tool.
type packageNames struct {
	taken map[string]bool
	files map[string]bool
	tools []string // Go names of the tools, claimed before any type, so that types never move them
}

// newPackageNames claims the names that every package has, then those of the tools.
func newPackageNames(tools []*tooldef.Tool) *packageNames {
	p := &packageNames{taken: map[string]bool{"Tools": true}, files: map[string]bool{"toolgen.go": true}}
	for _, t := range tools {
		if t.Broken {
			p.tools = append(p.tools, "") // it gets no code, and takes no name from those that do
			continue
		}
		name := goName(t.Name)
		if x := xGoName(t.Input); x != "" && exportedIdentifier(x) && t.Envelope == tooldef.Schema {
			name = x
		}
		bare := t.Envelope == tooldef.Schema
		family := func(n string) []string {
			if bare {
				return []string{n, "Decode" + n, n + "Tool"}
			}
			return []string{n, n + "Args", "Decode" + n + "Args", n + "Result", "Decode" + n + "Result"}
		}
		name = claim(p.taken, name, family)
		p.tools = append(p.tools, name)
	}
	return p
}

// claim takes a name, with all names that follow from it; a taken one gets a number.
func claim(taken map[string]bool, name string, family func(string) []string) string {
	for n := 1; ; n++ {
		candidate := name
		if n > 1 {
			candidate = name + strconv.Itoa(n)
		}
		free := true
		for _, f := range family(candidate) {
			free = free && !taken[f]
		}
		if free {
			for _, f := range family(candidate) {
				taken[f] = true
			}
			return candidate
		}
	}
}

func alone(n string) []string { return []string{n} }

// nameTool names everything that belongs to one tool.
func (p *packageNames) nameTool(i int, t *model.Tool, lowerers []*lowerer) {
	base := p.tools[i]
	bare := lowerers[0].bare
	t.GoName, t.File = base, p.file(t.Name)
	t.Args.Name = base + "Args"
	if bare {
		t.GoName, t.Args.Name = base+"Tool", base
	}
	t.Types = p.nameTypes(lowerers[0], t.Args, base)
	if t.Result != nil {
		t.Result.Name = base + "Result"
		t.ResultTypes = p.nameTypes(lowerers[1], t.Result, base+"Result")
	}
	t.Fields = fieldTable(t.Args)
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
	return claim(p.files, stem, func(n string) []string { return []string{n + "_toolgen.go"} }) + "_toolgen.go"
}

// nameTypes names the types that the Go shape below root mentions, and all that belongs to them.
// Collisions are settled in the order of pointers, so that key order does not matter.
func (p *packageNames) nameTypes(l *lowerer, root *model.Type, base string) []*model.Type {
	types := []*model.Type{root}
	reach(root, func(t *model.Type) {
		if t != root && (needsName(t) || namelessLoop(t) || deepList(t) || l.variants[t]) {
			types = append(types, t)
		}
	})
	ordered := append([]*model.Type(nil), types[1:]...)
	sort.SliceStable(ordered, func(i, j int) bool { return ordered[i].Pointer < ordered[j].Pointer })
	for _, t := range ordered {
		w := l.wanted[t]
		name := base + exported(w.suffix)
		if w.exact != "" {
			name = w.exact
		}
		t.Name = claim(p.taken, name, func(n string) []string { return []string{n, "Decode" + n} })
	}
	for _, t := range append([]*model.Type{root}, ordered...) {
		p.nameParts(l, t)
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
		nameFields(l, t)
	case model.String:
		plain := enumNames(t.Consts)
		for i := range t.Consts {
			t.Consts[i].Name = claim(p.taken, t.Name+plain[i], alone)
		}
	case model.Union:
		t.Union.Interface = claim(p.taken, t.Name+"Variant", alone)
		for i, v := range t.Union.Variants {
			if v.Label == "" && v.Type.Kind != model.Struct && v.Type.Kind != model.Union {
				v.Label = typeNames(v.Type)
			}
			if v.Label == "" {
				v.Label = fmt.Sprintf("option %d", i+1) // Go names mean nothing to a model
			}
			ctor := t.Name + goName(v.Label)
			if strings.HasPrefix(v.Type.Name, t.Name) {
				ctor = v.Type.Name
			}
			v.Ctor = claim(p.taken, "New"+ctor, alone)
		}
	}
}

// reservedMembers are the methods of generated structs and the field for undeclared keys.
var reservedMembers = []string{"Validate", "UnmarshalJSON", "MarshalJSON", "AdditionalProperties", "String", "Error"}

// nameFields names the fields of a struct and the getters of the optional ones.
func nameFields(l *lowerer, t *model.Type) {
	taken := map[string]bool{}
	for _, m := range reservedMembers {
		taken[m] = true
	}
	ordered := append([]*model.Field(nil), t.Fields...)
	sort.SliceStable(ordered, func(i, j int) bool { return ordered[i].Key < ordered[j].Key })
	// Exact names first: a key that is spelt as Go spells it keeps its name beside look-alikes.
	sort.SliceStable(ordered, func(i, j int) bool {
		return goName(ordered[i].Key) == ordered[i].Key && goName(ordered[j].Key) != ordered[j].Key
	})
	for _, f := range ordered {
		name := goName(f.Key)
		if x := l.fieldNames[f]; x != "" && exportedIdentifier(x) {
			name = x
		}
		for taken[name] && contains(reservedMembers, name) {
			name += "_"
		}
		f.Name = claim(taken, name, alone)
	}
	for _, f := range ordered {
		if !f.Required {
			f.Getter = claim(taken, "Get"+f.Name, alone)
		}
	}
}

// enumNames gives names to the members of an enum: without punctuation where that tells them
// apart, spelt out where it does not.
func enumNames(consts []model.EnumConst) []string {
	plain := make([]string, len(consts))
	count := map[string]int{}
	for i, c := range consts {
		plain[i] = pascal(c.Value)
		count[plain[i]]++
	}
	for i, c := range consts {
		if plain[i] == "" || count[plain[i]] > 1 {
			plain[i] = spelled(c.Value)
		}
		if plain[i] == "" {
			plain[i] = "Empty"
		}
	}
	return plain
}

func exportedIdentifier(s string) bool { return token.IsIdentifier(s) && token.IsExported(s) }

func contains(list []string, s string) bool { return containsString(list, s) }

// wantName notes the name that a type asks for.
func (l *lowerer) wantName(t *model.Type, flat conj) {
	if t.Kind != model.Struct && t.Kind != model.Union && len(t.Consts) == 0 || len(flat) == 0 {
		return
	}
	w := wantedName{suffix: pathName(flat[0].node.Pointer, l.lib.docs[schemaURL].root.Pointer)}
	for _, s := range flat {
		if x := xGoName(s.node); x != "" && w.exact == "" && !l.isProperty(s.node) {
			if !exportedIdentifier(x) {
				l.fail(s.node.Get("x-go-name"), "x-go-name", fmt.Sprintf("%q is not an exported Go identifier", cut(x, 60)), "begin it with an upper-case letter and use letters and digits")
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

// pathName makes a Go name from where a schema stands: definitions by their own name, properties
// by the path that leads to them.
func pathName(pointer, root string) string {
	tokens := strings.Split(strings.TrimPrefix(pointer, root), "/")
	var parts []string
	for i := 1; i < len(tokens); i++ {
		token := strings.NewReplacer("~1", "/", "~0", "~").Replace(tokens[i])
		named := func() string {
			if i+1 < len(tokens) {
				i++
				return goName(strings.NewReplacer("~1", "/", "~0", "~").Replace(tokens[i]))
			}
			return ""
		}
		switch token {
		case "$defs", "definitions":
			parts = []string{named()}
		case "properties":
			parts = append(parts, named())
		case "items", "additionalItems", "unevaluatedItems":
			parts = lastSingular(parts)
			if i+1 < len(tokens) && isIndex(tokens[i+1]) {
				parts = append(parts, tokens[i+1])
				i++
			}
		case "prefixItems":
			parts = append(lastSingular(parts), tokens[min(i+1, len(tokens)-1)])
			i++
		case "additionalProperties", "unevaluatedProperties":
			parts = append(parts, "Value")
		case "patternProperties", "dependentSchemas", "dependencies":
			parts = append(parts, named())
		case "anyOf", "oneOf":
			parts = append(parts, "Option"+optionNumber(tokens, i))
			i++
		case "allOf":
			i++
		default:
			parts = append(parts, goName(token))
		}
	}
	return strings.Join(parts, "")
}

func lastSingular(parts []string) []string {
	if len(parts) == 0 {
		return []string{"Item"}
	}
	parts[len(parts)-1] = singular(parts[len(parts)-1])
	return parts
}

func isIndex(s string) bool { _, err := strconv.Atoi(s); return err == nil }

// optionNumber counts the branches of a choice from 1.
func optionNumber(tokens []string, i int) string {
	if i+1 < len(tokens) {
		if n, err := strconv.Atoi(tokens[i+1]); err == nil {
			return strconv.Itoa(n + 1)
		}
	}
	return ""
}

// lastToken is the name at the end of a reference.
func lastToken(ref string) string {
	return unescapeFragment(ref[strings.LastIndexAny(ref, "/#")+1:])
}
