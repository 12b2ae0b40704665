package dynamic

import (
	"reflect"
	"unsafe"

	"github.com/toolgen/toolgen/runtime/gencode"
)

// run is one reading or checking of one value. It remembers what was found out about parts of the
// value: schemas that refer to themselves within anyOf, not or if ask for the same verdict again
// and again, as often as two to the power of the depth.
//
// The runtime does the same for generated code, where a check is known by the address of its
// function. Here all checks are one function, so that the runtime's own trials must not be used.
type run struct {
	verdicts map[question]bool
	faults   map[question]gencode.Closeness
	told     map[question]int // how often the issues of a value were recorded, once there were many checks
	held     int              // values that were checked as members and items, and by further schemas
	silent   int              // within trials, where only the verdict counts
}

// As in the runtime, what a check of a part has found is remembered once a value has cost many checks:
// schemas that apply twice to one value, and so to its parts, double the checks at each level.
const (
	checksForAny = 5000 // before anything is remembered
	mostRepeats  = 8    // of the issues of one part
	mostEqual    = 1000 // of those of a scalar or an empty list, of which many places may hold equal ones
)

// question asks whether a value satisfies a schema. Composite values are told apart by their
// identity; the pointer keeps them alive, so that no other takes their place.
type question struct {
	schema *schema
	holder string
	scalar any
	at     unsafe.Pointer
	length int
}

// isOfPart reports whether the value is one that can be told apart from equal ones. All empty lists are
// one to Go.
func (q *question) isOfPart() bool { return q.at != nil && q.length != 0 }

func (s *child) question(v any) question {
	q := question{schema: s.schema, holder: s.holder}
	switch v := v.(type) {
	case map[string]any:
		q.at, q.length = reflect.ValueOf(v).UnsafePointer(), -1
	case []any:
		q.at, q.length = unsafe.Pointer(unsafe.SliceData(v)), len(v)
	default:
		q.scalar = v
	}
	return q
}

// check is the check of a value against a schema as the runtime wants it.
func (r *run) check(s *child) func(*gencode.Checker, any) {
	return func(c *gencode.Checker, v any) {
		if r.held++; r.held > checksForAny {
			if q := s.question(v); q.isOfPart() {
				r.holdOnce(c, v, s, q, mostRepeats)
				return
			}
		}
		s.hold(r, c, v)
	}
}

// holdAlso holds a value against a further schema. Definitions that lead to each other in several ways
// would have this done anew for each way, of which there are as many as two to the power of their number.
func (r *run) holdAlso(c *gencode.Checker, v any, s *child) {
	if r.held++; r.held <= checksForAny {
		s.hold(r, c, v)
		return
	}
	q, most := s.question(v), mostEqual
	if q.isOfPart() {
		most = mostRepeats
	}
	r.holdOnce(c, v, s, q, most)
}

// holdOnce checks a value unless what comes of it is known. Its issues are told so many times at most.
func (r *run) holdOnce(c *gencode.Checker, v any, s *child, q question, most int) {
	if r.verdicts[q] {
		return
	}
	told := r.told[q]
	if told > 0 && r.silent > 0 || told >= most {
		c.IssueAgain()
		return
	}
	mark := c.Mark()
	s.hold(r, c, v)
	if c.SoundSince(mark) {
		r.found(q, true)
		return
	}
	if r.told == nil {
		r.told = map[question]int{}
	}
	r.told[q] = told + 1
}

func (r *run) found(q question, verdict bool) {
	if r.verdicts == nil {
		r.verdicts = map[question]bool{}
	}
	r.verdicts[q] = verdict
}

// decoder is the reader of a value of a schema as the runtime wants it.
func (r *run) decoder(s *child) func(*any, *gencode.Decoder) {
	return func(v *any, d *gencode.Decoder) { s.decode(r, v, d) }
}

// is reports whether a value satisfies a schema; nothing is recorded.
func (r *run) is(c *gencode.Checker, v any, s *child) bool {
	q := s.question(v)
	if verdict, known := r.verdicts[q]; known {
		return verdict
	}
	r.silent++
	verdict := gencode.Is(c, v, r.check(s))
	r.silent--
	r.found(q, verdict)
	return verdict
}

// closeness holds a value against a branch on the side.
func (r *run) closeness(c *gencode.Checker, v any, branch *child) gencode.Closeness {
	q := branch.question(v)
	if known, ok := r.faults[q]; ok {
		return known
	}
	told := r.told
	r.told = nil // what is found on the side is not told
	near := c.Apart(func(c *gencode.Checker) { branch.hold(r, c, v) })
	r.told = told
	if r.faults == nil {
		r.faults = map[question]gencode.Closeness{}
	}
	r.faults[q] = near
	return near
}

// noBranch records that no branch of a choice fits. The issues of the closest one follow where it
// is certainly the one that was meant: no other is as close, and the JSON type is right.
func (r *run) noBranch(c *gencode.Checker, v any, word string, labels []string, branches []*child) {
	if r.silent > 0 {
		c.Issue(word, nil, nil)
		return
	}
	c.Issue(word, labels, v)
	var best *child
	var least gencode.Closeness
	tie := false
	for _, branch := range branches {
		switch near := r.closeness(c, v, branch); {
		case near.Closer(least):
			best, least, tie = branch, near, false
		case near.Found() && !least.Closer(near):
			tie = true
		}
	}
	if best != nil && !tie {
		best.hold(r, c, v)
	}
}
