package golang

import "testing"

// TestUnwritable checks that Validate rejects everything that JSON cannot represent, with its location: a value that passes
// can be marshaled, and the result decoded.
func TestUnwritable(t *testing.T) {
	t.Parallel()
	const number = `"x-go-type":"json.Number"`
	runCases(t, []runCase{
		{
			name: "numbers as text",
			tool: lowered(t, "Texts", `{"type":"object","properties":{
				"must":{"type":"number",`+number+`},"may":{"type":"number",`+number+`},"whole":{"type":"integer",`+number+`},
				"low":{"type":"integer","minimum":0,`+number+`},"one":{"type":"number","enum":[0,1.5],`+number+`},
				"null":{"type":["number","null"],`+number+`},
				"list":{"type":"array","items":{"type":"number",`+number+`}},
				"table":{"type":"object","additionalProperties":{"type":["integer","null"],`+number+`}}},
				"required":["must"]}`),
			calls: []call{
				{in: `{"must":1.50,"may":1e400,"whole":3.0,"low":0,"one":1.5,"null":null,"list":[-0,1e2],"table":{"a":1,"b":null}}`},
			},
			code: []snippet{
				{body: `return (&p.Texts{Must: "0", Whole: ptr(json.Number("3e2"))}).Validate()`},
				{body: `return (&p.Texts{}).Validate()`, issues: []string{"must type"}},
				{body: `return (&p.Texts{Must: "abc", May: ptr(json.Number("1e")), Whole: ptr(json.Number("+1")), Low: ptr(json.Number("0x1")),
						One: ptr(json.Number("")), Null: runtime.ValueOf(json.Number(" 1")), List: []json.Number{"1", "NaN", "01"},
						Table: map[string]*json.Number{"a": ptr(json.Number("-")), "b": nil}}).Validate()`,
					issues: []string{"must type", "may type", "whole type", "low type", "one type", "null type", "list[1] type", "list[2] type", "table.a type"}},
				{body: `return (&p.Texts{Must: "1", Whole: ptr(json.Number("1.5")), Low: ptr(json.Number("-0.5"))}).Validate()`,
					issues: []string{"whole type", "low type"}},
			},
		},
		{
			name:  "anything",
			tool:  lowered(t, "Things", `{"type":"object","properties":{"must":{},"may":{},"list":{"type":"array"},"table":{"type":"object"}},"required":["must"]}`),
			calls: []call{{in: `{"must":null,"may":{"a":[1,{"b":1e400}]},"list":[null],"table":{"a":{}}}`}},
			code: []snippet{
				{body: `return (&p.Things{May: runtime.ValueOf[any](2), List: []any{1.5, float32(1), nil, (*int)(nil)},
						Table: map[string]any{"a": map[string]int{"b": 1}}}).Validate()`},
				{body: `nan, inf := math.NaN(), math.Inf(1)
					return (&p.Things{Must: nan, May: runtime.ValueOf[any](map[string]any{"b": []any{1, inf}}),
						List: []any{1, []any{nan}}, Table: map[string]any{"a": &nan, "b": []float64{inf}}}).Validate()`,
					issues: []string{"must range", "may range", "list[1] range", "table.a range", "table.b range"}},
				{body: `return (&p.Things{Must: make(chan int), May: runtime.ValueOf[any](func() {}), List: []any{json.Number("1e")}, Table: map[string]any{"a": complex(1, 2)}}).Validate()`,
					issues: []string{"must type", "may type", "list[0] format", "table.a type"}},
				{body: `return (&p.Things{Must: json.RawMessage("{"), May: runtime.ValueOf[any](json.RawMessage("{\"a\":1,\"a\":2}"))}).Validate()`,
					issues: []string{"must json", "may.a duplicateKey"}},
				{body: `return (&p.Things{Must: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}).Validate()`, issues: []string{"must format"}},
			},
		},
		{
			name: "one fault of what is checked by its JSON",
			tool: lowered(t, "Open", `{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"string","minLength":2}},"additionalProperties":true}`),
			code: []snippet{
				{body: `return (&p.Open{A: ptr(math.NaN()), B: ptr("")}).Validate()`, issues: []string{" range"}},
				{body: `return (&p.Open{B: ptr(""), AdditionalProperties: map[string]any{"c": 1}}).Validate()`, issues: []string{"b minLength"}},
			},
		},
		{
			name: "text",
			tool: lowered(t, "Words", `{"type":"object","properties":{
				"must":{"type":"string"},"may":{"type":"string"},"null":{"type":["string","null"]},"both":{"type":["string","null"]},
				"long":{"type":"string","minLength":1},"like":{"type":"string","pattern":"^."},"kind":{"enum":["a","b"]},"day":{"type":"string","format":"date"},
				"list":{"type":"array","items":{"type":"string"}},"nulls":{"type":"array","items":{"type":["string","null"]}},
				"table":{"type":"object","additionalProperties":{"type":"string"}},"counts":{"type":"object","additionalProperties":{"type":"integer"}},
				"deep":{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}}}}},
				"either":{"oneOf":[{"title":"Word","type":"string"},{"title":"Number","type":"integer"}]},
				"any":{},"ruled":{"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":{"type":"boolean"}}},
				"required":["must","null"]}`),
			calls: []call{
				{in: `{"must":"é","may":"","null":null,"both":"\ufffd","long":"�","like":"x","kind":"a","day":"2024-01-02","list":["a"],"nulls":["a",null],"table":{"é":"ü"},"counts":{"a":1},"deep":{"a":{"b":"c"}},"either":"x","any":"z","ruled":{"n":1,"m":true}}`},
			},
			code: []snippet{
				{body: `return (&p.Words{Must: "\uFFFD"}).Validate()`},
				{body: `no := "a\xff"
					return (&p.Words{Must: no, May: &no, Null: &no, Both: runtime.ValueOf(no), Long: &no, Like: &no, Kind: ptr(p.WordsKind(no)), Day: &no, List: []string{"a", no}, Nulls: []*string{nil, &no},
						Table: map[string]string{"a": no, no: "a"}, Counts: map[string]int64{no: 1}, Deep: &p.WordsDeep{A: &p.WordsDeepA{B: &no}},
						Either: ptr(p.NewWordsEitherWord(p.WordsEitherWord(no))), Any: runtime.ValueOf[any]([]any{map[string]any{no: 1, "x": no}, []string{no}, map[string]string{"k": no}}),
						Ruled: &p.WordsRuled{AdditionalProperties: map[string]bool{no: true}}}).Validate()`,
					issues: []string{"must json", "may json", "null json", "both json", "long json", "like json", "kind json", "day json", "list[1] json", "nulls[1] json",
						"table.a json", `table["a\xff"] json`, `counts["a\xff"] json`, "deep.a.b json", "either json",
						"any json", "ruled json"}},
			},
		},
		{
			name: "nothing",
			tool: lowered(t, "Nothings", `{"type":"object","properties":{
				"object":{"type":["object","string"]},"array":{"type":["array","string"]},"null":{"enum":[null,1,"x"]},
				"rows":{"type":"array","items":{"type":"array","items":{"type":"string"}}},
				"sets":{"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"},"minItems":1}},
				"maps":{"type":"array","items":{"type":"object","additionalProperties":{"type":"string"}}},
				"maybe":{"type":"array","items":{"type":["array","null"],"items":{"type":"string"}}}}}`),
			calls: []call{
				{in: `{"rows":[[],["a"]],"sets":{"a":[1]},"maps":[{}],"maybe":[null,[]]}`},
				{in: `{"rows":[null],"maps":[null]}`, issues: []string{"rows[0] type", "maps[0] type"}},
			},
			code: []snippet{
				{body: `return (&p.Nothings{Object: map[string]any(nil), Array: []any(nil), Null: runtime.ValueOf[any]((*int)(nil))}).Validate()`, issues: []string{"object type", "array type"}},
				{body: `return (&p.Nothings{Object: (*int)(nil), Array: map[string]int(nil)}).Validate()`, issues: []string{"object type", "array type"}},
				{body: `return (&p.Nothings{Rows: [][]string{{}, nil}, Sets: map[string][]int64{"a": nil}, Maps: []map[string]string{nil}, Maybe: []*[]string{nil, ptr([]string(nil))}}).Validate()`,
					issues: []string{"rows[1] required", "sets.a required", "maps[0] required"}},
			},
		},
		{
			name: "endless",
			tool: lowered(t, "Endless", `{"type":"object","properties":{
				"free":{},"some":{"type":["object","array"]},"held":{"not":{"required":["x"]}},
				"tree":{"$ref":"#/$defs/tree"},"bare":{"$ref":"#/$defs/bare"},"any":{"$ref":"#/$defs/any"}},
				"$defs":{"tree":{"type":"object","properties":{"name":{"type":"string","minLength":1},"left":{"$ref":"#/$defs/tree"},"right":{"$ref":"#/$defs/tree"}}},
					"bare":{"type":"object","properties":{"next":{"$ref":"#/$defs/bare"},"children":{"type":"array","items":{"$ref":"#/$defs/bare"}}}},
					"any":{"properties":{"a":{"$ref":"#/$defs/any"},"b":{"type":"integer"}}}}}`),
			calls: []call{{in: `{"free":{"a":{}},"tree":{"name":"a","left":{"name":"b"}},"bare":{"next":{"children":[{}]}}}`}},
			code: []snippet{
				{body: `m, list := map[string]any{}, []any{nil, nil}
					m["a"], m["b"], list[0], list[1] = m, m, list, list
					return (&p.Endless{Free: runtime.ValueOf[any](m), Some: list, Held: runtime.ValueOf[any](m), Any: runtime.ValueOf[any](m)}).Validate()`,
					issues: []string{" depth"}},
				{body: `type ring struct{ Next *ring }
					r := &ring{}
					r.Next = r
					return (&p.Endless{Free: runtime.ValueOf[any]([]any{r}), Some: r}).Validate()`, issues: []string{" depth"}},
				{body: `tree := &p.EndlessTree{Name: ptr("a")}
					tree.Left, tree.Right = tree, tree
					return (&p.Endless{Tree: tree}).Validate()`, issues: []string{" depth"}},
				{body: `tree, free := &p.EndlessTree{Name: ptr("")}, any(1)
					for range 100 {
						tree, free = &p.EndlessTree{Name: ptr("a"), Left: tree}, []any{free}
					}
					v := p.Endless{Free: runtime.ValueOf(free), Tree: tree.Left}
					err := v.Validate()
					if err == nil || len(err.(*runtime.ValidationError).Issues()) != 1 {
						return fmt.Errorf("got %v", err)
					}
					return nil`},
			},
		},
	})
}

