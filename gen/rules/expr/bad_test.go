package expr_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules/expr"
)

// unbounded has lists without maxItems.
const unbounded = `{"type":"object","required":["Items","Others","Amount"],"properties":{
	"Items":{"type":"array","items":{"type":"object","required":["Id"],"properties":{"Id":{"type":"string"},"Qty":{"type":"integer"},
		"Parts":{"type":"array","items":{"type":"object","properties":{"Qty":{"type":"integer"}}}}}}},
	"Others":{"type":"array","maxItems":100,"items":{"type":"string"}},
	"Amount":{"type":"number"}, "Total":{"type":"number"}, "Memo":{"type":"string"}, "Code":{"type":"string","maxLength":40}, "Level":{"type":["integer","null"]},
	"From":{"type":"string","format":"date-time"}, "To":{"type":["string","null"],"format":"date-time"}, "Day":{"type":"string","format":"date"},
	"Any":{}, "Count":{"type":"integer"}, "When":{"type":"string","x-go-type":"time.Time"},
	"Choice":{"oneOf":[{"type":"object","required":["k"],"properties":{"k":{"const":"a"}}},{"type":"object","required":["k"],"properties":{"k":{"const":"b"}}}]},
	"Labels":{"type":"object","additionalProperties":{"type":"string"}},
	"Gaps":{"type":"array","maxItems":9,"items":{"type":["integer","null"]}}, "Parts":{"type":"array","maxItems":9,"items":{"type":"integer"}},
	"Person":{"type":"object","properties":{"City":{"type":"string"}}},
	"Address":{"type":"object","properties":{"City":{"type":"string"}}}}}`

