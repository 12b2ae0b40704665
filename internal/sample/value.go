// Package sample generates JSON for tests: values that a schema is likely to accept, mutations of them, and
// small random schemas.
package sample

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// Sampler generates values that a type is likely to accept.
type Sampler struct {
	*rand.Rand
}

// New returns a Sampler that depends only on the seeds.
func New(seed1, seed2 uint64) Sampler { return Sampler{rand.New(rand.NewPCG(seed1, seed2))} }

// Value generates a value of t; below depth 0 only required parts.
func (r Sampler) Value(t *model.Type, depth int) any {
	for _, c := range t.Constraints {
		if e, ok := c.(model.Enum); ok && len(e.Values) > 0 {
			v := plain(e.Values[r.IntN(len(e.Values))].JSON)
			return v
		}
	}
	if t.Union != nil {
		return r.Value(t.Union.Variants[r.IntN(len(t.Union.Variants))].Type, depth-1)
	}
	v := r.ofType(t, r.pick(t.Accepts), depth)
	for _, c := range t.Constraints {
		if choice, ok := c.(model.Choice); ok {
			v = r.merge(v, r.Value(choice.Branches[r.IntN(len(choice.Branches))], depth-1))
		}
	}
	return v
}

// merge adds the members that a branch requires to an object.
func (r Sampler) merge(v, branch any) any {
	object, ok := v.(map[string]any)
	more, ok2 := branch.(map[string]any)
	if !ok || !ok2 {
		if r.IntN(2) == 0 {
			return branch
		}
		return v
	}
	for key, value := range more {
		object[key] = value
	}
	return object
}

// pick chooses a JSON type, null rarely.
func (r Sampler) pick(set model.JSONTypes) model.JSONTypes {
	var bits []model.JSONTypes
	for bit := model.JSONTypes(1); bit <= model.JSONObject; bit <<= 1 {
		if set&bit != 0 && (bit != model.JSONNull || r.IntN(6) == 0) {
			bits = append(bits, bit)
		}
	}
	if len(bits) == 0 {
		return model.JSONNull
	}
	return bits[r.IntN(len(bits))]
}

func (r Sampler) ofType(t *model.Type, bit model.JSONTypes, depth int) any {
	switch bit {
	case model.JSONNull:
		return nil
	case model.JSONBoolean:
		return r.IntN(2) == 0
	case model.JSONInteger, model.JSONNumber:
		return r.number(t, bit)
	case model.JSONString:
		return r.text(t)
	case model.JSONArray:
		return r.array(t, depth)
	default:
		return r.object(t, depth)
	}
}

func (r Sampler) object(t *model.Type, depth int) any {
	m := map[string]any{}
	for _, f := range t.Fields {
		if f.Required || depth > 0 && r.IntN(3) == 0 {
			m[f.Key] = r.Value(f.Type, depth-1)
		}
	}
	if r.IntN(4) == 0 && depth > 0 {
		var v any = "extra"
		if t.Additional != nil {
			v = r.Value(t.Additional, depth-1)
		}
		m[r.key(t)] = v
	}
	return m
}

// key returns an undeclared key; for a map with one pattern, usually a matching one.
func (r Sampler) key(t *model.Type) string {
	key := "key" + strconv.Itoa(r.IntN(9))
	set := t.KeyPattern()
	if set == nil || r.IntN(6) == 0 {
		return key
	}
	fits, err := regexp.Compile(set.Patterns[0].Pattern.Expr)
	if err != nil {
		return key // the pattern has no Go equivalent
	}
	candidates := []string{"a", "b", "ab", "x", "1", "A"}
	for _, i := range r.Perm(len(candidates)) {
		if fits.MatchString(candidates[i]) {
			return candidates[i]
		}
	}
	return key
}

