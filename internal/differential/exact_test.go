package differential

import "testing"

// Numbers are compared as written wherever the schema checks them; float64 cannot distinguish the numbers of
// these cases.
func TestNumbersAreComparedExactly(t *testing.T) {
	t.Parallel()
	const list = `{"type":"array","items":{"type":"number"},`
	runSchemaCases(t, []schemaCase{
		{"uniqueItems", list + `"uniqueItems":true}`, map[string]string{
			`[9007199254740993,9007199254740992]`: "", `[9007199254740993,1,9007199254740993.0]`: " uniqueItems",
			`[0.1,0.1000000000000000055511151231257827]`: "", `[1e400,1]`: "[0] range",
			`[1,1.0]`: " uniqueItems",
		}},
		{"many items", list + `"uniqueItems":true}`, map[string]string{
			`[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,9007199254740993,9007199254740992]`:                  "",
			`[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,9007199254740993,9007199254740992,9007199254740993]`: " uniqueItems",
		}},
		{"single precision", `{"type":"array","items":{"type":"number","format":"float"},"uniqueItems":true}`, map[string]string{
			`[16777217,16777216]`: "", `[16777217,16777217.0]`: " uniqueItems",
		}},
		{"contains const", list + `"contains":{"const":9007199254740992}}`, map[string]string{
			`[9007199254740993]`: " contains", `[9007199254740993,9007199254740992]`: "", `[9007199254740992,9007199254740993]`: "", `[1]`: " contains",
		}},
		{"contains an inexact const", list + `"contains":{"const":9007199254740993}}`, map[string]string{
			`[9007199254740993]`: "", `[9007199254740992]`: " contains", `[9007199254740992,1,9007199254740993]`: "",
		}},
		{"contains enum", list + `"contains":{"enum":[9007199254740992,0.1]},"maxContains":1}`, map[string]string{
			`[9007199254740993,0.1]`: "", `[9007199254740992,0.1]`: " maxContains", `[0.1000000000000000055511151231257827]`: " contains",
		}},
		{"contains a bound", list + `"contains":{"exclusiveMinimum":9007199254740992}}`, map[string]string{
			`[9007199254740993]`: "", `[9007199254740992]`: " contains",
		}},
		{"contains a multiple", list + `"contains":{"multipleOf":2}}`, map[string]string{
			`[9007199254740993]`: " contains", `[9007199254740993,2]`: "",
		}},
		{"items const", `{"type":"array","items":{"type":"number","enum":[9007199254740992,5]}}`, map[string]string{
			`[5,9007199254740993]`: "[1] enum", `[9007199254740992]`: "",
		}},
		{"lists of lists", `{"type":"array","items":{"type":"array","items":{"type":"number"}},"uniqueItems":true}`, map[string]string{
			`[[9007199254740993],[9007199254740992]]`: "", `[[9007199254740993],[2],[9007199254740993]]`: " uniqueItems", `[[1],[1.0]]`: " uniqueItems",
		}},
		{"lists in lists", `{"type":"array","items":{"type":"array","items":{"type":"number"},"uniqueItems":true},"uniqueItems":true}`, map[string]string{
			`[[9007199254740993,9007199254740992],[9007199254740993]]`: "", `[[9007199254740993],[2,2]]`: "[1] uniqueItems",
		}},
		{"objects", `{"type":"array","items":{"type":"object","properties":{"n":{"type":"number"}}},"uniqueItems":true}`, map[string]string{
			`[{"n":9007199254740993},{"n":9007199254740992}]`: "", `[{"n":9007199254740993},{},{"n":9007199254740993}]`: " uniqueItems",
		}},
		{"maps", `{"type":"array","items":{"type":"object","additionalProperties":{"type":"number"}},"uniqueItems":true}`, map[string]string{
			`[{"n":9007199254740993},{"n":9007199254740992}]`: "", `[{"n":1},{"n":1.0}]`: " uniqueItems",
		}},
		{"nullable", `{"type":"array","items":{"type":["number","null"]},"uniqueItems":true,"contains":{"const":9007199254740992}}`, map[string]string{
			`[9007199254740993,9007199254740992,null]`: "", `[null,9007199254740993]`: " contains",
		}},
		{"fields", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"number"},"uniqueItems":true},"b":{"type":"array","items":{"type":"number"},"uniqueItems":true}}}`, map[string]string{
			`{"a":[9007199254740993,9007199254740992],"b":[1,2,1]}`: "b uniqueItems", `{"b":[9007199254740993,9007199254740992],"a":[9007199254740993]}`: "",
		}},
		{"then", `{"type":"object","properties":{"n":{"type":"number"},"s":{"type":"string"}},"if":{"required":["s"]},"then":{"properties":{"n":{"maximum":9007199254740992}}}}`, map[string]string{
			`{"n":9007199254740993,"s":""}`: "n maximum", `{"n":9007199254740992,"s":""}`: "", `{"s":"","n":9007199254740993}`: "n maximum", `{"n":9007199254740993}`: "",
		}},
		{"then const", `{"type":"object","properties":{"n":{"type":"number"},"s":{"type":"string"}},"if":{"required":["s"]},"then":{"properties":{"n":{"const":9007199254740992}}}}`, map[string]string{
			`{"n":9007199254740993,"s":""}`: "n const", `{"n":9007199254740992,"s":""}`: "",
		}},
		{"then of members", `{"type":"object","properties":{"in":{"type":"object","properties":{"n":{"type":"number"}}},"s":{"type":"string"}},"if":{"required":["s"]},"then":{"properties":{"in":{"properties":{"n":{"maximum":9007199254740992}}}}}}`, map[string]string{
			`{"in":{"n":9007199254740993},"s":""}`: "in.n maximum", `{"in":{"n":9007199254740992},"s":""}`: "", `{"in":{"n":9007199254740993}}`: "",
		}},
		{"then of items", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"number"}},"s":{"type":"string"}},"if":{"required":["s"]},"then":{"properties":{"l":{"uniqueItems":true}}}}`, map[string]string{
			`{"l":[9007199254740993,9007199254740992],"s":""}`: "", `{"l":[9007199254740993,9007199254740993.0],"s":""}`: "l uniqueItems",
		}},
		{"contains a list", `{"type":"array","items":{"type":"array","items":{"type":"number"}},"contains":{"uniqueItems":true,"minItems":1}}`, map[string]string{
			`[[9007199254740993,9007199254740992]]`: "", `[[9007199254740993,9007199254740993],[1,1]]`: " contains",
		}},
		{"contains an object", `{"type":"array","items":{"type":"object","properties":{"n":{"type":"number"},"l":{"type":"array","items":{"type":"string"}}},"required":["l","n"]},"contains":{"properties":{"l":{"uniqueItems":true},"n":{"const":9007199254740992}}}}`, map[string]string{
			`[{"n":9007199254740993,"l":["a"]}]`: " contains", `[{"n":9007199254740992,"l":["a"]}]`: "", `[{"n":9007199254740993,"l":["a","a"]},{"n":9007199254740992,"l":["a","a"]}]`: " contains",
		}},
		{"choice of lists", `{"type":"array","items":{"type":"number"},"anyOf":[{"uniqueItems":true},{"contains":{"const":9007199254740992}}]}`, map[string]string{
			`[9007199254740993,9007199254740992]`: "", `[9007199254740993,9007199254740993]`: " anyOf",
		}},
		{"if", `{"type":"object","properties":{"n":{"type":"number"},"s":{"type":"string"}},"required":["n"],"if":{"properties":{"n":{"const":9007199254740992}}},"then":{"required":["s"]}}`, map[string]string{
			`{"n":9007199254740993}`: "", `{"n":9007199254740992}`: "s required",
		}},
		{"not", `{"type":"object","properties":{"n":{"type":"number","not":{"const":9007199254740992}}}}`, map[string]string{
			`{"n":9007199254740993}`: "", `{"n":9007199254740992}`: "n not",
		}},
		{"anyOf", `{"type":"object","properties":{"n":{"type":"number","anyOf":[{"const":9007199254740992},{"multipleOf":10}]}}}`, map[string]string{
			`{"n":9007199254740993}`: "n anyOf", `{"n":9007199254740992}`: "", `{"n":10}`: "",
		}},
		{"if of a number", `{"type":"object","properties":{"n":{"type":"number","if":{"minimum":9007199254740993},"then":{"multipleOf":10}}}}`, map[string]string{
			`{"n":9007199254740993}`: "n multipleOf", `{"n":9007199254740992}`: "",
		}},
		{"enum of lists", list + `"enum":[[9007199254740992],[1]]}`, map[string]string{
			`[9007199254740993]`: " enum", `[9007199254740992]`: "",
		}},
		{"variants", `{"type":"object","properties":{"v":{"oneOf":[{"title":"A","type":"array","items":{"type":"number"},"uniqueItems":true,"minItems":2},{"title":"B","type":"object","properties":{"l":{"type":"array","items":{"type":"number"},"contains":{"const":9007199254740992}}}}]}}}`, map[string]string{
			`{"v":[9007199254740993,9007199254740992]}`: "", `{"v":{"l":[9007199254740993]}}`: "v.l contains",
		}},
		{"variants of one kind", `{"oneOf":[{"title":"A","type":"array","items":{"type":"number"},"uniqueItems":true,"minItems":2},{"title":"B","type":"array","items":{"type":"number"},"maxItems":1,"contains":{"const":9007199254740992}}]}`, map[string]string{
			`[9007199254740993,9007199254740992]`: "", `[9007199254740992]`: "",
		}},
	})
}
