package gencode

import "github.com/toolgen/toolgen/runtime/internal/formats"

// Format checks the format that has this name. An unknown name checks nothing.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3.
func (c *Checker) Format(s string, name string) {
	if !formats.Is(s, name) {
		c.issueText("format", name, s)
	}
}
