package preflight

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// How many runes of foreign text are shown.
const (
	maxLabel   = 64
	maxMessage = 400
	maxQuery   = 400
)

// cut is [show.Cut].
func cut(s string, n int) string { return show.Cut(s, n) }

// parse reads one JSON value, with its numbers as they are written.
func parse(raw []byte) (v any, ok bool) { return show.Parse(raw) }

// encoded is v as JSON, with <, > and & as they are. What it is given can be marshalled.
func encoded(v any) json.RawMessage { return show.JSON(v) }
