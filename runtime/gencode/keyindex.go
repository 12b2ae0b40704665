package gencode

import (
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/word"
)

// keyIndex is what is made of the keys of a spec when it is first needed: to compare them with a text, to find those
// that come out of order, and to give issues their place.
type keyIndex struct {
	written  []writtenKey // none where each key has to be searched for
	byKey    map[string]int
	steps    []string // the keys as steps of a path
	required uint64   // the required keys, by index
	beyond   bool     // there are more, from the 65th key on
}

// indexed returns the index of the keys.
func (s *ObjectSpec) indexed() *keyIndex {
	if made := s.index.Load(); made != nil {
		return made
	}
	return s.newIndex()
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

// newIndex makes the index at the first use. Each key has to be searched for where blank counts as absent, since every
// value has to be looked at, which the search does; and where JSON has to escape a key, which then is
// not what its bytes in the text are.
//
//go:noinline
func (s *ObjectSpec) newIndex() *keyIndex {
	made := &keyIndex{written: make([]writtenKey, 0, len(s.Keys)), byKey: make(map[string]int, len(s.Keys))}
	compared := !s.Blank
	for i, key := range s.Keys {
		made.byKey[key] = i
		made.steps = append(made.steps, fieldpath.Key(key))
		stop, _ := scanPlain([]byte(key+padding), 0)
		compared = compared && stop == len(key)
		k := writtenKey{text: `,"` + key + `":`}
		k.size = len(k.text)
		k.head, k.mask = word.Load(k.text+padding, 0), ^uint64(0)
		if k.size < 8 {
			k.mask >>= 8 * (8 - k.size)
		} else {
			k.tail = word.Load(k.text, k.size-8)
		}
		made.written = append(made.written, k)
	}
	if !compared {
		made.written = nil
	}
	for _, i := range s.Required {
		if i < 64 {
			made.required |= 1 << i
		} else {
			made.beyond = true
		}
	}
	s.index.Store(made)
	return made
}

// step is key i as a step of a path.
func (s *ObjectSpec) step(i int) string { return s.indexed().steps[i] }

// find is the index of key, or -1.
func (s *ObjectSpec) find(key []byte) int {
	if i, ok := s.indexed().byKey[string(key)]; ok {
		return i
	}
	return -1
}

// nullable reports whether key i accepts null.
func (s *ObjectSpec) nullable(i int) bool { return slices.Contains(s.Nullable, i) }

// required reports whether key i must be there.
func (s *ObjectSpec) required(i int) bool { return slices.Contains(s.Required, i) }
