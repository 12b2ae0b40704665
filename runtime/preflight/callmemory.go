package preflight

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Memory stores which calls were made, and their answers, for gates that share it: those of several processes, or
// of a process and its successor. Package callstore implements it with a database.
//
// CompareAndSwap replaces the value under key by next if it is prev, and reports whether it did; nil means no
// value, as prev and as next. stored is the value afterwards. It must be atomic among all users of the memory. A
// key is short text; a value is JSON of up to 1 MiB and contains results of tools unmasked.
type Memory interface {
	CompareAndSwap(ctx context.Context, key string, prev, next []byte) (stored []byte, swapped bool, err error)
}

// WithMemory has the gate remember calls by their IDs in a memory that other gates may share, instead of in its
// own, which ends with it. If two gates get a call with one ID, one of them makes it, and the other reports that, or
// its result. If the memory fails, no call with an ID is made.
//
// A call that had started when its process died is not made again: it is not known whether the tool did its work. A
// call that died earlier, while a person was asked, may be made again after the question would have expired.
func WithMemory(m Memory) Option { return Option{func(c *config) { c.memory = m }} }

// callState is how far a call has come.
type callState string

const (
	stateTaken    callState = "taken"    // the tool has not started yet
	stateRunning  callState = "running"  // the tool has started
	stateAnswered callState = "answered" // the call has ended, or was submitted for approval
)

// entry is what a memory knows of a call. It does not change once it is stored.
type entry struct {
	State   callState           `json:"state"`
	By      string              `json:"by,omitempty"`      // the claim that wrote it
	Until   time.Time           `json:"until,omitzero"`    // when a claim ends whose owner died
	Asked   string              `json:"asked,omitempty"`   // digest of the call as the model made it, if it did
	Ran     string              `json:"ran,omitempty"`     // digest of the call as the tool got it, if it was reached
	Outcome Outcome             `json:"outcome,omitempty"` //
	Output  *runtime.ToolOutput `json:"output,omitempty"`  // nil if it is not kept

	text []byte    // its JSON, as stored in a Memory
	at   time.Time // when it was stored in an ownMemory
}

// callMemory is where a gate remembers calls. swap is [Memory].CompareAndSwap for entries.
type callMemory interface {
	swap(ctx context.Context, key string, prev, next *entry) (stored *entry, swapped bool, err error)
}

// Limits of the answers that an ownMemory keeps. The oldest are dropped first. When a result is dropped for its size,
// the gate still knows that the call was made.
const (
	maxAnswers     = 4096
	maxAnswerAge   = 24 * time.Hour
	maxAnswerBytes = 16 << 20
)

// ownMemory is the memory of a gate that shares none.
type ownMemory struct {
	mu       sync.Mutex
	byKey    map[string]*entry
	answered []string // keys, the oldest answer first
	bytes    int      // of the outputs
}

func (m *ownMemory) swap(_ context.Context, key string, prev, next *entry) (*entry, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.prune()
	if m.byKey[key] != prev {
		return m.byKey[key], false, nil
	}
	if prev != nil && prev.State == stateAnswered {
		m.bytes -= prev.size()
		m.answered = slices.DeleteFunc(m.answered, func(k string) bool { return k == key })
	}
	if next == nil {
		delete(m.byKey, key)
		return nil, true, nil
	}
	m.byKey[key] = next
	if next.State == stateAnswered {
		next.at = time.Now()
		m.bytes += next.size()
		m.answered = append(m.answered, key)
		m.prune()
	}
	return next, true, nil
}

// size is the size of what is kept of an output.
func (e *entry) size() int {
	if e.Output == nil {
		return 0
	}
	return len(e.Output.Payload) + len(e.Output.CallID)
}

// prune drops answers that are too old or too many.
func (m *ownMemory) prune() {
	for len(m.answered) > 0 {
		oldest := m.byKey[m.answered[0]]
		if len(m.answered) <= maxAnswers && time.Since(oldest.at) <= maxAnswerAge {
			break
		}
		m.bytes -= oldest.size()
		delete(m.byKey, m.answered[0])
		m.answered = m.answered[1:]
	}
	for i := 0; i < len(m.answered) && m.bytes > maxAnswerBytes; i++ {
		e := m.byKey[m.answered[i]]
		m.bytes -= e.size()
		bare := *e
		bare.Output = nil
		m.byKey[m.answered[i]] = &bare
	}
}

const (
	memoryTimeout  = 10 * time.Second
	maxSharedValue = 1 << 20 // bytes of a value; longer results are not stored
)

var errMemory = errors.New("preflight: the memory of calls failed")

// sharedMemory stores entries in a Memory.
type sharedMemory struct {
	memory Memory
	life   *life
}

// swap calls the memory, with a timeout.
func (m *sharedMemory) swap(ctx context.Context, key string, prev, next *entry) (*entry, bool, error) {
	type outcome struct {
		stored  []byte
		swapped bool
	}
	ctx, cancel := context.WithTimeout(ctx, memoryTimeout)
	defer cancel()
	o, err := apart(ctx, m.life, func(ctx context.Context) (o outcome, err error) {
		key := hex.EncodeToString([]byte(key))
		o.stored, o.swapped, err = m.memory.CompareAndSwap(ctx, key, slices.Clone(prev.encode()), slices.Clone(next.encode()))
		return o, err
	})
	switch {
	case err != nil:
		return nil, false, fmt.Errorf("%w: %w", errMemory, err)
	case o.swapped:
		return next, true, nil
	case o.stored == nil:
		return nil, false, nil
	}
	stored := &entry{}
	if json.Unmarshal(o.stored, stored) != nil {
		stored.State = "" // unreadable
	}
	stored.text = o.stored
	return stored, false, nil
}

// encode returns the JSON of an entry, nil for nil. A result that is too long, or not JSON, is left out.
func (e *entry) encode() []byte {
	if e == nil {
		return nil
	}
	if e.text == nil && e.size() < maxSharedValue { // what is longer does not get shorter
		e.text, _ = json.Marshal(e)
	}
	if e.text == nil || len(e.text) > maxSharedValue {
		bare := *e
		bare.Output = nil
		e.text = show.JSON(bare)
	}
	return e.text
}
