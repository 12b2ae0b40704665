package repair

import (
	"slices"

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
	out.Truncated = r.cut
	v, second := joined(r.roots)
	if len(r.roots) > 1 {
		r.notes = append(r.notes, "several objects")
	}
	if v == nil {
		if !blank(call) {
			return out
		}
		v, out.Blank = &Node{Kind: Object}, true
	}
	out.Readable = true
	for _, e := range r.notes {
		out.Edits = append(out.Edits, Edit{Kind: Syntax, To: e, Exact: slices.Contains(usual, e)})
	}
	if r.cut {
		out.Edits = append(out.Edits, Edit{Kind: Close, Exact: r.closed && !r.lost})
	}
	f := &fitter{strict: t.Grave || isDangerous(t.Name, t.About), tool: t.Name, left: baseSteps + nodeSteps*nodes(v)}
	if v.Kind == Null && !t.Schema.takes(Null) {
		v, out.Blank = &Node{Kind: Object}, true
	}
	fit := f.fit(v, t.Schema, "")
	if !usable(fit, "") {
		if t.Schema.takes(Object) {
			blank := f.fit(&Node{Kind: Object}, t.Schema, "")
			blank.unplaced = append(blank.unplaced, Unplaced{Place: "", Value: v})
			fit = blank
		}
	}
	fit.unplaced = append(append(fit.unplaced, r.twice...), second...)
	out.Edits = append(out.Edits, fit.edits...)
	out.Ask, out.Unplaced, out.Corrected = fit.asks, fit.unplaced, fit.node
	out.Edits = settle(out.Edits, out.Corrected)
	out.prove(t)
	return out
}

// nodes counts the values of a tree.
func nodes(n *Node) int {
	count := 1
	for _, m := range n.Members {
		count += nodes(m.Value)
	}
	for _, item := range n.Items {
		count += nodes(item)
	}
	return count
}

func blank(text string) bool {
	for _, c := range text {
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return false
		}
	}
	return true
}

// joined makes one value of several: the same twice is one, objects without a common key are one, and
// of others the first counts.
func joined(roots []*Node) (*Node, []Unplaced) {
	if len(roots) == 0 {
		return nil, nil
	}
	v := roots[0]
	var second []Unplaced
	for _, r := range roots[1:] {
		switch {
		case equal(v, r):
		case v.Kind == Object && r.Kind == Object && !slices.ContainsFunc(r.Members, func(m Member) bool { return v.get(m.Key) != nil }):
			both := *v
			both.Members = append(slices.Clone(v.Members), r.Members...)
			v = &both
		default:
			second = append(second, Unplaced{Value: r, Second: true})
		}
	}
	return v, second
}

// placesOf gives, by their places in the call, where values are now.
func placesOf(root *Node) map[string]string {
	where := map[string]string{}
	root.walk("", func(n *Node, at string) {
		if _, known := where[n.Place]; !known {
			where[n.Place] = at
		}
	})
	return where
}

// settle writes into renames and moves where their values ended, and into other edits of containers what became
// of them, and leaves out steps on the way.
func settle(edits []Edit, root *Node) []Edit {
	where := placesOf(root)
	var out []Edit
	for i, e := range edits {
		if e.Kind == Move || e.Kind == Rename {
			if at, ok := where[e.From]; ok && e.From != "" {
				e.Field = at
			}
			later := slices.ContainsFunc(edits[i+1:], func(o Edit) bool { return (o.Kind == Move || o.Kind == Rename) && o.From == e.From })
			if later || e.Field == e.From {
				continue
			}
		}
		if e.Kind == Wrap || e.Kind == Split || e.Kind == Unwrap && e.To != "" {
			if n := root.below(fieldpath.Split(e.Field)); n != nil {
				e.To = n.JSON()
			}
		}
		out = append(out, e)
	}
	return out
}

// maxProofs bounds the decodes of one call.
const maxProofs = 12

