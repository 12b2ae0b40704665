package gencode

import (
	"encoding/base64"
	"encoding/json"
)

// Content checks contentEncoding and contentMediaType, as draft 7 lets them be asserted; either
// may be empty. Known are base64 and application/json.
// See https://json-schema.org/draft-07/json-schema-validation#rfc.section.8.
func (c *Checker) Content(s, encoding, mediaType string) {
	text := []byte(s)
	if encoding != "" {
		var err error
		if text, err = base64.StdEncoding.DecodeString(s); err != nil {
			c.Issue("contentEncoding", encoding, s)
			return
		}
	}
	if mediaType != "" && !json.Valid(text) {
		c.Issue("contentMediaType", mediaType, s)
	}
}
