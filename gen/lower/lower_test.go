package lower

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// lowerSchema lowers a bare schema named Thing.
func lowerSchema(t *testing.T, schema string) (*model.Tool, []string) {
	t.Helper()
	tools, diags := tooldef.Read("thing.json", []byte(schema), tooldef.Options{TypeName: "Thing", Envelope: tooldef.Schema})
	p, ds := Lower(tools, Options{Package: "things"})
	var text []string
	for _, d := range append(diags, ds...) {
		text = append(text, d.String())
	}
	if len(p.Tools) == 0 {
		return nil, text
	}
	return p.Tools[0], text
}

// outline describes a type briefly: shape, names, forms and constraints.
func outline(t *model.Type) string {
	return outlineType(t, map[*model.Type]bool{})
}

func outlineType(t *model.Type, seen map[*model.Type]bool) string {
	if t.Never {
		return "never(" + t.NeverKeyword + ")"
	}
	var b strings.Builder
	b.WriteString(t.Name)
	if seen[t] {
		return b.String() + "^"
	}
	if t.Name != "" {
		seen[t] = true
	}
	switch t.Kind {
	case model.Any:
		b.WriteString("any")
	case model.Bool:
		b.WriteString("bool")
	case model.Int:
		fmt.Fprintf(&b, "int%d", t.Bits)
	case model.Float:
		b.WriteString("float")
	case model.Number:
		b.WriteString("number")
	case model.String:
		b.WriteString("string")
	case model.Slice:
		b.WriteString("[]")
		if item := t.Element(); item != nil {
			b.WriteString(outlineType(item, seen))
		} else if len(t.Prefix) > 0 {
			b.WriteString("any")
		}
	case model.Map:
		b.WriteString("map:" + outlineType(t.Additional, seen))
	case model.Struct:
		var fields []string
		for _, f := range t.Fields {
			mark := map[model.Form]string{model.PointerForm: "*", model.NullableForm: "?"}[f.Form]
			if f.Required {
				mark += "!"
			}
			if f.Hoisted {
				mark += "^"
			}
			fields = append(fields, f.Name+mark+" "+outlineType(f.Type, seen))
		}
		b.WriteString("{" + strings.Join(fields, "; ") + "}")
		if t.Closed {
			b.WriteString("closed")
		}
		if t.KeepUnknown {
			b.WriteString("+rest:" + outlineType(t.Additional, seen))
		}
	case model.Union:
		var variants []string
		for _, v := range t.Union.Variants {
			variants = append(variants, v.Ctor+"="+outlineType(v.Type, seen))
		}
		by := []string{"property " + t.Union.Property, "kind", "try"}[t.Union.Select]
		fmt.Fprintf(&b, "%s by %s(%s)", t.Union.Keyword, by, strings.Join(variants, " | "))
	}
	if t.Nullable() {
		b.WriteString("|null")
	}
	for _, c := range t.Constraints {
		b.WriteString(" " + outlineConstraint(c))
	}
	return b.String()
}

func outlineConstraint(c model.Constraint) string {
	switch c := c.(type) {
	case model.Bound:
		return c.Word + "=" + c.Limit
	case model.Size:
		return fmt.Sprintf("%s=%d", c.Word, c.Limit)
	case model.Enum:
		var values []string
		for _, v := range c.Values {
			values = append(values, v.JSON)
		}
		return c.Word + "=" + strings.Join(values, ",")
	case model.Choice:
		return fmt.Sprintf("%s/%d", c.Word, len(c.Branches))
	default:
		return c.Keyword()
	}
}

