package dynamic

import (
	"slices"

	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// relations prepares the constraints on an object as a whole. Each runs if the fields it reads are valid: an
// invalid field neither causes a second issue nor hides issues of others.
func (p *program) relations(list []plan.Relation) func(d *gencode.Decoder, o *gencode.Object, m map[string]any, from int) {
	checks := make([]check, len(list))
	for i, of := range list {
		if of.Schema != nil {
			checks[i] = p.schema(of.Schema)
		} else {
			checks[i] = p.check(of.Keys)
		}
	}
	return func(d *gencode.Decoder, o *gencode.Object, m map[string]any, from int) {
		var whole any
		mark := -1
		for i, of := range list {
			if mark < 0 && of.Turn != plan.Firstly { // patterns concern other keys
				mark = d.Mark()
			}
			switch {
			case !sound(o, of.Reads), of.Turn == plan.Lastly && !d.SoundSince(mark):
			case of.Schema == nil:
				checks[i](&d.Checker, m)
			default:
				if whole == nil {
					whole = d.Whole(from, m)
				}
				checks[i](&d.Checker, whole)
			}
		}
	}
}

// sound reports whether the fields that a constraint reads are valid.
func sound(o *gencode.Object, of plan.Reads) bool {
	return (!of.All || o.SoundAll()) && o.Sound(of.Values...) && !slices.ContainsFunc(of.Needs, func(i int) bool { return !o.Has(i) })
}
