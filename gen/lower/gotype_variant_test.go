package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// A variant of a union has methods, so x-go-type is ignored for it, with a warning; a field with the same schema keeps the Go
// type.
func TestGoTypeOfAVariant(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{
		"when":{"oneOf":[{"type":"string","format":"date-time","x-go-type":"time.Time"},{"type":"number","x-go-type":"json.Number"},{"$ref":"#/$defs/point"}]},
		"point":{"$ref":"#/$defs/point"}},
		"$defs":{"point":{"type":"object","properties":{"x":{"type":"integer"}},"x-go-type":"Point"}}}`
	tools, _ := tooldef.Read("test.json", []byte(schema), tooldef.Options{Envelope: tooldef.Schema, TypeName: "Where"})
	p, diags := Lower(tools, Options{Package: "p"})
	if diags.HasErrors() || len(p.Tools) != 1 {
		t.Fatal(diags)
	}
	warnings := 0
	for _, d := range diags {
		if strings.Contains(d.String(), "it has no effect here") {
			warnings++
		}
	}
	if warnings != 2 {
		t.Errorf("%d warnings, want 2: %v", warnings, diags)
	}
	args := p.Tools[0].Args
	for _, v := range args.Fields[0].Type.Union.Variants {
		if v.Type.GoType != "" || v.Type.Name == "" {
			t.Errorf("the variant %q has the Go type %q", v.Type.Name, v.Type.GoType)
		}
	}
	if got := args.Fields[1].Type.GoType; got != "Point" {
		t.Errorf("the field has the Go type %q", got)
	}
}

// Arguments and results have methods as well.
func TestGoTypeOfARoot(t *testing.T) {
	t.Parallel()
	for _, schema := range []string{
		`{"type":"number","x-go-type":"float64"}`,
		`{"type":"object","properties":{"below":{"$ref":"#"}},"x-go-type":"Point"}`,
	} {
		tools, _ := tooldef.Read("test.json", []byte(schema), tooldef.Options{Envelope: tooldef.Schema, TypeName: "Where"})
		p, diags := Lower(tools, Options{Package: "p"})
		if diags.HasErrors() || len(p.Tools) != 1 || !strings.Contains(fmt.Sprint(diags), "arguments and results as a whole have a Go type of their own") {
			t.Errorf("%s: %v", schema, diags)
			continue
		}
		if args := p.Tools[0].Args; args.GoType != "" || args.Name != "Where" {
			t.Errorf("%s: the arguments are a %s, with the Go type %q", schema, args.Name, args.GoType)
		}
	}
}
