package preflight

import "slices"

// Limits of what a gate remembers. The oldest is dropped first.
const (
	maxPoints   = 4096
	maxHistory  = 64 // runs of a turn or thread
	maxAttempts = 32 // invalid calls of a decision point
)

// memory keeps values by key, at most maxPoints of them. It is not safe for concurrent use.
type memory[V any] struct {
	byKey map[string]*V
	order []string
}

// at returns the value under key, and creates it if necessary.
func (m *memory[V]) at(key string) *V {
	if v := m.byKey[key]; v != nil {
		return v
	}
	if m.byKey == nil {
		m.byKey = map[string]*V{}
	}
	if len(m.order) >= maxPoints {
		delete(m.byKey, m.order[0])
		m.order = slices.Delete(m.order, 0, 1)
	}
	v := new(V)
	m.byKey[key] = v
	m.order = append(m.order, key)
	return v
}

// find returns the value under key, or nil.
func (m *memory[V]) find(key string) *V { return m.byKey[key] }

// drop deletes the value under key.
func (m *memory[V]) drop(key string) {
	if m.byKey[key] != nil {
		delete(m.byKey, key)
		m.order = slices.DeleteFunc(m.order, func(k string) bool { return k == key })
	}
}

// last appends v to list and keeps the last n elements.
func last[T any](list []T, v T, n int) []T {
	if len(list) >= n {
		list = slices.Delete(list, 0, len(list)-n+1)
	}
	return append(list, v)
}
