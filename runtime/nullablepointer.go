package runtime

import "encoding/json"

// NullablePointer is a [Nullable] that keeps its value elsewhere, for a type that holds itself, or
// that is too large to be part of another. Copies share the value.
type NullablePointer[T any] struct {
	value *T // nil without a value
	null  bool
}

// NullPointerOf is null.
func NullPointerOf[T any]() NullablePointer[T] { return NullablePointer[T]{null: true} }

// ValuePointerOf is a value.
func ValuePointerOf[T any](v T) NullablePointer[T] { return NullablePointer[T]{value: &v} }

// Get returns the value, and whether there is one.
func (n NullablePointer[T]) Get() (v T, ok bool) {
	if n.value != nil {
		v, ok = *n.value, true
	}
	return v, ok
}

// IsNull reports whether it is null.
func (n NullablePointer[T]) IsNull() bool { return n.null }

// IsZero reports whether it is absent.
func (n NullablePointer[T]) IsZero() bool { return n.value == nil && !n.null }

// SetNull makes it null.
func (n *NullablePointer[T]) SetNull() { n.value, n.null = nil, true }

// Set makes it a value and returns the place of that value, which no copy shares.
func (n *NullablePointer[T]) Set() *T {
	n.value, n.null = new(T), false
	return n.value
}

// Value returns the place of the value, nil where there is none.
func (n *NullablePointer[T]) Value() *T { return n.value }

// Or is the value, or def where the field is absent. Null is the zero value.
func (n NullablePointer[T]) Or(def T) T {
	if n.IsZero() {
		return def
	}
	v, _ := n.Get()
	return v
}

// MarshalJSON writes the value, or null.
func (n NullablePointer[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(n.value)
}

// UnmarshalJSON reads a value or null with package encoding/json. The decoders of this package do
// not use it.
func (n *NullablePointer[T]) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		n.SetNull()
		return nil
	}
	return json.Unmarshal(data, n.Set())
}
