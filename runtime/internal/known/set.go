// Package known remembers which values the results of one conversation had: as keyed hashes, within a bound.
package known

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// Set is what is known in one conversation, by source: a name for where values were found. It may be used by
// many goroutines at once.
type Set struct {
	mu      sync.Mutex
	key     [sha256.Size]byte
	most    int
	size    int // values of all sources
	sources map[string]hashes
}

// hashes are the values of one source, nil if they were dropped, so that it cannot be said what is unknown. At a million
// values, a value that was never seen is taken for one of them once in 10^13 times.
type hashes map[uint64]struct{}

// New makes an empty set whose hashes are keyed by the secret, and which keeps at most that many values.
func New(secret []byte, most int) *Set {
	return &Set{key: sha256.Sum256(secret), most: most, sources: map[string]hashes{}}
}

// Add notes a value of a source. Beyond the bound, the values of the largest source are dropped.
func (s *Set) Add(from, value string) {
	h := s.hash(value)
	s.mu.Lock()
	defer s.mu.Unlock()
	src, known := s.sources[from]
	if !known {
		src = hashes{}
		s.sources[from] = src
	}
	if _, has := src[h]; has || src == nil {
		return
	}
	src[h] = struct{}{}
	if s.size++; s.size > s.most {
		s.giveUp()
	}
}

// giveUp drops the values of the largest source.
func (s *Set) giveUp() {
	names := slices.Sorted(maps.Keys(s.sources))
	largest := slices.MaxFunc(names, func(a, b string) int { return len(s.sources[a]) - len(s.sources[b]) })
	s.size -= len(s.sources[largest])
	s.sources[largest] = nil
}

// Has reports whether a value may have been in one of the sources: it was, or values of one were dropped.
func (s *Set) Has(value string, from ...string) bool {
	h := s.hash(value)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range from {
		if src, known := s.sources[name]; known {
			if _, has := src[h]; has || src == nil {
				return true
			}
		}
	}
	return false
}

// hash is the keyed hash of a value. 42, 42.0 and "42" are one value: schemas and services often disagree on
// whether an identifier is a number.
func (s *Set) hash(value string) uint64 {
	if decimal.IsNumber(value) {
		value = decimal.Parse(value).Canonical()
	}
	sum := sha256.Sum256(append(s.key[:len(s.key):len(s.key)], value...))
	return binary.BigEndian.Uint64(sum[:])
}

var errUnreadable = errors.New("known values: the text is not one that was saved, or was saved under another secret")

// saved is a set as JSON.
type saved struct {
	Check   uint64            // tells secrets apart
	Sources map[string][]byte // the hashes of each source, eight bytes each; null where values were dropped
}

// check identifies the secret: the hash of a value that no call can have.
func (s *Set) check() uint64 { return s.hash("\xff check") }

// Save writes the set down: names of sources and hashes, in a fixed order.
func (s *Set) Save() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := saved{s.check(), map[string][]byte{}}
	for name, src := range s.sources {
		if out.Sources[name] = nil; src == nil {
			continue
		}
		text := []byte{}
		for _, h := range slices.Sorted(maps.Keys(src)) {
			text = binary.BigEndian.AppendUint64(text, h)
		}
		out.Sources[name] = text
	}
	text, _ := json.Marshal(out) // which has nothing that does not marshal
	return text
}

// Load adds what was saved. A text that it cannot read changes nothing.
func (s *Set) Load(text []byte) error {
	var in saved
	if json.Unmarshal(text, &in) != nil || in.Check != s.check() {
		return errUnreadable
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, text := range in.Sources {
		src, known := s.sources[name]
		s.size -= len(src)
		switch {
		case text == nil:
			src = nil
		case !known:
			src = hashes{}
		}
		if s.sources[name] = src; src == nil {
			continue
		}
		for h := range slices.Chunk(text[:len(text)/8*8], 8) {
			src[binary.BigEndian.Uint64(h)] = struct{}{}
		}
		s.size += len(src)
	}
	for s.size > s.most {
		s.giveUp()
	}
	return nil
}
