package expr_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// lowered builds a model from a schema.
func lowered(t testing.TB, name, schema string) *model.Package {
	t.Helper()
	node, diags := tooldef.ParseNode(name+".json", []byte(schema))
	if node == nil || diags.HasErrors() {
		t.Fatalf("%s: %v", name, diags)
	}
	p, diags := lower.Lower([]*tooldef.Tool{{Name: name, Envelope: tooldef.Schema, Input: node}}, lower.Options{Package: name})
	if len(p.Tools) == 0 {
		t.Fatalf("%s: %v", name, diags)
	}
	return p
}

// numbered builds rules from expressions.
func numbered(prefix string, sources ...string) []model.Rule {
	rules := make([]model.Rule, len(sources))
	for i, source := range sources {
		rules[i] = model.Rule{ID: fmt.Sprintf("%s-%d", prefix, i+1), Source: source}
	}
	return rules
}

// nightly returns n, or more in the nightly run.
func nightly(n, more int) int {
	if os.Getenv("TOOLGEN_NIGHTLY") == "1" {
		return more
	}
	return n
}

// sample has a field of every type that rules can read.
const sample = `{
"$schema": "https://json-schema.org/draft/2020-12/schema",
"type": "object",
"required": ["n", "d", "name", "lines", "tags"],
"properties": {
	"n": {"type": "integer"},
	"m": {"type": "integer"},
	"small": {"type": "integer", "format": "int32"},
	"huge": {"type": "integer", "format": "uint64"},
	"d": {"type": "number"},
	"e": {"type": "number"},
	"single": {"type": "number", "format": "float"},
	"text": {"type": "number", "x-go-type": "json.Number"},
	"flag": {"type": "boolean"},
	"name": {"type": "string"},
	"alias": {"type": "string"},
	"note": {"type": ["string", "null"]},
	"level": {"type": ["integer", "null"]},
	"status": {"type": "string", "enum": ["open", "paid", "void"]},
	"from": {"type": "string"},
	"to": {"type": "string"},
	"namespace": {"type": "string"},
	"odd-key": {"type": "integer"},
	"tags": {"type": "array", "items": {"type": "string"}, "maxItems": 50},
	"codes": {"type": "array", "items": {"type": "integer"}, "maxItems": 50},
	"rates": {"type": "array", "items": {"type": "number"}, "maxItems": 50},
	"states": {"type": "array", "items": {"type": "string", "enum": ["open", "paid", "void"]}, "maxItems": 50},
	"smalls": {"type": "array", "items": {"type": "integer", "format": "int32"}, "maxItems": 50},
	"ncodes": {"type": ["array", "null"], "items": {"type": "integer"}, "maxItems": 50},
	"gaps": {"type": "array", "items": {"type": ["integer", "null"]}, "maxItems": 50},
	"matrix": {"type": "array", "maxItems": 10, "items": {"type": "array", "maxItems": 10, "items": {"type": "integer"}}},
	"labels": {"type": "object", "additionalProperties": {"type": "string"}, "maxProperties": 20},
	"counts": {"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 20},
	"address": {"type": "object", "required": ["city"], "properties": {
		"city": {"type": "string"}, "zip": {"type": "string"},
		"geo": {"type": "object", "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}}}}},
	"billing": {"type": ["object", "null"], "properties": {"city": {"type": "string"}}},
	"anything": {},
	"lines": {"type": "array", "maxItems": 50, "items": {"type": "object", "required": ["id"], "properties": {
		"id": {"type": "string"}, "amount": {"type": "number"}, "debit": {"type": "number"}, "credit": {"type": "number"},
		"qty": {"type": "integer"}, "tags": {"type": "array", "maxItems": 10, "items": {"type": "string"}},
		"parent": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "qty": {"type": "integer"}}}}}}
}}`

