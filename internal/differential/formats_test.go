package differential

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest/worker"
)

// TestIntegerFormats checks that each integer format limits values to its range for any Go type. The oracle
// does not know these formats.
func TestIntegerFormats(t *testing.T) {
	t.Parallel()
	field := func(schema string) string { return `{"type":"object","properties":{"n":` + schema + `}}` }
	integer := func(format string) string { return field(`{"type":"integer","format":"` + format + `"}`) }
	outside := map[string][2]string{
		"int8": {"-129", "128"}, "int16": {"-32769", "32768"}, "int32": {"-2147483649", "2147483648"},
		"int64": {"-9223372036854775809", "9223372036854775808"}, "int": {"-9223372036854775809", "9223372036854775808"},
		"isize": {"-9223372036854775809", "9223372036854775808"},
		"uint8": {"-1", "256"}, "uint16": {"-1", "65536"}, "uint32": {"-1", "4294967296"},
		"uint64": {"-1", "18446744073709551616"}, "uint": {"-1", "18446744073709551616"}, "usize": {"-1", "1.8446744073709551616e19"},
	}
	inside := map[string][2]string{
		"int8": {"-128", "127"}, "int16": {"-3.2768e4", "32767.0"}, "int32": {"-2147483648", "2147483647"},
		"int64": {"-9223372036854775808", "9223372036854775807"}, "int": {"-9223372036854775808", "9223372036854775807"},
		"isize": {"-9223372036854775808", "9223372036854775807"},
		"uint8": {"-0", "255"}, "uint16": {"0", "65535"}, "uint32": {"0", "4294967295"},
		"uint64": {"0", "18446744073709551615"}, "uint": {"0", "18446744073709551615"}, "usize": {"0", "18446744073709551615"},
	}
	var cases []schemaCase
	for format := range outside {
		values := map[string]string{}
		for i := range 2 {
			values[`{"n":`+outside[format][i]+`}`] = "n range"
			values[`{"n":`+inside[format][i]+`}`] = ""
		}
		cases = append(cases, schemaCase{format, integer(format), values})
	}
	cases = append(cases,
		schemaCase{"int128", integer("int128"), map[string]string{
			`{"n":170141183460469231731687303715884105727}`: "", `{"n":170141183460469231731687303715884105728}`: "n maximum", `{"n":1.5}`: "n type"}},
		schemaCase{"uint128", integer("uint128"), map[string]string{
			`{"n":340282366920938463463374607431768211455}`: "", `{"n":-1}`: "n minimum"}},
		schemaCase{"nullable", field(`{"type":["integer","null"],"format":"uint8","minimum":0}`), map[string]string{
			`{"n":null}`: "", `{"n":255}`: "", `{"n":256}`: "n range", `{"n":-1}`: "n minimum"}},
		schemaCase{"bytes", field(`{"type":"array","items":{"type":"integer","format":"uint8","minimum":0}}`), map[string]string{
			`{"n":[0,255]}`: "", `{"n":[256]}`: "n[0] maximum", `{"n":[1,70000,-1]}`: "n[1] maximum, n[2] minimum", `{"n":"AAE="}`: "n type"}},
		schemaCase{"nullable bytes", field(`{"type":"array","items":{"type":["integer","null"],"format":"uint8"}}`), map[string]string{
			`{"n":[0,null]}`: "", `{"n":[256]}`: "n[0] range"}},
		schemaCase{"map", field(`{"type":"object","additionalProperties":{"type":"integer","format":"int8"}}`), map[string]string{
			`{"n":{"a":-128}}`: "", `{"n":{"a":200}}`: "n.a range"}},
		schemaCase{"number", field(`{"type":"number","format":"uint16"}`), map[string]string{
			`{"n":0.5}`: "", `{"n":65535}`: "", `{"n":65536}`: "n maximum", `{"n":-1}`: "n minimum"}},
		schemaCase{"types", field(`{"type":["integer","string"],"format":"int16"}`), map[string]string{
			`{"n":"70000"}`: "", `{"n":-32768}`: "", `{"n":70000}`: "n maximum"}},
		schemaCase{"tuple", field(`{"type":"array","prefixItems":[{"type":"integer","format":"uint8"},{"type":"string"}]}`), map[string]string{
			`{"n":[255,""]}`: "", `{"n":[256]}`: "n[0] maximum"}},
		schemaCase{"then", field(`{"type":"integer"},"s":{}},"dependentSchemas":{"s":{"properties":{"n":{"type":"integer","format":"int8"}}}`), map[string]string{
			`{"n":300}`: "", `{"n":300,"s":1}`: "n maximum"}},
		schemaCase{"two formats", field(`{"allOf":[{"type":"integer","format":"int8"},{"format":"uint64"}]}`), map[string]string{
			`{"n":127}`: "", `{"n":-1}`: "n minimum", `{"n":128}`: "n range"}},
		schemaCase{"tighter bounds", field(`{"type":"number","format":"uint8","exclusiveMinimum":0,"maximum":1000}`), map[string]string{
			`{"n":0}`: "n exclusiveMinimum", `{"n":-5}`: "n exclusiveMinimum", `{"n":2000}`: "n maximum", `{"n":256}`: "n maximum"}},
		schemaCase{"enum", field(`{"type":"integer","format":"uint8","enum":[1,200]}`), map[string]string{
			`{"n":200}`: "", `{"n":2}`: "n enum"}},
		schemaCase{"text", field(`{"type":"string","format":"int64"}`), map[string]string{`{"n":"x"}`: ""}},
	)
	var defs []*tooldef.Tool
	for i, c := range cases {
		node, diags := tooldef.ParseNode("schema.json", []byte(c.schema))
		if node == nil || diags.HasErrors() {
			t.Fatalf("%s: %v", c.name, diags)
		}
		defs = append(defs, &tooldef.Tool{Name: fmt.Sprintf("Case%d", i), Source: c.name, Envelope: tooldef.Schema, Input: node})
	}
	subjects, program := prepare(t, defs, 100)
	if len(subjects) != len(cases) {
		t.Fatalf("%d of %d schemas are usable", len(subjects), len(cases))
	}
	for i, s := range subjects {
		for text, want := range cases[i].values {
			q := worker.Question{Package: s.pkg, Tool: s.model.Name, Args: text}
			compiled, interpreted := program.Ask(q), worker.Judge(s.dynamic, q)
			if got := strings.Join(issuesOf(compiled), ", "); got != want || len(compiled.Validate) > 0 || compiled.Failure != "" {
				t.Errorf("%s: %s: issues are %q, want %q; Validate reports %v %s", cases[i].name, text, got, want, compiled.Validate, compiled.Failure)
			}
			if compiled.Valid && !sameDocument(parsed(t, text), compiled, false) {
				t.Errorf("%s: %s marshals to %s", cases[i].name, text, compiled.Value)
			}
			n := tally{}
			if !n.sameIssues(compiled, interpreted) {
				t.Errorf("%s: %s: generated code reports %v, the interpreter %v", cases[i].name, text, wholeIssues(compiled), wholeIssues(interpreted))
			}
		}
	}
}
