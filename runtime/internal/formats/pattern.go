package formats

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// duration is a duration of RFC 3339, appendix A, or one without any unit after P or T. It allows skipped units as in
// P1Y2D, which ISO 8601 allows and the appendix forbids by mistake.
var duration = lazy.Pattern(`^P(?:[0-9]+W|(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?(?:T(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+S)?)?)$`)

func isDuration(s string) bool {
	return duration().MatchString(s) && !strings.HasSuffix(s, "P") && !strings.HasSuffix(s, "T")
}

const (
	pointer = `(?:/(?:[^~/]|~[01])*)*`
	index   = `(?:0|[1-9][0-9]*)`
)

var (
	// jsonPointer is a pointer of RFC 6901, section 3.
	jsonPointer = lazy.Pattern(`^` + pointer + `$`)

	// relativePointer is a pointer of draft-bhutton-relative-json-pointer, section 3.
	relativePointer = lazy.Pattern(`^` + index + `(?:[+-]` + index + `)?(?:#|` + pointer + `)$`)
)

func isJSONPointer(s string) bool { return jsonPointer().MatchString(s) }

func isRelativePointer(s string) bool { return relativePointer().MatchString(s) }

const (
	encodedByte  = `%[0-9A-Fa-f]{2}`
	templateName = `(?:[A-Za-z0-9_]|` + encodedByte + `)+`
	templateVar  = templateName + `(?:\.` + templateName + `)*(?:\*|:[1-9][0-9]{0,3})?`
)

// uriTemplate is a URI-Template of RFC 6570, section 2, except for the characters beyond ASCII.
var uriTemplate = lazy.Pattern("^(?:[^\\x00- \\x7f\"%<>\\\\^`{|}]|" + encodedByte + `|\{[+#./;?&=,!@|]?` + templateVar + `(?:,` + templateVar + `)*\})*$`)

func isURITemplate(s string) bool {
	for _, r := range s {
		if r >= 0x80 && !isUCSChar(r) && !isPrivate(r) {
			return false
		}
	}
	return uriTemplate().MatchString(s)
}
