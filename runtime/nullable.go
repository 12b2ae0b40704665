package runtime

import "encoding/json"

// Nullable is a field that may be absent, null or a value. The zero Nullable is absent; a field
// of this type needs the tag option omitzero.
type Nullable[T any] struct {
	value T
	state nullableState
}

type nullableState uint8

const (
	isAbsent nullableState = iota
	isNull
	isValue
)

// NullOf is null.
func NullOf[T any]() Nullable[T] { return Nullable[T]{state: isNull} }

// ValueOf is a value.
func ValueOf[T any](v T) Nullable[T] { return Nullable[T]{value: v, state: isValue} }

// No method is inlined: that keeps the packages of users small and quick to compile.

// Get returns the value, and whether there is one.
//
//go:noinline
func (n Nullable[T]) Get() (T, bool) { return n.value, n.state == isValue }

// Or is the value, or def where the field is absent. Null is the zero value.
//
//go:noinline
func (n Nullable[T]) Or(def T) T {
	if n.state == isAbsent {
		return def
	}
	return n.value
}

// IsNull reports whether it is null.
//
//go:noinline
func (n Nullable[T]) IsNull() bool { return n.state == isNull }

// IsZero reports whether it is absent.
//
//go:noinline
func (n Nullable[T]) IsZero() bool { return n.state == isAbsent }

// SetNull makes it null.
//
//go:noinline
func (n *Nullable[T]) SetNull() {
	var zero T
	n.value, n.state = zero, isNull
}

// Set makes it a value and returns the place of that value.
//
//go:noinline
func (n *Nullable[T]) Set() *T {
	n.state = isValue
	return &n.value
}

// Value returns the place of the value, nil where there is none.
//
//go:noinline
func (n *Nullable[T]) Value() *T {
	if n.state != isValue {
		return nil
	}
	return &n.value
}

// MarshalJSON writes the value, or null.
//
//go:noinline
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.state != isValue {
		return []byte("null"), nil
	}
	return json.Marshal(&n.value) // by its address, so that methods of pointers are found
}

// UnmarshalJSON reads a value or null with package encoding/json. The decoders of this package do
// not use it.
//
//go:noinline
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		n.SetNull()
		return nil
	}
	return json.Unmarshal(data, n.Set())
}
