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
	sources map[string]*source
}

// source has the values of one source as hashes. At a million values, a value that was never seen is taken for
// one of them once in 10^13 times.
type source struct {
	hashes map[uint64]struct{}
	open   bool // values were dropped, so that it cannot be said what is unknown
}

// New makes an empty set whose hashes are keyed by the secret, and which keeps at most that many values.
func New(secret []byte, most int) *Set {
	return &Set{key: sha256.Sum256(secret), most: most, sources: map[string]*source{}}
}

// Add notes a value of a source. Beyond the bound, the values of the largest source are dropped.
func (s *Set) Add(from, value string) {
	h := s.hash(value)
	s.mu.Lock()
	defer s.mu.Unlock()
	src := s.sources[from]
	if src == nil {
		src = &source{hashes: map[uint64]struct{}{}}
		s.sources[from] = src
	}
	if _, has := src.hashes[h]; has || src.open {
		return
	}
	src.hashes[h] = struct{}{}
	if s.size++; s.size > s.most {
		s.giveUp()
	}
}

// giveUp drops the values of the largest source.
func (s *Set) giveUp() {
	var largest *source
	for _, name := range slices.Sorted(maps.Keys(s.sources)) {
		if src := s.sources[name]; largest == nil || len(src.hashes) > len(largest.hashes) {
			largest = src
		}
	}
	s.size -= len(largest.hashes)
	largest.hashes, largest.open = nil, true
}

// Has reports whether a value may have been in one of the sources: it was, or values of one were dropped.
func (s *Set) Has(value string, from ...string) bool {
	h := s.hash(value)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range from {
		if src := s.sources[name]; src != nil {
			if _, has := src.hashes[h]; has || src.open {
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
		if out.Sources[name] = nil; src.open {
			continue
		}
		hashes := []byte{}
		for _, h := range slices.Sorted(maps.Keys(src.hashes)) {
			hashes = binary.BigEndian.AppendUint64(hashes, h)
		}
		out.Sources[name] = hashes
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
	for name, hashes := range in.Sources {
		src := &source{hashes: map[uint64]struct{}{}, open: hashes == nil}
		if old := s.sources[name]; old != nil {
			s.size -= len(old.hashes)
			src.hashes, src.open = old.hashes, old.open || src.open
		}
		if s.sources[name] = src; src.open {
			src.hashes = nil
			continue
		}
		for h := range slices.Chunk(hashes[:len(hashes)/8*8], 8) {
			src.hashes[binary.BigEndian.Uint64(h)] = struct{}{}
		}
		s.size += len(src.hashes)
	}
	for s.size > s.most {
		s.giveUp()
	}
	return nil
}
