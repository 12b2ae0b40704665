package gencode

import (
	"encoding/json"
	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/limits"
	"github.com/toolgen/toolgen/runtime/internal/near"
	"math"
	"slices"
)

// The checks of this file hold values as Any gives them against schemas. Generated code uses
// them for what no static Go type can answer; check functions take the value last.

// Plain is a value as decoding into an any would give it: nil, bool, json.Number, string, []any
// or map[string]any. A value that is so already is returned as it is. A value that has no JSON
// becomes a value of no JSON type, which fits no type.
func Plain(v any) any {
	if hasNoJSON(v) {
		return v
	}
	left := mostValues
	switch is, w := plain(v, 0, &left); {
	case is:
		return v
	case w == tooMany, !ends(v):
		return noJSON{errEndless}
	}
	text, err := writtenText(v)
	if err != nil {
		return noJSON{err}
	}
	return parseJSON(string(text))
}

func isPlain(v any) bool {
	left := mostValues
	is, _ := plain(v, 0, &left)
	return is
}

// plain reports whether a value is one that decoding gives, looking at no more than left values; the
// second result says whether there are more. A nil list or map is not plain: its JSON is null.
func plain(v any, depth int, left *int) (bool, writing) {
	if *left--; *left < 0 {
		return false, tooMany
	}
	switch v := v.(type) {
	case nil, bool:
		return true, canWrite
	case string:
		return isUTF8(v), canWrite
	case json.Number:
		return decimal.IsNumber(string(v)), canWrite
	case []any:
		if v == nil || depth >= limits.HighestDepth {
			return false, canWrite
		}
		for _, item := range v {
			if is, w := plain(item, depth+1, left); !is {
				return is, w
			}
		}
		return true, canWrite
	case map[string]any:
		if v == nil || depth >= limits.HighestDepth {
			return false, canWrite
		}
		for key, member := range v {
			if !isUTF8(key) {
				return false, canWrite
			}
			if is, w := plain(member, depth+1, left); !is {
				return is, w
			}
		}
		return true, canWrite
	}
	return false, canWrite
}

// kindOf is the JSON type of a plain value, 0 for a value that is none.
func kindOf(v any) JSONType {
	switch v := v.(type) {
	case nil:
		return TypeNull
	case bool:
		return TypeBoolean
	case string:
		return TypeString
	case json.Number:
		if decimal.IsIntegral(string(v)) {
			return TypeInteger
		}
		return TypeNumber
	case []any:
		return TypeArray
	case map[string]any:
		return TypeObject
	}
	return 0
}

// TypeOf records type unless the value is of one of the allowed types, and reports which.
func (c *Checker) TypeOf(v any, allowed JSONType) bool {
	kind := kindOf(v)
	if kind != 0 && allowed.Accepts(kind) {
		return true
	}
	c.Issue("type", allowed.expected(), kind.String())
	return false
}

// EachOther checks the values under keys that the schema does not name, behind all fields of o; check
// is nil where nothing is asked of them. A value under a key that is a field's is passed over: it is not
// written, since the field counts, whether or not that has a value.
func EachOther[T any](c *Checker, o *Object, m map[string]T, check func(*T, *Checker)) {
	eachOther(c, o, m, func(_ string, v *T, c *Checker) {
		if check != nil {
			check(v, c)
		}
	})
}

func eachOther[T any](c *Checker, o *Object, m map[string]T, check func(key string, v *T, c *Checker)) {
	at := len(c.issues)
	for i, key := range sortedKeys(m) {
		if o.Spec.declares(key) {
			continue
		}
		from := len(c.issues)
		if c.Text(key) {
			value := m[key]
			check(key, &value, c)
		}
		c.prefix(from, fieldpath.Key(key), i)
		c.strange = 0
	}
	for i := at; i < len(c.issues); i++ {
		c.issues[i].rank += len(o.Spec.Keys)
	}
}

// allOthers reports whether none of the keys is a field's.
func allOthers[T any](spec *ObjectSpec, m map[string]T) bool { return CountOthers(spec, m) == len(m) }

// CountOthers is how many of the keys are no field's, and so are written.
func CountOthers[T any](spec *ObjectSpec, m map[string]T) int {
	n := 0
	for key := range m {
		if !spec.declares(key) {
			n++
		}
	}
	return n
}

// Missing records that key is required and not there.
func (c *Checker) Missing(key string) {
	at := len(c.issues)
	c.Issue("required", nil, nil)
	c.Leave(at, key)
}

// Enter begins the check of a member of the current value; [Checker.Leave] ends it.
func (c *Checker) Enter() int { return len(c.issues) }

