package repair

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Tool is what the engine must know of a tool.
type Tool struct {
	Name   string
	About  string // its description
	Schema *Schema
	Grave  bool // its calls cannot be taken back, as its annotations say
	// Check is the tool's strict decoder: the faults of a text. No outcome that it refuses is certain.
	Check func(text []byte) []Fault
}

// Repair reads a call and fits it to the tool's schema.
func Repair(call string, t Tool) Outcome {
	r := read(call)
	var out Outcome
	if len(r.roots) == 1 && len(r.roots[0].Items) > 1 && !t.Schema.takes(Array) && !slices.ContainsFunc(r.roots[0].Items, isNoObject) {
		r.roots, r.apart = r.roots[0].Items[:1], r.roots[0].Items[1:] // several calls
		r.doubt(noteSeveral)
	}
	v, others := joined(r.roots, r.apart)
	switch {
	case v == nil && strings.TrimSpace(call) != "":
		return out
	case v == nil || v.Kind == Null && !t.Schema.takes(Null):
		v, out.Blank = &Node{Kind: Object}, true
	}
	out.Edits = r.edits
	if r.cut {
		out.Edits = append(out.Edits, Edit{Kind: Close, Exact: r.closed && !r.lost})
	}
	f := &fitter{strict: t.Grave || isDangerous(t.Name, t.About), secret: t.Schema.KeySet().Secret, tool: t.Name, left: baseSteps + nodeSteps*r.nodes}
	fit := f.fit(v, t.Schema, "")
	if fit.node == nil && t.Schema.takes(Object) {
		fit = f.fit(&Node{Kind: Object}, t.Schema, "")
		fit.unplaced = append(fit.unplaced, Unplaced{Value: v})
	}
	out.Ask, out.Corrected = fit.asks, fit.node
	out.Unplaced = slices.Concat(fit.unplaced, others)
	out.Edits = append(out.Edits, fit.edits...)
	out.keep(t)
	out.prove(t)
	return out
}

func isNoObject(n *Node) bool { return n.Kind != Object }

// joined makes one value of several. Equal values are one, and objects without a common key are merged if nothing stands
// between them. Otherwise the first value counts.
func joined(roots, apart []*Node) (*Node, []Unplaced) {
	if len(roots) == 0 {
		return nil, nil
	}
	v := roots[0]
	var others []Unplaced
	for i, r := range slices.Concat(roots[1:], apart) {
		isTaken := func(m Member) bool { return v.get(m.Key) != nil }
		switch {
		case equal(v, r):
		case i < len(roots)-1 && v.Kind == Object && r.Kind == Object && !slices.ContainsFunc(r.Members, isTaken):
			both := *v
			both.Members = append(slices.Clone(v.Members), r.Members...)
			v = &both
		default:
			others = append(others, Unplaced{Value: r, Why: second})
		}
	}
	return v, others
}

// keep leaves texts as they were written whose only fault is their format, if the decoder does not check formats. The first
// of them tells.
func (o *Outcome) keep(t Tool) {
	isChecked := t.Check == nil || o.Corrected == nil
	asked := true
	stays := func(field string, v *Node, s *Schema) bool {
		if isChecked || v == nil || v.Kind != String || !slices.Equal(faults(v, s), []string{"format"}) {
			return false
		}
		n := o.Corrected.put(fieldpath.Split(field), v)
		if n != nil && asked {
			asked = false
			isChecked = slices.ContainsFunc(t.Check([]byte(n.JSON())), func(f Fault) bool { return f.Field == field && f.Constraint == "format" })
		}
		if n == nil || isChecked {
			return false
		}
		o.Corrected = n
		return true
	}
	o.Ask = slices.DeleteFunc(o.Ask, func(a Ask) bool { return a.Cause == OutOf && stays(a.Field, a.Got, a.Schema) })
	o.Edits = slices.DeleteFunc(o.Edits, func(e Edit) bool {
		return e.Kind == Reformat && stays(e.Field, valueOf(e.From), t.Schema.At(e.Field))
	})
}

// maxProofs bounds the decodes of one call.
const maxProofs = 12

// prove checks the corrected call with the strict decoder. What the decoder refuses, and is not asked for yet, is
// asked for; an undeclared key that it refuses has no place.
func (o *Outcome) prove(t Tool) {
	for range maxProofs {
		if t.Check == nil || o.Corrected == nil {
			return
		}
		changed := false
		o.Faults = nil
		for _, fault := range t.Check([]byte(o.Corrected.JSON())) {
			switch {
			case o.asked(fault, t.Schema):
			case o.refuse(fault, t.Schema):
				changed = true
			default:
				o.Faults = append(o.Faults, fault)
			}
		}
		if !changed {
			return
		}
	}
}

// asked reports whether a fault is about a place that is asked for already, or about what is around it because of
// that.
func (o *Outcome) asked(fault Fault, root *Schema) bool {
	outer := parent(fault.Field)
	// Without what is asked for, the decoder cannot tell variants apart.
	unsure := fault.Constraint == "required" && len(at(root, outer).Variants) > 0
	return slices.ContainsFunc(o.Ask, func(a Ask) bool {
		switch {
		case unsure && slices.Equal(parent(a.Field), outer):
			return true
		case isRule(fault.Constraint):
			return false
		}
		return fieldpath.Leads(a.Field, fault.Field) || fieldpath.Leads(fault.Field, a.Field) && fault.Constraint != "additionalProperties"
	})
}

