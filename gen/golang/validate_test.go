package golang

import "testing"

// TestNotFinite checks that Validate rejects infinities and NaN once, with their location, whatever the constraints of the
// number.
func TestNotFinite(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{
		"must":{"type":"number"},"may":{"type":"number"},"null":{"type":["number","null"]},
		"from":{"type":"number","minimum":0},"to":{"type":"number","exclusiveMaximum":1},
		"both":{"type":"number","minimum":0,"maximum":1},"half":{"type":"number","multipleOf":0.5},
		"one":{"type":"number","enum":[1.5,2.5]},"small":{"type":"number","format":"float"},
		"list":{"type":"array","items":{"type":"number"}},
		"table":{"type":"object","additionalProperties":{"type":["number","null"]}},
		"point":{"type":"object","properties":{"x":{"type":"number"},"name":{"type":"string"}},"required":["x"]}},
		"required":["must","list"]}`
	runCases(t, []runCase{
		{
			name: "object",
			tool: lowered(t, "Figures", schema),
			calls: []call{
				{in: `{"must":1.5,"may":-1e308,"null":null,"from":1,"to":0,"both":0.5,"half":1.5,"one":2.5,"small":1.5,"list":[0,1],"table":{"a":1,"b":null},"point":{"x":1}}`},
				{in: `{"must":1e400,"list":[1e400]}`, issues: []string{"must range", "list[0] range"}},
			},
			code: []snippet{
				{body: `nan, inf, list := math.NaN(), math.Inf(1), []float64{1, math.Inf(-1)}
					return (&p.Figures{Must: nan, May: &inf, Null: runtime.ValueOf(nan), From: &inf, To: &nan, Both: &nan, Half: &inf, One: &nan,
						Small: ptr(float32(inf)), List: list, Table: map[string]*float64{"a": &nan, "b": nil}, Point: &p.FiguresPoint{X: inf}}).Validate()`,
					issues: []string{"must range", "may range", "null range", "from range", "to range", "both range", "half range",
						"one range", "small range", "list[1] range", "table.a range", "point.x range"}},
				{body: `return (&p.Figures{From: ptr(math.Inf(-1)), To: ptr(math.Inf(-1)), Both: ptr(math.Inf(1)), List: []float64{}}).Validate()`,
					issues: []string{"from range", "to range", "both range"}},
			},
		},
		{
			name: "float32",
			tool: lowered(t, "Singles", `{"type":"object","properties":{
				"plain":{"type":"number","format":"float"},"from":{"type":"number","format":"float","minimum":0},
				"list":{"type":"array","items":{"type":"number","format":"float"}},
				"one":{"type":"number","format":"float","enum":[1.5,2.5]},"wide":{"type":"number"},"any":{"type":"array"}}}`),
			code: []snippet{
				{body: `inf := float32(math.Inf(1))
					err := (&p.Singles{Plain: &inf, From: &inf, List: []float32{inf}}).Validate()
					for _, i := range err.(*runtime.ValidationError).Issues() {
						if i.Expected.(map[string]any)["maximum"] != float64(math.MaxFloat32) {
							return err
						}
					}
					return nil`},
				{body: `inf := float32(math.Inf(1))
					err := (&p.Singles{One: &inf, Wide: ptr(math.Inf(1))}).Validate()
					if issues := err.(*runtime.ValidationError).Issues(); issues[1].Expected.(map[string]any)["maximum"] == math.MaxFloat64 {
						return nil
					}
					return err`},
			},
		},
		{
			name: "root",
			tool: lowered(t, "Ratio", `{"type":"number"}`),
			code: []snippet{
				{body: `v := p.Ratio(math.Inf(1)); return v.Validate()`, issues: []string{" range"}},
				{body: `v := p.Ratio(1); return v.Validate()`},
			},
		},
	})
}

// TestNilVariant checks that a union with a nil pointer as its variant is rejected, even if the variant has nothing to check.
func TestNilVariant(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{"op":{"oneOf":[
		{"title":"Read","type":"object","properties":{"kind":{"const":"read"},"path":{"type":"string","minLength":1}},"required":["kind","path"]},
		{"title":"List","type":"object","properties":{"kind":{"const":"list"}},"required":["kind"]}]},
		"any":{"anyOf":[{"title":"Text","type":"string"},{"title":"Count","type":"integer"},{"title":"Flags","type":"array","items":{"type":"boolean"}}]}}}`
	runCases(t, []runCase{{
		name: "variants",
		tool: lowered(t, "Job", schema),
		calls: []call{
			{in: `{"op":{"kind":"read","path":"a"},"any":"x"}`},
		},
		code: []snippet{
			{body: `return (&p.Job{Op: &p.JobOp{Value: (*p.JobOpRead)(nil)}}).Validate()`, issues: []string{"op oneOf"}},
			{body: `return (&p.Job{Op: &p.JobOp{Value: (*p.JobOpList)(nil)}}).Validate()`, issues: []string{"op oneOf"}},
			{body: `return (&p.Job{Any: &p.JobAny{Value: (*p.JobAnyCount)(nil)}}).Validate()`, issues: []string{"any anyOf"}},
			{body: `return (&p.Job{Any: &p.JobAny{}}).Validate()`, issues: []string{"any anyOf"}},
		},
	}})
}

