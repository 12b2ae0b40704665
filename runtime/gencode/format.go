package gencode

import "github.com/toolgen/toolgen/runtime/internal/formats"

// Format checks the format that has this name. A name that [KnownFormat] does not know checks
// nothing.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3.
func (c *Checker) Format(s string, name string) {
	if !IsFormat(s, name) {
		c.issueText("format", name, s)
	}
}

// FormatFunc checks a format that only the caller knows how to check.
func (c *Checker) FormatFunc(s, name string, ok func(string) bool) {
	if !ok(s) {
		c.issueText("format", name, s)
	}
}

// KnownFormat reports whether Format checks the format that has this name.
func KnownFormat(name string) bool { return formats.IsKnown(name) }

// IsFormat reports whether s has the format of this name; an unknown name is no obstacle.
func IsFormat(s, name string) bool { return formats.Is(s, name) }
