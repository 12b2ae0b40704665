package tooldef

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
)

func TestNormalise(t *testing.T) {
	t.Parallel()
	python := Options{PythonTypes: true}
	gemini := Options{Envelope: Gemini}
	for _, test := range []struct {
		name   string
		opts   Options
		schema string
		want   string // "" where the tool is refused
		diags  string // place and tool are checked in one test and cut from the others
	}{
		{name: "plain", schema: `{"type":"object","properties":{"b":{"type":"string"},"a":{"type":["integer","null"]}}}`, want: "same"},
		{
			name:   "properties named like keywords",
			schema: `{"type":"object","properties":{"type":{"type":"string"},"nullable":{"type":"boolean"},"required":{"type":"boolean"},"types":{"type":"string"},"enum":{"type":"array"},"exclusiveMinimum":{"type":"boolean"},"default":{"type":"null"}}}`,
			want:   "same",
		},
		{
			name:   "data is no schema",
			schema: `{"type":"object","properties":{"a":{"enum":[{"type":"dict","nullable":true}],"const":{"type":"dict"},"default":{"type":"float","types":"x"},"examples":[{"type":"str"}],"x-y":{"type":"list"}}}}`,
			want:   "same",
		},
		{
			name:   "every position of a schema",
			opts:   python,
			schema: `{"type":"object","allOf":[{"type":"dict"}],"anyOf":[{"not":{"type":"str"}}],"oneOf":[{"additionalItems":{"type":"bool"}}],"prefixItems":[{"type":"list"}],"if":{"contains":{"type":"tuple"}},"then":{"patternProperties":{"a":{"type":"float"}}},"else":{"dependentSchemas":{"a":{"propertyNames":{"type":"String"}}}},"$defs":{"d":{"type":"any","additionalProperties":{"unevaluatedProperties":{"type":"None"}}}},"components":{"x":{"type":"long"}},"$ref":"#/components/x"}`,
			want:   `{"type":"object","allOf":[{"type":"object"}],"anyOf":[{"not":{"type":"string"}}],"oneOf":[{"additionalItems":{"type":"boolean"}}],"prefixItems":[{"type":"array"}],"if":{"contains":{"type":"array"}},"then":{"patternProperties":{"a":{"type":"number"}}},"else":{"dependentSchemas":{"a":{"propertyNames":{"type":"string"}}}},"$defs":{"d":{"additionalProperties":{"unevaluatedProperties":{"type":"null"}}}},"components":{"x":{"type":"integer"}},"$ref":"#/components/x"}`,
			diags: `/allOf/0/type: the type "dict" is read as the type "object"; write "object"
/anyOf/0/not/type: the type "str" is read as the type "string"; write "string"
/oneOf/0/additionalItems/type: the type "bool" is read as the type "boolean"; write "boolean"
/prefixItems/0/type: the type "list" is read as the type "array"; write "array"
/if/contains/type: the type "tuple" is read as the type "array"; write "array"
/then/patternProperties/a/type: the type "float" is read as the type "number"; write "number"
/else/dependentSchemas/a/propertyNames/type: the type "String" is read as the type "string"; write "string"
/$defs/d/type: the type "any" is read as any value; leave "type" out
/$defs/d/additionalProperties/unevaluatedProperties/type: the type "None" is read as the type "null"; write "null"
/components/x/type: the type "long" is read as the type "integer"; write "integer"
`,
		},
		{
			name:   "a list under items",
			schema: `{"type":"object","properties":{"a":{"items":[{"type":"string"}],"additionalItems":{"items":[{"type":"null"}]}}}}`,
			want:   `{"type":"object","properties":{"a":{"prefixItems":[{"type":"string"}],"items":{"prefixItems":[{"type":"null"}]}}}}`,
			diags: `/properties/a/items: a list under items is read as in draft 2019-09; write "prefixItems"
/properties/a/additionalItems/items: a list under items is read as in draft 2019-09; write "prefixItems"
`,
		},
		{
			name:   "references into a list under items",
			schema: `{"type":"object","properties":{"a":{"items":[{"type":"string"}],"additionalItems":{"types":"null"}},"b":{"$ref":"#/properties/a/items/0"},"c":{"$ref":"#/properties/a/additionalItems"}}}`,
			want:   `{"type":"object","properties":{"a":{"prefixItems":[{"type":"string"}],"items":{"type":"null"}},"b":{"$ref":"#/properties/a/prefixItems/0"},"c":{"$ref":"#/properties/a/items"}}}`,
			diags: `/properties/a/items: a list under items is read as in draft 2019-09; write "prefixItems"
/properties/a/additionalItems/types: "types" is not a keyword and is read as "type"; write "type"
`,
		},
		{
			name:   "null for what is not there",
			schema: `{"$schema":" ","type":"object","required":null,"additionalProperties":null,"properties":{"a":{"type":"string","enum":null,"description":null,"default":null},"b":{"const":null,"anyOf":null}},"$defs":null}`,
			want:   `{"type":"object","properties":{"a":{"type":"string"},"b":{"const":null}}}`,
			diags: `/$schema: $schema is empty, and is read as if it were not there; remove it
/required: required is null, and is read as if it were not there; remove it
/additionalProperties: additionalProperties is null, and is read as if it were not there; remove it
/properties/a/enum: enum is null, and is read as if it were not there; remove it
/properties/a/description: description is null, and is read as if it were not there; remove it
/properties/a/default: the default is null, which this schema does not accept; remove it
/properties/b/anyOf: anyOf is null, and is read as if it were not there; remove it
/$defs: $defs is null, and is read as if it were not there; remove it
`,
		},
		{
			name:   "empty lists for empty objects, and the other way round",
			schema: `{"type":"object","properties":{"a":{"type":"object","properties":[],"required":{}},"b":[],"c":{"type":"array","items":[]},"d":{"items":[],"additionalItems":{"type":"null"}},"e":{"prefixItems":[],"allOf":[],"enum":[[],{}]}},"additionalProperties":[]}`,
			want:   `{"type":"object","properties":{"a":{"type":"object","properties":{}},"b":{},"c":{"type":"array","items":{}},"d":{"items":{"type":"null"}},"e":{"enum":[[],{}]}},"additionalProperties":{}}`,
			diags: `/properties/a/properties: properties is an empty list, and is read as an empty object; write {}
/properties/a/required: required is an empty object, and is read as if it were not there; remove it
/properties/b: the schema of "b" is an empty list, and is read as an empty object; write {}
/properties/c/items: items is an empty list, and is read as an empty object; write {}
/properties/d: items is an empty list, and is read as if it were not there; remove it
/properties/e/prefixItems: prefixItems is an empty list, and is read as if it were not there; remove it
/properties/e/allOf: allOf is an empty list, and is read as if it were not there; remove it
/additionalProperties: additionalProperties is an empty list, and is read as an empty object; write {}
`,
		},
		{
			name:   "empty forms that a draft has, or that may mean two things",
			schema: `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"type":{"not":[]},"required":{"type":null,"anyOf":[],"enum":[]}},"required":[],"dependencies":{"a":[]}}`,
			want:   "same",
		},
		{
			name:   "names that come twice",
			schema: `{"type":"object","properties":{"a":{},"b":{"required":["x","y","x","x",1,1]}},"required":["a","a"],"dependentRequired":{"a":["b","b"]}}`,
			want:   `{"type":"object","properties":{"a":{},"b":{"required":["x","y",1]}},"required":["a"],"dependentRequired":{"a":["b"]}}`,
			diags: `/properties/b/required/2: the value "x" comes twice in required; remove one of them
/properties/b/required/3: the value "x" comes twice in required; remove one of them
/properties/b/required/5: the value 1 comes twice in required; remove one of them
/required/1: the value "a" comes twice in required; remove one of them
/dependentRequired/a/1: the value "b" comes twice in dependentRequired; remove one of them
`,
		},
		{
			name:   "a list under items of a draft that has it",
			schema: `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","items":[{"type":"string"}]}`,
			want:   "same",
		},
		{
			name: "several names of one type", opts: python,
			schema: `{"type":"dict","properties":{"a":{"type":"dict"},"b":{"type":["int","integer","null"]},"c":{"type":["str","any"]},"d":{"type":["int","int"]}}}`,
			want:   `{"type":"object","properties":{"a":{"type":"object"},"b":{"type":["integer","null"]},"c":{},"d":{"type":["integer"]}}}`,
			diags: `/type: the type "dict" is read as the type "object"; write "object"
/properties/b/type/0: the type "int" is read as the type "integer"; write "integer"
/properties/b/type/1: the value "integer" comes twice in type; remove one of them
/properties/c/type/0: the type "str" is read as the type "string"; write "string"
/properties/c/type/1: the type "any" is read as any value; leave "type" out
/properties/d/type/1: the value "integer" comes twice in type; remove one of them
`,
		},
		{
			name: "one warning for a name", opts: python,
			schema: `{"type":"object","properties":{"a":{"type":"set"},"b":{"type":"char"},"c":{"type":"byte"},"d":{"type":"Decimal"},"e":{"type":["bigint","null"]},"f":{"type":"set"}}}`,
			want:   `{"type":"object","properties":{"a":{"type":"array"},"b":{"type":"string"},"c":{"type":"integer"},"d":{"type":"number"},"e":{"type":["integer","null"]},"f":{"type":"array"}}}`,
			diags: `/properties/a/type: the type "set" is read as the type "array", without its limits; add "uniqueItems"
/properties/b/type: the type "char" is read as the type "string", without its limits; add "maxLength"
/properties/c/type: the type "byte" is read as the type "integer", without its limits; add "maximum"
/properties/d/type: the type "Decimal" is read as the type "number", without its limits; add "x-go-type"
/properties/e/type/0: the type "bigint" is read as the type "integer", without its limits; add "x-go-type"
`,
		},
		{
			name: "limits that the schema states", opts: python,
			schema: `{"type":"object","properties":{"a":{"type":"set","uniqueItems":true},"b":{"type":"char","enum":["x"]}}}`,
			want:   `{"type":"object","properties":{"a":{"type":"array","uniqueItems":true},"b":{"type":"string","enum":["x"]}}}`,
			diags: `/properties/a/type: the type "set" is read as the type "array"; write "array"
/properties/b/type: the type "char" is read as the type "string"; write "string"
`,
		},
		{
			name:   "python types without the option",
			schema: `{"type":"dict","properties":{"a":{"type":"float"},"b":{"type":"any"}}}`,
			diags: `error: /type: "dict" is not a type of JSON Schema; write "object", or pass --python-types to have such names read
error: /properties/a/type: "float" is not a type of JSON Schema; write "number", or pass --python-types to have such names read
error: /properties/b/type: "any" is not a type of JSON Schema; leave "type" out, or pass --python-types to have such names read
`,
		},
		{
			name:   "types that do not exist",
			schema: `{"type":"object","properties":{"a":{"type":"strng"},"b":{"type":"STRING"},"c":{"type":"date"}}}`,
			diags: `error: /properties/a/type: "strng" is not a type of JSON Schema; write "string"
error: /properties/b/type: "STRING" is not a type of JSON Schema; write "string", or pass --envelope gemini where these are Gemini's types
error: /properties/c/type: "date" is not a type of JSON Schema; the types are string, integer, number, boolean, object, array, null
`,
		},
		{
			name: "types for type", schema: `{"types":"object","properties":{"a":{"types":["string","null"]}}}`,
			want: `{"type":"object","properties":{"a":{"type":["string","null"]}}}`,
			diags: `/types: "types" is not a keyword and is read as "type"; write "type"
/properties/a/types: "types" is not a keyword and is read as "type"; write "type"
`,
		},
		{
			name: "nullable without effect", schema: `{"type":"object","properties":{"a":{"type":"string","nullable":true}}}`,
			want:  `{"type":"object","properties":{"a":{"type":"string"}}}`,
			diags: `/properties/a/nullable: nullable has no effect in JSON Schema; remove it, or add "null" to the type` + "\n",
		},
		{
			name: "nullable of Gemini", opts: gemini,
			schema: `{"type":"OBJECT","properties":{"a":{"type":"STRING","nullable":true,"format":"enum","enum":["x"]},"b":{"anyOf":[{"type":"STRING"},{"type":"INTEGER"}],"nullable":true},"c":{"$ref":"#/$defs/d","nullable":true},"d":{"type":"STRING","nullable":false},"e":{"const":1,"nullable":true},"f":{"type":["STRING","NULL"],"nullable":true},"g":{"nullable":true,"default":null,"type":"TYPE_UNSPECIFIED"}},"$defs":{"d":{}}}`,
			want:   `{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x",null]},"b":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]},"c":{"anyOf":[{"$ref":"#/$defs/d"},{"type":"null"}]},"d":{"type":"string"},"e":{"enum":[1,null]},"f":{"type":["string","null"]},"g":{"default":null}},"$defs":{"d":{}}}`,
		},
		{
			name: "nullable of Kubernetes", opts: Options{Envelope: Schema},
			schema: `{"properties":{"a":{"type":"string","nullable":true},"b":{"x-kubernetes-int-or-string":true,"exclusiveMinimum":true,"minimum":1}}}`,
			want:   `{"properties":{"a":{"type":["string","null"]},"b":{"x-kubernetes-int-or-string":true,"exclusiveMinimum":1}}}`,
		},
		{
			name: "nullable that is no boolean", opts: gemini, schema: `{"type":"OBJECT","nullable":"yes"}`,
			diags: "error: /nullable: nullable has to be true or false, this is a string; write true or false\n",
		},
		{
			name: "what Gemini takes from OpenAPI and protocol buffers", opts: gemini,
			schema: `{"type":"OBJECT","propertyOrdering":["c","x","a"],"properties":{"a":{"type":"ARRAY","minItems":"1","maxItems":"x"},"b":{"type":"STRING","example":"e","maxLength":"10"},"c":{"type":"NUMBER"}}}`,
			want:   `{"type":"object","properties":{"c":{"type":"number"},"a":{"type":"array","minItems":1,"maxItems":"x"},"b":{"type":"string","examples":["e"],"maxLength":10}}}`,
			diags:  `/propertyOrdering/1: propertyOrdering names "x", which is not a property; remove it or declare the property` + "\n",
		},
		{
			name:   "boolean exclusive bounds",
			schema: `{"type":"object","properties":{"a":{"minimum":5,"exclusiveMinimum":true},"b":{"maximum":1e1,"exclusiveMaximum":false},"c":{"exclusiveMinimum":3}}}`,
			want:   `{"type":"object","properties":{"a":{"exclusiveMinimum":5},"b":{"maximum":1e1},"c":{"exclusiveMinimum":3}}}`,
			diags: `/properties/a/exclusiveMinimum: a boolean exclusiveMinimum is read as in draft 4: the minimum 5 is exclusive; write "exclusiveMinimum": 5
/properties/b/exclusiveMaximum: a boolean exclusiveMaximum is read as in draft 4: false has no effect; remove it
`,
		},
		{
			name: "boolean exclusive bound without a bound", schema: `{"type":"object","properties":{"a":{"exclusiveMinimum":true}}}`,
			diags: "error: /properties/a/exclusiveMinimum: exclusiveMinimum is true, but there is no minimum that it could belong to; write the bound itself\n",
		},
		{
			name:   "boolean exclusive bound in a later draft",
			schema: `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"minimum":5,"exclusiveMinimum":true}}}`,
			diags:  `error: /properties/a/exclusiveMinimum: exclusiveMinimum: must be a number; write "exclusiveMinimum": 5 instead of "minimum"` + "\n",
		},
		{
			name:   "boolean exclusive bound in draft 4",
			schema: `{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"a":{"minimum":5,"exclusiveMinimum":true}}}`,
			want:   "same",
		},
		{
			name: "enum members that come twice", schema: `{"type":"object","properties":{"a":{"enum":["x",1,"x",1.0,{"a":1,"b":2},{"b":2,"a":1}]}}}`,
			want: `{"type":"object","properties":{"a":{"enum":["x",1,{"a":1,"b":2}]}}}`,
			diags: `/properties/a/enum/2: the value "x" comes twice in enum; remove one of them
/properties/a/enum/3: the value 1.0 comes twice in enum; remove one of them
/properties/a/enum/5: the value {"b":2,"a":1} comes twice in enum; remove one of them
`,
		},
		{
			name:   "null defaults",
			schema: `{"type":"object","properties":{"a":{"type":"string","default":null},"b":{"type":["string","null"],"default":null},"c":{"default":null},"d":{"anyOf":[{"type":"string"},{"enum":[1]}],"default":null},"e":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null},"f":{"$ref":"#","default":null}}}`,
			want:   `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":["string","null"],"default":null},"c":{"default":null},"d":{"anyOf":[{"type":"string"},{"enum":[1]}]},"e":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null},"f":{"$ref":"#","default":null}}}`,
			diags: `/properties/a/default: the default is null, which this schema does not accept; remove it
/properties/d/default: the default is null, which this schema does not accept; remove it
`,
		},
		{
			name:   "boolean required",
			schema: `{"type":"object","properties":{"a":{"type":"string","required":true},"b":{"type":"object","required":false,"properties":{"c":{"required":true}}},"d":{"required":true}},"required":["d"]}`,
			want:   `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"object","properties":{"c":{}},"required":["c"]},"d":{}},"required":["d","a"]}`,
			diags: `/properties/a/required: a boolean required is read as an entry "a" of the object's required list; write it there
/properties/b/required: a boolean required is not a keyword of JSON Schema; the object's required list says the same; remove it
/properties/b/properties/c/required: a boolean required is read as an entry "c" of the object's required list; write it there
/properties/d/required: a boolean required is not a keyword of JSON Schema; the object's required list says the same; remove it
`,
		},
		{
			name:   "boolean required with two readings",
			schema: `{"type":"object","properties":{"a":{"required":false},"b":{"items":{"required":true}}},"required":["a"]}`,
			diags: `error: /properties/a/required: the property "a" says that it is not required, but the object's list has it; remove one of the two
error: /properties/b/items/required: required has to be a list of property names, this is a boolean; list the required properties in the object that has them
`,
		},
		{
			name: "a root that does not say object", schema: `{"properties":{}}`, want: `{"type":"object","properties":{}}`,
			diags: `: the schema of the arguments does not say that they are an object; add "type": "object"` + "\n",
		},
		{name: "a root that refers to an object", schema: `{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}`, want: "same"},
		{name: "a root of alternatives that are objects", schema: `{"oneOf":[{"type":"object"},{"allOf":[{},{"$ref":"#/$defs/a"}]}],"$defs":{"a":{"type":"object"}}}`, want: "same"},
		{
			name: "a root of other alternatives", schema: `{"anyOf":[{"type":"object"},{"minLength":1}]}`, want: `{"type":"object","anyOf":[{"type":"object"},{"minLength":1}]}`,
			diags: `: the schema of the arguments does not say that they are an object; add "type": "object"` + "\n",
		},
		{
			name: "a root that is no object", schema: `{"type":"string"}`,
			diags: `error: /type: tool arguments must be an object, but this schema requires "string"; wrap the value in an object with one property` + "\n",
		},
		{name: "a root that refers to itself", schema: `{"$ref":"#/allOf/0","allOf":[{"$ref":"#/allOf/0"}]}`, want: `{"type":"object","$ref":"#/allOf/0","allOf":[{"$ref":"#/allOf/0"}]}`,
			diags: `: the schema of the arguments does not say that they are an object; add "type": "object"` + "\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text, prefix := `[{"name":"x","parameters":`+test.schema+`}]`, "/0/parameters"
			if test.opts.Envelope == Schema {
				text, prefix = test.schema, ""
			}
			tools, ds := Read("t.json", []byte(text), test.opts)
			var got, diags string
			if len(tools) == 1 {
				got = tools[0].Input.JSON()
			}
			want := test.want
			if want == "same" {
				want = test.schema
			}
			if diff := testdiff.Diff(want, got); diff != "" {
				t.Errorf("schema (-want +got):\n%s", diff)
			}
			for _, d := range ds {
				if d.Pos.Line > 0 && d.Tool == "x" || test.opts.Envelope == Schema {
					severity := ""
					if d.Severity != 0 {
						severity = "error: "
					}
					diags += severity + strings.TrimPrefix(d.Pointer, prefix) + ": " + d.Problem + "; " + d.Fix + "\n"
				} else {
					diags += d.String() + "\n"
				}
			}
			if diff := testdiff.Diff(test.diags, diags); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNormaliseSaysWhere(t *testing.T) {
	t.Parallel()
	text := "tools:\n  - name: pay\n    inputSchema:\n      type: object\n      properties:\n        amount: {type: float}\n        kind:\n          type: string\n          nullable: true\n"
	_, ds := Read("pay.yaml", []byte(text), Options{})
	want := `pay.yaml:6:24: /tools/0/inputSchema/properties/amount/type: tool "pay": "float" is not a type of JSON Schema; write "number", or pass --python-types to have such names read
pay.yaml:9:21: warning: /tools/0/inputSchema/properties/kind/nullable: tool "pay": nullable has no effect in JSON Schema; remove it, or add "null" to the type
`
	if diff := testdiff.Diff(want, lines(ds)); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

func TestOutputsAreNormalised(t *testing.T) {
	t.Parallel()
	tools, ds := Read("t.json", []byte(`[{"name":"x","inputSchema":{"type":"object"},"outputSchema":{"types":"object","properties":{"a":{"enum":[1,1]}}}}]`), Options{})
	if len(tools) != 1 || tools[0].Output.JSON() != `{"type":"object","properties":{"a":{"enum":[1]}}}` || len(ds) != 2 {
		t.Errorf("%s%s", summary(tools), lines(ds))
	}
}

// TestBrokenOutputs holds that a schema of a result that cannot be used costs the typed result, and not the
// tool.
func TestBrokenOutputs(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]string{
		`{"type":"object","properties":{"a":{"type":"strng"}}}`: `/0/outputSchema/properties/a/type: tool "x": the result stays a runtime.RawJSON, since its schema cannot be used: "strng" is not a type`,
		`[1]`: `/0/outputSchema: tool "x": the result stays a runtime.RawJSON, since its schema cannot be used: "outputSchema" has to be`,
		`{"type":"object","properties":{"a":{},"a":{}}}`: `tool "x": the result stays a runtime.RawJSON, since its schema cannot be used: the key "a" comes twice`,
		`{"type":"object","properties":[]}`:              `/0/outputSchema/properties: tool "x": properties is an empty list`,
	} {
		tools, ds := Read("t.json", []byte(`[{"name":"x","inputSchema":{"type":"object"},"outputSchema":`+output+`}]`), Options{})
		if len(tools) != 1 || len(ds) != 1 || ds.HasErrors() || !strings.Contains(lines(ds), want) || (tools[0].Output != nil) != strings.Contains(want, "empty list") {
			t.Errorf("%s: %s%s", output, summary(tools), lines(ds))
		}
	}
}