// TestVariantOfItsJSON checks that a union is validated by its JSON: no variant is null, and a value that does not match as
// its own variant may match as another.
func TestVariantOfItsJSON(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{
		"null":{"anyOf":[{"title":"Text","type":"string","minLength":2},{"title":"Count","type":"integer"},{"type":"null"}]},
		"must":{"oneOf":[{"title":"Text","type":"string"},{"title":"Count","type":"integer"},{"type":"null"}]},
		"list":{"type":"array","items":{"anyOf":[{"title":"Text","type":"string"},{"title":"Count","type":"integer"},{"type":"null"}]}},
		"inner":{"anyOf":[{"title":"Text","type":["string","null"]},{"title":"Count","type":"integer"}]},
		"some":{"anyOf":[{"title":"Small","type":"object","properties":{"n":{"type":"integer","maximum":9}},"required":["n"]},
			{"title":"Large","type":"object","properties":{"n":{"type":"integer","minimum":5},"more":{"type":"string"}},"required":["n"]}]},
		"one":{"oneOf":[{"title":"Low","type":"object","properties":{"n":{"type":"integer","maximum":5}},"required":["n"]},
			{"title":"High","type":"object","properties":{"n":{"type":"integer","minimum":5}},"required":["n"]}]},
		"kind":{"oneOf":[{"title":"A","type":"object","properties":{"k":{"const":"a"},"x":{"type":"string","maxLength":1}},"required":["k"]},
			{"title":"B","type":"object","properties":{"k":{"const":"b"},"x":{"type":"string","minLength":2}},"required":["k"]}]},
		"deep":{"anyOf":[{"title":"List","type":"array","items":{"anyOf":[{"title":"Digit","type":"object","properties":{"n":{"type":"integer","maximum":9}},"required":["n"]},
			{"title":"Number","type":"object","properties":{"n":{"type":"integer","minimum":5},"m":{}},"required":["n"]}]},"maxItems":2},{"title":"Text","type":"string"}]}},
		"required":["must"]}`
	runCases(t, []runCase{{
		name: "variants",
		tool: lowered(t, "Pick", schema),
		calls: []call{
			{in: `{"null":null,"must":null,"list":[null,1,"a"],"inner":null,"one":{"n":4}}`},
			{in: `{"must":1,"one":{"n":5}}`, issues: []string{"one oneOf"}},
		},
		code: []snippet{
			{body: `return (&p.Pick{Null: runtime.ValueOf(p.PickNull{}), Must: &p.PickMust{}, List: []*p.PickListItem{{}, {Value: (*p.PickListItemText)(nil)}}}).Validate()`},
			{body: `return (&p.Pick{Null: runtime.ValueOf(p.PickNull{Value: (*p.PickNullText)(nil)}), Must: &p.PickMust{Value: (*p.PickMustCount)(nil)}}).Validate()`},
			{body: `return (&p.Pick{Some: &p.PickSome{}, One: &p.PickOne{Value: (*p.PickOneLow)(nil)}, Kind: &p.PickKind{Value: (*p.PickKindA)(nil)}}).Validate()`,
				issues: []string{"some anyOf", "one oneOf", "kind oneOf"}},
			{body: `return (&p.Pick{Some: ptr(p.NewPickSomeSmall(p.PickSomeSmall{N: 12})), One: ptr(p.NewPickOneLow(p.PickOneLow{N: 7})), Kind: ptr(p.NewPickKindA(p.PickKindA{K: "b", X: ptr("xx")}))}).Validate()`},
			{body: `return (&p.Pick{Some: ptr(p.NewPickSomeLarge(p.PickSomeLarge{N: 3})), One: ptr(p.NewPickOneHigh(p.PickOneHigh{N: 2}))}).Validate()`},
			{body: `return (&p.Pick{One: ptr(p.NewPickOneHigh(p.PickOneHigh{N: 5})), Kind: ptr(p.NewPickKindA(p.PickKindA{K: "b", X: ptr("x")}))}).Validate()`,
				issues: []string{"one oneOf", "kind.x minLength"}},
			{body: `many := p.PickDeepList{p.NewPickDeepListItemDigit(p.PickDeepListItemDigit{N: 20}), p.NewPickDeepListItemNumber(p.PickDeepListItemNumber{N: 1})}
				if err := (&p.Pick{Deep: ptr(p.NewPickDeepList(many))}).Validate(); err != nil {
					return err
				}
				return (&p.Pick{Deep: ptr(p.NewPickDeepList(append(many, p.NewPickDeepListItemDigit(p.PickDeepListItemDigit{N: 30}))))}).Validate()`, issues: []string{"deep maxItems"}},
		},
	}})
}