func (r Sampler) array(t *model.Type, depth int) any {
	n := r.IntN(3)
	if depth <= 0 {
		n = 0
	}
	for _, c := range t.Constraints {
		if size, ok := c.(model.Size); ok {
			switch size.Word {
			case "minItems":
				n = max(n, min(size.Limit, 20))
			case "maxItems":
				n = min(n, size.Limit)
			}
		}
	}
	items := []any{}
	for i := range n {
		switch {
		case i < len(t.Prefix):
			items = append(items, r.Value(t.Prefix[i], depth-1))
		case t.Items != nil:
			items = append(items, r.Value(t.Items, depth-1))
		default:
			items = append(items, json.Number(strconv.Itoa(i)))
		}
	}
	return items
}

func (r Sampler) number(t *model.Type, bit model.JSONTypes) any {
	low, high := 0.0, 100.0
	for _, c := range t.Constraints {
		if b, ok := c.(model.Bound); ok {
			limit, _ := strconv.ParseFloat(b.Limit, 64)
			switch b.Word {
			case "minimum", "exclusiveMinimum":
				low, high = limit, max(high, limit+100)
			case "maximum", "exclusiveMaximum":
				low, high = min(low, limit-10), limit
			}
		}
	}
	v := low + r.Float64()*(high-low)
	if bit == model.JSONInteger {
		return json.Number(fmt.Sprintf("%.0f", v))
	}
	return json.Number(fmt.Sprintf("%.2f", v))
}

// sampleFormats are valid values of formats.
var sampleFormats = map[string]string{
	"date": "2024-02-29", "date-time": "2024-02-29T12:00:00Z", "time": "12:00:00Z", "email": "a@example.com",
	"hostname": "example.com", "ipv4": "127.0.0.1", "ipv6": "::1", "uri": "https://example.com/a", "uri-reference": "/a",
	"iri": "https://example.com/a", "uuid": "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "duration": "PT5M", "regex": "^a+$",
	"json-pointer": "/a/b",
}

func (r Sampler) text(t *model.Type) any {
	words := []string{"alpha", "Beta Gamma", "x", "2024-01-01", "user@example.com", "https://example.com/x", "é√漢", "a-b_c.d/e", "42"}
	s := words[r.IntN(len(words))]
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Format:
			if v := sampleFormats[c.Name]; v != "" {
				return v
			}
		case model.Size:
			switch c.Word {
			case "minLength":
				for len([]rune(s)) < c.Limit && c.Limit < 5000 {
					s += "y"
				}
			case "maxLength":
				if runes := []rune(s); len(runes) > c.Limit {
					s = string(runes[:c.Limit])
				}
			}
		}
	}
	return s
}

// oddValues are replacement values for mutations.
var oddValues = []string{
	`null`, `true`, `false`, `""`, `"x"`, `"2024-13-45"`, `"` + strings.Repeat("long ", 60) + `"`, `"true"`, `"12"`, `"NaN"`,
	`[]`, `[null]`, `{}`, `{"a":1}`, `0`, `-1`, `1.5`, `3.0`, `1e2`, `-0.0`, `0.1`, `9007199254740993`, `100000`, `1e30`,
}

func (r Sampler) odd() any {
	v := plain(oddValues[r.IntN(len(oddValues))])
	return v
}

// Mutate changes one place of a value.
func (r Sampler) Mutate(v any) any {
	switch v := v.(type) {
	case map[string]any:
		keys := sortedKeys(v)
		if len(keys) == 0 || r.IntN(6) == 0 {
			break
		}
		key := keys[r.IntN(len(keys))]
		switch r.IntN(6) {
		case 0:
			delete(v, key)
		case 1:
			v[key+"X"] = v[key]
			delete(v, key)
		case 2:
			v["extra"] = r.odd()
		default:
			v[key] = r.Mutate(v[key])
		}
		return v
	case []any:
		if len(v) == 0 || r.IntN(6) == 0 {
			break
		}
		i := r.IntN(len(v))
		switch r.IntN(5) {
		case 0:
			return append(v[:i:i], v[i+1:]...)
		case 1:
			return append(v, v[i])
		default:
			v[i] = r.Mutate(v[i])
		}
		return v
	}
	return r.odd()
}
