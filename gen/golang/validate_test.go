package golang

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// TestNotFinite holds that Validate refuses what JSON has no number for, once and at its place,
// whatever the schema asks of the number.
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
					issues: []string{"must range", "may range", "null range", "from range", "to exclusiveMaximum", "both minimum", "half multipleOf",
						"one enum", "small range", "list[1] range", "table.a range", "point.x range"}},
				{body: `return (&p.Figures{From: ptr(math.Inf(-1)), To: ptr(math.Inf(-1)), Both: ptr(math.Inf(1)), List: []float64{}}).Validate()`,
					issues: []string{"from minimum", "to range", "both maximum"}},
			},
		},
		{
			name: "float32",
			tool: lowered(t, "Singles", `{"type":"object","properties":{
				"plain":{"type":"number","format":"float"},"from":{"type":"number","format":"float","minimum":0},
				"list":{"type":"array","items":{"type":"number","format":"float"}},"own":{"type":"number","x-go-type":"float32"},
				"one":{"type":"number","format":"float","enum":[1.5,2.5]},"wide":{"type":"number"},"any":{"type":"array"}}}`),
			code: []snippet{
				{body: `inf := float32(math.Inf(1))
					err := (&p.Singles{Plain: &inf, From: &inf, List: []float32{inf}, Own: &inf, Any: []any{inf}}).Validate()
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

// TestNilVariant holds that a union whose variant is a nil pointer is refused, also where the
// variant has nothing to check.
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
			{body: `return (&p.Job{Op: &p.JobOp{Value: (*p.JobOpRead)(nil)}}).Validate()`, issues: []string{"op type"}},
			{body: `return (&p.Job{Op: &p.JobOp{Value: (*p.JobOpList)(nil)}}).Validate()`, issues: []string{"op type"}},
			{body: `return (&p.Job{Any: &p.JobAny{Value: (*p.JobAnyCount)(nil)}}).Validate()`, issues: []string{"any type"}},
			{body: `return (&p.Job{Any: &p.JobAny{}}).Validate()`, issues: []string{"any anyOf"}},
		},
	}})
}

// TestNoIdleMarks holds that generated code asks what happened to the parts of a value only where
// something could.
func TestNoIdleMarks(t *testing.T) {
	t.Parallel()
	files, err := Print(&model.Package{Name: "p", Tools: []*model.Tool{lowered(t, "Lists", `{"type":"object","properties":{
		"plain":{"type":"array","items":{"type":"string"},"maxItems":3,"uniqueItems":true},
		"bare":{"type":"array","items":{"type":"string"},"uniqueItems":true},
		"pair":{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"string"},"uniqueItems":true}}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	code := string(files["lists_toolgen.go"])
	check := code[strings.Index(code, "check(c *runtime.Checker)"):]
	check = check[:strings.Index(check, "\n}\n")]
	if strings.Contains(check, "SoundSince") || strings.Contains(check, "Mark()") {
		t.Errorf("nothing comes before the constraints, which nevertheless ask for it:\n%s", check)
	}
	for _, want := range []string{"MaxItems(len(a.Plain), 3)", "Unique(c, a.Plain)", "Unique(c, a.Bare)", "Unique(c, a.Pair)"} {
		if !strings.Contains(check, want) {
			t.Errorf("no %s in\n%s", want, check)
		}
	}
}
