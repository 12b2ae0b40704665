package foreign

import (
	"cmp"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/shown"
)

// Reading is what a text says about a failure. It is not yet compared with a schema.
type Reading struct {
	Kind   Kind
	Blames []Blame       // fields that a member of an envelope, or a phrase, names
	Allows []string      // the values that it lists as allowed or as near, in their order
	Wait   time.Duration // the wait that it states
	Said   []string      // its sentences, without the envelope
}

// maxSaid bounds what is compared with forms, in bytes.
const maxSaid = 4 << 10

// Blame is a field that a text names, in the words of the backend.
type Blame struct {
	Path  []Step
	Maybe bool // only if the schema has exactly this place
}

// Text is what it says, as one text.
func (r *Reading) Text() string { return strings.Join(r.Said, "\n") }

// ReadError reads the text of an error: codes, statuses and envelopes first, then the forms of its sentences.
func ReadError(text string) Reading {
	text = shown.Clip(text, maxText)
	e := unpack(text)
	r := Reading{Blames: e.blames, Said: e.said, Wait: cmp.Or(e.wait, waitIn(text))}
	said := r.Text()
	said = said[:min(len(said), maxSaid)]
	status := cmp.Or(e.status, statusIn(said))
	kind := Kind("")
	for _, code := range e.codes {
		if k := CodeKind(code); k != "" && (kind == "" || kind == Invalid) {
			kind = k
		}
	}
	if k := codeIn(said); kind == "" || kind == Invalid && k != "" {
		kind = k
	}
	if k := formKind(said); kind == "" || particular(kind, k) {
		kind = k
	}
	r.Kind = underStatus(kind, HTTPKind(status), status)
	if r.Allows = allowed(said); r.Kind == "" && len(r.Allows) > 0 {
		r.Kind = Invalid
	}
	r.Blames = append(r.Blames, blamed(said)...)
	return r
}

// particular reports whether a phrase says more than a code does.
func particular(code, phrase Kind) bool {
	switch {
	case phrase == "" || phrase == Invalid:
		return false
	case code == Invalid:
		return phrase != Internal
	case code == Internal || code == Conflict:
		return true
	}
	return code != phrase && code == phrase.Broad()
}

// underStatus settles what a status of HTTP and the text beside it say together: a status that leaves no doubt
// is only made more particular, the others are so general that the text says more.
func underStatus(text, status Kind, code int) Kind {
	switch {
	case status == "":
		return text
	case text == "" && status == Conflict:
		return Stale
	case text == "":
		return status
	}
	textWins := text == RateLimited || text == SignIn || text.Broad() == status.Broad()
	switch code {
	case 400, 405, 406, 409, 412, 422:
		textWins = textWins || text != Internal && (text != Invalid || status != Conflict)
	case 403:
		textWins = textWins || text == Exhausted || text == Down || text.Broad() == Conflict
	case 404:
		textWins = textWins || text == Internal || text == Stale
	case 500:
		textWins = textWins || text != Invalid && text != Missing
	}
	if textWins {
		return text
	}
	return status
}

// Of is the reading of a text whose kind and wait its error says as data.
func (r Reading) Of(kind Kind, wait time.Duration) Reading {
	if kind != "" && r.Kind.Broad() != kind {
		r.Kind = kind
	}
	if r.Wait == 0 || wait > 0 {
		r.Wait = wait
	}
	return r
}
