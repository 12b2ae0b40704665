package repair

// Masked is the outcome without the values of secret places. Secret reports whether a place of the
// corrected call holds a value that must not be shown, or has one in it or around it. What stays as
// it was sent is in Kept.
func (o Outcome) Masked(secret func(place string) bool) Outcome {
	o.Edits = append([]Edit(nil), o.Edits...)
	for i, e := range o.Edits {
		if e.Field == "" || !secret(e.Field) {
			continue
		}
		if e.Kind != Rename && e.Kind != Move && !(e.Kind == Unwrap && e.To == "") {
			e.From = ""
		}
		if e.Kind != Rename {
			e.To = ""
		}
		o.Edits[i] = e
	}
	o.Ask = append([]Ask(nil), o.Ask...)
	for i, a := range o.Ask {
		if a.Got != nil && secret(a.Field) {
			o.Ask[i].Got, o.Ask[i].Fault.Message = hidden, ""
		}
	}
	o.Unplaced = append([]Unplaced(nil), o.Unplaced...)
	for i := range o.Unplaced {
		if secret(o.Unplaced[i].Place) {
			o.Unplaced[i].Value = hidden
		}
	}
	if o.Corrected != nil {
		o.Corrected, o.Kept = mask(o.Corrected, "", secret)
	}
	return o
}

// hidden stands for a value that is not shown.
var hidden = &Node{Kind: Bool, Text: "a value that is not shown"}

// mask leaves the secret scalars out of a tree and gives their places.
func mask(n *Node, at string, secret func(place string) bool) (*Node, []string) {
	out := *n
	out.Members, out.Items = nil, nil
	var kept []string
	for _, m := range n.Members {
		place := joinKey(at, m.Key)
		if m.Value.scalar() && secret(place) {
			kept = append(kept, place)
			continue
		}
		v, more := mask(m.Value, place, secret)
		out.Members, kept = append(out.Members, Member{m.Key, v}), append(kept, more...)
	}
	for i, item := range n.Items {
		place := joinIndex(at, i)
		if item.scalar() && secret(place) {
			out.Items, kept = append(out.Items, &Node{Kind: Null}), append(kept, place)
			continue
		}
		v, more := mask(item, place, secret)
		out.Items, kept = append(out.Items, v), append(kept, more...)
	}
	return &out, kept
}
