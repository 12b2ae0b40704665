package runtime

import (
	"slices"
	"sync/atomic"
)

// fewKeys is the number of keys up to which comparing one by one beats hashing.
const fewKeys = 16

// keyIndex finds keys of large specs. It is built at the first key that comes out of order.
type keyIndex struct {
	byKey atomic.Pointer[map[string]int]
	// escapes is 0 while nobody has looked, then one of the two below.
	escapes atomic.Uint32
}

const (
	noEscapes uint32 = 1 + iota
	someEscapes
)

// hasEscapes reports whether some key has a character that JSON has to escape. Such a key is not
// what its bytes in the text are: a"b would be taken for what is no JSON, and c\nd for another key.
func (s *ObjectSpec) hasEscapes() bool {
	if known := s.index.escapes.Load(); known != 0 {
		return known == someEscapes
	}
	return s.lookForEscapes()
}

//go:noinline
func (s *ObjectSpec) lookForEscapes() bool {
	known := noEscapes
	for _, key := range s.Keys {
		if stop, _ := scanPlain(key+padding, 0); stop != len(key) {
			known = someEscapes
		}
	}
	s.index.escapes.Store(known)
	return known == someEscapes
}

// find is the index of key, or -1. The search begins at from, the position behind the last key,
// because keys that are not next are mostly near: an optional one was left out.
func (s *ObjectSpec) find(key string, from int) int {
	if len(s.Keys) > fewKeys {
		return s.lookUp(key)
	}
	for i := from; i < len(s.Keys); i++ {
		if s.Keys[i] == key {
			return i
		}
	}
	for i := range min(from, len(s.Keys)) {
		if s.Keys[i] == key {
			return i
		}
	}
	return -1
}

func (s *ObjectSpec) lookUp(key string) int {
	byKey := s.index.byKey.Load()
	if byKey == nil {
		fresh := make(map[string]int, len(s.Keys))
		for i, k := range s.Keys {
			fresh[k] = i
		}
		byKey = &fresh
		s.index.byKey.Store(byKey)
	}
	if i, ok := (*byKey)[key]; ok {
		return i
	}
	return -1
}

// nullable reports whether key i accepts null.
func (s *ObjectSpec) nullable(i int) bool { return slices.Contains(s.Nullable, i) }

// required reports whether key i must be there.
func (s *ObjectSpec) required(i int) bool { return slices.Contains(s.Required, i) }
