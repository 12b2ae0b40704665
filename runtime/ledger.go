package runtime

import (
	"math"
	"slices"
	"sync"
)

// Ledger counts the outcomes of calls at decision points, so that a model that repeats a mistake gets a
// longer hint, is then told to ask the user, and then to stop. The zero value is ready for use, by many
// goroutines at once.
//
// The caller defines what a decision point is, for example one step of one conversation. All calls that
// a model makes in one turn are one attempt, however many there are:
//
//	turn := ledger.Turn(conversation + "/" + step)
//	for _, call := range calls {
//		tool, _ := tools.Lookup(call.Name)
//		answers = append(answers, turn.Answer(tool, call, tools.Call(ctx, call)))
//	}
//
// The kind of a failure is its tool and the set of its fields and constraints, not its arguments, which a
// model may vary endlessly. The second failure of one kind has a hint that says what has changed since the
// last try, the third asks the user, and every further one says to stop. A failure whose issues are a proper
// subset of the previous ones is progress, not a repetition. If several calls of one turn would get the same
// hint, the first gets it and the others refer to it.
type Ledger struct {
	// MaxTurns is the number of failed turns at one decision point after which every hint says to stop,
	// whatever failed. Below 1 means 6.
	MaxTurns int
	// MaxFailures is the number of turns in which one tool may fail before a valid call: the last of them
	// asks the user, and every further one says to stop, whatever failed. All tools of a decision point
	// together may fail in twice as many turns. Tools that do not exist count as one. Below 1 means no limit.
	MaxFailures int
	// MaxPoints is the number of decision points that are kept; the oldest go first. Below 1
	// means 4,096.
	MaxPoints int
	// HintOptions are used for the hints that the ledger makes.
	HintOptions []HintOption

	mu     sync.Mutex
	points map[string]*decisionPoint
	order  []string
	stats  LedgerStats
}

const (
	defaultMaxTurns  = 6
	defaultMaxPoints = 4096
	// maxAttempts is the number of attempts that a decision point remembers, and maxKept the size of the arguments of
	// each, in bytes; those beyond maxMasked are not worth parsing for that.
	maxAttempts = 32
	maxKept     = 4 << 10
	maxMasked   = 1 << 20
	// maxToolRecords is the number of tools, and maxKinds the number of kinds of failures of one, that a
	// decision point remembers; maxToolKey is how many runes of a name count. The model may have invented the
	// names and the places of its failures.
	maxToolRecords = 256
	maxKinds       = 64
	maxToolKey     = 256
)

// LedgerStats are the counts of a ledger since its creation.
type LedgerStats struct {
	Turns   int `json:"turns"`   // turns that had a call
	Calls   int `json:"calls"`   // calls that were answered
	Blocked int `json:"blocked"` // calls that reached no handler, or that a backend refused

	Repeats  int `json:"repeats"`  // failures of a kind that the decision point had before
	Progress int `json:"progress"` // failures that were a proper subset of the previous one
	Stops    int `json:"stops"`    // failures answered with stop

	Failing   int `json:"failing"`   // times that a tool began to fail at a decision point
	Recovered int `json:"recovered"` // times that a valid call followed
	Valid     int `json:"valid"`     // turns with a valid call of a tool
	ValidIn   int `json:"valid_in"`  // how many turns these took together, the first included
}

// BlockRate is the share of calls that were blocked.
func (s LedgerStats) BlockRate() float64 { return ratio(s.Blocked, s.Calls) }

// SelfCorrectionRate is the share of failures that a valid call of the tool followed at the same decision
// point.
func (s LedgerStats) SelfCorrectionRate() float64 { return ratio(s.Recovered, s.Failing) }

// TurnsToValid is how many turns a valid call took on average; 1 is the best.
func (s LedgerStats) TurnsToValid() float64 { return ratio(s.ValidIn, s.Valid) }

