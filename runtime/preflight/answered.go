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

// How much a gate keeps of the calls that it has answered. The oldest are forgotten first; of a call
// whose result takes too much room the gate still knows that it was made.
const (
	maxAnswers     = 4096
	maxAnswerAge   = 24 * time.Hour
	maxAnswerBytes = 16 << 20
)

// ErrConflict is the cause of the error of a call under an ID that another call of its thread has had:
// of another tool, or with other arguments. A call that was only refused as invalid does not count. Where
// a provider gives the same IDs again, [Turn].Scope tells the calls apart.
var ErrConflict = errors.New("preflight: another call of the thread has had this ID")

var errAnswered = errors.New("the call was answered before, and the answer is not kept any more")

// digest tells calls of one ID apart.
type digest [sha256.Size]byte

// digestOf is the same for calls of one tool whose arguments are the same JSON: who delivers a call
// again may have written it differently. What is no JSON, or could be read in two ways, is the same as itself only:
// otherwise the call in which a model has mended that would be taken for the one that was refused.
// Of arguments beyond the limit nothing is read but how they begin: they are refused, whatever they are.
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

// answer is what a call has come to.
type answer struct {
	key     string
	asked   digest // as it came from the model, if it did
	ran     digest // as the tool has got it, if it was reached
	outcome Outcome
	out     runtime.ToolOutput
	size    int // of what is kept of out; 0 where that is nothing
	at      time.Time
}

// answers are the calls that were answered, by thread and ID.
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

// find is what is known of a call, nil for nothing.
func (s *answers) find(key string) *answer {
	s.prune()
	return s.byKey[key]
}

// keep notes an answer in place of the one before.
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

// prune forgets what is too old or too much.
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
