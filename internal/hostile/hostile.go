// Package hostile generates tool definitions that are arbitrarily large or complex in one dimension.
// Superlinear time or memory shows in the ratio of two sizes.
package hostile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Axis generates tools of size n along one dimension.
type Axis func(n int) []byte

// Names returns the sorted names of the axes.
func Names() []string { return slices.Sorted(maps.Keys(Axes)) }

// Axes are the dimensions, by what n counts.
var Axes = map[string]Axis{
	"properties": func(n int) []byte {
		return object(`"properties":{%s}`, list(n, `"key%d":{"type":"string","description":"Text number %[1]d."}`))
	},
	"propertiesOfAllKinds": func(n int) []byte {
		kinds := []string{`{"type":"integer","minimum":1}`, `{"type":"number"}`, `{"type":"boolean","default":true}`, `{"type":"string","enum":["a","b"]}`,
			`{"type":["string","null"]}`, `{"type":"array","items":{"type":"string"}}`, `{}`, `{"type":"string","format":"date"}`}
		return object(`"additionalProperties":false,"properties":{%s}`, join(n, func(i int) string { return fmt.Sprintf(`"key%d":%s`, i, kinds[i%len(kinds)]) }))
	},
	"propertiesRequired": func(n int) []byte {
		return object(`"properties":{%s},"required":[%s]`, list(n, `"key%d":{"type":"string"}`), list(n, `"key%d"`))
	},
	"requiredAlone": func(n int) []byte { return object(`"required":[%s]`, list(n, `"key%d"`)) },
	"objects": func(n int) []byte {
		return object(`"properties":{%s}`, list(n, `"key%d":{"type":"object","properties":{"a":{"type":"string"}}}`))
	},
	"definitions": func(n int) []byte {
		return object(`"properties":{%s},"$defs":{%s}`, list(n, `"key%d":{"$ref":"#/$defs/d%[1]d"}`), list(n, `"d%d":{"type":"object","properties":{"a":{"type":"integer"}}}`))
	},
	"definitionsUnused": func(n int) []byte {
		return object(`"$defs":{%s}`, list(n, `"d%d":{"type":"object","properties":{"a":{"type":"integer"}}}`))
	},
	"sharedDefinition": func(n int) []byte {
		return object(`"properties":{%s},"$defs":{"d":{"type":"object","properties":{"a":{"type":"integer"},"b":{"$ref":"#/$defs/d"}},"required":["a"]}}`, list(n, `"key%d":{"$ref":"#/$defs/d"}`))
	},
	"enum":        func(n int) []byte { return field(`"type":"string","enum":[%s]`, list(n, `"value %d"`)) },
	"enumUntyped": func(n int) []byte { return field(`"enum":[%s]`, list(n, `"v%d",%[1]d`)) },
	"enumNumbers": func(n int) []byte { return field(`"type":"integer","enum":[%s]`, list(n, `%d`)) },
	"enumObjects": func(n int) []byte { return field(`"enum":[%s]`, list(n, `{"a":%d}`)) },
	"enumCollide": func(n int) []byte { return field(`"type":"string","enum":[%s]`, collidingList(n)) },
	"oneOfConst": func(n int) []byte {
		return field(`"oneOf":[%s]`, list(n, `{"type":"object","properties":{"kind":{"const":"k%d"},"a":{"type":"string"}},"required":["kind"]}`))
	},
	"oneOfDiscriminator": func(n int) []byte {
		return field(`"discriminator":{"propertyName":"kind"},"oneOf":[%s]`, list(n, `{"type":"object","properties":{"kind":{"const":"k%d"},"a":{"type":"string"}},"required":["kind"]}`))
	},
	"oneOfRequired": func(n int) []byte {
		return field(`"oneOf":[%s]`, list(n, `{"type":"object","properties":{"a%d":{"type":"string"}},"required":["a%[1]d"]}`))
	},
	"oneOfShadowed": func(n int) []byte {
		return object(`"properties":{"p":{"oneOf":[{"$ref":"#/$defs/d"},{"allOf":[{"$ref":"#/$defs/d"},{"minProperties":1}]}]}},"$defs":{"d":{"allOf":[%s]}}`, list(n, `{"properties":{"key%d":{"maxLength":%[1]d}}}`))
	},
	"anyOfObjects": func(n int) []byte {
		return field(`"anyOf":[%s]`, list(n, `{"type":"object","properties":{"a%d":{"type":"string"},"c":{"type":"integer"}}}`))
	},
	"anyOfStrings": func(n int) []byte {
		return field(`"anyOf":[%s]`, list(n, `{"type":"string","minLength":%d,"pattern":"^a%[1]d"}`))
	},
	"oneOfConstStrings": func(n int) []byte { return field(`"oneOf":[%s]`, list(n, `{"const":"k%d","title":"Title %[1]d"}`)) },
	"anyOfRequired":     func(n int) []byte { return object(`"anyOf":[%s]`, list(n, `{"required":["key%d"]}`)) },
	"anyOfRequiredDeclared": func(n int) []byte {
		return object(`"properties":{%s},"anyOf":[%s]`, list(n, `"key%d":{"type":"string"}`), list(n, `{"required":["key%d"]}`))
	},
	"oneOfRequiredDeclared": func(n int) []byte {
		return object(`"properties":{%s},"oneOf":[%s]`, list(n, `"key%d":{"type":"string"}`), list(n, `{"required":["key%d"]}`))
	},
	"allOf": func(n int) []byte {
		return object(`"allOf":[%s]`, list(n, `{"properties":{"key%d":{"type":"string"}}}`))
	},
	"allOfSameKey": func(n int) []byte {
		return object(`"allOf":[%s]`, list(n, `{"properties":{"key":{"type":"string","maxLength":%d}}}`))
	},
	"allOfSameRef": func(n int) []byte {
		return object(`"allOf":[%s],"$defs":{"d":{"properties":{"a":{"type":"string"}}}}`, strings.TrimSuffix(strings.Repeat(`{"$ref":"#/$defs/d"},`, n), ","))
	},
	"allOfDoubling": func(n int) []byte { return doubling("allOf", n) },
	"anyOfDoubling": func(n int) []byte { return doubling("anyOf", n) },
	"oneOfDoubling": func(n int) []byte { return doubling("oneOf", n) },
	"propertiesDoubling": func(n int) []byte {
		return chainOf(n, `"properties":{"a":{"$ref":"#/$defs/d%[2]d"},"b":{"$ref":"#/$defs/d%[2]d"}}`)
	},
	"prefixItemsDoubling": func(n int) []byte {
		return chainOf(n, `"prefixItems":[{"$ref":"#/$defs/d%[2]d"},{"$ref":"#/$defs/d%[2]d"}]`)
	},
	"notDoubling": func(n int) []byte {
		return chainOf(n, `"not":{"$ref":"#/$defs/d%[2]d"},"properties":{"a":{"not":{"$ref":"#/$defs/d%[2]d"}}}`)
	},
	"ifDoubling": func(n int) []byte {
		return chainOf(n, `"if":{"$ref":"#/$defs/d%[2]d"},"then":{"$ref":"#/$defs/d%[2]d"},"else":{"$ref":"#/$defs/d%[2]d"}`)
	},
	"evaluatedDoubling": func(n int) []byte {
		return chainOf(n, `"unevaluatedProperties":false,"anyOf":[{"$ref":"#/$defs/d%[2]d"},{"$ref":"#/$defs/d%[2]d"}]`)
	},
	"propertiesAllOf": func(n int) []byte {
		return chainOf(n, `"allOf":[{"properties":{"a":{"$ref":"#/$defs/d%[2]d"}}},{"properties":{"a":{"$ref":"#/$defs/d%[2]d"}}}]`)
	},
	"nestedProperties": func(n int) []byte { return nested(n, `{"type":"object","properties":{"a":`, `}}`) },
	"nestedItems":      func(n int) []byte { return nested(n, `{"type":"array","items":`, `}`) },
	"nestedOneOf":      func(n int) []byte { return nested(n, `{"oneOf":[{"type":"integer"},`, `]}`) },
	"nestedOneOfObjects": func(n int) []byte {
		return nested(n, `{"oneOf":[{"type":"integer"},{"type":"object","required":["a"],"properties":{"a":`, `}}]}`)
	},
	"nestedAnyOfSame": func(n int) []byte { return nested(n, `{"anyOf":[{"minLength":1},`, `]}`) },
	"nestedAllOf":     func(n int) []byte { return nested(n, `{"allOf":[`, `]}`) },
	"nestedNot":       func(n int) []byte { return nested(n, `{"not":`, `}`) },
	"nestedElse": func(n int) []byte {
		return nested(n, `{"if":{"properties":{"k":{"const":1}}},"then":{"required":["x"]},"else":`, `}`)
	},
	"nestedIf":   func(n int) []byte { return nested(n, `{"then":{"required":["x"]},"if":`, `}`) },
	"nestedMap":  func(n int) []byte { return nested(n, `{"type":"object","additionalProperties":`, `}`) },
	"nestedDefs": func(n int) []byte { return nested(n, `{"$defs":{"a":`, `}}`) },
	"refChain":   func(n int) []byte { return chainOf(n, `"$ref":"#/$defs/d%[2]d"`) },
	"refChainObjects": func(n int) []byte {
		return chainOf(n, `"type":"object","properties":{"next":{"$ref":"#/$defs/d%[2]d"}}`)
	},
	"refChainAllOf": func(n int) []byte {
		return chainOf(n, `"allOf":[{"$ref":"#/$defs/d%[2]d"},{"properties":{"p%[1]d":{"type":"string"}}}]`)
	},
	"refChainRefAndMore": func(n int) []byte {
		return chainOf(n, `"$ref":"#/$defs/d%[2]d","properties":{"p%[1]d":{"type":"string"}}`)
	},
	"mutual": func(n int) []byte {
		return object(`"$ref":"#/$defs/d0","$defs":{%s}`, join(n, func(i int) string {
			return fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i, (i*7+1)%n, (i*13+2)%n)
		}))
	},
	"mutualAllOf": func(n int) []byte {
		return object(`"properties":{"p":{"$ref":"#/$defs/d0"}},"$defs":{%s}`, join(n, func(i int) string {
			return fmt.Sprintf(`"d%d":{"type":"object","allOf":[{"properties":{"a":{"$ref":"#/$defs/d%d"}}},{"properties":{"a":{"$ref":"#/$defs/d%d"}}}]}`, i, (i*7+1)%n, (i*13+2)%n)
		}))
	},
	"mutualAnyOf": func(n int) []byte {
		return object(`"properties":{"p":{"$ref":"#/$defs/d0"}},"$defs":{%s}`, join(n, func(i int) string {
			return fmt.Sprintf(`"d%d":{"anyOf":[{"type":"string"},{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"}}},{"type":"object","properties":{"b":{"$ref":"#/$defs/d%d"}}}]}`, i, (i*7+1)%n, (i*13+2)%n)
		}))
	},
	"mutualUnevaluated": func(n int) []byte {
		return object(`"properties":{"p":{"$ref":"#/$defs/d0"}},"unevaluatedProperties":false,"$defs":{%s}`, join(n, func(i int) string {
			return fmt.Sprintf(`"d%d":{"unevaluatedProperties":false,"properties":{"k%[1]d":{"$ref":"#/$defs/d%d"}},"anyOf":[{"$ref":"#/$defs/d%d"},{"properties":{"z":{"type":"string"}}}]}`, i, (i*7+1)%n, min(n-1, i+1))
		}))
	},
	"dynamicRefs": func(n int) []byte {
		return object(`"$id":"http://x/r","$dynamicAnchor":"node","properties":{%s}`, list(n, `"k%d":{"$dynamicRef":"#node"}`))
	},
	"dynamicResources": func(n int) []byte {
		return object(`"$id":"http://x/r","$ref":"d0","$defs":{%s}`, join(n, func(i int) string {
			next := fmt.Sprintf(`"allOf":[{"$ref":"d%d"}]`, i+1)
			if i == n-1 {
				next = `"properties":{"c":{"$dynamicRef":"#node"}}`
			}
			return fmt.Sprintf(`"d%d":{"$id":"d%[1]d","$dynamicAnchor":"node","properties":{"k%[1]d":{"type":"string"}},%s}`, i, next)
		}))
	},
	"dynamicScopes": func(n int) []byte {
		return object(`"$id":"http://x/r","$ref":"d0","$defs":{%s}`, join(n, func(i int) string {
			return fmt.Sprintf(`"d%d":{"$id":"d%[1]d","$dynamicAnchor":"node%[1]d","properties":{"a":{"$ref":"d%d"},"b":{"$ref":"d%d"},"c":{"$dynamicRef":"#node%d"}},"$defs":{%s}}`,
				i, (i*7+1)%n, (i*3+2)%n, (i+1)%n, join(n, func(j int) string { return fmt.Sprintf(`"x%d":{"$dynamicAnchor":"node%[1]d"}`, j) }))
		}))
	},
	"patternProperties": func(n int) []byte {
		return object(`"patternProperties":{%s}`, list(n, `"^a%d":{"type":"string"}`))
	},
	"patternPropertiesAndProperties": func(n int) []byte {
		return object(`"properties":{%s},"patternProperties":{%s}`, list(n, `"a%d":{"type":"string"}`), list(n, `"^a%d":{"minLength":1}`))
	},
	"patternLong":    func(n int) []byte { return pattern("^" + strings.Repeat("a[bc]", n) + "$") },
	"patternChoices": func(n int) []byte { return pattern("^(" + strings.Join(each(n, "word%d"), "|") + ")$") },
	"patternNested":  func(n int) []byte { return pattern(strings.Repeat("(", n) + "a" + strings.Repeat(")*", n)) },
	"patternCounts": func(n int) []byte {
		return pattern(strings.Repeat("(", n) + "a" + strings.Repeat("{1,100})", n-1) + "{1,100})")
	},
	"patternCount":    func(n int) []byte { return pattern(fmt.Sprintf("^[a-z]{1,%d}$", n)) },
	"patternCountSeq": func(n int) []byte { return pattern("^" + strings.Repeat(`\\p{L}{1,900}`, n) + "$") },
	"patternClasses":  func(n int) []byte { return pattern("^" + strings.Repeat(`[\\p{L}\\p{N}_-]\\P{Lu}`, n) + "$") },
	"patternLooks":    func(n int) []byte { return pattern("^" + strings.Repeat(`(?=.*[a-z])`, n) + "a*$") },
	"patternIgnore":   func(n int) []byte { return pattern("^" + strings.Repeat(`[^a-z\\W]`, n) + "$") },
	"patternClass":    func(n int) []byte { return pattern("^[" + strings.Join(each(n, `\\u{%[2]x}`), "") + "]$") },
	"patterns": func(n int) []byte {
		return object(`"properties":{%s}`, list(n, `"key%d":{"type":"string","pattern":"^a.*b%[1]d$"}`))
	},
	"ifs": func(n int) []byte {
		return object(`"allOf":[%s]`, list(n, `{"if":{"properties":{"kind":{"const":"k%d"}},"required":["kind"]},"then":{"required":["a%[1]d"]},"else":{"maxProperties":99}}`))
	},
	"dependentSchemas": func(n int) []byte {
		return object(`"dependentSchemas":{%s}`, list(n, `"key%d":{"properties":{"other%[1]d":{"type":"string"}},"required":["x%[1]d"]}`))
	},
	"dependentRequired": func(n int) []byte {
		return object(`"dependentRequired":{%s}`, list(n, `"key%d":["a%[1]d","b"]`))
	},
	"unevaluated": func(n int) []byte {
		return object(`"unevaluatedProperties":false,"anyOf":[%s]`, list(n, `{"properties":{"key%d":{"type":"string"}},"required":["key%[1]d"]}`))
	},
	"unevaluatedItems": func(n int) []byte {
		return field(`"unevaluatedItems":false,"anyOf":[%s]`, list(n, `{"prefixItems":[{"const":%d},{"type":"string"}]}`))
	},
	"unevaluatedIfs": func(n int) []byte {
		return object(`"unevaluatedProperties":false,"allOf":[%s]`, list(n, `{"if":{"properties":{"k%d":{"const":1}},"required":["k%[1]d"]},"then":{"properties":{"a%[1]d":{"type":"string"}}}}`))
	},
	"nots":     func(n int) []byte { return object(`"allOf":[%s]`, list(n, `{"not":{"required":["a%d","b%[1]d"]}}`)) },
	"contains": func(n int) []byte { return field(`"type":"array","allOf":[%s]`, list(n, `{"contains":{"const":%d}}`)) },
	"prefixItems": func(n int) []byte {
		return field(`"type":"array","prefixItems":[%s]`, list(n, `{"type":"object","properties":{"a%d":{"type":"string"}}}`))
	},
	"longName": func(n int) []byte { return tool(strings.Repeat("n", n), `{"type":"object"}`) },
	"longKey": func(n int) []byte {
		return object(`"properties":{"%s":{"type":"string","minLength":2}}`, strings.Repeat("k", n))
	},
	"longKeyNest": func(n int) []byte {
		return nested(n/100, `{"type":"object","properties":{"`+strings.Repeat("k", 100)+`":`, `}}`)
	},
	"longWords": func(n int) []byte {
		return object(`"properties":{"%s":{"type":"string","minLength":2}}`, strings.Repeat("k_", n/2))
	},
	"longText": func(n int) []byte {
		return object(`"description":"%s","properties":{"a":{"type":"string","description":"%[1]s"}}`, strings.Repeat("wörd ", n/5))
	},
	"longNewlines": func(n int) []byte {
		return object(`"description":"%s","title":"%[1]s","properties":{"a":{"type":"string","description":"%[1]s"}}`, strings.Repeat(`\n`, n/2))
	},
	"longWord":  func(n int) []byte { return object(`"description":"%s"`, strings.Repeat("w", n)) },
	"longEnum":  func(n int) []byte { return field(`"type":"string","enum":["%s","b"]`, strings.Repeat("e", n)) },
	"longConst": func(n int) []byte { return field(`"const":"%s"`, strings.Repeat("e", n)) },
	"longRef": func(n int) []byte {
		return object(`"$ref":"#/$defs/%s","$defs":{"%[1]s":{"type":"object"}}`, strings.Repeat("r", n))
	},
	"longNumber": func(n int) []byte {
		return field(`"type":"number","minimum":%s,"multipleOf":0.%[1]s`, strings.Repeat("1", n))
	},
	"hugeExponent": func(n int) []byte { return field(`"type":"number","minimum":1e%d,"multipleOf":1e-%[1]d`, n) },
	"collidingKeys": func(n int) []byte {
		return object(`"properties":{%s}`, join(n, func(i int) string { return colliding(i) + `:{"type":"string"}` }))
	},
	"collidingNumbered": func(n int) []byte {
		return object(`"properties":{%s}`, join(n, func(i int) string { return fmt.Sprintf(`"%sa%d":{"type":"string"}`, strings.Repeat("-", i%50), i/50) }))
	},
	"collidingObjects": func(n int) []byte {
		return object(`"properties":{%s}`, join(n, func(i int) string { return colliding(i) + `:{"type":"object","properties":{"a":{"type":"string"}}}` }))
	},
	"collidingDefs": func(n int) []byte {
		return object(`"$defs":{%s},"properties":{%s}`, join(n, func(i int) string { return colliding(i) + `:{"type":"object","properties":{"a":{"type":"string"}}}` }),
			join(n, func(i int) string {
				return fmt.Sprintf(`"p%d":{"$ref":"#/$defs/%s"}`, i, strings.Trim(colliding(i), `"`))
			}))
	},
	"collidingTools": func(n int) []byte {
		return []byte("[" + join(n, func(i int) string { return `{"name":` + colliding(i) + `,"inputSchema":{"type":"object"}}` }) + "]")
	},
	"collidingEmpty": func(n int) []byte {
		return object(`"properties":{%s}`, join(n, func(i int) string { return `"` + strings.Repeat("+", i+1) + `":{}` }))
	},
	"deepDefault":  func(n int) []byte { return field(`"default":%s`, deep(n)) },
	"deepExamples": func(n int) []byte { return field(`"examples":[%s]`, deep(n)) },
	"deepConst":    func(n int) []byte { return field(`"const":%s`, deep(n)) },
	"deepEnum":     func(n int) []byte { return field(`"enum":[1,%s]`, deep(n)) },
	"deepUnknown":  func(n int) []byte { return field(`"x-foo":%s`, deep(n)) },
	"bigDefault": func(n int) []byte {
		return field(`"type":"array","items":{"type":"integer"},"default":[%s]`, list(n, "%d"))
	},
	"bigConst": func(n int) []byte { return field(`"const":{%s}`, list(n, `"k%d":%[1]d`)) },
	"examples": func(n int) []byte { return field(`"type":"integer","examples":[%s]`, list(n, `%d`)) },
	"typeList": func(n int) []byte {
		return object(`"properties":{%s}`, list(n, `"key%d":{"type":["string","integer","object","null"]}`))
	},
	"tools": func(n int) []byte {
		return []byte("[" + list(n, `{"name":"some_prefix_%d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`) + "]")
	},
	"toolsOneName": func(n int) []byte {
		return []byte("[" + list(n, `{"name":"same","inputSchema":{"type":"object","properties":{"a%d":{"type":"string"}}}}`) + "]")
	},
	"toolsTwice": func(n int) []byte {
		return []byte("[" + strings.TrimSuffix(strings.Repeat(`{"name":"same","inputSchema":{"type":"object"}},`, n), ",") + "]")
	},
	"toolsBroken": func(n int) []byte {
		return []byte("[" + list(n, `{"name":"t%d","inputSchema":{"type":"objec"}}`) + "]")
	},
	"refsToOddPlaces": func(n int) []byte {
		return object(`"properties":{%s},"x-odd":{%s}`, list(n, `"key%d":{"$ref":"#/x-odd/k%[1]d"}`), list(n, `"k%d":{"type":"string"}`))
	},
	"refsToProperties": func(n int) []byte {
		return object(`"properties":{"key0":{"type":"string"},%s}`, join(n, func(i int) string { return fmt.Sprintf(`"key%d":{"$ref":"#/properties/key%d"}`, i+1, i) }))
	},
	"resources": func(n int) []byte {
		return object(`"$id":"http://x/r","properties":{%s},"$defs":{%s}`, list(n, `"key%d":{"$ref":"d%[1]d"}`), list(n, `"d%d":{"$id":"d%[1]d","type":"string"}`))
	},
	"anchors": func(n int) []byte {
		return object(`"properties":{%s},"$defs":{%s}`, list(n, `"key%d":{"$ref":"#a%[1]d"}`), list(n, `"d%d":{"$anchor":"a%[1]d","type":"string"}`))
	},
	"defaults": func(n int) []byte {
		return object(`"properties":{%s}`, list(n, `"key%d":{"type":"integer","default":%[1]d}`))
	},
	"defaultsWrong": func(n int) []byte {
		return object(`"properties":{%s}`, list(n, `"key%d":{"type":"string","default":%[1]d}`))
	},
	"unknownKeywords": func(n int) []byte { return object(`%s`, list(n, `"keyword%d":1`)) },
	"faults":          func(n int) []byte { return object(`"properties":{%s}`, list(n, `"key%d":{"type":"strin"}`)) },
	"badRefs": func(n int) []byte {
		return object(`"properties":{%s}`, list(n, `"key%d":{"$ref":"#/$defs/none%[1]d"}`))
	},
	"badRefsNear": func(n int) []byte {
		return object(`"properties":{%s},"$defs":{%s}`, list(n, `"key%d":{"$ref":"#/$defs/non%[1]d"}`), list(n, `"none%d":{"type":"object"}`))
	},
	"requiredTypos": func(n int) []byte {
		return object(`"properties":{%s},"required":[%s],"additionalProperties":false`, list(n, `"some_key%d":{"type":"string"}`), list(n, `"some_keyy%d"`))
	},
	"requests": func(n int) []byte {
		return []byte(strings.Join(each(n, `{"model":"m","tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}}],"messages":[{"role":"user","content":"Text %d of a user."}]}`), "\n"))
	},
	"requestsDiffer": func(n int) []byte {
		return []byte(strings.Join(each(n, `{"model":"m","tools":[{"type":"function","function":{"name":"f%d","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}}]}`), "\n"))
	},
	"requestLarge": func(n int) []byte {
		return []byte(`{"model":"m","tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"messages":[` + list(n, `{"role":"user","content":"Text %d of a user."}`) + `]}`)
	},
	"yamlAliases": func(n int) []byte {
		var b strings.Builder
		b.WriteString("a0: &a0 {type: string}\n")
		for i := range n {
			fmt.Fprintf(&b, "a%d: &a%[1]d {properties: {x: *a%[2]d, y: *a%[2]d}}\n", i+1, i)
		}
		fmt.Fprintf(&b, "type: object\nproperties: {p: *a%d}\n", n)
		return []byte(b.String())
	},
	"yamlFlow": func(n int) []byte {
		return []byte("name: t\ninputSchema: " + strings.Repeat("{a: ", n) + "1" + strings.Repeat("}", n) + "\n")
	},
	"yamlBlocks": func(n int) []byte {
		return []byte("name: t\ninputSchema:\n  type: object\n  properties:\n" + join2(n, "    key%d:\n      type: string\n      description: Some text\n"))
	},
	"deepJSON": func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) },
}