func TestShapes(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, schema, want string }{
		{"struct", `{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"integer"}},"required":["a"]}`,
			`Thing{A! string; N* int0}`},
		{"null forms", `{"type":"object","properties":{"a":{"type":["string","null"]},"b":{"anyOf":[{"type":"integer"},{"type":"null"}]},"c":{"type":["array","null"],"items":{"type":"string"}}},"required":["a"]}`,
			`Thing{A*! string|null; B? int0|null; C? []string|null}`},
		{"allOf merges", `{"allOf":[{"type":"object","properties":{"a":{"type":"number","minimum":1}}},{"properties":{"a":{"minimum":3}},"required":["a"]}]}`,
			`Thing{A! float minimum=3}`},
		{"definition and recursion", `{"type":"object","properties":{"tree":{"$ref":"#/$defs/Node"}},"$defs":{"Node":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/Node"}}}}}}`,
			`Thing{Tree* ThingNode{Kids []ThingNode^}}`},
		{"map", `{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}},"o":{"type":"object"}}}`,
			`Thing{M map:int0; O map:any}`},
		{"keeps and closes", `{"type":"object","properties":{"a":{"type":"object","properties":{"x":{"type":"string"}},"additionalProperties":true},"b":{"type":"object","properties":{"x":{}},"additionalProperties":false}}}`,
			`Thing{A* ThingA{X* string}+rest:any; B* ThingB{X? any}closed}`},
		{"discriminated union", `{"oneOf":[{"type":"object","properties":{"tool":{"const":"write_file"},"path":{"type":"string"}},"required":["tool","path"]},{"type":"object","properties":{"tool":{"const":"delete"}},"required":["tool"]}]}`,
			`ThingoneOf by property tool(NewThingWriteFile=ThingWriteFile{Tool! string const="write_file"; Path! string} | NewThingDelete=ThingDelete{Tool! string const="delete"})`},
		{"union by kind", `{"type":"object","properties":{"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}}}`,
			`Thing{To* ThingToanyOf by kind(NewThingToString=ThingToStringstring | NewThingToList=ThingToList[]string)}`},
		{"choice on one scalar is no union", `{"type":"object","properties":{"s":{"anyOf":[{"type":"string","format":"date"},{"type":"string","maxLength":3}]}}}`,
			`Thing{S* string anyOf/2}`},
		{"choice between values", `{"type":"object","properties":{"s":{"anyOf":[{"const":"a","type":"string"},{"const":"b","type":"string"}]},"n":{"oneOf":[{"type":"number","const":1},{"type":"number","enum":[2,3]},{"type":"null"}]}}}`,
			`Thing{S* ThingSstring enum="a","b"; N? int0|null enum=1,2,3,null}`},
		{"values among others", `{"type":"object","properties":{"s":{"anyOf":[{"const":"a"},{"const":"b"},{"type":"boolean"}]}}}`,
			`Thing{S* ThingSanyOf by kind(NewThingSString=ThingSStringstring enum="a","b" | NewThingSBool=ThingSBoolbool)}`},
		{"choice of one", `{"type":"object","properties":{"a":{"anyOf":[{"oneOf":[{"$ref":"#/$defs/e"}]},{"type":"null"}]},"b":{"oneOf":[{"type":"object","properties":{"x":{"type":"string"}}}]}},"$defs":{"e":{"type":"object","properties":{"k":{"type":"string"}}}}}`,
			`Thing{A? ThingE{K* string}|null; B* ThingB{X* string}}`},
		{"keys of any text", `{"type":"object","properties":{"m":{"type":"object","propertyNames":{"type":"string","title":"Key"},"additionalProperties":{"type":"integer"}},"o":{"type":"object","propertyNames":{"type":"string","minLength":1}}}}`,
			`Thing{M map:int0; O map:any propertyNames}`},
		{"a definition or null by way of allOf", `{"type":"object","properties":{"a":{"$ref":"#/$defs/e"},"b":{"anyOf":[{"allOf":[{"$ref":"#/$defs/e"}]},{"type":"null"}]}},"$defs":{"e":{"type":"object","properties":{"k":{"type":"string"}}}}}`,
			`Thing{A* ThingE{K* string}; B? ThingE{K* string}|null}`},
		{"union beside properties", `{"type":"object","properties":{"p":{"type":"object","properties":{"id":{"type":"string"},"kind":{"enum":["a","b"]}},"required":["kind"],"oneOf":[{"$ref":"#/$defs/A"},{"properties":{"kind":{"const":"b"},"y":{"type":"integer"}}}]}},"$defs":{"A":{"properties":{"kind":{"const":"a"},"x":{"type":"integer"}}}}}`,
			`Thing{P* ThingPoneOf by property kind(NewThingPA=ThingPA{ID* string; Kind! string enum="a","b" const="a"; X* int0} | NewThingPB=ThingPB{ID* string; Kind! string enum="a","b" const="b"; Y* int0})}`},
		{"union of unions or null", `{"type":"object","properties":{"p":{"anyOf":[{"anyOf":[{"type":"string"},{"type":"number"}]},{"type":"null"}]}}}`,
			`Thing{P? ThingPanyOf by kind(NewThingPString=ThingPStringstring | NewThingPNumber=ThingPNumberfloat)|null}`},
		{"union in a union", `{"type":"object","properties":{"p":{"anyOf":[{"anyOf":[{"type":"integer"},{"type":"null"}]},{"type":"string"}]}}}`,
			`Thing{P? ThingPanyOf by kind(NewThingPInt=ThingPIntint0 | NewThingPString=ThingPStringstring)|null}`},
		{"variants by the key that is theirs", `{"type":"object","properties":{"p":{"oneOf":[{"type":"object","properties":{"move":{"type":"integer"}},"required":["move"]},{"type":"object","properties":{"say":{"type":"string"}},"required":["say"]}]},"q":{"anyOf":[{"type":"string"},{"type":"object","properties":{"a":{"type":"string"}}}]}}}`,
			`Thing{P* ThingPoneOf by try(NewThingPMove=ThingPMove{Move! int0} | NewThingPSay=ThingPSay{Say! string}); Q* ThingQanyOf by kind(NewThingQString=ThingQStringstring | NewThingQObject=ThingQObject{A* string})}`},
		{"an object of fields beside an open one", `{"type":"object","properties":{"p":{"anyOf":[{"type":"object","properties":{"move":{"type":"integer"}},"required":["move"]},{"type":"object"}]}}}`,
			`Thing{P* ThingPanyOf by try(NewThingPMove=ThingPMove{Move! int0} | NewThingPObject=ThingPObjectmap:any)}`},
		{"an object with rules stays one", `{"type":"object","properties":{"id":{"type":"string"}},"oneOf":[{"properties":{"iban":{"type":"string"}},"required":["iban"]},{"properties":{"card":{"type":"string"}},"required":["card"]}],"x-toolgen":{"rules":[{"rule":"!has(self.iban) || has(self.id)","message":"an iban needs an id"}]}}`,
			`Thing{ID* string; Iban?^ any; Card?^ any} oneOf/2`},
		{"branches hoist keys", `{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`,
			`Thing{A* string; B?^ any} anyOf/2`},
		{"enum names", `{"type":"object","properties":{"cmp":{"type":"string","enum":["<","<=","==","!=","+1d","-1d","1d"]}}}`,
			`Thing{Cmp* ThingCmpstring enum="<","<=","==","!=","+1d","-1d","1d"}`},
		{"draft 7 ignores beside ref", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{"w":{"type":"string"}},"properties":{"w":{"$ref":"#/definitions/w","maxLength":3}}}`,
			`Thing{W* string}`},
		{"enum of whole numbers", `{"type":"object","properties":{"n":{"enum":[1,2]}}}`, `Thing{N* int0 enum=1,2}`},
		{"enum beyond int64", `{"type":"object","properties":{"n":{"enum":[1,18446744073709551616]},"u":{"type":"integer","const":-9223372036854775809},"i":{"type":"integer","enum":[9223372036854775807,-9223372036854775808,1e3]},"f":{"type":"integer","format":"uint64","enum":[18446744073709551615]}}}`,
			`Thing{N* number enum=1,18446744073709551616; U* number const=-9223372036854775809; I* int0 enum=9223372036854775807,-9223372036854775808,1000; F* int64 enum=18446744073709551615}`},
		{"tuple of one type", `{"type":"object","properties":{"t":{"type":"array","prefixItems":[{"type":"string","minLength":1},{"enum":["a"]}],"items":false}}}`, `Thing{T []string}`},
		{"tuple of one struct", `{"type":"object","properties":{"t":{"type":"array","prefixItems":[{"$ref":"#/$defs/p"},{"$ref":"#/$defs/p"}],"items":{"$ref":"#/$defs/p"}}},"$defs":{"p":{"type":"object","properties":{"x":{"type":"number"}}}}}`, `Thing{T []ThingP{X* float}}`},
		{"tuple of lists", `{"type":"object","properties":{"t":{"type":"array","prefixItems":[{"type":"array","items":{"type":"integer"}},{"type":"array","prefixItems":[{"type":"integer"}],"maxItems":1}],"maxItems":2}}}`, `Thing{T [][]int0 maxItems=2}`},
		{"tuple that is open", `{"type":"object","properties":{"t":{"type":"array","prefixItems":[{"type":"string"}]}}}`, `Thing{T []any}`},
		{"tuple of several types", `{"type":"object","properties":{"t":{"type":"array","prefixItems":[{"type":"integer"},{"type":"number"}],"items":false}}}`, `Thing{T []any}`},
		{"keys of one pattern", `{"type":"object","properties":{"m":{"type":"object","patternProperties":{"^[a-z]+$":{"type":"object","properties":{"x":{"type":"number"}}}},"additionalProperties":false}}}`, `Thing{M map:ThingMValue{X* float}}`},
		{"keys of one pattern beside others", `{"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}`, `Thing{A* string}+rest:int0`},
		{"a pattern for most keys", `{"type":"object","properties":{"m":{"type":"object","patternProperties":{"^(.*)$":{"type":"string"}}}}}`, `Thing{M map:string}`},
		{"a pattern for most keys, counted", `{"type":"object","properties":{"m":{"type":"object","patternProperties":{"^(.*)$":{"type":"string"}},"maxProperties":2}}}`, `Thing{M map:any maxProperties=2}`},
		{"a pattern among other keys", `{"type":"object","properties":{"m":{"type":"object","patternProperties":{"^[a-z]+$":{"type":"string"}}}}}`, `Thing{M map:any}`},
		{"false property", `{"type":"object","properties":{"x":false}}`, `Thing{X never(properties)}`},
		{"array with impossible enum", `{"type":"object","properties":{"t":{"type":"array","items":{"type":"string"},"enum":["a"]}}}`, `Thing{T never(enum)}`},
		{"required by value loop", `{"type":"object","properties":{"next":{"$ref":"#"}},"required":["next"]}`, `Thing{Next*! Thing^}`},
		{"list of itself", `{"type":"array","items":{"$ref":"#"}}`, `Thing[]Thing^`},
		{"reference to a property", `{"type":"object","properties":{"a":{"type":"object","properties":{"x":{"type":"string"}}},"b":{"$ref":"#/properties/a"}}}`,
			`Thing{A* ThingA{X* string}; B* ThingA^}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tool, diags := lowerSchema(t, tc.schema)
			if tool == nil {
				t.Fatalf("not lowered: %v", diags)
			}
			if diff := testdiff.Diff(tc.want, outline(tool.Args)); diff != "" {
				t.Errorf("outline (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDiagnostics(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, schema, want string }{
		{"dangling", `{"type":"object","properties":{"a":{"$ref":"#/$defs/none"}}}`,
			`thing.json:1:44: /properties/a/$ref: tool "Thing": the reference "#/$defs/none" points to nothing; define its target, or correct the reference`},
		{"remote", `{"type":"object","properties":{"a":{"$ref":"https://schemas.example/a.json"}}}`,
			`thing.json:1:44: /properties/a/$ref: tool "Thing": the reference "https://schemas.example/a.json" is remote, and nothing is read from the network; give the file with --ref PREFIX=PATH`},
		{"bounds", `{"type":"object","properties":{"n":{"type":"integer","minimum":10,"maximum":5}}}`,
			`thing.json:1:64: warning: /properties/n/minimum: tool "Thing": nothing can satisfy minimum 10 with maximum 5; swap them or drop one`},
		{"default", `{"type":"object","properties":{"n":{"type":"integer","default":"x"}}}`,
			`thing.json:1:64: warning: /properties/n/default: tool "Thing": the default "x" breaks its own schema: got string, want integer; correct the default or the schema`},
		{"misspelt", `{"type":"object","requierd":["a"]}`,
			`thing.json:1:18: warning: /requierd: tool "Thing": unknown keyword "requierd" has no effect; did you mean "required"?`},
		{"format", `{"type":"object","properties":{"d":{"type":"string","format":"datetime"}}}`,
			`thing.json:1:62: warning: /properties/d/format: tool "Thing": unknown format "datetime"; it is not checked; did you mean "date-time"?`},
		{"pattern", `{"type":"object","properties":{"d":{"type":"string","pattern":"("}}}`,
			`thing.json:1:63: /properties/d/pattern: tool "Thing": the pattern "(" cannot be compiled: `},
		{"meta-schema", `{"type":"object","properties":{"d":{"type":"string","maxLength":"x"}}}`,
			`thing.json:1:65: /properties/d/maxLength: tool "Thing": not a valid schema: properties/d/maxLength must be of type integer, not string; correct the keyword as its JSON Schema draft defines it`},
		{"meta-schema below a renamed keyword", `{"type":"object","properties":{"d":{"items":[{}],"additionalItems":{"maxLength":"x"}}}}`,
			`thing.json:1:81: /properties/d/additionalItems/maxLength: tool "Thing": not a valid schema: properties/d/additionalItems/maxLength must be of type integer, not string; correct the keyword as its JSON Schema draft defines it`},
		{"field name", `{"type":"object","properties":{"d":{"x-go-name":"foo bar"}}}`,
			`thing.json:1:49: /properties/d/x-go-name: tool "Thing": "foo bar" is not an exported Go identifier; begin it with an upper-case letter and use letters and digits`},
		{"field name of a number", `{"type":"object","properties":{"d":{"x-go-name":5}}}`,
			`thing.json:1:49: /properties/d/x-go-name: tool "Thing": x-go-name has to be a string, this is 5; put it in quotes, or remove it`},
		{"type name of a number", `{"type":"object","x-go-name":5}`,
			`thing.json:1:30: /x-go-name: tool "Thing": x-go-name has to be a string, this is 5; put it in quotes, or remove it`},
		{"Go type of a list", `{"type":"object","properties":{"d":{"x-go-type":["a"]}}}`,
			`thing.json:1:49: /properties/d/x-go-type: tool "Thing": x-go-type has to be a string, this is ["a"]; put it in quotes, or remove it`},
		{"name of a type that is taken", `{"type":"object","properties":{"d":{"$ref":"#/$defs/q"}},"$defs":{"q":{"type":"object","x-go-name":"Tools","properties":{"b":{}}}}}`,
			`thing.json:1:71: warning: /$defs/q: tool "Thing": x-go-name asks for the Go name Tools, which is already taken in this package; instead it is Tools2; choose another name`},
		{"name of a tool that is taken", `{"type":"object","x-go-name":"Tools","properties":{"d":{}}}`,
			`thing.json:1:1: warning: tool "Thing": x-go-name asks for the Go name Tools, which is already taken in this package; instead it is Tools2; choose another name`},
		{"unknown package", `{"type":"object","properties":{"d":{"type":"string","x-go-type":"foo.Bar"}}}`,
			`thing.json:1:65: /properties/d/x-go-type: tool "Thing": the package of foo.Bar is not known; name its import path with x-go-type-import`},
		{"misfit Go type", `{"type":"object","properties":{"d":{"type":"string","x-go-type":"int64"}}}`,
			`thing.json:1:65: /properties/d/x-go-type: tool "Thing": a Go int64 holds no value of the type string; correct x-go-type or type`},
		{"slip in required", `{"type":"object","properties":{"file_path":{"type":"string"},"n":{}},"required":["n","file_pth"]}`,
			`thing.json:1:86: warning: /required/1: tool "Thing": "file_pth" is required, and no property declares it; did you mean "file_path"?`},
		{"required and nowhere declared", `{"type":"object","properties":{"file_path":{"type":"string"}},"required":["owner"]}`,
			`thing.json:1:75: warning: /required/0: tool "Thing": "owner" is required, and no property declares it; declare it under properties, or remove it from the list`},
		{"required within items", `{"type":"array","items":{"type":"object","patternProperties":{"^x_":{}},"required":["x_a","y"]}}`,
			`thing.json:1:91: warning: /items/required/1: tool "Thing": "y" is required, and no property declares it; declare it under properties, or remove it from the list`},
		{"required where it cannot be", `{"type":"object","properties":{"a":{}},"additionalProperties":false,"required":["owner"]}`,
			`thing.json:1:81: warning: /required/0: tool "Thing": nothing can satisfy this schema: "owner" is required, no property, and no other key may be there; declare it under properties, or remove it from the list`},
		{"date as time", `{"type":"object","properties":{"d":{"type":"string","format":"date","x-go-type":"time.Time"}}}`,
			`thing.json:1:81: /properties/d/x-go-type: tool "Thing": a Go time.Time reads a date-time only, and no text of the format date is one; leave the field a string, or name a type of your own that unmarshals it`},
		{"text as time", `{"type":"object","properties":{"d":{"type":"string","x-go-type":"time.Time"}}}`,
			`thing.json:1:65: warning: /properties/d/x-go-type: tool "Thing": a Go time.Time reads a date-time only, and the schema does not say that the text is one; add "format": "date-time"`},
		{"text as duration", `{"type":"object","properties":{"d":{"type":"string","x-go-type":"time.Duration"}}}`,
			`thing.json:1:65: /properties/d/x-go-type: tool "Thing": a Go time.Duration holds no value of the type string; leave the field a string, or name a type of your own that unmarshals it`},
		{"file beside it", `{"type":"object","properties":{"d":{"$ref":"local/thing.yaml"}}}`,
			`thing.json:1:44: /properties/d/$ref: tool "Thing": the reference "local/thing.yaml" leads to another file, and no file is read that was not named; give the file with --ref PREFIX=PATH`},
		{"beyond int64", `{"type":"object","properties":{"d":{"type":"integer","maximum":18446744073709551615}}}`,
			`thing.json:1:64: warning: /properties/d/maximum: tool "Thing": 18446744073709551615 is beyond int64, which is the Go type; larger numbers are refused as out of range; add "format": "uint64", or "x-go-type": "json.Number"`},
		{"member beyond the Go type", `{"type":"object","properties":{"d":{"type":"integer","format":"int32","enum":[1,3000000000]}}}`,
			`thing.json:1:81: warning: /properties/d/enum/1: tool "Thing": 3000000000 is beyond int32, which is the Go type, and is refused as out of range; correct or remove format: without it, the Go type holds the value`},
		{"constant beyond the Go type", `{"type":"object","properties":{"d":{"type":"number","format":"float","const":1e60}}}`,
			`thing.json:1:78: warning: /properties/d/const: tool "Thing": 1e60 is beyond float32, which is the Go type, and is refused as out of range; correct or remove format: without it, the Go type holds the value`},
		{"default beyond the Go type", `{"type":"object","properties":{"d":{"type":"integer","default":18446744073709551616}}}`,
			`thing.json:1:64: warning: /properties/d/default: tool "Thing": 18446744073709551616 is beyond int64, which is the Go type, and is refused as out of range; correct it, or add "x-go-type": "json.Number"`},
		{"no effect", `{"type":"object","properties":{"d":{"type":"string","minimum":3}}}`,
			`thing.json:1:63: warning: /properties/d/minimum: tool "Thing": minimum has no effect on a value of type string; remove it, or correct type`},
		{"enum member", `{"type":"object","properties":{"d":{"type":"string","enum":["a",1]}}}`,
			`thing.json:1:65: warning: /properties/d/enum/1: tool "Thing": the value 1 can never match, since its type is not allowed here; remove it or correct type`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, diags := lowerSchema(t, tc.schema)
			for _, d := range diags {
				if strings.HasPrefix(d, tc.want) {
					return
				}
			}
			t.Errorf("want the diagnostic\n%s\ngot\n%s", tc.want, strings.Join(diags, "\n"))
		})
	}
}

// A required key without a property is no mistake if another part of the schema declares it.
func TestRequiredIsNoSlip(t *testing.T) {
	t.Parallel()
	for _, schema := range []string{
		`{"type":"object","properties":{"file_path":{"type":"string"}},"patternProperties":{"^file_":{"type":"string"}},"required":["file_pth"]}`,
		`{"type":"object","properties":{"file_path":{"type":"string"}},"required":["file_pth"],"anyOf":[{"properties":{"file_pth":{"type":"string"}}},{"maxProperties":3}]}`,
		`{"type":"object","properties":{"file_path":{"type":"string"}},"allOf":[{"properties":{"file_pth":{"type":"string"}}}],"required":["file_pth"]}`,
	} {
		if _, diags := lowerSchema(t, schema); len(diags) > 0 {
			t.Errorf("%s: %v", schema, diags)
		}
	}
}

func TestGuesses(t *testing.T) {
	t.Parallel()
	for member, want := range map[string]string{
		`"type":"integer","min":1`:          `did you mean "minimum"?`,
		`"type":"string","max":1`:           `did you mean "maxLength"?`,
		`"type":["array","string"],"min":1`: `did you mean "minLength" or "minItems"?`,
		`"max_len":1,"type":"string"`:       `did you mean "maxLength"?`,
		`"optional":true`:                   `remove it: a property is optional unless "required" of its object lists it`,
		`"optional":false`:                  `list the property under "required" of its object`,
		`"optional":"yes"`:                  `remove it, or begin its name with x- if another program reads it`,
		`"values":["a"]`:                    `did you mean "enum"?`,
		`"foo":1`:                           `remove it, or begin its name with x- if another program reads it`,
		`"unit":"m"`:                        `remove it, or begin its name with x- if another program reads it`,
		`"nto":{}`:                          `did you mean "not"?`,
		`"$defz":{}`:                        `did you mean "$defs"?`,
		`"defz":{}`:                         `remove it, or begin its name with x- if another program reads it`,
		`"defs":{}`:                         `did you mean "$defs"?`,
		`"enmu":["a"]`:                      `did you mean "enum"?`,
		`"":1`:                              `remove it, or begin its name with x- if another program reads it`,
		`"type":"string","min_length":1`:    `did you mean "minLength"?`,
	} {
		_, diags := lowerSchema(t, `{"type":"object","properties":{"a":{`+member+`}}}`)
		if len(diags) != 1 || !strings.HasSuffix(diags[0], "has no effect; "+want) {
			t.Errorf("%s: %v, want %s", member, diags, want)
		}
	}
}

// Types and fields with the same name get numbers in an order that does not depend on key order.
func TestCollisionsAreStable(t *testing.T) {
	t.Parallel()
	fields := func(schema string) []string {
		tool, diags := lowerSchema(t, schema)
		if tool == nil {
			t.Fatal(diags)
		}
		var out []string
		for _, f := range tool.Args.Fields {
			out = append(out, f.Key+"="+f.Name)
		}
		sort.Strings(out)
		return out
	}
	a := fields(`{"type":"object","properties":{"foo_bar":{},"fooBar":{},"FooBar":{},"validate":{},"get_x":{},"x":{}}}`)
	b := fields(`{"type":"object","properties":{"x":{},"get_x":{},"validate":{},"FooBar":{},"fooBar":{},"foo_bar":{}}}`)
	if diff := testdiff.Diff(a, b); diff != "" {
		t.Errorf("key order changes names (-a +b):\n%s", diff)
	}
	want := []string{"FooBar=FooBar", "fooBar=FooBar2", "foo_bar=FooBar3", "get_x=GetX", "validate=ValidateField", "x=X"}
	if diff := testdiff.Diff(want, a); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}