// sampleRules cover the language on the sample.
var sampleRules = []string{
	// Arithmetic and comparison.
	`self.n > 2`,
	`self.n + 1 > self.n`,
	`has(self.m) && self.n * self.m < 1000`,
	`!has(self.m) || self.n / self.m > 0`,
	`!has(self.m) || self.n % self.m == 1 || self.n == 3`,
	`self.n / (self.n - 2) >= 0 || self.d > 1`,
	`self.d > 1 || self.n / (self.n - 2) >= 0`,
	`!(self.n / (self.n - 2) >= 0 && self.d > 1)`,
	`(self.n / (self.n - 2) >= 0) == (self.d > 1)`,
	`self.d * 2 + 1 >= 0`,
	`self.d / 2 > 0 ? self.n > 0 : self.n < 5`,
	`self.d < self.n`,
	`self.n >= self.d`,
	`-self.n < 1 && -self.d < 0.5`,
	`self.d == 0 || 1 / self.d > 0.1`,
	`self.d / (self.d - 1.5) > 0`,
	`!(self.d / (self.d - 1.5) > 0)`,
	`0.1 + 0.2 > 0.3 && self.n > 0`,
	`has(self.small) && has(self.huge) ? self.small < self.huge : true`,
	`!has(self.huge) || self.huge + 1 > 0`,
	`!has(self.single) || self.single < 2.25`,
	`!has(self.text) || self.text < 2.5`,
	`self.?m.orValue(7) > 3`,
	`self.?e.orValue(0) < 2`,
	`self.?m.hasValue() == has(self.e)`,
	`self.?m.or(self.?small).orValue(1) > 0`,
	`self.?m.value() > 0`,
	`optional.of(self.n).value() > 1`,
	`self.?m.optMap(x, x + 1).orValue(3) > 3`,
	`self.?address.optMap(x, x.city).orValue("b") != "b"`,
	`self.?address.optFlatMap(x, x.?zip).orValue("b") != "b"`,
	`(self.n > 1 ? self.?m : optional.none()).orValue(2) > 2`,
	// Null.
	`!has(self.note) || self.note.size() > 1`,
	`self.note != null ? self.note == "ab" : self.n > 1`,
	`self.level == null || self.level > 1`,
	`!has(self.billing) || !has(self.billing.city) || self.billing.city != ""`,
	`!has(self.gaps) || self.gaps.all(g, g == null || g > 1)`,
	`has(self.gaps) && self.gaps.exists(g, g != null && g == 2)`,
	`!has(self.anything)`,
	// Text.
	`self.name.startsWith("a") || self.name.endsWith("b") || self.name.contains("é")`,
	`self.name.matches("^[a-c]+$")`,
	`self.name.size() < 4 && size(self.name) != 1`,
	`self.name.charAt(1) == "b"`,
	`self.name.substring(1) != "" && self.name.substring(0, 2) == "ab"`,
	`self.name.indexOf("b") > 0 || self.name.lastIndexOf("a", 1) == 0 || self.name.indexOf("a", 1) == 2`,
	`self.name.lowerAscii() == self.name || self.name.upperAscii() == "AÉB"`,
	`self.name.replace("a", "b").trim() != "bb" && self.name.replace("a", "x", 1) != "xb"`,
	`self.name.split("b").size() == 2 && self.name.split("a", 2).join("-") != "-b"`,
	`self.name.reverse() == self.name`,
	`self.name.find("[b-z]+") == "b" || self.name.findAll("[a-b]").size() > 2`,
	`self.name + string(self.n) != "ab3" && string(self.d) != "1.5"`,
	`int(self.name) > 1 || double(self.name) > 0.5`,
	`self.name in ["ab", "a", "é", "x", "10"]`,
	`self.name in self.tags`,
	`has(self.status) ? self.status in ["open", "paid"] && self.status != "void" : true`,
	`self.name <= "b"`,
	// Keys that are not identifiers.
	"!has(self.`odd-key`) || self.`odd-key` > 0",
	`!has(self.__namespace__) || self.__namespace__ != "b"`,
	`!has(self.odd__dash__key) || self.odd__dash__key < 9`,
	// Objects.
	`!has(self.address) || self.address.city == "a" || has(self.address.zip)`,
	`has(self.address) && has(self.address.geo) && has(self.address.geo.lat) ? self.address.geo.lat > 0 : true`,
	`self.?address.?geo.?lat.orValue(1.0) > 0.5`,
	`self.?address.geo.lat.orValue(1.0) > 0.5`,
	`self.?address.?zip.orValue("none") != "b"`,
	// Lists.
	`self.tags.size() > 1 && self.tags[1] != "b"`,
	`self.tags[0] == "a" || self.tags[2] == "b"`,
	`self.tags[?1].orValue("z") > "a"`,
	`self.tags.all(t, t.size() > 0) && self.tags.exists(t, t == "ab")`,
	`self.tags.exists_one(t, t == "a")`,
	`self.tags.isSorted() || self.tags.indexOf("b") > self.tags.lastIndexOf("a")`,
	`self.tags == ["a", "b"] || self.tags + ["x"] == ["x"]`,
	`self.tags.filter(t, t != "a").size() < 3`,
	`self.tags.map(t, t + "!").join(",") != "a!,b!"`,
	`self.?codes.orValue([]).all(c, 12 / c > 1)`,
	`!self.?codes.orValue([]).all(c, 12 / c > 1)`,
	`self.?codes.orValue([]).exists(c, 12 / c > 5)`,
	`!has(self.codes) || self.codes.sum() < 9 && self.codes.max() > 1 && self.codes.min() < 3`,
	`!has(self.codes) || self.codes.filter(c, 12 / c > 1).size() == self.codes.size()`,
	`!has(self.codes) || self.codes.map(c, c * 2).sum() > 4`,
	`!has(self.codes) || self.codes.map(c, c > 1, c + 1).max() > 2`,
	`!has(self.codes) || self.codes.exists_one(c, 12 / c == 6)`,
	`!has(self.codes) || 2 in self.codes.map(c, 12 / c)`,
	`!has(self.codes) || self.codes.indexOf(2) == 1 || [1, 2] == self.codes`,
	`!has(self.codes) || (self.n > 1 ? self.codes : [1, 2]).size() > 1`,
	`!has(self.rates) || self.rates.sum() == 0.3 || self.rates.isSorted()`,
	`!has(self.rates) || self.rates.max() - self.rates.min() <= 1`,
	`!has(self.rates) || self.rates.map(r, r / (r - 0.1)).min() > 0`,
	`!has(self.states) || self.states.all(s, s != "void") && self.states.exists(s, s in ["paid", "open"])`,
	`!has(self.states) || self.states == ["open"] || self.states.indexOf("paid") < 1`,
	`!has(self.matrix) || self.matrix.all(row, row.all(x, x > 0) || row.size() == 0)`,
	`!has(self.matrix) || self.matrix.map(row, row.sum()).max() < 9`,
	`!has(self.matrix) || self.matrix.exists(row, 2 in row)`,
	`!has(self.matrix) || self.matrix[0][1] < 3`,
	// Maps.
	`!has(self.labels) || "a" in self.labels && self.labels.a != "" || size(self.labels) == 2`,
	`!has(self.labels) || self.labels.all(k, k != "b" && self.labels[k] != "b")`,
	`!has(self.labels) || has(self.labels.a) ? self.n > 1 : self.n > 0`,
	`!has(self.labels) || self.labels.?a.orValue("b") == "b" || self.labels[?"c"].hasValue()`,
	`!has(self.counts) || self.counts.map(k, self.counts[k]).sum() > 2`,
	`!has(self.counts) || self.counts.filter(k, self.counts[k] > 1) == ["a"]`,
	`!has(self.counts) || self.counts[self.name] > 0`,
	// Lists of objects.
	`math.abs(self.lines.map(l, l.?debit.orValue(0.0)).sum() - self.lines.map(l, l.?credit.orValue(0.0)).sum()) <= 0.01`,
	`self.lines.all(l, has(l.debit) != has(l.credit))`,
	`self.lines.all(l, l.id != "" && (!has(l.amount) || l.amount > 0))`,
	`self.lines.filter(l, has(l.amount)).map(l, l.amount).sum() <= self.d`,
	`self.lines.filter(l, has(l.amount)).all(m, m.amount > 0.5)`,
	`self.lines.map(l, has(l.qty), l.qty).sum() < 10`,
	`self.lines.all(l, self.lines.exists_one(o, o.id == l.id))`,
	`self.lines.all(l, !has(l.parent) || self.lines.exists(o, o.id == l.parent.id))`,
	`self.lines.exists(l, has(l.tags) && l.tags.exists(t, t in self.tags))`,
	`self.lines.size() > 1 && self.lines[1].id != "b"`,
	`self.lines[0].?qty.orValue(3) > 1`,
	`self.lines.filter(l, l.id == "a")[0].id == "a"`,
	`self.lines.map(l, l.id) == self.tags || self.lines.map(l, l.id).isSorted()`,
	`self.lines.all(l, l.?parent.?qty.orValue(2) / (l.?qty.orValue(1) - 1) < 3)`,
	`cel.bind(total, self.lines.map(l, l.?qty.orValue(0)).sum(), total > 1 && total < 9)`,
	`self.tags.map(t, self.n > 1 ? t : "x").exists(t, t == "x")`,
	`self.lines.filter(l, has(l.parent)).map(l, l.parent).filter(q, has(q.qty)).map(q, q.qty).max() > 2`,
	`(self.n > 2 ? self.lines : self.lines.filter(l, l.id == "a")).size() > 1`,
	`[self.n, 3, 1].isSorted() || [self.d, 2, 0.5].max() < 3`,
	// Numbers.
	`math.greatest(self.n, 3) > 3 && math.least(self.d, 2) < 2`,
	`math.ceil(self.d) == math.floor(self.d) || math.round(self.d) > 1.0`,
	`math.sqrt(self.d) > 1.0 || math.isNaN(math.sqrt(self.d))`,
	`math.bitAnd(self.n, 1) == 0 || math.bitShiftLeft(self.n, self.n) > 8 || math.sign(self.n) < 0`,
	`int(self.d) == self.n || double(self.n) > self.d`,
	`math.abs(self.n) < 5 && math.trunc(self.d) >= 0.0`,
	// Times, addresses.
	`!has(self.from) || !has(self.to) || timestamp(self.from) < timestamp(self.to)`,
	`!has(self.from) || timestamp(self.from).getFullYear() == 2024 && timestamp(self.from).getMonth() != 1`,
	`!has(self.from) || !has(self.to) || timestamp(self.to) - timestamp(self.from) <= duration("48h")`,
	`!has(self.from) || timestamp(self.from) + duration("1h") > timestamp("2024-01-01T00:30:00Z")`,
	`!has(self.alias) || isIP(self.alias) && ip(self.alias).family() == 4 || isURL(self.alias)`,
	`!has(self.alias) || cidr("10.0.0.0/8").containsIP(self.alias)`,
	`!has(self.alias) || url(self.alias).getHost() == "x.org" && url(self.alias).getScheme() != ""`,
	// NaN, which has no order.
	`!(self.n <= self.d / self.d)`,
	`!(self.d / self.d >= 0.5) || self.n > 3`,
	`self.d / self.d > self.n - 9 || self.n > 3`,
	`(self.d / self.d < 2.0) == (self.n < 3)`,
	// Values that are computed but unused, or used in one branch only.
	`size([self.n / (self.n - 2), 1]) == 2`,
	`self.n / (self.n - 2) in [] || self.n > 2`,
	`self.?m.optMap(x, self.n > 2).orValue(self.n > 1)`,
	`cel.bind(x, self.n / (self.n - 2), self.d > 1 || x > 1)`,
	`cel.bind(x, self.n / (self.n - 2), self.d > 1)`,
	`cel.bind(x, self.tags[0], cel.bind(y, x + self.tags[1], self.n > 2 ? y == "ab" : x == "a"))`,
	`!has(self.alias) || ip(url(self.alias).getHostname()).family() == 4 || self.n > 1`,
	`self.n > 1 && (true || self.address.city == "a")`,
	strings.Repeat("(", 24) + "self.n > 2" + strings.Repeat(" == (12 / (self.n - 2) > 1))", 24),
	strings.Repeat("(", 24) + "self.n > 2" + strings.Repeat(" ? 12 / (self.n - 2) > 1 : 12 / self.n > 3)", 24),
	// Lists with several possible Go types.
	`(has(self.states) ? self.states : self.tags).size() > 1`,
	`self.?states.or(optional.of(self.tags)).value().exists(s, s == "paid" || s == "a")`,
	`self.?smalls.or(self.?codes).orValue([3]).max() > 2`,
	`(self.n > 2 ? self.?smalls : self.?codes).orValue([3]).sum() > 2`,
	`self.?smalls.orValue([1, 2]) == self.?codes.orValue([1, 2])`,
	`self.?ncodes[?0].orValue(2) > 1`,
	`has(self.ncodes) && self.ncodes[0] > 1`,
	`has(self.gaps) && self.gaps.filter(g, g != null).map(g, g + 1).sum() > 2`,
	`has(self.gaps) && self.gaps.filter(g, self.n > 1).all(g, g == null)`,
	`has(self.gaps) && self.gaps.indexOf(2) > 0`,
	`self.?gaps.orValue([]).exists(g, g == null)`,
	`self.?single.or(optional.of(1)).value() < 2.0`,
	// Lists that are always empty.
	`self.n > 2 || [].exists(x, self.n > 1)`,
	`self.n > 2 || [].filter(x, self.n > 1) == self.tags || self.name in []`,
	`self.n > 2 || self.tags + [] == []`,
	// String results.
	`self.n > 2 ? "" : string(math.least(self.d, self.?e.orValue(-0.0), -0.0)) + string(math.greatest(-0.0, self.d))`,
	`self.n > 1 ? "" : string(-0.0) + string(-(0.0)) + "%.1f".format([self.?e.orValue(-0.0)])`,
	`self.n > 2 ? "" : "n is " + string(self.n) + ", not above 2"`,
	`has(self.flag) && self.flag ? "" : 'd %.2f of %s by %d'.format([self.d, self.name, self.n])`,
	`self.n / (self.n - 2) > 0 ? "" : "two"`,
}