// tool is an MCP tool.
func tool(name, schema string) []byte {
	return fmt.Appendf(nil, `{"name":"%s","inputSchema":%s}`, name, schema)
}

// object is a tool with an object schema with these members.
func object(format string, args ...any) []byte {
	return tool("t", `{"type":"object",`+fmt.Sprintf(format, args...)+`}`)
}

// field is a tool with one field p, whose schema has these members.
func field(format string, args ...any) []byte {
	return object(`"properties":{"p":{%s}}`, fmt.Sprintf(format, args...))
}

func pattern(p string) []byte { return field(`"type":"string","pattern":"%s"`, p) }

// nested is a field with a schema of nesting depth n.
func nested(n int, begin, end string) []byte {
	return object(`"properties":{"p":%s}`, strings.Repeat(begin, n)+`{"type":"string"}`+strings.Repeat(end, n))
}

// deep is a value of nesting depth n.
func deep(n int) string {
	return strings.Repeat(`{"a":[`, n/2) + "1" + strings.Repeat(`]}`, n/2)
}

// chainOf is a chain of n definitions, each referring to the next; the format gets the numbers of both.
func chainOf(n int, format string) []byte {
	return object(`"properties":{"p":{"$ref":"#/$defs/d0"}},"$defs":{%s,"d%d":{"type":"object","properties":{"last":{"type":"string"}}}}`,
		join(n, func(i int) string { return fmt.Sprintf(`"d%d":{`+format+`}`, i, i+1) }), n)
}

// doubling is a chain of definitions that each contain the next twice.
func doubling(keyword string, n int) []byte {
	return chainOf(n, `"`+keyword+`":[{"$ref":"#/$defs/d%[2]d"},{"$ref":"#/$defs/d%[2]d"}]`)
}

// colliding is the ith of a series of keys with the same Go name.
func colliding(i int) string {
	var b strings.Builder
	b.WriteString(`"a`)
	for ; i > 0; i /= 4 {
		b.WriteByte("-_. "[i%4])
	}
	b.WriteString(`b"`)
	return b.String()
}

func collidingList(n int) string { return join(n, colliding) }

func join(n int, item func(i int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = item(i)
	}
	return strings.Join(items, ",")
}

// list is a list of n formatted items.
func list(n int, format string) string { return strings.Join(each(n, format), ",") }

func join2(n int, format string) string { return strings.Join(each(n, format), "") }

func each(n int, format string) []string {
	items := make([]string, n)
	for i := range items {
		if strings.Contains(format, "[2]") {
			items[i] = fmt.Sprintf(format, i, 0x4e00+i*2)
		} else {
			items[i] = fmt.Sprintf(format, i)
		}
	}
	return items
}
