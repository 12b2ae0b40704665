// Package projection adapts the schema of a tool to what a provider accepts, and converts the arguments that a
// model writes under the adapted schema back to the tool's form.
//
//	p := projection.Of(schema, projection.OpenAIStrict)
//	if len(p.Reasons) == 0 {
//		// the request has p.Schema and strict: true
//	}
//	arguments = p.Back(arguments) // before they are decoded
//
// Strict modes support a subset of JSON Schema. Unsupported keywords are described in words in the description
// and still enforced by the decoder. Values without a form in strict mode are written differently: null for an
// omitted property, a list of pairs for a map, a union at the root wrapped in an object, and a JSON string for
// untyped values, deep nesting and ambiguous variants. Package wire applies all of this.
package projection

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Projection is the schema of a tool in the form of a target.
type Projection struct {
	// Schema is the schema for the request. If Reasons is not empty, it is the closest approximation.
	Schema json.RawMessage
	// Reasons are why the target rejects the schema. If there are none, it is within the documented limits.
	Reasons []Note
	// Moved are the unsupported keywords that a description expresses in words.
	Moved []Note
	// Changed are the places where the form of the value differs from the tool's. [Projection.Back] reverts it.
	Changed []Note
	// Warnings are what the target may reject: sources disagree, or only some models reject it.
	Warnings []Note
	// Optional is the number of optional properties, Unions the number of union types. Providers limit their
	// sum over a request.
	Optional, Unions int
	// Gain measures how much of the schema a strict mode enforces, for comparing tools.
	Gain int

	target    Target
	projected *node
	defs      map[string]*node
}

// Note describes what happened at a place in the schema.
type Note struct {
	Pointer string // JSON Pointer; "" is the root
	Text    string
}

// String returns the message preceded by the pointer.
func (n Note) String() string {
	if n.Pointer == "" {
		return n.Text
	}
	return n.Pointer + ": " + n.Text
}

// Bounds of the work on one schema, which may be hostile: nodes visited, nesting, and notes.
const (
	maxNodes      = 100_000
	maxNesting    = 48
	maxNotes      = 100
	maxSchemaText = 1_000 // bytes of a schema quoted in a description
)

// Of projects a tool's input schema for a target.
func Of(schema string, target Target) *Projection {
	result := &Projection{target: target, projected: typeSchema("object"), defs: map[string]*node{}}
	result.Schema = json.RawMessage(result.projected.String())
	if schema == "" || schema == "true" {
		schema = "{}"
	}
	root, err := parse(schema)
	if err != nil || root.Kind != '{' {
		result.reject("", fmt.Sprintf("the input schema is not a JSON object: %.40q", schema))
		return result
	}
	p := projector{Projection: result, root: root, budget: maxNodes, limit: limits[target]}
	p.named, p.made = map[string]*node{"": root}, map[*node]*definition{}
	p.project()
	return result
}

// project fills the projection of the schema.
func (p *projector) project() {
	p.collectNames(p.root, "")
	p.ignoresRefSiblings = slices.ContainsFunc([]string{"draft-04", "draft-06", "draft-07"}, func(draft string) bool {
		return strings.Contains(p.root.Str("$schema"), draft)
	})
	if p.limit.form == verbatim || p.limit.form == open && !p.refuses(p.root, true) {
		p.projected = p.verbatim()
	} else {
		p.projected = p.projectRoot()
		mark(p.projected)
	}
	if p.budget < 0 {
		p.Reasons = nil
		p.reject("", "the schema is too large")
	}
	p.measure(p.projected)
	if p.limit.form == typed {
		upperCaseTypes(p.projected)
	}
	p.Schema = json.RawMessage(p.projected.String())
}

// upperCaseTypes converts the types of a schema to upper case, as OpenAPI types of Gemini.
func upperCaseTypes(n *node) {
	for i, m := range n.Members {
		if upperCaseTypes(m.Value); m.Key == "type" && m.Value.Kind == '"' {
			n.Members[i].Value = text(strings.ToUpper(m.Value.Text()))
		}
	}
	for _, item := range n.Items {
		upperCaseTypes(item)
	}
}

func note(to *[]Note, at, text string) {
	if n := (Note{at, text}); len(*to) < maxNotes && !slices.Contains(*to, n) {
		*to = append(*to, n)
	}
}

func (p *Projection) reject(at, why string)  { note(&p.Reasons, at, why) }
func (p *Projection) changed(at, how string) { note(&p.Changed, at, how) }

// step appends a key to a pointer.
func step(at, key string) string {
	return at + "/" + fieldpath.PointerKey(key)
}