// parent returns the steps to what a place is in.
func parent(place string) []fieldpath.Step {
	steps := fieldpath.Split(place)
	return steps[:max(0, len(steps)-1)]
}

// refuse takes a value that the decoder refuses out of the corrected call.
func (o *Outcome) refuse(fault Fault, root *Schema) bool {
	steps := fieldpath.Split(fault.Field)
	missing := isMissing(fault.Constraint)
	lost := o.Corrected.below(steps)
	switch {
	case len(steps) == 0 || isRule(fault.Constraint) || lost == nil && !missing:
		return false
	case lost != nil && len(lost.Members)+len(lost.Items) > 0 && !constraint.IsExtraKey(fault.Constraint):
		return false // what is in it is not lost for a fault of the whole
	case lost != nil:
		o.Corrected = o.Corrected.put(steps, nil)
	}
	o.blame(fault, lost, at(root, steps), root)
	return true
}

// blame notes that a value is missing, has no place, or has to be given again.
func (o *Outcome) blame(fault Fault, got *Node, s, root *Schema) {
	if isMissing(fault.Constraint) {
		ask := Ask{Field: fault.Field, Cause: Missing, Schema: s}
		if i := slices.IndexFunc(o.Edits, func(e Edit) bool { return e.Kind == Remove && e.Field == fault.Field }); i >= 0 {
			ask.Got = valueOf(o.Edits[i].From) // to leave it out is not enough
			o.Edits = slices.Delete(o.Edits, i, i+1)
		}
		o.Ask = append(o.Ask, ask)
		return
	}
	if constraint.IsExtraKey(fault.Constraint) {
		u := Unplaced{Place: fault.Field, Value: got}
		if got != nil {
			u.Place = cmp.Or(got.Place, u.Place)
		}
		if fault.Constraint == "propertyNames" {
			u.Why = at(root, parent(fault.Field)).keyWords()
		}
		o.Unplaced = append(o.Unplaced, u)
		return
	}
	cause := Refused
	if !fault.Said && wants(s) != "" && (fault.Constraint == "type" || got.Kind != 0 && got.scalar() && !fits(got, s)) {
		cause = OutOf
	}
	o.Edits = slices.DeleteFunc(o.Edits, func(e Edit) bool {
		if e.Field != fault.Field || !slices.Contains([]EditKind{Convert, Match, Reformat}, e.Kind) {
			return false
		}
		place := got.Place
		got = valueOf(e.From) // what the call has
		got.Place = place
		return true
	})
	o.Ask = append(o.Ask, Ask{Field: fault.Field, Cause: cause, Got: got, Schema: s, Fault: fault})
}

// isRule reports whether a constraint is about several values of an object.
func isRule(constraint string) bool {
	return slices.Contains([]string{"rule", "exactlyOneOf", "atLeastOneOf", "atMostOneOf", "requires", "excludes"}, constraint)
}

func isMissing(constraint string) bool {
	return constraint == "required" || constraint == "dependentRequired"
}

// Faulty is the outcome of a call whose text is not known, made from its faults.
func Faulty(faults []Fault, root *Schema) Outcome {
	var o Outcome
	for _, fault := range faults {
		s := root.At(fault.Field)
		switch {
		case fault.Constraint == constraint.JSON || fault.Constraint == constraint.Truncated:
			o.Edits = append(o.Edits, Edit{Kind: Syntax, To: fault.Message})
		case !isMissing(fault.Constraint) && !constraint.IsExtraKey(fault.Constraint) && (fault.Field == "" || isRule(fault.Constraint)):
			o.Faults = append(o.Faults, fault)
		case constraint.IsExtraKey(fault.Constraint):
			o.blame(fault, nil, s, root) // what came is the key
		default:
			o.blame(fault, valueOf(fault.Got), s, root)
		}
	}
	return o
}

// valueOf reads a value from its JSON. Text that is not JSON stands for an unknown value.
func valueOf(json string) *Node {
	if r := read(json); len(r.roots) == 1 && r.plain() {
		return r.roots[0]
	}
	return &Node{Text: cmp.Or(json, other)}
}

// Value reads a JSON text, nil if it is none.
func Value(text []byte) *Node {
	if n := valueOf(string(text)); n.Kind != 0 {
		return n
	}
	return nil
}

// Lookup returns the JSON of the values at places of a text, "" if there is none.
func Lookup(text string, places ...string) []string {
	if len(places) == 0 {
		return nil
	}
	found := make([]string, len(places))
	r := read(text)
	for i, place := range places {
		if len(r.roots) == 0 {
			break
		}
		if n := r.roots[0].below(fieldpath.Split(place)); n != nil {
			found[i] = n.JSON()
		}
	}
	return found
}

// Texts returns the strings and numbers at some places of a text, but for the shortest, which stand anywhere.
func Texts(text string, at func(place string) bool) (list []string) {
	const least = 4
	for _, root := range read(text).roots {
		root.walk("", func(n *Node, place string) {
			if n.Kind&(String|Number) != 0 && len(n.Text) >= least && at(place) {
				list = append(list, n.Text)
			}
		})
	}
	return list
}
