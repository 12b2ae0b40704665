package preflight

import (
	"crypto/sha256"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
)

// Limits of the answers that a gate keeps. The oldest are dropped first. When a result is dropped for its size,
// the gate still knows that the call was made.
const (
	maxAnswers     = 4096
	maxAnswerAge   = 24 * time.Hour
	maxAnswerBytes = 16 << 20
)

// ErrConflict is the cause of the error of a call whose ID was used by another call of its thread: of another
// tool, or with other arguments. A call that was refused as invalid does not count. If a provider reuses IDs,
// [Turn].Scope distinguishes the calls.
var ErrConflict = errors.New("preflight: another call of the thread has had this ID")

var errAnswered = errors.New("the call was answered before, and the answer is not kept any more")

// digest distinguishes calls with one ID.
type digest [sha256.Size]byte

// digestOf is equal for calls of one tool whose arguments are equal as JSON, since a repeated delivery may be
// formatted differently. Arguments that are not JSON, or that are ambiguous, are compared as text: otherwise a
// corrected call would be taken for the one that was refused. Of arguments beyond the limit only the beginning is
// read: they are refused in any case.
func digestOf(call runtime.ToolCall, limit int) digest {
	if n := len(call.Arguments); n > limit {
		return digest([]byte(hashed("beyond", call.Name, strconv.Itoa(n), call.Arguments[:min(n, maxArguments)])))
	}
	args, err := canon.JSON([]byte(call.Arguments))
	if err != nil {
		args = []byte(call.Arguments)
	}
	return digest([]byte(hashed(call.Name, string(args))))
}

// answer is the answer to a call.
type answer struct {
	key     string
	asked   digest // of the call as the model made it, if it did
	ran     digest // of the call as the tool got it, if it was reached
	outcome Outcome
	out     runtime.ToolOutput
	size    int // of what is kept of out; 0 if nothing is
	at      time.Time
}

// answers holds the answers to calls, by thread and ID.
type answers struct {
	byKey map[string]*answer
	order []*answer // the oldest first
	bytes int
}

func answerKey(k callKey) string {
	kind := "answer"
	if k.approved {
		kind = "approved"
	}
	if k.scope == "" {
		return hashed(kind, k.thread, k.id)
	}
	return hashed(kind, k.thread, k.scope, k.id)
}

// find returns the answer under a key, nil if there is none.
func (s *answers) find(key string) *answer {
	s.prune()
	return s.byKey[key]
}

// keep stores an answer and replaces the one before.
func (s *answers) keep(a *answer) {
	if s.byKey == nil {
		s.byKey = map[string]*answer{}
	}
	if old := s.byKey[a.key]; old != nil {
		s.bytes -= old.size
		s.order = slices.DeleteFunc(s.order, func(o *answer) bool { return o == old })
	}
	a.at = time.Now()
	a.size = 1 + len(a.out.Payload) + len(a.out.CallID)
	s.bytes += a.size
	s.byKey[a.key] = a
	s.order = append(s.order, a)
	s.prune()
}

// prune drops answers that are too old or too many.
func (s *answers) prune() {
	n := 0
	for n < len(s.order) && (len(s.order)-n > maxAnswers || time.Since(s.order[n].at) > maxAnswerAge) {
		s.bytes -= s.order[n].size
		delete(s.byKey, s.order[n].key)
		n++
	}
	s.order = slices.Delete(s.order, 0, n)
	for i := 0; i < len(s.order) && s.bytes > maxAnswerBytes; i++ {
		s.bytes -= s.order[i].size
		s.order[i].out, s.order[i].size = runtime.ToolOutput{}, 0
	}
}
