package docs

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// maxLibrarySteps bounds how often the schema library checks a value against a schema while the defaults of one
// schema of a tool are checked; the defaults that are left then count as sound. The library follows every path
// through the definitions, and n definitions may have 2^n paths.
const maxLibrarySteps = 300_000

// Violation says how a value breaks the schema at a node of a document, "" where it does not or where that cannot
// be told.
func (l *Library) Violation(d *Document, n, value *tooldef.Node) string {
	s, err := l.compile(d.location(n))
	if err != nil {
		return ""
	}
	l.meter.attach(s)
	return violates(s, plain(value))
}

// violates tells how a value breaks a compiled schema, "" where it does not.
func violates(s *jsonschema.Schema, v any) (problem string) {
	defer func() {
		if recover() != nil {
			problem = "" // it takes too long, or the library panics on a number: nothing is known
		}
	}()
	err := s.Validate(v)
	if err == nil {
		return ""
	}
	var verr *jsonschema.ValidationError
	if ve, ok := err.(*jsonschema.ValidationError); ok {
		verr = firstLeaf(ve)
		return localized(verr)
	}
	return err.Error()
}

// tooManySteps is what a check by the schema library is given up with.
type tooManySteps struct{}

// meter counts the steps of the schema library.
type meter struct {
	steps   int
	metered map[*jsonschema.Schema]bool
}

// attach has the steps of a compiled schema counted, and of all that it leads to. The library asks a schema's
// format of every value that has the schema's type, before it asks for anything else that takes time.
func (m *meter) attach(s *jsonschema.Schema) {
	if s == nil || m.metered[s] {
		return
	}
	if m.metered == nil {
		m.metered = map[*jsonschema.Schema]bool{}
	}
	m.metered[s] = true
	format := &jsonschema.Format{Validate: m.count}
	if own := s.Format; own != nil {
		format.Name = own.Name
		format.Validate = func(v any) error {
			_ = m.count(v)
			return own.Validate(v)
		}
	}
	s.Format = format
	m.attachAll(s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.UnevaluatedProperties,
		s.Contains, s.Items2020, s.UnevaluatedItems)
	m.attachAll(s.AllOf...)
	m.attachAll(s.AnyOf...)
	m.attachAll(s.OneOf...)
	m.attachAll(s.PrefixItems...)
	if s.DynamicRef != nil {
		m.attach(s.DynamicRef.Ref)
	}
	for _, schemas := range []map[string]*jsonschema.Schema{s.Properties, s.DependentSchemas} {
		for _, part := range schemas {
			m.attach(part)
		}
	}
	for _, part := range s.PatternProperties {
		m.attach(part)
	}
	for _, part := range s.Dependencies {
		m.attachAny(part)
	}
	m.attachAny(s.AdditionalProperties)
	m.attachAny(s.Items)
	m.attachAny(s.AdditionalItems)
}

func (m *meter) attachAll(schemas ...*jsonschema.Schema) {
	for _, s := range schemas {
		m.attach(s)
	}
}

// attachAny is attach for a keyword that may hold something else than a schema.
func (m *meter) attachAny(v any) {
	switch v := v.(type) {
	case *jsonschema.Schema:
		m.attach(v)
	case []*jsonschema.Schema:
		m.attachAll(v...)
	}
}

func (m *meter) count(any) error {
	if m.steps++; m.steps > maxLibrarySteps {
		panic(tooManySteps{})
	}
	return nil
}