func ratio(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// LedgerAttempt is one invalid call at a decision point.
type LedgerAttempt struct {
	Turn      int               `json:"turn"` // 1 is the first turn at the decision point
	CallID    string            `json:"call_id,omitempty"`
	Tool      string            `json:"tool"`      // as the model named it, truncated
	Arguments string            `json:"arguments"` // as the model wrote them, truncated; sensitive values are masked
	Number    int               `json:"number"`    // 1 is the first attempt to call the tool; calls of one turn share a number
	Issues    []ValidationIssue `json:"issues,omitempty"`
	Times     int               `json:"times"`    // how often this kind of failure has occurred so far
	Progress  bool              `json:"progress"` // a proper subset of the previous failure
	Action    Action            `json:"action"`   // what the model was told to do
	Hint      *RetryHint        `json:"hint"`     // what the model read
}

// decisionPoint is what has happened at one decision point.
type decisionPoint struct {
	turns    int // all of them
	failed   int // those with a failure
	tools    map[string]*toolRecord
	texts    map[string]*textRecord // by tool
	attempts []LedgerAttempt
}

// count is how often something has occurred, counted once a turn.
type count struct {
	times  int
	lastIn int // the last turn with it
}

func (c count) last() int { return c.lastIn }

// in counts a turn, and reports whether it is counted for the first time.
func (c *count) in(turn int) bool {
	if c.lastIn == turn {
		return false
	}
	c.times, c.lastIn = c.times+1, turn
	return true
}

// textRecord is a failure that is known by its text only, since the tool last ran or failed with another text.
type textRecord struct {
	count
	message string
}

// toolRecord has the failures of one tool at a decision point since its last valid call.
type toolRecord struct {
	count                    // of the turns in which it has failed
	since  int               // the turn in which it began to fail
	issues []string          // the places and constraints of the last failure
	kinds  map[string]*count // failures by kind
	before []string          // fields that have failed in turns before lastIn
	now    []string          // fields that have failed in lastIn
	values map[string]string // their values at the last try, in words
}

// recordOf is the record under a key, a new one if there is none. If there are too many, the oldest is removed.
func recordOf[R interface{ last() int }](records map[string]R, key string, most int, fresh func() R) R {
	r, known := records[key]
	if known {
		return r
	}
	if len(records) == most {
		oldest, least := "", math.MaxInt
		for key, r := range records {
			if at := r.last(); at < least || at == least && key < oldest {
				oldest, least = key, at
			}
		}
		delete(records, oldest)
	}
	r = fresh()
	records[key] = r
	return r
}

// Turn begins a turn of the model at a decision point.
func (l *Ledger) Turn(point string) *Turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	d := l.points[point]
	if d == nil {
		if l.points == nil {
			l.points = map[string]*decisionPoint{}
		}
		if limit := limitOr(l.MaxPoints, defaultMaxPoints); len(l.order) >= limit {
			delete(l.points, l.order[0])
			l.order = slices.Delete(l.order, 0, 1)
		}
		d = &decisionPoint{tools: map[string]*toolRecord{}, texts: map[string]*textRecord{}}
		l.points[point] = d
		l.order = append(l.order, point)
	}
	d.turns++
	return &Turn{ledger: l, point: d, number: d.turns, valid: map[string]bool{}, told: map[string]string{}}
}

// Forget drops a decision point whose decision has been made. The counts stay.
func (l *Ledger) Forget(point string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.points[point] != nil {
		delete(l.points, point)
		l.order = slices.DeleteFunc(l.order, func(p string) bool { return p == point })
	}
}

// Attempts returns the last 32 invalid calls at a decision point, oldest first, without those of tools that were
// called correctly since.
func (l *Ledger) Attempts(point string) []LedgerAttempt {
	l.mu.Lock()
	defer l.mu.Unlock()
	if d := l.points[point]; d != nil {
		return slices.Clone(d.attempts)
	}
	return nil
}

// Stats returns the counts by now.
func (l *Ledger) Stats() LedgerStats {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stats
}
