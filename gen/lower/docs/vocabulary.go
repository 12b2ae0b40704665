package docs

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// vocabularyOf returns the vocabulary of drafts 2019-09 and 2020-12 with a keyword, by the last segment of its address; "" for
// keywords that have an effect without a vocabulary. If a meta-schema lists its vocabularies, keywords of the others have no
// effect (JSON Schema 2020-12, section 8.1.2).
func vocabularyOf(word string) string {
	keyword := tooldef.Keywords[word]
	switch {
	case strings.HasPrefix(word, "unevaluated"):
		return "unevaluated"
	case slices.Contains([]string{"$defs", "definitions", "contentSchema", "dependencies", "format"}, word):
		return ""
	case keyword.HoldsSchemas():
		return "applicator"
	case keyword.Effect == tooldef.Asserts, tooldef.Companions[word] != "":
		return "validation"
	}
	return ""
}

// metaSchema returns the meta-schema of a document, nil if it has none or an unknown one.
func (l *Library) metaSchema(d *Document) *Document {
	n := d.Root.Get("$schema")
	if !n.Is(tooldef.String) {
		return nil
	}
	meta, _ := l.Find(strings.TrimSuffix(n.Text, "#"))
	return meta
}

// ignored returns the keywords outside the vocabularies of a document's meta-schema.
func (l *Library) ignored(d *Document) map[string]bool {
	listed := l.metaSchema(d).Node().Get("$vocabulary")
	if !listed.Is(tooldef.Object) {
		return nil
	}
	draft := "2020-12"
	has := map[string]bool{}
	for _, m := range listed.Members {
		if rest, ok := strings.CutPrefix(m.Key, "https://json-schema.org/draft/"); ok {
			var name string
			draft, name, _ = strings.Cut(rest, "/vocab/")
			has[name] = true
		}
	}
	if draft == "2019-09" {
		has["unevaluated"] = has["applicator"] // one vocabulary until 2020-12
	}
	out := map[string]bool{}
	for word := range tooldef.Keywords {
		if name := vocabularyOf(word); name != "" && !has[name] {
			out[word] = true
		}
	}
	return out
}

// FormatVocabulary reports whether the meta-schema of a document requires the format-assertion
// vocabulary (JSON Schema 2020-12, section 7.2.2).
func (l *Library) FormatVocabulary(d *Document) bool {
	listed := l.metaSchema(d).Node().Get("$vocabulary")
	required := listed.Get("https://json-schema.org/draft/2020-12/vocab/format-assertion")
	return required.True()
}

// draftOf returns the draft that the $schema of n names.
func draftOf(n *tooldef.Node) (*jsonschema.Draft, bool) {
	s := n.Get("$schema")
	if !s.Is(tooldef.String) {
		return nil, false
	}
	_, address, _ := strings.Cut(strings.TrimSuffix(s.Text, "#"), "://")
	switch address {
	case "json-schema.org/draft-04/schema":
		return jsonschema.Draft4, true
	case "json-schema.org/draft-06/schema":
		return jsonschema.Draft6, true
	case "json-schema.org/draft-07/schema":
		return jsonschema.Draft7, true
	case "json-schema.org/draft/2019-09/schema":
		return jsonschema.Draft2019, true
	case "json-schema.org/draft/2020-12/schema":
		return jsonschema.Draft2020, true
	default:
		return nil, false
	}
}
