package golang

import "github.com/toolgen/toolgen/gen/model"

// The checks of a subschema stand in place, where a reader looks for them. A subschema that many
// others refer to would stand in many places, and what it refers to in more: twice as much code with
// each step, 2^n for a definition n steps down. So what holds further subschemas stands in a few
// places at most, and is a function from then on. The code of a file is then no more than so many
// times its schemas.

// How often the code for a schema that holds others stands in place. Tests of the fields of a struct
// cannot become a function: what is held against the struct once more takes the object as any, which
// is dearer while decoding.
const (
	mostCopies = 3
	mostHeld   = 8
)

// copied is a schema and the kind of code that stands in place for it.
type copied struct {
	t  *model.Type
	as inPlace
}

type inPlace uint8

const (
	asCheck    inPlace = iota // anyFunc
	asSeenKeys                // evaluate
	asSeenItems
	asHeld      // hold and holdStruct
	asCondition // satisfied
)

// mostDeep is how deep functions without a name stand within each other, and the code with them.
const mostDeep = 12

// shares reports whether the checks of a schema are a function from now on; it counts that they are
// asked for.
func (f *file) shares(t *model.Type) bool {
	return f.copied(t, asCheck) || f.depth >= mostDeep && len(subschemas(t)) > 0
}

func (f *file) copied(t *model.Type, as inPlace) bool {
	if len(subschemas(t)) == 0 {
		return false
	}
	most := mostCopies
	if as == asHeld || as == asCondition {
		most = mostHeld
	}
	c := copied{t, as}
	f.copies[c]++
	return f.copies[c] > most
}
