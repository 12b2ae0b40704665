package runtime

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSchemaWords holds that a keyword that has a schema of its own is not only named.
func TestSchemaWords(t *testing.T) {
	t.Parallel()
	tool := &brokenTool{spec: ToolSpec{
		Name: "t",
		InputSchema: `{"type":"object","minProperties":2,"properties":{` +
			`"n":{"type":"integer","not":{"enum":[1,2]}},` +
			`"tags":{"type":"array","items":{"type":"string"},"contains":{"pattern":"^\\d+$"},"minContains":2},` +
			`"labels":{"type":"object","propertyNames":{"maxLength":5},"additionalProperties":{"$ref":"#/$defs/A~1B"}},` +
			`"deep":{"allOf":[{"items":{"$ref":"#/$defs/A~1B"}}]},"loop":{"$ref":"#/properties/loop"},"key":{"type":"string"}},` +
			`"$defs":{"A/B":{"not":{"type":"string"}}}}`,
		Fields: []FieldSpec{
			{Path: "", Type: "object", Bounds: []BoundSpec{{"minProperties", "2"}}}, {Path: "n", Type: "integer"}, {Path: "tags", Type: "array"}, {Path: "tags[]", Type: "string"},
			{Path: "labels", Type: "object"}, {Path: "labels{}"}, {Path: "deep", Type: "array"}, {Path: "deep[]"}, {Path: "loop"}, {Path: "key", Type: "string", Sensitive: true},
		},
	}}
	for _, tt := range []struct {
		issue ValidationIssue
		want  []string // lines of the text
	}{
		{ValidationIssue{Field: "n", Constraint: "not", Got: int64(1)}, []string{"- n must not be one of 1, 2; got 1"}},
		{ValidationIssue{Field: "tags", Constraint: "contains"}, []string{"- tags needs an item that is a value with the pattern `^\\d+$`"}},
		{ValidationIssue{Field: "tags", Constraint: "minContains", Expected: int64(2), Got: int64(1)}, []string{"- tags needs at least 2 items of this kind: a value with the pattern `^\\d+$`; there is 1"}},
		{ValidationIssue{Field: "labels.longer", Constraint: "propertyNames", Got: "longer"}, []string{`- "longer" is not allowed as a key of labels`, "- labels takes only keys with at most 5 characters"}},
		{ValidationIssue{Field: "labels.a", Constraint: "not", Got: "x"}, []string{`- labels.a must not be a string; got "x"`}},
		{ValidationIssue{Field: "deep[3]", Constraint: "not", Got: "x"}, []string{`- deep[3] must not be a string; got "x"`}},
		{ValidationIssue{Constraint: "minProperties", Expected: int64(2), Got: int64(0)}, []string{"- The whole value needs at least 2 keys; there are 0", `- The whole value may have the keys "n", "tags", "labels", "deep", "loop", …`}},
		// Where the schema does not tell, or must not, nothing is added.
		{ValidationIssue{Field: "loop", Constraint: "not"}, []string{"- loop must not have this value"}},
		{ValidationIssue{Field: "nowhere", Constraint: "contains"}, []string{"- nowhere needs an item of a certain kind"}},
		{ValidationIssue{Field: "key", Constraint: "not"}, []string{"- key must not have this value"}},
	} {
		h := BuildHint(tool, newValidationError([]ValidationIssue{tt.issue}, 0))
		var got []string
		for _, line := range strings.Split(h.Text(), "\n") {
			if strings.HasPrefix(line, "- ") {
				got = append(got, line)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.issue, diff)
		}
		raw, _ := json.Marshal(h)
		var again RetryHint
		if err := json.Unmarshal(raw, &again); err != nil || again.Text() != h.Text() || h.Omitted != 0 {
			t.Errorf("%s gives another text, or omits what it shows: %v", raw, err)
		}
	}
}

// TestSchemaWordsBounded holds that a long schema is cut, and that one with fields that the server
// fills is not shown.
func TestSchemaWordsBounded(t *testing.T) {
	t.Parallel()
	long := &brokenTool{spec: ToolSpec{Name: "t", InputSchema: `{"properties":{"n":{"not":{"const":"` + strings.Repeat("x\u202e", 500) + `"}}}}`, Fields: []FieldSpec{{Path: "n"}}}}
	issues := newValidationError([]ValidationIssue{{Field: "n", Constraint: "not"}}, 0)
	h := BuildHint(long, issues)
	if len(h.Rules) != 1 || len(h.Rules[0].Message) > 1000 || strings.ContainsRune(h.Text(), '\u202e') {
		t.Errorf("%q", h.Text())
	}
	filled := &brokenTool{spec: ToolSpec{Name: "t", InputSchema: `{"properties":{"n":{"not":{"const":1}}}}`, Fields: []FieldSpec{{Path: "n"}, {Path: "tenant", Injected: true}}}}
	if h := BuildHint(filled, issues); len(h.Rules) != 0 {
		t.Errorf("%+v", h.Rules)
	}
}

