package docs

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// maxLibrarySteps bounds the checks of values against schemas by the schema library while the defaults of a tool's
// schema are checked. Beyond it, defaults count as valid. The library follows every path through the definitions, and
// n definitions may have 2^n paths.
const maxLibrarySteps = 300_000

// Violation describes how a value violates the schema at a node of a document. It is "" if the value is valid or if
// that is unknown.
func (l *Library) Violation(d *Document, n, value *tooldef.Node) string {
	s, err := l.compile(d.location(n))
	if err != nil {
		return ""
	}
	l.meter.attach(s)
	return violates(s, plain(value))
}

// violates describes how a value violates a compiled schema, "" if it is valid.
func violates(s *jsonschema.Schema, v any) (problem string) {
	defer func() {
		if recover() != nil {
			problem = "" // too many steps, or the library panicked on a number: unknown
		}
	}()
	err := s.Validate(v)
	if verr, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		innermost := slices.MinFunc(leaves(verr), func(a, b *jsonschema.ValidationError) int {
			return cmp.Or(len(b.InstanceLocation)-len(a.InstanceLocation),
				strings.Compare(pointerOf(a.InstanceLocation), pointerOf(b.InstanceLocation)))
		})
		return localized(innermost)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// tooManySteps is the panic value that ends a check by the schema library.
type tooManySteps struct{}

// meter counts the steps of the schema library.
type meter struct {
	steps   int
	metered map[*jsonschema.Schema]bool
}

// attach counts the steps of a compiled schema and of all schemas that it refers to. The library checks the format of
// every value of the schema's type before anything else that takes time.
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
	fields := reflect.ValueOf(s).Elem()
	for i := range fields.NumField() {
		if fields.Type().Field(i).IsExported() {
			m.attachIn(fields.Field(i))
		}
	}
}

// attachIn attaches the meter to all schemas in the value of a keyword.
func (m *meter) attachIn(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		m.attachIn(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			m.attachIn(v.Index(i))
		}
	case reflect.Map:
		for entry := v.MapRange(); entry.Next(); {
			m.attachIn(entry.Value())
		}
	case reflect.Pointer:
		switch part := v.Interface().(type) {
		case *jsonschema.Schema:
			m.attach(part)
		case *jsonschema.DynamicRef:
			if part != nil {
				m.attach(part.Ref)
			}
		}
	}
}

func (m *meter) count(any) error {
	if m.steps++; m.steps > maxLibrarySteps {
		panic(tooManySteps{})
	}
	return nil
}
