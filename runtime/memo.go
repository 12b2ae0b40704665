package runtime

import "reflect"

// memo is what was found out about parts of a value in the course of one check.
type memo struct {
	verdicts map[question]bool
	faults   map[question]Closeness
	repeats  map[question]int // how often a part was checked and had issues, 0 for one that is sound
	named    map[uintptr]bool // whether the function at an address captures no variables
	enums    [4]*keptEnum
}

// question asks what a check function says of a part of the value. Objects and arrays are told
// apart by their identity; the pointer keeps them alive, so that no other takes their place.
type question struct {
	check  uintptr
	at     any
	length int
}

// questionOf is the question what check says of v; it is not ok for scalars, which are quickly
// checked anew.
func questionOf(v any, check func(*Checker, any)) (q question, ok bool) {
	switch v := v.(type) {
	case map[string]any:
		q.at, q.length = reflect.ValueOf(v).UnsafePointer(), -1
	case []any:
		q.at, q.length = reflect.ValueOf(v).UnsafePointer(), len(v)
	default:
		return q, false
	}
	q.check = reflect.ValueOf(check).Pointer()
	return q, true
}

func (c *Checker) remember() {
	if c.memo == nil {
		c.memo = &memo{
			verdicts: map[question]bool{}, faults: map[question]Closeness{},
			repeats: map[question]int{}, named: map[uintptr]bool{},
		}
	}
}
