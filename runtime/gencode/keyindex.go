package gencode

import (
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/word"
	"slices"
	"sync/atomic"
)

// fewKeys is the number of keys up to which comparing one by one beats hashing.
const fewKeys = 16

// keyIndex is what is made of the keys of a spec when it is first needed: to compare them, to give
// issues their place, and to find keys of large specs that come out of order.
type keyIndex struct {
	shape atomic.Pointer[shape]
	steps atomic.Pointer[[]string]
	byKey atomic.Pointer[map[string]int]
}

// shape is what the reading of an object compares it with.
type shape struct {
	written  []writtenKey // none where each key has to be searched for
	required uint64       // the required keys, by index
	beyond   bool         // there are more, from the 65th key on
}

// writtenKey is a key the way compact JSON writes it, with its quotes, its colon and the comma before
// it: ,"key":. It is cut into words, so that to compare it with a text takes two loads, whatever its
// length up to 16.
type writtenKey struct {
	head, mask uint64 // the first eight bytes, and which of them count: fewer where it is shorter
	tail       uint64 // the last eight bytes, where it is longer
	size       int
	text       string
}

// isAt reports whether the text has the key at offset p, and whatever but a comma before it.
func (k *writtenKey) isAt(src []byte, p int) bool {
	return k.size-1 <= len(src)-p && string(src[p:p+k.size-1]) == k.text[1:]
}

// newShape makes the shape at the first use. Each key has to be searched for where blank counts as absent, since every
// value has to be looked at, which the search does; and where JSON has to escape a key, which then is
// not what its bytes in the text are.
//
//go:noinline
func (s *ObjectSpec) newShape() *shape {
	made := &shape{written: make([]writtenKey, 0, len(s.Keys))}
	for _, key := range s.Keys {
		if stop, _ := scanPlain([]byte(key+padding), 0); s.Blank || stop != len(key) {
			made.written = nil
			break
		}
		k := writtenKey{text: `,"` + key + `":`}
		k.size = len(k.text)
		k.head, k.mask = word.LoadText(k.text+padding, 0), ^uint64(0)
		if k.size < 8 {
			k.mask >>= 8 * (8 - k.size)
		} else {
			k.tail = word.LoadText(k.text, k.size-8)
		}
		made.written = append(made.written, k)
	}
	for _, i := range s.Required {
		if i < 64 {
			made.required |= 1 << i
		} else {
			made.beyond = true
		}
	}
	s.index.shape.Store(made)
	return made
}

// step is key i as a step of a path: whether it needs quotes is found out once.
func (s *ObjectSpec) step(i int) string {
	known := s.index.steps.Load()
	if known == nil {
		made := make([]string, len(s.Keys))
		for j, key := range s.Keys {
			made[j] = fieldpath.Key(key)
		}
		known = &made
		s.index.steps.Store(known)
	}
	return (*known)[i]
}

// find is the index of key, or -1. The search begins at from, the position after the last key,
// because keys that are not next are mostly near: an optional one was left out.
func (s *ObjectSpec) find(key []byte, from int) int {
	if len(s.Keys) > fewKeys {
		return s.lookUp(key)
	}
	for i := from; i < len(s.Keys); i++ {
		if s.Keys[i] == string(key) {
			return i
		}
	}
	for i := range min(from, len(s.Keys)) {
		if s.Keys[i] == string(key) {
			return i
		}
	}
	return -1
}

func (s *ObjectSpec) lookUp(key []byte) int {
	if i, ok := s.indexes()[string(key)]; ok {
		return i
	}
	return -1
}

func (s *ObjectSpec) indexes() map[string]int {
	byKey := s.index.byKey.Load()
	if byKey == nil {
		fresh := make(map[string]int, len(s.Keys))
		for i, k := range s.Keys {
			fresh[k] = i
		}
		byKey = &fresh
		s.index.byKey.Store(byKey)
	}
	return *byKey
}

// nullable reports whether key i accepts null.
func (s *ObjectSpec) nullable(i int) bool { return slices.Contains(s.Nullable, i) }

// required reports whether key i must be there.
func (s *ObjectSpec) required(i int) bool { return slices.Contains(s.Required, i) }
