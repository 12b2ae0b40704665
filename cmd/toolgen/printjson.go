package main

import (
	"bytes"
	"encoding/json"

	"github.com/toolgen/toolgen/internal/visible"
)

// printJSON prints a value as JSON. Characters that a terminal interprets or hides are escaped as \u.
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
