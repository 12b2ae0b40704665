package runtime

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// within takes over the limits of a range issue, as far as the schema has no closer ones. Of a list of
// values, it leaves those that have room.
func (c *FieldConstraint) within(expected any) {
	room, _ := expected.(map[string]any)
	if c.leave(room) {
		return
	}
	limit := func(keyword string) (n json.Number, ok bool) {
		raw, ok := rawValue(room[keyword], maxGotInHint)
		return json.Number(raw), ok && decimal.IsNumber(string(raw))
	}
	if n, ok := limit("minimum"); ok && !c.bounded(n, c.Min, c.ExclusiveMin, +1) {
		c.Min, c.ExclusiveMin = n, ""
	}
	if n, ok := limit("maximum"); ok && !c.bounded(n, c.Max, c.ExclusiveMax, -1) {
		c.Max, c.ExclusiveMax = n, ""
	}
	if n, ok := limit("multipleOf"); ok && c.MultipleOf == "" {
		c.MultipleOf = n
	}
}

// bounded reports whether one of the limits an entry has is at least as close as n; sign is +1 for
// lower ones.
func (*FieldConstraint) bounded(n, inclusive, exclusive json.Number, sign int) bool {
	for _, have := range [...]json.Number{inclusive, exclusive} {
		if have != "" && decimal.Compare(string(have), string(n))*sign >= 0 {
			return true
		}
	}
	return false
}

// leave takes the numbers out of the allowed values for which there is no room, and reports whether some
// value is left to say.
func (c *FieldConstraint) leave(room map[string]any) bool {
	if c.Const != nil {
		c.Const = nil // it is what came
		return false
	}
	fits := func(v json.RawMessage) bool {
		for _, keyword := range [...]string{"minimum", "maximum"} {
			limit, ok := rawValue(room[keyword], maxGotInHint)
			if ok && decimal.IsNumber(string(v)) && decimal.IsNumber(string(limit)) && !decimal.Satisfies(keyword, decimal.Parse(string(v)), decimal.Parse(string(limit))) {
				return false
			}
		}
		return string(v) != string(ellipsis)
	}
	var left []json.RawMessage
	for _, v := range c.AllowedValues {
		if fits(v) {
			left = append(left, v)
		}
	}
	if len(left) > 0 && string(c.AllowedValues[len(c.AllowedValues)-1]) == string(ellipsis) {
		left = append(left, ellipsis)
	}
	c.AllowedValues = left
	return len(left) > 0
}
