package golang

import "testing"

// mostSaid are unions with values that match several variants, and the JSON that the chosen variant marshals to.
var mostSaid = []runCase{
	{name: "all optional", calls: []call{
		{in: `{"v":{"b":"x"}}`}, {in: `{"v":{"a":1}}`}, {in: `{"v":{}}`},
		{in: `{"v":{"a":1,"b":"x"}}`, out: `{"v":{"a":1}}`}, // a tie
		{in: `{"v":{"c":1,"d":2,"a":3}}`, out: `{"v":{"c":1,"d":2}}`},
		{in: `{"v":{"z":1,"b":"x"}}`, out: `{"v":{"b":"x"}}`},
		{in: `{"v":{"a":"x"}}`, out: `{"v":{}}`}, // matches only others, which drop it
	}},
	{name: "nullable, as pydantic has them", calls: []call{
		{in: `{"v":{"after":"2024-01-01","before":null}}`}, {in: `{"v":{"name":null}}`}, {in: `{"v":{"before":"2024-01-01"}}`},
	}},
	{name: "within", calls: []call{
		{in: `{"v":{"o":{"b":1}}}`}, {in: `{"v":{"o":{"a":1}}}`}, {in: `{"v":{"l":[{"b":1},{"b":2}]}}`},
		{in: `{"v":{"x":1,"o":{"b":1}}}`, out: `{"v":{"x":1,"o":{}}}`}, // its own keys decide
	}},
	{name: "keys that are kept", calls: []call{
		{in: `{"v":{"name":"n"}}`}, {in: `{"v":{"w":"n"}}`}, {in: `{"v":{"name":"n","w":"n"}}`, out: `{"v":{"name":"n"}}`},
	}},
	{name: "required by one only", calls: []call{
		{in: `{"v":{"id":1,"p":1,"q":1}}`, out: `{"v":{"id":1}}`}, {in: `{"v":{"p":1,"q":1}}`}, {in: `{"v":{}}`},
	}},
	{name: "unions within", calls: []call{
		{in: `{"v":{"f":{"b":1}}}`}, {in: `{"v":{"f":{"c":1}}}`}, {in: `{"v":{"f":{"d":1}}}`},
	}},
}

var mostSaidSchemas = []string{
	`{"type":"object","properties":{"v":{"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}}},{"type":"object","properties":{"b":{"type":"string"}}},{"type":"object","properties":{"c":{},"d":{}}}]}}}`,
	`{"type":"object","properties":{"v":{"anyOf":[{"type":"object","properties":{"name":{"type":["string","null"]}}},{"type":"object","properties":{"after":{"anyOf":[{"type":"string","format":"date"},{"type":"null"}]},"before":{"anyOf":[{"type":"string","format":"date"},{"type":"null"}]}}}]}}}`,
	`{"type":"object","properties":{"v":{"anyOf":[
		{"type":"object","properties":{"x":{},"o":{"type":"object","properties":{"a":{"type":"integer"}}},"l":{"type":"array","items":{"type":"object","properties":{"a":{}}}}}},
		{"type":"object","properties":{"o":{"type":"object","properties":{"b":{"type":"integer"}}},"l":{"type":"array","items":{"type":"object","properties":{"b":{}}}}}}]}}}`,
	`{"type":"object","properties":{"v":{"anyOf":[{"type":"object","properties":{"other":{}}},{"type":"object","additionalProperties":{"type":"string"}},{"type":"object","properties":{"name":{"type":"string"}}}]}}}`,
	`{"type":"object","properties":{"v":{"anyOf":[{"type":"object","properties":{"p":{},"q":{}}},{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}]}}}`,
	`{"type":"object","properties":{"v":{"anyOf":[{"type":"object","properties":{"f":{"anyOf":[{"type":"object","properties":{"a":{}}},{"type":"object","properties":{"b":{}}}]}}},
		{"type":"object","properties":{"f":{"anyOf":[{"type":"object","properties":{"c":{}}},{"type":"object","properties":{"d":{}}}]}}}]}}}`,
}

// TestVariantThatSaysMost checks that of several matching variants the one with the fewest undeclared keys is chosen.
func TestVariantThatSaysMost(t *testing.T) {
	t.Parallel()
	cases := make([]runCase, len(mostSaid))
	for i, c := range mostSaid {
		cases[i] = c
		cases[i].tool = lowered(t, "Said", mostSaidSchemas[i])
	}
	runCases(t, cases)
}

// TestNumberBeyondVariants checks that a number that the schema of a variant allows, but that its Go type cannot represent,
// is a range issue and nothing else.
func TestNumberBeyondVariants(t *testing.T) {
	t.Parallel()
	const large = `99999999999999999999`
	runCases(t, []runCase{{
		name: "integers",
		tool: lowered(t, "Numbers", `{"type":"object","properties":{
			"one":{"anyOf":[{"type":"integer"},{"type":"string"}]},
			"two":{"anyOf":[{"title":"Small","type":"integer","maximum":5},{"title":"ID","type":"integer"},{"type":"string"}]},
			"sign":{"oneOf":[{"title":"Debt","type":"integer","exclusiveMaximum":0},{"title":"Credit","type":"integer","minimum":0},{"type":"string"}]},
			"sizes":{"anyOf":[{"title":"Byte","type":"integer","format":"uint8"},{"title":"Short","type":"integer","format":"int8"},{"type":"string"}]},
			"deep":{"anyOf":[{"title":"X","type":"object","properties":{"n":{"type":"integer"}},"required":["n"]},{"title":"Y","type":"object","properties":{"n":{"type":"integer"},"m":{}},"required":["n"]}]},
			"list":{"type":"array","items":{"anyOf":[{"title":"Small","type":"integer","maximum":5},{"title":"ID","type":"integer"},{"type":"string"}]}}}}`),
		calls: []call{
			{in: `{"one":` + large + `,"two":` + large + `,"sign":` + large + `,"sizes":` + large + `,"deep":{"n":` + large + `},"list":[1,-` + large + `]}`,
				issues: []string{"one range", "two range", "sign range", "sizes range", "deep.n range", "list[1] range"}},
			{in: `{"sign":-` + large + `,"sizes":300}`, issues: []string{"sign range", "sizes range"}},
			{in: `{"deep":{"n":` + large + `,"m":1}}`, issues: []string{"deep.n range"}},
			{in: `{"deep":{"n":"x"}}`, issues: []string{"deep anyOf", "deep.n type"}},
		},
	}})
}
