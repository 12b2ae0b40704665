package main

import (
	"bytes"
	"encoding/json"

	"github.com/toolgen/toolgen/internal/visible"
)

// printJSON prints a value for machines. What a terminal would obey or not show is escaped, which
// JSON has a way for.
func (c *cli) printJSON(value any) error {
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(value); err != nil {
		return err
	}
	_, err := c.stdout.Write(visible.JSON(text.Bytes()))
	return err
}
