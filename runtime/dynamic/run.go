package dynamic

import (
	"reflect"
	"unsafe"

	"github.com/toolgen/toolgen/runtime"
)

// run is one reading or checking of one value. It remembers what was found out about parts of the
// value: schemas that refer to themselves within anyOf, not or if ask for the same verdict again
// and again, as often as two to the power of the depth.
//
// The runtime does the same for generated code, where a check is known by the address of its
// function. Here all checks are one function, so that the runtime's own trials must not be used.
type run struct {
	verdicts map[question]bool
	faults   map[question]runtime.Closeness
	refused  map[question]int // how often values were found to break further schemas
	repeats  map[question]told
	held     int // parts that were checked as members and items
	untold   int // parts that had been told of as often as they are
	silent   int // within trials, where only the verdict counts
	trial    int // the list that issues are recorded in: 0 for the one that is told
	trials   int // the lists of trials on the side, which are forgotten
}

// As in the runtime, what a check of a part has found is remembered once a value has cost many checks:
// schemas that apply twice to one value, and so to its parts, double the checks at each level.
const (
	checksForAny = 5000 // before anything is remembered
	mostRepeats  = 8    // of the issues of one part
)

// told is how often a part was checked and had issues, 0 for one that is sound, and in which list the
// last of them were recorded.
type told struct{ times, trial int }

// question asks whether a value satisfies a schema. Composite values are told apart by their
// identity; the pointer keeps them alive, so that no other takes their place.
type question struct {
	schema *schema
	holder string
	scalar any
	at     unsafe.Pointer
	length int
}

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
func (r *run) check(s *child) func(*runtime.Checker, any) {
	return func(c *runtime.Checker, v any) {
		if r.held++; r.held <= checksForAny {
			s.hold(r, c, v)
			return
		}
		r.holdAgain(s, c, v)
	}
}

// holdAgain is hold for a value that has cost many checks already.
func (r *run) holdAgain(s *child, c *runtime.Checker, v any) {
	q := s.question(v)
	if q.at == nil || q.length == 0 { // all empty lists are one to Go
		s.hold(r, c, v)
		return
	}
	repeats, known := r.repeats[q]
	switch {
	case known && repeats.times == 0:
		return // it is sound
	case known && r.silent > 0:
		c.Issue(s.holder, nil, nil) // only the verdict counts
		return
	case repeats.times >= mostRepeats && repeats.trial == r.trial:
		r.untold++
		return
	}
	mark, untold := c.Mark(), r.untold
	s.hold(r, c, v)
	if c.Mark() != mark || r.untold != untold {
		if repeats.trial != r.trial {
			repeats = told{trial: r.trial}
		}
		repeats.times++
	}
	if r.repeats == nil {
		r.repeats = map[question]told{}
	}
	r.repeats[q] = repeats
}

// decoder is the reader of a value of a schema as the runtime wants it.
func (r *run) decoder(s *child) func(*any, *runtime.Decoder) {
	return func(v *any, d *runtime.Decoder) { s.decode(r, v, d) }
}

// is reports whether a value satisfies a schema; nothing is recorded.
func (r *run) is(c *runtime.Checker, v any, s *child) bool {
	q := s.question(v)
	if verdict, known := r.verdicts[q]; known {
		return verdict
	}
	r.silent++
	verdict := runtime.Is(c, v, r.check(s))
	r.silent--
	if r.verdicts == nil {
		r.verdicts = map[question]bool{}
	}
	r.verdicts[q] = verdict
	return verdict
}

// mostRefused is how often one value is held against one schema that it breaks. An error lists far fewer
// issues, so that all more would only be counted.
const mostRefused = 1000

// holdAlso holds a value against a further schema. Definitions that lead to each other in several ways
// would have this done anew for each way, of which there are as many as two to the power of their number.
func (r *run) holdAlso(c *runtime.Checker, v any, s *child) {
	q := s.question(v)
	if r.verdicts[q] {
		return
	}
	if r.refused[q] >= mostRefused {
		c.Issue(s.holder, nil, nil)
		return
	}
	mark := c.Mark()
	s.hold(r, c, v)
	if c.SoundSince(mark) {
		if r.verdicts == nil {
			r.verdicts = map[question]bool{}
		}
		r.verdicts[q] = true
		return
	}
	if r.refused == nil {
		r.refused = map[question]int{}
	}
	r.refused[q]++
}

// closeness holds a value against a branch on the side.
func (r *run) closeness(c *runtime.Checker, v any, branch *child) runtime.Closeness {
	q := branch.question(v)
	if known, ok := r.faults[q]; ok {
		return known
	}
	outer := r.trial
	r.trials++
	r.trial = r.trials
	near := c.Apart(func(c *runtime.Checker) { branch.hold(r, c, v) })
	r.trial = outer
	if r.faults == nil {
		r.faults = map[question]runtime.Closeness{}
	}
	r.faults[q] = near
	return near
}

// noBranch records that no branch of a choice fits. The issues of the closest one follow where it
// is certainly the one that was meant: no other is as close, and the JSON type is right.
func (r *run) noBranch(c *runtime.Checker, v any, word string, labels []string, branches []*child) {
	if r.silent > 0 {
		c.Issue(word, nil, nil)
		return
	}
	c.Issue(word, labels, v)
	var best *child
	var least runtime.Closeness
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