// prove holds the corrected call against the strict decoder. What the decoder refuses, and is not
// asked for yet, is asked for; an undeclared key that it refuses has no place.
func (o *Outcome) prove(t Tool) {
	if t.Check == nil || o.Corrected == nil {
		return
	}
	for range maxProofs {
		changed := false
		o.Faults = nil
		for _, fault := range t.Check([]byte(o.Corrected.JSON())) {
			if o.asked(fault, t.Schema) {
				continue
			}
			if !o.refuse(fault, t.Schema) {
				o.Faults = append(o.Faults, fault)
				continue
			}
			changed = true
		}
		if !changed {
			return
		}
	}
}

// asked reports whether a fault is one of a place that is asked for already, or of its surroundings
// because of that.
func (o *Outcome) asked(fault Fault, root *Schema) bool {
	outer := parent(fault.Field)
	if fault.Constraint == "required" && len(at(root, outer).Variants) > 0 {
		for _, a := range o.Ask { // the decoder cannot tell the variants apart without it
			if slices.Equal(parent(a.Field), outer) {
				return true
			}
		}
	}
	if isRule(fault.Constraint) {
		return false
	}
	return slices.ContainsFunc(o.Ask, func(a Ask) bool {
		return a.Field == fault.Field || within(fault.Field, a.Field) ||
			within(a.Field, fault.Field) && fault.Constraint != "additionalProperties"
	})
}

// parent gives the steps to what a place is in.
func parent(place string) []fieldpath.Step {
	steps := fieldpath.Split(place)
	return steps[:max(0, len(steps)-1)]
}

// within reports whether a place lies below another.
func within(place, outer string) bool {
	return outer == "" || len(place) > len(outer) && place[:len(outer)] == outer && (place[len(outer)] == '.' || place[len(outer)] == '[')
}

// refuse takes a value out of the corrected call that the decoder refuses.
func (o *Outcome) refuse(fault Fault, root *Schema) bool {
	steps := fieldpath.Split(fault.Field)
	if len(steps) == 0 || isRule(fault.Constraint) {
		return false
	}
	s := at(root, steps)
	lost := o.Corrected.below(steps)
	node := o.Corrected.put(steps, nil)
	if lost != nil && !lost.scalar() && len(lost.Members)+len(lost.Items) > 0 && !isUnknown(fault.Constraint) {
		return false // what is in it is not lost for a fault of the whole
	}
	if isMissing(fault.Constraint) {
		if lost != nil { // it is blank, and counts as missing
			o.Corrected = node
		}
		missing := Ask{Field: fault.Field, Cause: Missing, Schema: s}
		if i := slices.IndexFunc(o.Edits, func(e Edit) bool { return e.Kind == Remove && e.Field == fault.Field }); i >= 0 {
			missing.Got = valueOf(o.Edits[i].From) // to leave it out is not enough
			o.Edits = slices.Delete(o.Edits, i, i+1)
		}
		o.Ask = append(o.Ask, missing)
		return true
	}
	if lost == nil {
		return false
	}
	o.Corrected = node
	o.blame(fault, lost, s, root)
	return true
}

// blame notes that a value has no place, or has to be given anew.
func (o *Outcome) blame(fault Fault, got *Node, s, root *Schema) {
	if isUnknown(fault.Constraint) {
		place := got.Place
		if place == "" {
			place = fault.Field
		}
		o.Unplaced = append(o.Unplaced, Unplaced{Place: place, Value: got, Names: keyDemand(fault, root)})
		return
	}
	cause := Refused
	if !fault.Said && wants(s) != "" && (fault.Constraint == "type" || got.Kind != 0 && got.scalar() && !fits(got, s)) {
		cause = OutOf
	}
	o.Ask = append(o.Ask, Ask{Field: fault.Field, Cause: cause, Got: got, Schema: s, Fault: fault})
}