// EnterNumber is Enter for the number in field i of the object that o has walked through: it is
// compared as it was written. The spec must have i in Compared.
func (c *Checker) EnterNumber(o *Object, i int) int {
	if o.rare != nil {
		c.literal = o.rare.texts[i]
	}
	return c.Enter()
}

// Leave puts key in front of the issues recorded since Enter gave at. They stay issues of the
// object as a whole in that they come behind those of its members.
func (c *Checker) Leave(at int, key string) {
	if c.literal != "" {
		c.literal = ""
	}
	if len(c.issues) > at {
		c.prefix(at, fieldpath.Key(key), math.MaxInt)
	}
}

// RequireKeys records the keys that are not there.
func RequireKeys[T any](c *Checker, m map[string]T, keys ...string) {
	for _, key := range keys {
		if _, ok := m[key]; !ok {
			c.Missing(key)
		}
	}
}

// Property checks the value under key, if there is one.
func Property(c *Checker, m map[string]any, key string, check func(*Checker, any)) {
	if v, ok := m[key]; ok {
		at := len(c.issues)
		c.hold(v, check)
		c.Leave(at, key)
	}
}

// MatchingKeys checks the values under the keys that the pattern matches. What patterns say of
// the keys in declared is part of their own schemas.
func MatchingKeys(c *Checker, m map[string]any, declared []string, matches func(key string) bool, check func(*Checker, any)) {
	for _, key := range sortedKeys(m) {
		if !slices.Contains(declared, key) && matches(key) {
			Property(c, m, key, check)
		}
	}
}

// OtherKeys checks the values under the keys that are not among keys and that no pattern
// matches. Without a check function such keys are issues themselves.
func OtherKeys(c *Checker, m map[string]any, keys []string, patterns []func(string) bool, check func(*Checker, any)) {
	if check == nil {
		RefuseKeys(c, m, "additionalProperties", keys, patterns)
		return
	}
	for _, key := range sortedKeys(m) {
		if !coversKey(key, keys, patterns) {
			Property(c, m, key, check)
		}
	}
}

// RefuseKeys records keyword for each key that is not among keys and that no pattern matches.
func RefuseKeys(c *Checker, m map[string]any, keyword string, keys []string, patterns []func(string) bool) {
	for _, key := range sortedKeys(m) {
		if coversKey(key, keys, patterns) {
			continue
		}
		at := len(c.issues)
		var meant any
		if known := near.Key(key, keys); known != "" {
			meant = known
		}
		c.Issue(keyword, meant, key)
		c.Leave(at, key)
	}
}

func coversKey(key string, keys []string, patterns []func(string) bool) bool {
	return slices.Contains(keys, key) || slices.ContainsFunc(patterns, func(matches func(string) bool) bool { return matches(key) })
}

// PropertyNames checks every key. A key at fault is one issue, whatever is wrong with it.
func PropertyNames[T any](c *Checker, m map[string]T, check func(key string, c *Checker)) {
	for _, key := range sortedKeys(m) {
		if !c.Matches(func(c *Checker) { check(key, c) }) {
			at := len(c.issues)
			c.Issue("propertyNames", nil, key)
			c.Leave(at, key)
		}
	}
}

func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Item checks the item at index i, if there is one.
func Item(c *Checker, items []any, i int, check func(*Checker, any)) {
	if i < len(items) {
		at := len(c.issues)
		c.hold(items[i], check)
		c.prefix(at, fieldpath.Index(i), i)
	}
}

// Items checks the items from index from on.
func Items(c *Checker, items []any, from int, check func(*Checker, any)) {
	first, full := len(c.issues), c.full
	for i := from; i < len(items); i++ {
		Item(c, items, i, check)
		c.full = c.full || len(c.issues)-first >= c.cap
	}
	c.full = full
}

// Contains counts the items that check finds nothing wrong with. Least is minContains, or -1
// where the schema does not say; most is maxContains, or -1.
func Contains[T any](c *Checker, items []T, least, most int, check func(*T, *Checker)) {
	n := 0
	var written []any // the items, where their Go values are not exactly what came
	if c.uneven&rounded != 0 {
		if _, plain := any(items).([]any); !plain {
			written = c.asWritten()
		}
		before := c.uneven
		c.uneven = 0 // which is not about what the items hold
		defer func() { c.uneven = before }()
	}
	for i := range items {
		if i < len(written) {
			c.number(written[i])
		}
		if c.Matches(func(c *Checker) { check(&items[i], c) }) {
			n++
		}
	}
	if written != nil {
		c.literal = ""
	}
	switch {
	case least < 0 && n == 0:
		c.Issue("contains", nil, nil)
	case n < least:
		c.Issue("minContains", int64(least), int64(n))
	case most >= 0 && n > most:
		c.Issue("maxContains", int64(most), int64(n))
	}
}
