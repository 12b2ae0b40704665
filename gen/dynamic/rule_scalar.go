package dynamic

import (
	"encoding/base64"
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/gencode"
)

// boundRule is minimum, maximum, exclusiveMinimum, exclusiveMaximum or multipleOf.
type boundRule struct {
	word  string
	limit string
}

func (b boundRule) hold(_ *run, c *gencode.Checker, v any) {
	switch v := v.(type) {
	case json.Number:
		c.CompareNumber(b.word, v, b.limit)
	case int64:
		c.CompareInt(b.word, v, b.limit)
	case uint64:
		c.CompareUint(b.word, v, b.limit)
	case float64:
		c.CompareFloat(b.word, v, b.limit)
	}
}

// patternRule is pattern.
type patternRule struct{ pattern pattern }

func (p patternRule) hold(_ *run, c *gencode.Checker, v any) {
	if s, ok := v.(string); ok {
		p.pattern.check(c, s)
	}
}

// formatRule is format.
type formatRule struct{ name string }

func (f formatRule) hold(_ *run, c *gencode.Checker, v any) {
	if s, ok := v.(string); ok {
		c.Format(s, f.name)
	}
}

// contentRule is contentEncoding and contentMediaType, as draft 7 lets them be asserted.
type contentRule struct{ encoding, mediaType string }

func (k contentRule) hold(_ *run, c *gencode.Checker, v any) {
	s, ok := v.(string)
	if !ok {
		return
	}
	if k.encoding != "" {
		data, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			c.Issue("contentEncoding", k.encoding, s)
			return
		}
		s = string(data)
	}
	if k.mediaType != "" && !json.Valid([]byte(s)) {
		c.Issue("contentMediaType", k.mediaType, v)
	}
}
