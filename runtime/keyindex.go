package runtime

import (
	"slices"
	"sync/atomic"
)

// fewKeys is the number of keys up to which comparing one by one beats hashing.
const fewKeys = 16

// keyIndex is what is made of the keys of a spec when it is first used: to find keys of large specs,
// at the first key that comes out of order, and to compare them.
type keyIndex struct {
	byKey   atomic.Pointer[map[string]int]
	written atomic.Pointer[[]writtenKey]
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
func (k *writtenKey) isAt(src string, p int) bool {
	return k.size-1 <= len(src)-p && src[p:p+k.size-1] == k.text[1:]
}

// writtenKeys is every key as it is written. There is none where each key has to be searched for:
// where blank counts as absent, every value has to be looked at, which the search does; and a key that
// JSON has to escape is not what its bytes in the text are.
func (s *ObjectSpec) writtenKeys() []writtenKey {
	if known := s.index.written.Load(); known != nil {
		return *known
	}
	return s.writeKeys()
}

//go:noinline
func (s *ObjectSpec) writeKeys() []writtenKey {
	keys := make([]writtenKey, 0, len(s.Keys))
	for _, key := range s.Keys {
		if stop, _ := scanPlain(key+padding, 0); s.Blank || stop != len(key) {
			keys = nil
			break
		}
		k := writtenKey{text: `,"` + key + `":`}
		k.size = len(k.text)
		k.head, k.mask = load64(k.text+padding, 0), ^uint64(0)
		if k.size < 8 {
			k.mask >>= 8 * (8 - k.size)
		} else {
			k.tail = load64(k.text, k.size-8)
		}
		keys = append(keys, k)
	}
	s.index.written.Store(&keys)
	return keys
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
