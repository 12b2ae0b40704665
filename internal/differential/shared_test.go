package differential

import (
	"fmt"
	"strings"
	"testing"
)

// chain is a schema with definitions d1 to dn that each refer to the previous one (%s); %d is the number.
// Inlined, the code would have size 2^n, so most become functions.
func chain(n int, leaf, define string) string {
	defs := []string{`"d0":` + leaf}
	for i := range n {
		body := strings.ReplaceAll(define, "%s", fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i))
		defs = append(defs, fmt.Sprintf(`"d%d":%s`, i+1, strings.ReplaceAll(body, "%d", fmt.Sprint(i+1))))
	}
	return fmt.Sprintf(`{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"}},"$defs":{%s}}`, n, strings.Join(defs, ","))
}

// within nests a value n levels deep.
func within(n int, level, value string) string {
	for range n {
		value = strings.ReplaceAll(level, "%s", value)
	}
	return `{"a":` + value + `}`
}

// A definition behaves the same whether it is inlined or a function, and whether structs embed it by value or
// not.
func TestSharedDefinitions(t *testing.T) {
	t.Parallel()
	const n = 6
	text := `{"type":"string","minLength":2}`
	keyed := `{"type":"object","properties":{"s":{"type":"string"}},"required":["s"]}`
	list := `{"type":"object","properties":{"v":{"type":"integer"},"next":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}}}`
	runSchemaCases(t, []schemaCase{
		{"an enumeration that a field has and a pattern asks for", `{"type":"object","properties":{"a":{},"b":{"type":"object"}},"patternProperties":{".":{"properties":{"e":{"$ref":"#/$defs/e"}}}},"$defs":{"e":{"type":"object","properties":{"v":{"enum":["x","yy"]}}}}}`, map[string]string{
			`{"a":{"e":{"v":"z"}},"b":{"e":{"v":"z"}},"c":{"e":{"v":"yy"}}}`: "a.e.v enum, b.e.v enum", `{"b":{"e":{"v":"x"}},"c":{"e":{"v":1}}}`: "c.e.v enum"}},
		{"one or a list", chain(n, text, `{"oneOf":[%s,{"type":"array","items":%s}]}`), map[string]string{
			`{"a":"ab"}`: "", within(n, `[%s]`, `"ab"`): "", within(n+1, `[%s]`, `"ab"`): "a oneOf"}},
		{"tuples", chain(n, text, `{"type":"array","prefixItems":[%s,%s],"items":%s}`), map[string]string{
			within(n, `[%s,%s,%s]`, `"ab"`): "", within(n, `[[],[],%s]`, `"a"`): "a[2][2][2][2][2][0] type, a[2][2][2][2][2][1] type, a[2][2][2][2][2][2] minLength"}},
		{"unevaluated", chain(n, text, `{"anyOf":[{"type":"object","properties":{"x":%s}},{"type":"object","properties":{"y":%s},"required":["y"]}],"unevaluatedProperties":false}`), map[string]string{
			within(n, `{"x":%s}`, `"ab"`): "", within(n, `{"x":%s,"y":%s}`, `"ab"`): "", within(n, `{"y":%s,"z":1}`, `"ab"`): "a.y unevaluatedProperties, a.z unevaluatedProperties"}},
		{"choices", `{"$ref":"#/$defs/d3","type":"object","unevaluatedProperties":false,"$defs":{"d0":{"properties":{"p":{"const":1}},"required":["p"]},
			"d1":{"anyOf":[{"anyOf":[{"$ref":"#/$defs/d0"}],"properties":{"j1":{}}},{"anyOf":[{"$ref":"#/$defs/d0"}],"properties":{"k1":{"const":1}}}]},
			"d2":{"anyOf":[{"anyOf":[{"$ref":"#/$defs/d1"}],"properties":{"j2":{}}},{"anyOf":[{"$ref":"#/$defs/d1"}],"properties":{"k2":{"const":1}}}]},
			"d3":{"anyOf":[{"anyOf":[{"$ref":"#/$defs/d2"}],"properties":{"j3":{}}},{"anyOf":[{"$ref":"#/$defs/d2"}],"properties":{"k3":{"const":1}}}]}}}`, map[string]string{
			`{"p":1,"j1":1,"j2":2,"k3":1}`: "", `{"p":1,"k1":1,"k2":1,"k3":1}`: "", `{"p":1,"k1":1,"k2":2}`: "k2 unevaluatedProperties", `{"p":1,"k1":1,"l":1}`: "l unevaluatedProperties"}},
		{"negations", chain(n, `{"type":"object","required":["k"]}`, `{"type":"object","anyOf":[{"not":{"anyOf":[%s,{"required":["a%d"]}]}},{"not":{"anyOf":[%s,{"required":["b%d"]}]}}]}`), map[string]string{
			`{"a":{}}`: "a anyOf, a not", `{"a":{"k":1}}`: "", `{"a":{"a6":1,"b6":1}}`: "a anyOf, a not", `{"a":{"a6":1,"a5":1,"b5":1}}`: ""}},
		{"dependent schemas", chain(n, `{"type":"object","required":["k"]}`, `{"type":"object","dependentSchemas":{"a%d":%s,"b%d":%s}}`), map[string]string{
			`{"a":{"a6":1,"b5":1,"a4":1,"a3":1,"b2":1,"b1":1}}`: "a.k required", `{"a":{"a6":1,"b5":1,"a4":1}}`: ""}},
		{"conditions on a text", `{"type":"string","$ref":"#/$defs/d4","$defs":{"d0":{"minLength":2},"d1":{"if":{"$ref":"#/$defs/d0"},"then":{"$ref":"#/$defs/d0"},"else":{"$ref":"#/$defs/d0"}},
			"d2":{"if":{"$ref":"#/$defs/d1"},"then":{"$ref":"#/$defs/d1"},"else":{"$ref":"#/$defs/d1"}},"d3":{"if":{"$ref":"#/$defs/d2"},"then":{"$ref":"#/$defs/d2"},"else":{"$ref":"#/$defs/d2"}},
			"d4":{"if":{"$ref":"#/$defs/d3"},"then":{"$ref":"#/$defs/d3"},"else":{"$ref":"#/$defs/d3"}}}}`, map[string]string{`"ab"`: "", `"a"`: " minLength"}},
		{"held twice", `{"type":"object","properties":{"k":{"type":"boolean"},"v":{"$ref":"#/$defs/d4"}},"required":["v"],"if":{"required":["k"]},"then":{"properties":{"v":{"$ref":"#/$defs/h4"}}},"$defs":{
			"d0":` + keyed + `,"h0":{"properties":{"s":{"minLength":2}}},` + heldDefs(4) + `}}`, map[string]string{
			`{"v":` + pairs(4, `{"s":"a"}`) + `}`: "", `{"k":true,"v":` + pairs(4, `{"s":"ab"}`) + `}`: "",
			`{"k":true,"v":{"x":` + pairs(3, `{"s":"ab"}`) + `,"y":{"x":` + pairs(2, `{"s":"ab"}`) + `,"y":{"x":{"x":{"s":"a"},"y":{"s":"ab"}},"y":` + pairs(1, `{"s":"ab"}`) + `}}}}`: "v.y.y.x.x.s minLength"}},
		{"large structs", chain(12, keyed, `{"type":"object","properties":{"x":%s,"y":%s},"required":["x"]}`), map[string]string{
			within(12, `{"x":%s}`, `{"s":""}`): "", within(12, `{"x":%s}`, `{}`): "a" + strings.Repeat(".x", 12) + ".s required", within(3, `{"x":%s}`, `null`): "a.x.x.x type"}},
		{"larger structs", chain(12, keyed, `{"type":"object","properties":{"x":%s,"y":%s},"required":["x","y"]}`), map[string]string{
			`{}`: "", `{"a":` + pairs(3, `null`) + `}`: "a.x.x.x type, a.x.x.y type, a.x.y.x type, a.x.y.y type, a.y.x.x type, a.y.x.y type, a.y.y.x type, a.y.y.y type",
			`{"a":{}}`: "a.x required, a.y required", `{"a":` + pairs(12, `{"s":""}`) + `}`: ""}},
		{"deep lists", chain(70, text, `{"type":"array","items":%s}`), map[string]string{
			within(50, `[%s]`, `[]`): "", within(50, `[%s]`, `"ab"`): "a" + strings.Repeat("[0]", 50) + " type", `{"a":[[[1]]]}`: "a[0][0][0] type"}},
		{"deep maps", chain(70, text, `{"type":"object","additionalProperties":%s}`), map[string]string{
			within(50, `{"k":%s}`, `{}`): "", within(50, `{"k":%s}`, `1`): "a" + strings.Repeat(".k", 50) + " type"}},
		{"nullable lists of themselves", `{"$ref":"#/$defs/n","$defs":{"n":` + list + `}}`, map[string]string{
			`{}`: "", `{"next":null}`: "", `{"next":{"next":null}}`: "", `{"next":{"next":{"v":1,"next":{}}}}`: "", `{"next":{"next":{"v":"x"}}}`: "next.next.v type"}},
		{"large nullable structs", chain(12, keyed, `{"type":["object","null"],"properties":{"x":%s,"y":%s}}`), map[string]string{
			within(11, `{"x":%s,"y":null}`, `{"x":{"s":""}}`): "", within(12, `{"y":%s}`, `{"s":1}`): "a" + strings.Repeat(".y", 12) + ".s type", within(11, `{"x":%s}`, `null`): ""}},
	})
}

// heldDefs are n objects with two parts each, and n schemas that check them.
func heldDefs(n int) string {
	var defs []string
	for i := range n {
		defs = append(defs, fmt.Sprintf(`"d%d":{"type":"object","properties":{"x":{"$ref":"#/$defs/d%d"},"y":{"$ref":"#/$defs/d%[2]d"}},"required":["x","y"]}`, i+1, i),
			fmt.Sprintf(`"h%d":{"properties":{"x":{"$ref":"#/$defs/h%d"},"y":{"$ref":"#/$defs/h%[2]d"}}}`, i+1, i))
	}
	return strings.Join(defs, ",")
}

// pairs is a value of nested pairs, n levels deep.
func pairs(n int, value string) string {
	for range n {
		value = `{"x":` + value + `,"y":` + value + `}`
	}
	return value
}
