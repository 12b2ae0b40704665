package foreign

import (
	"cmp"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/show"
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

// ReadError reads the text of an error. Its kind is the most particular one that its status, its codes or the phrases of
// its sentences say.
func ReadError(text string) Reading {
	text = show.Clip(text, maxText)
	e := unpack(text)
	r := Reading{Blames: e.blames, Said: e.said, Wait: cmp.Or(e.wait, waitIn(text))}
	said := r.Text()
	said = said[:min(len(said), maxSaid)]
	status := HTTPKind(cmp.Or(e.status, statusIn(said)))
	kinds := []Kind{status}
	for _, code := range e.codes {
		kinds = append(kinds, CodeKind(code))
	}
	phrase := formKind(said)
	for _, k := range append(kinds, codeIn(said), phrase) {
		if k.detail() > r.Kind.detail() {
			r.Kind = k
		}
	}
	if r.Kind == Conflict && phrase == "" {
		r.Kind = Stale // what a status says that stands alone
	}
	if r.Allows = allowed(said); r.Kind == "" && len(r.Allows) > 0 {
		r.Kind = Invalid
	}
	r.Blames = append(r.Blames, blamed(said)...)
	return r
}

// detail is how much a kind says, 0 for none.
func (k Kind) detail() int {
	switch k {
	case "":
		return 0
	case Internal:
		return 1
	case Invalid:
		return 2
	case NotFound, Forbidden, Unauthenticated, Timeout, Unavailable, Unsupported, Conflict, Missing:
		return 3
	}
	return 4
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
