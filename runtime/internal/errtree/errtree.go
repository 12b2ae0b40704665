// Package errtree searches what an error wraps and joins.
package errtree

// All returns the errors of a type in the tree of an error, depth first. It does not look into those that it returns.
func All[T any](err error) (found []T) {
	switch e := err.(type) {
	case nil:
	case T:
		return []T{e}
	case interface{ Unwrap() []error }:
		for _, part := range e.Unwrap() {
			found = append(found, All[T](part)...)
		}
	case interface{ Unwrap() error }:
		return All[T](e.Unwrap())
	}
	return found
}
