package dynamic

import (
	"encoding/base64"
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
)

// boundRule is minimum, maximum, exclusiveMinimum, exclusiveMaximum or multipleOf.
type boundRule struct {
	word  string
	limit string
}

func (r boundRule) hold(c *runtime.Checker, v any) {
	switch v := v.(type) {
	case json.Number:
		c.CompareNumber(r.word, v, r.limit)
	case int64:
		c.CompareInt(r.word, v, r.limit)
	case uint64:
		c.CompareUint(r.word, v, r.limit)
	case float64:
		c.CompareFloat(r.word, v, r.limit)
	}
}

// patternRule is pattern.
type patternRule struct{ pattern pattern }

func (r patternRule) hold(c *runtime.Checker, v any) {
	if s, ok := v.(string); ok {
		r.pattern.check(c, s)
	}
}

// formatRule is format.
type formatRule struct{ name string }

func (r formatRule) hold(c *runtime.Checker, v any) {
	if s, ok := v.(string); ok {
		c.Format(s, r.name)
	}
}

// contentRule is contentEncoding and contentMediaType, as draft 7 lets them be asserted.
type contentRule struct{ encoding, mediaType string }

func (r contentRule) hold(c *runtime.Checker, v any) {
	s, ok := v.(string)
	if !ok {
		return
	}
	if r.encoding != "" {
		data, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			c.Issue("contentEncoding", r.encoding, s)
			return
		}
		s = string(data)
	}
	if r.mediaType != "" && !json.Valid([]byte(s)) {
		c.Issue("contentMediaType", r.mediaType, v)
	}
}