// TestNamedNumber checks that a number that is stored as text is marshaled as a number, even if its Go type is a named one.
func TestNamedNumber(t *testing.T) {
	t.Parallel()
	runCases(t, []runCase{
		{
			name: "variant",
			tool: lowered(t, "Either", `{"type":"object","properties":{"v":{"anyOf":[{"type":"string"},{"type":"number","x-go-type":"json.Number"}]}},"required":["v"]}`),
			calls: []call{
				{in: `{"v":1.50}`}, {in: `{"v":"1.50"}`},
			},
			code: []snippet{{body: `return (&p.Either{V: p.NewEitherVNumber("x")}).Validate()`, issues: []string{"v format"}}},
		},
		{
			name:  "root",
			tool:  lowered(t, "Price", `{"type":"number","minimum":0,"x-go-type":"json.Number"}`),
			calls: []call{{in: `1.50`}, {in: `"1"`, issues: []string{" type"}}, {in: `-0.1`, issues: []string{" minimum"}}},
			code:  []snippet{{body: `v := p.Price(""); return v.Validate()`, issues: []string{" type"}}},
		},
	})
}

// TestNumbersAsWritten checks that decoding compares a number with enum and const as written, and Validate with the
// precision of the Go type.
func TestNumbersAsWritten(t *testing.T) {
	t.Parallel()
	runCases(t, []runCase{
		{
			name: "floats",
			tool: lowered(t, "Floats", `{"type":"object","properties":{
				"big":{"type":"number","enum":[99999999999999999999]},"tenth":{"type":"number","const":0.1},"long":{"type":"number","enum":[0.1000000000000000000001,2]},
				"one":{"type":"number","const":1.0},"zero":{"type":"number","enum":[-0.0]},"null":{"type":["number","null"],"enum":[99999999999999999999,null]},
				"const":{"type":"number","const":9007199254740993},"list":{"type":"array","items":{"type":"number","enum":[99999999999999999999,0.1]}},
				"huge":{"type":"number","enum":[1e400]},"tiny":{"type":"number","const":1e-400}}}`),
			calls: []call{
				{in: `{"big":99999999999999999999,"tenth":0.1,"long":0.1000000000000000000001,"one":1,"zero":0,"null":99999999999999999999,"const":9007199254740993,"list":[99999999999999999999,0.1]}`},
				{in: `{"big":9999999999999999999900e-2,"tenth":1e-1,"long":2.0,"one":1.00,"zero":-0}`},
				{in: `{"big":100000000000000000000,"tenth":0.1000000000000000000001,"long":0.1,"one":1.0000000000000000000001,"zero":1e-300,"null":1e20,"const":9007199254740992,"list":[1e20,0.10000000000000000555]}`,
					issues: []string{"big enum", "tenth const", "long enum", "one const", "zero enum", "null enum", "const const", "list[0] enum", "list[1] enum"}},
				{in: `{"huge":1e400,"tiny":0.1e-399}`},
				{in: `{"huge":1e399,"tiny":0}`, issues: []string{"huge enum", "tiny const"}},
			},
			code: []snippet{
				{body: `return (&p.Floats{Big: ptr(json.Number("99999999999999999999.0")), Tenth: ptr(0.1), Long: ptr(json.Number("1000000000000000000001e-22")),
					Zero: ptr(math.Copysign(0, -1)), List: []json.Number{"0.1"}, Huge: ptr(json.Number("10e399"))}).Validate()`},
				{body: `return (&p.Floats{Big: ptr(json.Number("1e20")), Long: ptr(json.Number("0.1")), One: ptr(math.Nextafter(1, 2)), Const: ptr(json.Number("x")), Tiny: ptr(json.Number("0"))}).Validate()`,
					issues: []string{"big enum", "long enum", "one const", "const type", "tiny const"}},
			},
		},
		{
			name: "floats by their format",
			tool: lowered(t, "Doubles", `{"type":"object","properties":{
				"big":{"type":"number","format":"double","enum":[99999999999999999999]},"long":{"type":"number","format":"double","enum":[0.1000000000000000000001,2]},
				"const":{"type":"number","format":"double","const":9007199254740993},"not":{"type":"number","format":"double","not":{"const":9007199254740993}},
				"huge":{"type":"number","format":"double","const":1e400},"tiny":{"type":"number","format":"double","enum":[1e-400]}}}`),
			calls: []call{
				{in: `{"big":100000000000000000000,"long":0.1,"const":9007199254740992,"not":9007199254740993}`, issues: []string{"big enum", "long enum", "const const", "not not"}},
				{in: `{"huge":1e400,"tiny":1e-400}`, issues: []string{"huge range", "tiny range"}},
				{in: `{"huge":1e399,"tiny":0,"not":9007199254740992}`, issues: []string{"huge const", "tiny enum"}},
			},
			code: []snippet{
				{body: `v, err := p.DecodeDoubles([]byte("{\"big\":99999999999999999999,\"long\":0.1000000000000000000001,\"const\":9007199254740993}"))
					if err != nil {
						return err
					}
					return v.Validate()`},
				{body: `return (&p.Doubles{Big: ptr(1e20), Long: ptr(0.1), Const: ptr(9007199254740992.0)}).Validate()`},
				{body: `return (&p.Doubles{Big: ptr(1e21), Long: ptr(0.2), Const: ptr(9007199254740994.0), Huge: ptr(math.Inf(1))}).Validate()`,
					issues: []string{" range"}},
			},
		},
		{
			name: "narrow floats",
			tool: lowered(t, "Narrow", `{"type":"object","properties":{
				"enum":{"type":"number","format":"float","enum":[0.1,2.5]},"const":{"type":"number","format":"float","const":0.3},
				"from":{"type":"number","format":"float","minimum":0.3},"to":{"type":"number","format":"float","maximum":0.1},"times":{"type":"number","format":"float","multipleOf":0.1},
				"list":{"type":"array","items":{"type":"number","format":"float","maximum":0.1}}}}`),
			calls: []call{
				{in: `{"enum":0.1,"const":0.3,"from":0.3,"to":0.1,"times":0.7,"list":[0.1]}`, out: `{"enum":0.1,"const":0.3,"from":0.3,"to":0.1,"times":0.7,"list":[0.1]}`},
				{in: `{"enum":0.10000001}`, issues: []string{"enum enum"}},
				{in: `{"enum":0.10000001,"const":0.30000001,"from":0.29999999,"to":0.10000001,"times":0.70000001,"list":[0.10000001]}`,
					issues: []string{"enum enum", "const const", "from minimum", "to maximum", "times multipleOf", "list[0] maximum"}},
			},
			code: []snippet{
				{body: `return (&p.Narrow{Enum: ptr(float32(0.1)), Const: ptr(float32(0.3)), To: ptr(float32(0.1)), Times: ptr(float32(0.7))}).Validate()`},
				{body: `return (&p.Narrow{From: ptr(float32(math.Inf(1))), Times: ptr(float32(math.NaN())), To: ptr(float32(math.Inf(1)))}).Validate()`,
					issues: []string{"from range", "to range", "times range"}},
			},
		},
		{
			name: "integers",
			tool: lowered(t, "Wholes", `{"type":"object","properties":{
				"enum":{"type":"integer","enum":[99999999999999999999,1.0,2e1]},"const":{"type":"integer","const":99999999999999999999},
				"some":{"type":"integer","enum":[-9223372036854775809]},"small":{"type":"integer","enum":[9223372036854775807,-9223372036854775808]},
				"any":{"anyOf":[{"type":"integer","const":5,"minimum":0},{"type":"integer","enum":[99999999999999999999,6]}]}}}`),
			calls: []call{
				{in: `{"enum":99999999999999999999,"const":99999999999999999999,"some":-9223372036854775809,"small":9223372036854775807,"any":99999999999999999999}`},
				{in: `{"enum":20.0,"any":5}`},
				{in: `{"enum":99999999999999999998,"const":1,"some":-9223372036854775808,"small":9223372036854775808,"any":7}`,
					issues: []string{"enum enum", "const const", "some enum", "small enum", "any anyOf"}},
				{in: `{"enum":1.5,"const":"x"}`, issues: []string{"enum type", "const type"}},
			},
			code: []snippet{
				{body: `return (&p.Wholes{Enum: ptr(json.Number("20")), Const: ptr(json.Number("99999999999999999999")), Small: ptr[int64](math.MaxInt64)}).Validate()`},
				{body: `return (&p.Wholes{Enum: ptr(json.Number("21")), Const: ptr(json.Number("1")), Small: ptr[int64](1)}).Validate()`,
					issues: []string{"enum enum", "const const", "small enum"}},
			},
		},
		{
			name: "integers by their format",
			tool: lowered(t, "Integers", `{"type":"object","properties":{
				"enum":{"type":"integer","format":"int64","enum":[99999999999999999999,1.0,2e1]},"const":{"type":"integer","format":"int64","const":99999999999999999999},
				"some":{"type":"integer","format":"int64","enum":[9223372036854775808]},"long":{"type":"integer","format":"uint64","enum":[18446744073709551615,18446744073709551616]},
				"short":{"type":"integer","format":"int32","enum":[2147483648,7]},
				"any":{"format":"int64","anyOf":[{"type":"integer","const":5,"minimum":0},{"type":"integer","enum":[99999999999999999999,6]}]}}}`),
			calls: []call{
				{in: `{"enum":1,"long":18446744073709551615,"short":7}`},
				{in: `{"enum":20.0}`, out: `{"enum":20}`},
				{in: `{"enum":99999999999999999999,"const":99999999999999999999,"some":9223372036854775808,"long":18446744073709551616,"short":2147483648,"any":99999999999999999999}`,
					issues: []string{"enum range", "const range", "some range", "long range", "short range", "any range"}},
				{in: `{"any":6}`}, {in: `{"any":7}`, issues: []string{"any anyOf"}},
				{in: `{"enum":99999999999999999998,"const":1,"some":9223372036854775807,"long":18446744073709551614,"short":2147483647}`,
					issues: []string{"enum enum", "const const", "some enum", "long enum", "short enum"}},
			},
			code: []snippet{
				{body: `return (&p.Integers{Enum: ptr[int64](20), Long: ptr[uint64](math.MaxUint64)}).Validate()`},
				{body: `return (&p.Integers{Enum: ptr[int64](math.MaxInt64), Const: ptr[int64](math.MaxInt64), Some: ptr[int64](math.MaxInt64), Long: ptr[uint64](1), Short: ptr[int32](math.MaxInt32)}).Validate()`,
					issues: []string{"enum enum", "const const", "some enum", "long enum", "short enum"}},
			},
		},
	})
}

