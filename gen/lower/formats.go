package lower

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// formats collects the known formats. Number formats select the Go type.
func (l *lowerer) formats(t *model.Type, flat schema.Conj, r role) {
	seen := map[string]bool{}
	for _, s := range flat {
		n := s.Get("format")
		if !n.Is(tooldef.String) || seen[n.Text] {
			continue
		}
		seen[n.Text] = true
		switch {
		case l.numberFormat(t, n, r), annotationFormats[n.Text]:
		case slices.Contains(tooldef.KnownFormats, n.Text):
			if t.Accepts&model.JSONString != 0 && !(l.opts.NoFormatAssertion && !l.Lib.FormatVocabulary(s.Doc)) {
				t.Constraints = append(t.Constraints, model.Format{Name: n.Text})
			}
		case spelledFormats[n.Text] && slices.ContainsFunc(flat, func(s schema.Source) bool { return s.Get("pattern") != nil }):
		default:
			fix := "it is not checked; use a pattern if the text has a form"
			if near := near.Name(n.Text, formatsFor(t.Accepts)); near != "" {
				fix = fmt.Sprintf("it is not checked; did you mean %q?", near)
			}
			l.Warn(n, "format", fmt.Sprintf("unknown format %q", model.Cut(n.Text, 60)), fix)
		}
	}
}

// annotationFormats are common formats that do not constrain the text.
var annotationFormats = map[string]bool{
	"float": true, "double": true,
	"enum": true, "byte": true, "binary": true, "password": true,
	"int-or-string": true, "quantity": true,
}

// spelledFormats are formats of zod 4 that come with an equivalent pattern. With the pattern, nothing is left
// unchecked.
var spelledFormats = map[string]bool{
	"starts_with": true, "ends_with": true, "includes": true, "lowercase": true, "uppercase": true, "template_literal": true,
	"cuid": true, "cuid2": true, "ulid": true, "nanoid": true, "xid": true, "ksuid": true,
	"base64": true, "base64url": true, "hex": true, "e164": true, "emoji": true, "mac": true, "cidrv4": true, "cidrv6": true,
	"md5_hex": true, "md5_base64": true, "md5_base64url": true,
	"sha1_hex": true, "sha1_base64": true, "sha1_base64url": true,
	"sha256_hex": true, "sha256_base64": true, "sha256_base64url": true,
	"sha384_hex": true, "sha384_base64": true, "sha384_base64url": true,
	"sha512_hex": true, "sha512_base64": true, "sha512_base64url": true,
}
