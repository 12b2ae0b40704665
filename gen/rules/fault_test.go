package rules_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
)

// bank is the source annotated by the tests.
const bank = `[
{"name": "pay", "inputSchema": {"type": "object", "required": ["To"], "properties": {
  "To": {"type": "string", "maxLength": 10},
  "Amount": {"type": "number", "minimum": 1},
  "Kind": {"type": "string", "enum": ["a", "b"]},
  "Lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
  "odd": {"type": "object", "properties": {"a.b": {"type": "string"}}, "additionalProperties": false},
  "Other": {"$ref": "#/$defs/Line"}
}, "$defs": {"Line": {"type": "object", "properties": {"Net": {"type": "number"}, "Text": {"type": "string"}}}}},
 "annotations": {"readOnlyHint": false}},
{"name": "find_accounts", "inputSchema": {"type": "object", "properties": {"Query": {"type": "string"}}},
 "outputSchema": {"type": "object", "properties": {"accounts": {"type": "array", "items": {"type": "object", "properties": {"Id": {"type": "string"}}}}}},
 "annotations": {"readOnlyHint": true}},
{"name": "create_account", "inputSchema": {"type": "object", "properties": {"Name": {"type": "string"}}}},
{"name": "list_banks", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object", "properties": {"Country": {"type": "string"}}}},
{"name": "order_report", "inputSchema": {"type": "object", "properties": {"Year": {"type": "integer"}}}}
]`

func TestFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, rules string
		want        []string
	}{
		{"empty file", "# nothing yet\n", []string{"rules.yaml:1:1: the file is empty; fill it, or leave it out"}},
		{"a list", "- a", []string{"rules.yaml:1:1: the file is an array whose first item is a string; write tools: and below it the name of a tool"}},
		{"misspelt top", "tool: {}", []string{`rules.yaml:1:1: /tool: unknown key "tool"; did you mean tools?`}},
		{"unknown tool", "tools: {payy: {write: true}}", []string{`rules.yaml:1:9: /tools/payy: no source has a tool "payy"; did you mean pay?`}},
		{"unknown key", "tools: {pay: {requird: [To]}}", []string{`rules.yaml:1:15: /tools/pay/requird: tool "pay": unknown key "requird"; did you mean required?`}},
		{"keyword of a field at the tool", "tools: {pay: {minimum: 1}}", []string{`rules.yaml:1:15: /tools/pay/minimum: tool "pay": minimum is a keyword of JSON Schema; write it below fields, under the name of its field`}},
		{"word of a tool at a field", "tools: {pay: {fields: {To: {write: true}}}}", []string{`rules.yaml:1:29: /tools/pay/fields/To/write: tool "pay": write applies to a tool, not to a field; move it to the tool`}},
		{"unknown keyword", "tools: {pay: {fields: {Amount: {exclusiveMinimun: 0}}}}", []string{`rules.yaml:1:33: /tools/pay/fields/Amount/exclusiveMinimun: tool "pay": unknown key "exclusiveMinimun"; did you mean exclusiveMinimum?`}},
		{"unknown field", "tools: {pay: {fields: {Amont: {minimum: 0}}}}", []string{`rules.yaml:1:24: /tools/pay/fields/Amont: tool "pay": the arguments have no field "Amont"; did you mean Amount?`}},
		{"unknown deep field", `tools: {pay: {fields: {"Lines[].Nett": {minimum: 0}}}}`, []string{`rules.yaml:1:24: /tools/pay/fields/Lines[].Nett: tool "pay": Lines[] has no field "Nett"; did you mean Lines[].Net?`}},
		{"array without brackets", `tools: {pay: {fields: {Lines.Net: {minimum: 0}}}}`, []string{`rules.yaml:1:24: /tools/pay/fields/Lines.Net: tool "pay": Lines has no field "Net"; it is an array: write Lines[].Net`}},
		{"no array", `tools: {pay: {fields: {"To[]": {minLength: 0}}}}`, []string{`rules.yaml:1:24: /tools/pay/fields/To[]: tool "pay": To has no schema for items; remove the [], or give the field items`}},
		{"empty step", `tools: {pay: {fields: {"Lines..Net": {minimum: 0}}}}`, []string{`rules.yaml:1:24: /tools/pay/fields/Lines..Net: tool "pay": invalid path "Lines..Net": a step of the path is empty; write it as in Lines[].Amount`}},
		{"keyword of another type", `tools: {pay: {fields: {To: {minimum: 0}}}}`, []string{`rules.yaml:1:29: /tools/pay/fields/To/minimum: tool "pay": minimum does not apply to To, whose type is string; remove it, or correct the path`}},
		{"required of nothing", `tools: {pay: {required: [Tu]}}`, []string{`rules.yaml:1:26: /tools/pay/required/0: tool "pay": the arguments have no field "Tu"; did you mean To?`}},
		{"required of a deeper field", `tools: {pay: {required: ["Lines[].Net"]}}`, []string{`rules.yaml:1:26: /tools/pay/required/0: tool "pay": "Lines[].Net" is the path of a deeper field; only name members of the object itself here, and those of Lines[] below fields`}},
		{"value of the wrong type", `tools: {pay: {fields: {Amount: {minimum: "1"}}}}`, []string{`rules.yaml:1:42: /tools/pay/fields/Amount/minimum: tool "pay": not a valid schema: properties/Amount/minimum must be of type number, not string; correct the keyword as its JSON Schema draft defines it`}},
		{"reference", `tools: {pay: {fields: {To: {$ref: x}}}}`, []string{`rules.yaml:1:29: /tools/pay/fields/To/$ref: tool "pay": an overlay cannot set $ref; use keywords that constrain the field itself`}},
		{"tier", `tools: {pay: {confirm: {tier: 4}}}`, []string{`rules.yaml:1:31: /tools/pay/confirm/tier: tool "pay": a tier is a number from 0 to 3; write 0 for no confirmation, 3 for the strictest`}},
		{"phrase below tier 3", `tools: {pay: {confirm: {tier: 1, phrase: PAY}}}`, []string{`rules.yaml:1:42: /tools/pay/confirm/phrase: tool "pay": a phrase is only used at tier 3; remove it, or write tier: 3`}},
		{"phrase of two lines", `tools: {pay: {confirm: {tier: 3, phrase: "PAY\nIT"}}}`, []string{`rules.yaml:1:42: /tools/pay/confirm/phrase: tool "pay": the phrase has a line break or another character that cannot be typed; write it in one line`}},
		{"approval", `tools: {pay: {approval: {roles: [], ttl: 15}}}`, []string{
			`rules.yaml:1:33: /tools/pay/approval/roles: tool "pay": expected a list of roles, got an empty array; write it as in [controller]`,
			`rules.yaml:1:42: /tools/pay/approval/ttl: tool "pay": a ttl is a duration above zero; write it as in 15m or 24h`}},
		{"rule without expression", `tools: {pay: {rules: [{id: a}]}}`, []string{`rules.yaml:1:23: /tools/pay/rules/0: tool "pay": the rule has no rule; add rule: and a CEL expression`}},
		{"misspelt reason", `tools: {pay: {rules: [{rule: self.To != "x", reason: FieldValueInvalied}]}}`, []string{`rules.yaml:1:54: warning: /tools/pay/rules/0/reason: tool "pay": "FieldValueInvalied" is not a reason of Kubernetes; did you mean FieldValueInvalid?`}},
		{"made-up reason", `tools: {pay: {rules: [{rule: self.To != "x", reason: "Not\nmine"}]}}`, []string{`rules.yaml:1:54: warning: /tools/pay/rules/0/reason: tool "pay": "Not\nmine" is not a reason of Kubernetes; write one of FieldValueInvalid, FieldValueForbidden, FieldValueRequired, FieldValueDuplicate, or say it in message`}},
		{"reason", `tools: {pay: {rules: [{rule: self.To != "x", reason: FieldValueForbidden}]}}`, nil},
		{"rule word", `tools: {pay: {rules: [{rule: "true", mesage: x}]}}`, []string{`rules.yaml:1:38: /tools/pay/rules/0/mesage: tool "pay": unknown key "mesage" in the rule; did you mean message?`}},
		{"rule id twice", `tools: {pay: {rules: [{id: a, rule: "true"}, {id: a, rule: "false"}]}}`, []string{`rules.yaml:1:60: /tools/pay/rules/1/rule: tool "pay": two rules have the id "a"; the other is at rules.yaml:1:37; give each a unique id, since issues name rules by it`}},
		{"field of a rule", `tools: {pay: {rules: [{rule: "true", fieldPath: "Lines[].Nett"}]}}`, []string{`rules.yaml:1:30: /tools/pay/rules/0/fieldPath: tool "pay": there is no field "Lines[].Nett"; did you mean Net?`}},
		{"field of a rule under any key", `tools: {pay: {rules: [{rule: "true", fieldPath: "Lines{}"}]}}`, []string{`rules.yaml:1:49: /tools/pay/rules/0/fieldPath: tool "pay": invalid path "Lines{}": {} stands for any key, which no issue can name; write it as in Lines[].Amount`}},
		{"group of one", `tools: {pay: {exactlyOneOf: [To]}}`, []string{`rules.yaml:1:29: /tools/pay/exactlyOneOf: tool "pay": exactlyOneOf has only one field; name two fields or more`}},
		{"group of strangers", `tools: {pay: {exactlyOneOf: [[To, Amount], [Kind, Kund]]}}`, []string{`rules.yaml:1:51: /tools/pay/exactlyOneOf/1/1: tool "pay": the arguments have no field "Kund"; did you mean Kind?`}},
		{"requires itself", `tools: {pay: {requires: {To: [To]}}}`, []string{`rules.yaml:1:26: /tools/pay/requires/To: tool "pay": "To" appears on both sides; remove it from the list`}},
		{"remedy of nobody", `tools: {pay: {fields: {To: {remedy: {call: find_acounts}}}}}`, []string{`rules.yaml:1:37: /tools/pay/fields/To/remedy: tool "pay": the remedy calls "find_acounts", which does not exist; did you mean find_accounts?`}},
		{"remedy that writes", `tools: {pay: {fields: {To: {remedy: {call: create_account}}}}}`, []string{`rules.yaml:1:37: /tools/pay/fields/To/remedy: tool "pay": the remedy calls create_account, whose name says that it writes; call a read-only tool, or set write: false for it`}},
		{"remedy from nowhere", `tools: {pay: {fields: {To: {remedy: {call: find_accounts, from: "$.accounts[*].ID"}}}}}`, []string{`rules.yaml:1:37: /tools/pay/fields/To/remedy: tool "pay": the result of find_accounts has no accounts[].ID, of the path $.accounts[*].ID; did you mean Id?`}},
		{"remedy for nothing", `tools: {pay: {fields: {To: {remedy: {call: find_accounts, fills: Tu}}}}}`, []string{`rules.yaml:1:37: /tools/pay/fields/To/remedy: tool "pay": the remedy fills "Tu", which the arguments do not have; did you mean To?`}},
		{"remedies in a circle", `tools: {find_accounts: {fields: {Query: {remedy: {call: find_accounts}}}}}`, []string{`rules.yaml:1:50: /tools/find_accounts/fields/Query/remedy: tool "find_accounts": the remedies form a cycle: find_accounts → find_accounts; remove one of them`}},
		{"remedies in a wider circle", `tools: {find_accounts: {fields: {Query: {remedy: {call: list_banks}}}}, list_banks: {fields: {Country: {remedy: {call: find_accounts}}}}}`, []string{
			`rules.yaml:1:50: /tools/find_accounts/fields/Query/remedy: tool "find_accounts": the remedies form a cycle: find_accounts → list_banks → find_accounts; remove one of them`,
			`rules.yaml:1:113: /tools/list_banks/fields/Country/remedy: tool "list_banks": the remedies form a cycle: list_banks → find_accounts → list_banks; remove one of them`}},
		{"remedy that is declared to write", `tools: {pay: {fields: {To: {remedy: {call: order_report}}}}, order_report: {write: true}}`, []string{`rules.yaml:1:37: /tools/pay/fields/To/remedy: tool "pay": the remedy calls order_report, which writes; call a read-only tool`}},
		{"known values of nobody", `tools: {pay: {fields: {To: {known: {from: find_acounts, at: "$.accounts[*].Id"}}}}}`, []string{`rules.yaml:1:36: /tools/pay/fields/To/known: tool "pay": known calls "find_acounts", which does not exist; did you mean find_accounts?`}},
		{"known values that no result has", `tools: {pay: {fields: {To: {known: {from: find_accounts, at: "$.accounts[*].Ids"}}}}}`, []string{`rules.yaml:1:36: /tools/pay/fields/To/known: tool "pay": the result of find_accounts has no accounts[].Ids, of the path $.accounts[*].Ids; did you mean Id?`}},
		{"known values that are objects", `tools: {pay: {fields: {To: {known: {from: find_accounts, at: "$.accounts[*]"}}}}}`, []string{`rules.yaml:1:36: /tools/pay/fields/To/known: tool "pay": the value at $.accounts[*] in the result of find_accounts is neither a string nor a number, and only those can be known values; write the path of the value itself`}},
		{"known list", `tools: {pay: {fields: {Lines: {known: {from: find_accounts, at: "$.accounts[*].Id"}}}}}`, []string{`rules.yaml:1:39: /tools/pay/fields/Lines/known: tool "pay": Lines is neither a string nor a number, and only those can be known values; name the field of the value, by fills of a remedy or under fields`}},
		{"known values without a place", `tools: {pay: {fields: {To: {known: {from: find_accounts}}}}}`, []string{`rules.yaml:1:36: /tools/pay/fields/To/known: tool "pay": known has no at; write it as in {from: get_contacts, at: "$.contacts[*].ContactId"}`}},
		{"remedy with known values without a place", `tools: {pay: {fields: {To: {remedy: {call: find_accounts, known: true}}}}}`, []string{`rules.yaml:1:66: /tools/pay/fields/To/remedy/known: tool "pay": known: true needs the path of the known values; add from:, as in $.invoices[*].InvoiceId`}},
		{"known values of a tool", `tools: {pay: {known: {from: find_accounts, at: "$.accounts[*].Id"}}}`, []string{`rules.yaml:1:15: /tools/pay/known: tool "pay": known applies to a field, not to a tool; write it below fields`}},
		{"known values and what tells of a write", `tools: {pay: {verify: {call: find_accounts}, retry: never, fields: {To: {known: {from: find_accounts, at: "$.accounts[*].Id"}}}}}`, nil},
		{"known values of a tool that writes", `tools: {pay: {fields: {To: {known: [{from: find_accounts, at: "$.accounts[*].Id"}, {from: create_account, at: $.Id}]}}}}`, nil},
		{"known values in a circle", `tools: {find_accounts: {fields: {Query: {known: {from: list_banks, at: $.X}}}}, list_banks: {fields: {Country: {known: {from: find_accounts, at: "$.accounts[*].Id"}}}}}`, []string{
			`rules.yaml:1:49: /tools/find_accounts/fields/Query/known: tool "find_accounts": the remedies form a cycle: find_accounts → list_banks → find_accounts; remove one of them`,
			`rules.yaml:1:120: /tools/list_banks/fields/Country/known: tool "list_banks": the remedies form a cycle: list_banks → find_accounts → list_banks; remove one of them`}},
		{"verify of nobody", `tools: {pay: {verify: {call: find_acounts}}}`, []string{`rules.yaml:1:23: /tools/pay/verify: tool "pay": verify calls "find_acounts", which does not exist; did you mean find_accounts?`}},
		{"verify that writes", `tools: {pay: {verify: {call: pay}}}`, []string{`rules.yaml:1:23: /tools/pay/verify: tool "pay": verify calls pay, which writes; call a read-only tool`}},
		{"verify of a tool that reads", `tools: {find_accounts: {verify: {call: list_banks}}}`, []string{`rules.yaml:1:33: warning: /tools/find_accounts/verify: tool "find_accounts": the tool is read-only, and verify is meant for writes; remove verify, or set write: true`}},
		{"verify without a call", `tools: {pay: {verify: {text: Look it up.}}}`, []string{`rules.yaml:1:23: /tools/pay/verify: tool "pay": verify has no call; add call: and the name of a read-only tool`}},
		{"retry", `tools: {pay: {retry: later}}`, []string{`rules.yaml:1:22: /tools/pay/retry: tool "pay": retry must be after or never; write after if the same call may be sent again after a wait`}},
		{"a question about the server's own field", `tools: {pay: {fields: {To: {injected: true, question: Who?, remedy: {call: find_accounts}}}}}`, []string{
			`rules.yaml:1:55: warning: /tools/pay/fields/To/question: tool "pay": this has no effect: the server fills the field, and no hint mentions it; remove it, or injected`,
			`rules.yaml:1:69: warning: /tools/pay/fields/To/remedy: tool "pay": this has no effect: the server fills the field, and no hint mentions it; remove it, or injected`}},
		{"the server's own field", `tools: {pay: {fields: {Amount: {injected: yes}}}}`, []string{`rules.yaml:1:43: /tools/pay/fields/Amount/injected: tool "pay": expected true or false, got a string; write one of them, without quotes`}},
		{"a tool twice", "tools:\n  pay: {write: true}\n  pay: {write: true}", []string{`rules.yaml:3:3: /tools/pay: the key "pay" comes twice in one object (first in line 2); remove one of them`}},
		{"rules disagree with hints", `tools: {pay: {write: false}, find_accounts: {write: true}}`, []string{
			`rules.yaml:1:22: warning: /tools/pay/write: tool "pay": the rules say write: false, but its annotations say that it writes; the rules take precedence; correct whichever is wrong`,
			`rules.yaml:1:53: warning: /tools/find_accounts/write: tool "find_accounts": the rules say write: true, but readOnlyHint says that it is read-only; the rules take precedence; correct whichever is wrong`}},
		{"confirmation of a read", `tools: {find_accounts: {confirm: {tier: 1}}}`, []string{`rules.yaml:1:34: warning: /tools/find_accounts/confirm: tool "find_accounts": the tool is read-only, and confirm is meant for writes; remove confirm, or set write: true`}},
		{"a question that names an argument", `tools: {pay: {confirm: {tier: 1, question: "Pay {Amount} to {To}?"}}}`, nil},
		{"a question that names nothing", `tools: {pay: {confirm: {tier: 1, question: "Pay {Amuont}?"}}}`, []string{`rules.yaml:1:44: /tools/pay/confirm/question: tool "pay": the question mentions "Amuont", which the arguments do not have; did you mean Amount?`}},
		{"a question that nobody is asked", `tools: {pay: {confirm: {tier: 0, question: "Pay?"}}}`, []string{`rules.yaml:1:44: /tools/pay/confirm/question: tool "pay": no question is asked at tier 0; remove the question, or write tier: 1`}},
		{"looser bounds", `tools: {pay: {fields: {Amount: {minimum: 0}, To: {maxLength: 20}, Kind: {enum: [a, c]}}}}`, []string{
			`rules.yaml:1:33: warning: /tools/pay/fields/Amount/minimum: tool "pay": the minimum of Amount becomes 0 instead of 1; the server may reject what is accepted now; remove this if that is not intended`,
			`rules.yaml:1:51: warning: /tools/pay/fields/To/maxLength: tool "pay": the maxLength of To becomes 20 instead of 10; the server may reject what is accepted now; remove this if that is not intended`,
			`rules.yaml:1:74: warning: /tools/pay/fields/Kind/enum: tool "pay": the enum of Kind becomes ["a","c"] instead of ["a","b"]; the server may reject what is accepted now; remove this if that is not intended`}},
		{"tighter bounds", `tools: {pay: {fields: {Amount: {minimum: 2}, To: {maxLength: 9}, Kind: {enum: [a]}}}}`, nil},
		{"optional", `tools: {pay: {fields: {To: {required: false}}}}`, []string{`rules.yaml:1:39: warning: /tools/pay/fields/To/required: tool "pay": To is required in the schema and becomes optional; the server may reject what is accepted now; remove this if that is not intended`}},
		{"opened", `tools: {pay: {fields: {odd: {closed: false}}}}`, []string{`rules.yaml:1:38: warning: /tools/pay/fields/odd/closed: tool "pay": odd rejects unknown keys in its schema and will accept them; the server may reject what is accepted now; remove this if that is not intended`}},
		{"removed", `tools: {pay: {fields: {To: {maxLength: null, minLength: null}}}}`, []string{
			`rules.yaml:1:29: warning: /tools/pay/fields/To/maxLength: tool "pay": To loses the maxLength of its schema; the server may reject what is accepted now; remove this if that is not intended`,
			`rules.yaml:1:46: /tools/pay/fields/To/minLength: tool "pay": To has no minLength to remove; remove the key`}},
		{"syntax", "tools:\n  pay: {a: [}", []string{"rules.yaml:2:13"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			pkg, diags := load(t, bank, tt.rules)
			var got []string
			for i, d := range diags {
				text := d.String()
				if i < len(tt.want) && len(tt.want[i]) < 20 && strings.HasPrefix(text, tt.want[i]) {
					text = tt.want[i]
				}
				got = append(got, text)
			}
			if diff := testdiff.Diff(tt.want, got); diff != "" {
				t.Errorf("diagnostics (-want +got)\n%s", diff)
			}
			if want := 5; diags.HasErrors() && len(pkg.Tools) == want && diags[0].Tool != "" {
				t.Errorf("the tool is generated all the same")
			}
		})
	}
}