func TestBadRules(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, rule, message string
		want                string // the diagnostic without position and name of the rule
	}{
		{name: "syntax", rule: `self.Amount >`, want: `character 14: syntax: the expression ends too early; correct the expression`},
		{name: "type", rule: `self.Amount > "3"`, want: `character 13: > does not accept (double, string); use values of matching types, or convert them with string(…), int(…) or double(…)`},
		{name: "int and double fields", rule: `self.Amount == self.Items.size()`, want: `character 13: == does not accept (double, int); use values of matching types, or convert them with string(…), int(…) or double(…)`},
		{name: "unknown field", rule: `self.Amuont > 0`, want: `character 5: there is no field "Amuont"; write Amount`},
		{name: "unknown field of an item", rule: `self.Items.all(i, i.Quantity > 0)`, want: `character 20: there is no field "Quantity"; the fields are Id, Qty, Parts`},
		{name: "unknown variable", rule: `Amount > 0`, want: `character 1: there is no variable "Amount"; write self.Amount`},
		{name: "unknown function", rule: `self.Items.length() > 0`, want: `character 18: there is no function "length" for these arguments; use a function of CEL, such as size(x)`},
		{name: "oldSelf", rule: `self.Amount == oldSelf.Amount`, want: `character 16: oldSelf is not supported: a call has no earlier value to compare with; remove the rule, or rewrite it without oldSelf`},
		{name: "optional", rule: `self.Memo != ""`, want: `character 5: self.Memo may be absent; guard it with has(self.Memo) && …, or read it as self.?Memo.orValue("")`},
		{name: "optional object", rule: `self.Address.City != ""`, want: `character 5: self.Address may be absent; guard it with has(self.Address) && …`},
		{name: "optional behind the guard of another", rule: `has(self.Total) && self.Memo != ""`, want: `character 24: self.Memo may be absent; guard it with has(self.Memo) && …, or read it as self.?Memo.orValue("")`},
		{name: "guard on the wrong side", rule: `self.Total > 1.0 && has(self.Total)`, want: `character 5: self.Total may be absent; guard it with has(self.Total) && …, or read it as self.?Total.orValue(0.0)`},
		{name: "guard of the other branch", rule: `has(self.Total) ? true : self.Total > 1.0`, want: `character 30: self.Total may be absent; guard it with has(self.Total) && …, or read it as self.?Total.orValue(0.0)`},
		{name: "optional in a macro", rule: `self.Items.all(i, i.Qty > 0)`, want: `character 20: i.Qty may be absent; guard it with has(i.Qty) && …, or read it as i.?Qty.orValue(0)`},
		{name: "guard of another item", rule: `self.Items.all(i, has(i.Qty)) && self.Items.all(i, i.Qty > 0)`, want: `character 53: i.Qty may be absent; guard it with has(i.Qty) && …, or read it as i.?Qty.orValue(0)`},
		{name: "guard of another variable", rule: `self.Items.all(i, has(i.Qty) && self.Items.all(j, j.Qty > 0))`, want: `character 52: j.Qty may be absent; guard it with has(j.Qty) && …, or read it as j.?Qty.orValue(0)`},
		{name: "map key", rule: `self.Amount > 0.0 && has(self.Labels) && self.Labels.a == "x"`, want: `character 53: self.Labels["a"] may be absent; guard it with "a" in self.Labels && …`},
		{name: "cost", rule: `self.Items.all(i, self.Items.exists_one(j, j.Id == i.Id))`, want: `character 1: the rule could take 1·10^12 steps, more than 10^9; bound the list self.Items with maxItems`},
		{name: "cost of in", rule: `self.Items.all(i, i.Id in self.Items.map(j, j.Id))`, want: `character 1: the rule could take 5·10^11 steps, more than 10^9; bound the list self.Items with maxItems`},
		{name: "cost of bounded lists", rule: `self.Others.all(a, self.Others.all(b, self.Others.all(c, self.Others.all(d, self.Others.all(e, a + b + c + d != e)))))`, want: `character 1: the rule could take 4·10^14 steps, more than 10^9; lower maxItems of the list self.Others, or loop over fewer lists within each other`},
		{name: "cost of a text", rule: `self.Items.all(i, has(self.Memo) && self.Memo.contains(i.Id))`, want: `character 1: the rule could take 2·10^11 steps, more than 10^9; bound the text self.Memo with maxLength, and the list self.Items with maxItems`},
		{name: "cost of a text that is made", rule: `self.Items.all(i, i.Id.startsWith(self.?Memo.orValue("x") + "/"))`, want: `character 1: the rule could take 2·10^11 steps, more than 10^9; bound the text self.Memo with maxLength, and the list self.Items with maxItems`},
		{name: "cost of a pattern", rule: `self.Others.all(o, self.Others.all(p, has(self.Memo) && self.Memo.matches("a+b")))`, want: `character 1: the rule could take 4·10^10 steps, more than 10^9; bound the text self.Memo with maxLength`},
		{name: "cost of a list of texts read many times", rule: `self.Items.all(i, self.Others.all(o, o.matches("a+b")))`, want: `character 1: the rule could take 2·10^12 steps, more than 10^9; bound the text o with maxLength, and the list self.Items with maxItems`},
		{name: "cost of the text of a number", rule: `self.Items.all(i, "n" + string(self.Items.size()) != i.Id)`},
		{name: "cost of texts of one call", rule: `self.Items.all(i, i.Id.matches("a+b") && i.Id.size() > 1 && i.Id != self.?Memo.orValue("") && !self.?Memo.orValue("").startsWith(i.Id))`},
		{name: "cost of a text made of one of the call", rule: `self.Items.all(i, i.Id.trim().lowerAscii().matches("^[a-z]+$") && (i.Id + "-" + "x").size() < 9)`},
		{name: "cost of texts to choose from", rule: `self.Items.all(i, (has(i.Qty) ? i.Id : i.Id.trim()).matches("a+b"))`},
		{name: "cost of values under the keys of a map", rule: `has(self.Labels) && self.Labels.all(k, self.Labels[k].size() < 9 && self.Labels[k].matches("a+b"))`},
		{name: "cost of a variable", rule: `self.Items.all(i, cel.bind(n, i.Id, n.size() < 9 && n.matches("a+b")))`},
		{name: "cost of parts of texts", rule: `self.Items.all(i, i.Id.split(":").all(p, p.matches("a+b")) && i.Id.split(":")[0].size() > 1)`},
		{name: "cost of texts put together", rule: `self.Items.map(i, i.Id + ":" + i.Id).join(", ").size() < 9`},
		{name: "cost of a long text between many", rule: `self.Others.join(self.?Memo.orValue("")).size() < 9 || self.Items.map(i, i.Id).join(self.?Memo.orValue("")).size() < 9`, want: `character 1: the rule could take 4·10^11 steps, more than 10^9; bound the text self.Memo with maxLength, and the list self.Items with maxItems`},
		{name: "cost of one text many times", rule: `self.Items.map(i, self.?Memo.orValue("")).all(m, m.matches("a+b"))`, want: `character 1: the rule could take 2·10^12 steps, more than 10^9; bound the text self.Memo with maxLength, and the list self.Items with maxItems`},
		{name: "cost of one text many times in one", rule: `self.Items.map(i, self.?Memo.orValue("")).join("").size() < 9`, want: `character 1: the rule could take 4·10^11 steps, more than 10^9; bound the text self.Memo with maxLength, and the list self.Items with maxItems`},
		{name: "cost of a bounded text", rule: `self.Items.all(i, has(self.Code) && self.Code.contains(i.Id))`},
		{name: "too much Go", rule: strings.Repeat("((", 20) + "self.Amount > 1" + strings.Repeat(" || 1 / size(self.Others) > 0) == (1 / size(self.Items) > 1))", 20),
			want: `character 1: the rule needs too much Go code, since it nests tests that may fail within && and || within == or ?: too often; split it into several rules`},
		{name: "no bool", rule: `self.Items.size()`, want: `a rule returns a bool or a string, not an int; compare the value with something`},
		{name: "nothing read", rule: `1 < 2`, want: `the rule reads no field of self; compare something of self, or remove the rule`},
		{name: "computed doubles", rule: `self.Amount * 1.1 == self.Amount`, want: `warning: character 19: == between computed doubles depends on rounding; allow for a tolerance: math.abs(a - b) <= 0.005`},
		{name: "sum of computed doubles", rule: `self.Items.map(i, self.Amount - 0.1).sum() == 0.0`, want: `warning: character 44: == between computed doubles depends on rounding; allow for a tolerance: math.abs(a - b) <= 0.005`},
		{name: "sum of computed doubles that are picked", rule: `self.Amount != [self.Amount * 1.1, 2.0].filter(x, x > 0.0).sum()`, want: `warning: character 13: != between computed doubles depends on rounding; allow for a tolerance: math.abs(a - b) <= 0.005`},
		{name: "largest of computed doubles", rule: `[1.0, self.Amount / 3.0].max() == 1.0`, want: `warning: character 32: == between computed doubles depends on rounding; allow for a tolerance: math.abs(a - b) <= 0.005`},
		{name: "computed doubles in a variable", rule: `cel.bind(rate, self.Amount * 1.1, rate == self.Amount)`, want: `warning: character 40: == between computed doubles depends on rounding; allow for a tolerance: math.abs(a - b) <= 0.005`},
		{name: "sum of fields", rule: `[self.Amount, self.?Total.orValue(0.0)].sum() == 0.3`},
		{name: "times as texts", rule: `has(self.From) && has(self.To) && self.From <= self.To`, want: `warning: character 45: <= compares times as strings, ignoring their offsets; compare timestamp(…) of both`},
		{name: "a time and a text", rule: `has(self.From) && "2026-01-01T00:00:00Z" < self.From`, want: `warning: character 42: < compares times as strings, ignoring their offsets; compare timestamp(…) of both`},
		{name: "times", rule: `has(self.From) && has(self.To) && timestamp(self.From) <= timestamp(self.To) && self.From != ""`},
		{name: "dates", rule: `has(self.Day) && self.Day >= "2026-01-01"`},
		{name: "message", rule: `self.Amount > 0`, message: `self.Amount`, want: `a.rules.yaml:8:9: messageExpression returns a double, not a string; convert values with string(…) and join them with +`},
		{name: "message with a fault", rule: `self.Amount > 0`, message: `"x" + self.Amount`, want: `a.rules.yaml:8:9: messageExpression, character 5: + does not accept (string, double); use values of matching types, or convert them with string(…), int(…) or double(…)`},
		{name: "any", rule: `self.Any == 3`, want: `character 5: the value may have any type, which rules cannot read; give it one type in the schema; without one, a rule can only test its presence with has()`},
		{name: "variants", rule: `has(self.Choice) && self.Choice.k == "a"`, want: `character 25: the value is one of several variants, which rules cannot read; put the rule on the variants`},
		{name: "foreign Go type", rule: `has(self.When) && self.When != ""`, want: `character 23: the value has the Go type time.Time, which rules cannot read; remove x-go-type, or only read other fields`},
		{name: "objects compared", rule: `has(self.Address) && self.Address == self.Address`, want: `character 35: an object cannot be compared as a whole; compare fields of them, with exists() for the items of a list`},
		{name: "size of an object", rule: `has(self.Address) && size(self.Address) > 0`, want: `character 26: size does not accept (BadAddress); use values of matching types, or convert them with string(…), int(…) or double(…)`},
		{name: "computed pattern", rule: `has(self.Memo) && "x".matches(self.Memo)`, want: `character 35: a pattern that is computed is not supported; write the pattern as a literal`},
		{name: "bad pattern", rule: `has(self.Memo) && self.Memo.matches("(a")`, want: "character 37: the pattern \"(a\" does not compile: missing closing ): `(a`; correct the pattern; the syntax is RE2"},
		{name: "map literal", rule: `{"a": 1}.a == 1`, want: `character 1: a rule cannot build a map; compare with the keys one by one`},
		{name: "uint", rule: `1u < 2u`, want: `character 1: a literal of the type uint is not supported; use int, double, string or bool`},
		{name: "format", rule: `self.Amount > 0`, message: `'%d'.format([self.Amount])`, want: `a.rules.yaml:8:9: messageExpression, character 12: the format "%d" does not fit its values; use %s for text, %d for an int and %.2f for a double, one verb for each value`},
		{name: "optional put aside", rule: `cel.bind(m, self.?Memo, m.orValue("") != "")`, want: `character 17: an optional value cannot be stored; read it first, with orValue(…)`},
		{name: "optionals in a list", rule: `self.Items.map(i, i.?Qty).all(q, q.orValue(1) > 0)`, want: `character 20: an optional value cannot be stored; read it first, with orValue(…)`},
		{name: "null put aside", rule: `self.?Gaps.optMap(g, g.filter(x, self.Amount > 1)).orValue([]).size() > 1`, want: `character 18: a list whose items may be null cannot be stored; remove null with filter(x, x != null)`},
		{name: "choice of empty lists", rule: `(self.Amount > 1 ? [] : []).size() == 0`, want: `character 18: a list that is always empty has no type; remove the list`},
		{name: "empty list instead of none", rule: `self.Amount > 1 || optional.none().orValue([]).size() == 0`, want: `character 43: a list that is always empty has no type; remove the list`},
		{name: "lists of empty lists", rule: `self.Amount > 1 || self.Others.map(o, []).size() == 0`, want: `character 39: a list that is always empty has no type; remove the list`},
		{name: "order of an empty list", rule: `self.Amount > 1 || [].filter(x, true).isSorted()`, want: `character 47: a list that is always empty has no type; remove the list`},
		{name: "lists with null and without", rule: `(self.Amount > 1 ? self.?Gaps : self.?Parts).orValue([1]).size() > 1`, want: `character 18: the values are lists whose items may be null; use values of one type`},
		{name: "order of null", rule: `has(self.Gaps) && !self.Gaps.isSorted()`, want: `character 38: the items may be null, which isSorted does not accept; remove null with filter(x, x != null)`},
		{name: "sum of null", rule: `has(self.Gaps) && self.Gaps.filter(g, self.Amount > 1).sum() > 2`, want: `character 59: the items may be null, which sum does not accept; remove null with filter(x, x != null)`},
		{name: "objects of two types", rule: `(self.Amount > 1 ? self.?Address : self.?Person).hasValue()`, want: `character 18: ?_: does not accept (bool, optional(BadAddress), optional(BadPerson)); take the value with .orValue(…)`},
		{name: "two variables", rule: `self.Others.all(i, v, v != "")`, want: `character 16: there is no function "all" for these arguments; check how many arguments it takes`},
		{name: "index of an optional", rule: `self.Others[0] == null`, want: `character 16: == does not accept (string, null); ask with has(x) or !has(x)`},
		{name: "type()", rule: `type(self.Amount) == double`, want: `character 22: double is a type; compare values, not their types`},
		{name: "timezone", rule: `has(self.Memo) && timestamp(self.Memo).getHours("Europe/Paris") > 3`, want: `character 48: a time zone is not supported; times are in UTC without one`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "bad", unbounded)
			p.Tools[0].Args.Rules = []model.Rule{{
				ID: "r", Source: test.rule, MessageSource: test.message, Pos: model.Pos{File: "a.rules.yaml", Line: 7, Column: 9},
				MessageSourcePos: model.Pos{File: "a.rules.yaml", Line: 8, Column: 9},
			}}
			var got []string
			for _, d := range expr.Compile(p) {
				got = append(got, strings.TrimPrefix(d.String(), "a.rules.yaml:7:9: "))
			}
			if text := strings.Replace(strings.Join(got, "\n"), `tool "bad": rule "r": `, "", 1); text != test.want {
				t.Errorf("got  %s\nwant %s", text, test.want)
			}
		})
	}
}