// keyDemand says what the keys beside one that the decoder refuses must be, "" where that is not why.
func keyDemand(fault Fault, root *Schema) string {
	if fault.Constraint != "propertyNames" {
		return ""
	}
	return at(root, parent(fault.Field)).Demand(fault.Constraint)
}

// isRule reports whether a constraint is about several values of an object.
func isRule(constraint string) bool {
	switch constraint {
	case "rule", "exactlyOneOf", "atLeastOneOf", "atMostOneOf", "requires", "excludes":
		return true
	}
	return false
}

// isUnknown reports whether a constraint says that a key is not declared.
func isUnknown(constraint string) bool {
	switch constraint {
	case "additionalProperties", "unevaluatedProperties", "propertyNames":
		return true
	}
	return false
}

// Faulty is the outcome of a call whose text is not known: what its faults tell.
func Faulty(faults []Fault, root *Schema) Outcome {
	var o Outcome
	for _, fault := range faults {
		steps := fieldpath.Split(fault.Field)
		s := at(root, steps)
		switch {
		case fault.Constraint == "json" || fault.Constraint == "truncated":
			o.Edits = append(o.Edits, Edit{Kind: Syntax, To: fault.Message})
		case isMissing(fault.Constraint):
			o.Ask = append(o.Ask, Ask{Field: fault.Field, Cause: Missing, Schema: s})
		case !isUnknown(fault.Constraint) && (len(steps) == 0 || isRule(fault.Constraint)):
			o.Faults = append(o.Faults, fault)
		default:
			o.blame(fault, valueOf(fault.Got), s, root)
		}
	}
	return o
}

func isMissing(constraint string) bool {
	return constraint == "required" || constraint == "dependentRequired"
}

// valueOf reads a value from its JSON. Text that is no JSON stands for an unknown value.
func valueOf(json string) *Node {
	if r := read(json); len(r.roots) == 1 && len(r.notes) == 0 && !r.cut {
		return r.roots[0]
	}
	if json == "" {
		json = other
	}
	return &Node{Text: json}
}

// Value reads a JSON text, nil where it is none.
func Value(text []byte) *Node {
	if n := valueOf(string(text)); n.Kind != 0 {
		return n
	}
	return nil
}

// Lookup gives the JSON of the values at places of a text, "" where there is none.
func Lookup(text string, places ...string) []string {
	found := make([]string, len(places))
	r := read(text)
	if len(r.roots) == 0 {
		return found
	}
	for i, place := range places {
		if n := r.roots[0].below(fieldpath.Split(place)); n != nil {
			found[i] = n.JSON()
		}
	}
	return found
}

// At returns the schema of a place, as far as it is known. Of several variants it is the first, or all their constants.
func (s *Schema) At(place string) *Schema { return at(s, fieldpath.Split(place)) }

func at(s *Schema, steps []fieldpath.Step) *Schema {
	for _, st := range steps {
		if st.IsIndex {
			s = s.item(st.Index)
			continue
		}
		var list []*Schema
		for _, alternative := range s.Root().all {
			list = append(list, alternative.under(st.Key)...)
		}
		switch all := s.constants(st.Key); {
		case all != nil:
			s = all
		case len(list) > 0:
			s = list[0]
		default:
			if s = s.member(st.Key); s == nil {
				return anything
			}
		}
	}
	return s
}

// constants returns a schema with the constants that the variants have under a key, nil if they do not have at least
// two, or one takes other values.
func (s *Schema) constants(key string) *Schema {
	all := &Schema{Text: Text{Max: -1}}
	for _, variant := range s.Variants {
		p := variant.property(key)
		switch {
		case p == nil:
			continue
		case p.Schema.Enum == nil:
			return nil
		}
		for _, e := range p.Schema.Enum {
			if !isAllowed(e, all) {
				all.Enum = append(all.Enum, e)
			}
		}
		all.Types |= p.Schema.Types
	}
	if len(all.Enum) < 2 {
		return nil
	}
	return all
}