// TestSchemaWordsCounted holds that what the rules say of issues that have no entry is not omitted.
func TestSchemaWordsCounted(t *testing.T) {
	t.Parallel()
	tool := &brokenTool{spec: ToolSpec{
		Name: "t", InputSchema: `{"properties":{"n":{"not":{"const":1}},"some":{"contains":{"const":1}},"map":{"propertyNames":{"maxLength":1}}}}`,
		Fields: []FieldSpec{{Path: "a", Type: "string"}, {Path: "b", Type: "string"}, {Path: "c", Type: "string"}, {Path: "n"}, {Path: "some", Type: "array"}, {Path: "map", Type: "object"}, {Path: "map{}"}},
	}}
	issues := []ValidationIssue{
		{Field: "map.k1", Constraint: "propertyNames", Got: "k1"}, {Field: "map.k2", Constraint: "propertyNames", Got: "k2"},
		{Field: "map.k3", Constraint: "propertyNames", Got: "k3"}, {Field: "map.k4", Constraint: "propertyNames", Got: "k4"},
		{Field: "a", Constraint: "type", Expected: "string", Got: "integer"}, {Field: "b", Constraint: "type", Expected: "string", Got: "integer"},
		{Field: "c", Constraint: "type", Expected: "string", Got: "integer"}, {Field: "n", Constraint: "not", Got: int64(1)},
		{Field: "some", Constraint: "minContains", Expected: int64(2), Got: int64(0)},
	}
	h := BuildHint(tool, newValidationError(issues, 0), WithBudget(4000))
	if len(h.Constraints) != 3 || len(h.UnknownFields) != 3 || len(h.Rules) != 2 || h.Omitted != 1 {
		t.Errorf("omitted %d of %d: %s", h.Omitted, len(issues), h.Text())
	}
}

// TestSchemaWordsOfSeveral holds that a hint tells of the schema that a call violates, also within
// variants and conditions, and of none where several come into question.
func TestSchemaWordsOfSeveral(t *testing.T) {
	t.Parallel()
	const names = `{"type":"object","propertyNames":{"pattern":"^X-"},"additionalProperties":{"type":"string"}}`
	for _, tt := range []struct {
		schema, call string
		issue        ValidationIssue
		want         string // a line of the text
		not          string // is not in the text
	}{
		{`{"allOf":[{"not":{"required":["a","b"]}},{"not":{"required":["c","d"]}}]}`, `{"c":1,"d":2}`, ValidationIssue{Constraint: "not"}, `- The whole value must not have the keys "c", "d" together`, `"a"`},
		{`{"allOf":[{"not":{"required":["a","b"]}},{"not":{"required":["c","d"]}}]}`, ``, ValidationIssue{Constraint: "not"}, "- The whole value must not have this value", `"a"`},
		{`{"properties":{"a":{"allOf":[{"contains":{"const":"x"}},{"contains":{"const":"y"}}]}}}`, `{"a":["x"]}`, ValidationIssue{Field: "a", Constraint: "contains"}, `- a needs the item "y"`, `"x"`},
		{`{"if":{"required":["c"]},"then":{"required":["m"]},"else":{"not":{"required":["m"]}}}`, `{"m":1}`, ValidationIssue{Constraint: "not"}, `- The whole value must not have the key "m"`, "this value"},
		{`{"allOf":[{"if":{},"then":{"not":{"required":["a"]}}},{"if":{},"then":{"not":{"required":["b"]}}}]}`, `{"b":1}`, ValidationIssue{Constraint: "not"}, `- The whole value must not have the key "b"`, `"a"`},
		{`{"dependentSchemas":{"b":{"not":{"required":["m"]}}}}`, `{"b":1,"m":1}`, ValidationIssue{Constraint: "not"}, `- The whole value must not have the key "m"`, "this value"},
		{`{"properties":{"a":{"oneOf":[{"properties":{"h":` + names + `}},{"properties":{"k":{"const":1}}}]}}}`, `{"a":{"h":{"Auth":"x"}}}`, ValidationIssue{Field: "a.h.Auth", Constraint: "propertyNames", Got: "Auth"}, `- a.h takes only keys with the pattern "^X-"`, "is not a field"},
		{`{"properties":{"a":{"prefixItems":[{"not":{"const":1}}],"items":{"not":{"const":2}}}}}`, `{"a":[1]}`, ValidationIssue{Field: "a[0]", Constraint: "not", Got: int64(1)}, "- a[0] must not be 1; got 1", " 2"},
		// Schemas may refer to each other; of very many, none is told.
		{`{"anyOf":[{"$ref":"#"},{"$ref":"#"},{"$ref":"#"}],"not":{"required":["a"]}}`, `{"a":1}`, ValidationIssue{Constraint: "not"}, `- The whole value must not have the key "a"`, "this value"},
		{`{"not":{"required":["a"]},"anyOf":[{}` + strings.Repeat(",{}", maxSchemasWalked) + `]}`, `{"a":1}`, ValidationIssue{Constraint: "not"}, "- The whole value must not have this value", `"a"`},
	} {
		tool := &brokenTool{spec: ToolSpec{Name: "t", InputSchema: tt.schema, Fields: []FieldSpec{{Path: "", Type: "object"}}}}
		text := BuildHint(tool, newValidationError([]ValidationIssue{tt.issue}, 0), WithCall([]byte(tt.call))).Text()
		if !strings.Contains(text+"\n", tt.want+"\n") || strings.Contains(text, tt.not) {
			t.Errorf("%s of %s:\n%s\nwant %s, without %s", tt.call, tt.schema, text, tt.want, tt.not)
		}
	}
}

// TestKeysOfMap holds that the few keys which a map has to have are not told as all that it may have.
func TestKeysOfMap(t *testing.T) {
	t.Parallel()
	tool := &brokenTool{spec: ToolSpec{
		Name:        "t",
		InputSchema: `{"properties":{"m":{"type":"object","minProperties":2,"properties":{"en":{}},"additionalProperties":{"type":"string"}}}}`,
		Fields:      []FieldSpec{{Path: "m", Type: "object"}, {Path: "m.en"}, {Path: "m{}", Type: "string"}},
	}}
	text := BuildHint(tool, newValidationError([]ValidationIssue{{Field: "m", Constraint: "minProperties", Expected: int64(2), Got: int64(1)}}, 0)).Text()
	if !strings.Contains(text, "m needs at least 2 keys; there is 1") || strings.Contains(text, "may have the keys") {
		t.Error(text)
	}
}