// TestNarrowIntegersTogether checks that a constraint on an object compares integers of every size.
func TestNarrowIntegersTogether(t *testing.T) {
	t.Parallel()
	var cases []runCase
	for _, format := range []string{"int32", "uint32", "int64", "uint64"} {
		cases = append(cases, runCase{
			name: format,
			tool: lowered(t, "Sized", `{"type":"object","properties":{"a":{"type":"integer","format":"`+format+`"},"b":{"type":"string"}},
				"not":{"properties":{"a":{"enum":[1,4294967296]}},"required":["a"]},"if":{"properties":{"a":{"const":2}},"required":["a"]},"then":{"required":["b"]}}`),
			calls: []call{
				{in: `{}`}, {in: `{"a":0}`}, {in: `{"a":2.0,"b":""}`, out: `{"a":2,"b":""}`},
				{in: `{"a":1}`, issues: []string{" not"}}, {in: `{"a":2}`, issues: []string{"b required"}},
			},
		})
	}
	runCases(t, cases)
}

// TestBlankInGo checks that a required field is missing in a Go value under the same conditions as in JSON.
func TestBlankInGo(t *testing.T) {
	t.Parallel()
	runCases(t, []runCase{{
		name: "required",
		tool: lowered(t, "Form", `{"type":"object","properties":{
			"any":{},"when":{"type":["string","null"],"format":"date-time","x-go-type":"time.Time"},
			"either":{"oneOf":[{"type":"string"},{"type":"object","properties":{"a":{"type":"string"}}}]},
			"maybe":{"oneOf":[{"type":"string","minLength":2},{"type":"integer"},{"type":"null"}]},
			"n":{"type":["integer","null"],"x-go-type":"json.Number"}},
			"required":["any","when","either","maybe","n"],"x-toolgen":{"blankIsMissing":true}}`),
		calls: []call{
			{in: `{"any":1,"when":"2025-01-31T10:00:00Z","either":"x","maybe":"xy","n":1}`},
			{in: `{"any":" ","when":null,"either":"\u0020","maybe":null,"n":""}`, issues: []string{"any required", "when required", "either required", "maybe required", "n required"}},
			{in: `{"any":1,"when":"\t","either":" ","maybe":"\u0009 ","n":null}`, issues: []string{"when required", "either required", "maybe required", "n required"}},
		},
		code: []snippet{
			{body: `return (&p.Form{Any: 1, When: ptr(time.Unix(0, 0).UTC()), Either: p.NewFormEitherString("x"), Maybe: ptr(p.NewFormMaybeString("xy")), N: ptr(json.Number("1"))}).Validate()`},
			{body: `return (&p.Form{Any: (*int)(nil), Either: p.NewFormEitherString(" "), Maybe: ptr(p.NewFormMaybeString("\t"))}).Validate()`,
				issues: []string{"any required", "when required", "either required", "maybe required", "n required"}},
			{body: `return (&p.Form{Any: " ", When: ptr(time.Unix(0, 0)), Maybe: ptr(p.FormMaybe{}), N: ptr(json.Number("x"))}).Validate()`,
				issues: []string{" format"}},
		},
	}})
}
