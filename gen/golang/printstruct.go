package golang

import (
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// printStruct prints a struct and the static data for decoding it.
func (f *file) printStruct(t *model.Type) {
	var fields []jen.Code
	for _, field := range t.Fields {
		doc := fieldDoc(field)
		decl := jen.Add(docComment(field.Deprecated, doc...))
		if len(doc) > 0 || field.Deprecated {
			decl.Line()
		}
		fields = append(fields, decl.Id(f.ident(field.Name)).Add(f.fieldType(field)).Op(tag(field)))
	}
	if f.of(t).Object.Keep {
		fields = append(fields, jen.Add(comment("AdditionalProperties are the values under keys that the schema does not name.")).Line().
			Id("AdditionalProperties").Map(jen.String()).Add(f.elemType(f.values(t))).Op("`json:\"-\"`"))
	}
	f.add(jen.Add(f.typeDoc(t)).Line().Type().Add(f.name(t.Name)).Struct(fields...))
	f.printObjectSpec(t)
}

func fieldDoc(field *model.Field) []string {
	if len(field.Doc) == 0 && field.Title != "" && letters(field.Title) != letters(field.Key) {
		return []string{field.Title}
	}
	return field.Doc
}

// letters returns the letters and digits of a name, to compare it independent of style: Pydantic makes the
// title "Max Length" of the key "max_length".
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// printObjectSpec prints the keys of a struct as static data.
func (f *file) printObjectSpec(t *model.Type) {
	o := f.of(t).Object
	members := f.members(o)
	literal := tall(members)
	if len(strings.Join(o.Keys, ""))+4*len(o.Keys)+4*len(o.Required)+4*len(o.Nullable)+len(t.Name) < 160 {
		literal = jen.Values(members...) // on one line
	}
	f.data = append(f.data, jen.Id(f.objectSpec(t)).Op("=").Add(f.rt("ObjectSpec")).Add(literal))
}

func (f *source) objectSpec(t *model.Type) string { return f.derived(t.Name, "Object") }

// tall is a composite literal with one member per line.
func tall(members []jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: len(members) > 0}, members...)
}

// short is a function body that gofmt keeps on one line.
func short(body ...jen.Code) *jen.Statement {
	if len(body) > 1 {
		return jen.Block(body...)
	}
	return jen.Custom(jen.Options{Open: "{ ", Close: " }"}, body...)
}

// tag returns the struct tag of a field. A key that tags cannot express is hidden from encoding/json, and the
// struct has MarshalJSON.
func tag(field *model.Field) string {
	if !taggable(field.Key) {
		return "`json:\"-\"`"
	}
	option := omit(field)
	if field.Key == "-" && option == "" {
		option = ","
	}
	return "`json:\"" + field.Key + option + "\"`"
}

// omit returns the tag option that omits an absent field.
func omit(field *model.Field) string {
	switch {
	case field.Required:
		return ""
	case field.Form == model.PointerForm, field.Form == model.ValueForm && field.Type.Kind == model.Any:
		return ",omitempty"
	default:
		return ",omitzero" // an empty slice is present, a nil one is not
	}
}

// taggable reports whether encoding/json accepts the key in a tag.
func taggable(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

func (f *file) hasOddKeys(t *model.Type) bool {
	for _, field := range t.Fields {
		if !taggable(field.Key) {
			return true
		}
	}
	return false
}
