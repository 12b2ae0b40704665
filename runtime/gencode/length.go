package gencode

import "unicode/utf8"

// Lengths and counts. The length of a string is the number of its code points: of n bytes it has
// at most n and at least n/4, which settles most cases without counting.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.

// MinLength checks minLength.
//
//go:noinline
func (c *Checker) MinLength(s string, n int) {
	if len(s)>>2 < n { // four times n may be beyond an int
		c.countRunes("minLength", s, n)
	}
}

// MaxLength checks maxLength.
//
//go:noinline
func (c *Checker) MaxLength(s string, n int) {
	if len(s) > n {
		c.countRunes("maxLength", s, n)
	}
}

// LengthWithin checks minLength and maxLength, see [Checker.Within].
//
//go:noinline
func (c *Checker) LengthWithin(s string, least, most int) {
	if len(s)>>2 < least || len(s) > most {
		c.MinLength(s, least)
		c.MaxLength(s, most)
	}
}

//go:noinline
func (c *Checker) countRunes(keyword, s string, n int) {
	have := utf8.RuneCountInString(s)
	if keyword == "minLength" && have < n || keyword == "maxLength" && have > n {
		c.count(keyword, have, n)
	}
}

// MinItems checks minItems.
//
//go:noinline
func (c *Checker) MinItems(have, n int) {
	if have < n {
		c.count("minItems", have, n)
	}
}

// MaxItems checks maxItems.
//
//go:noinline
func (c *Checker) MaxItems(have, n int) {
	if have > n {
		c.count("maxItems", have, n)
	}
}

// ItemsWithin checks minItems and maxItems, see [Checker.Within].
//
//go:noinline
func (c *Checker) ItemsWithin(have, least, most int) {
	if have < least || have > most {
		c.MinItems(have, least)
		c.MaxItems(have, most)
	}
}

// MinProperties checks minProperties.
//
//go:noinline
func (c *Checker) MinProperties(have, n int) {
	if have < n {
		c.count("minProperties", have, n)
	}
}

// MaxProperties checks maxProperties.
//
//go:noinline
func (c *Checker) MaxProperties(have, n int) {
	if have > n {
		c.count("maxProperties", have, n)
	}
}

//go:noinline
func (c *Checker) count(keyword string, have, n int) {
	if !c.muted() {
		c.add(keyword, int64(n), int64(have))
	}
}
