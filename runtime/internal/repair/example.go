package repair

import "strings"

// Example is the corrected call with a placeholder at each place that is asked for, nil where there is
// no call to show. What comes back with a placeholder in it is refused by [HasPlaceholder].
func (o *Outcome) Example() *Node {
	n := o.Corrected
	if n == nil {
		return nil
	}
	for _, a := range o.Ask {
		steps := splitPlace(a.Field)
		if len(steps) == 0 {
			return nil
		}
		n = fillIn(n, steps, &Node{Kind: String, Text: placeholder(a.Schema)})
	}
	return n
}

// The form of placeholders. Nobody writes a value so.
const (
	placeStart = "<?"
	placeEnd   = ">"
)

// placeholder says in the place of a value what it must be.
func placeholder(s *Schema) string {
	want := wants(s)
	if want == "" {
		want = kindWords(s)
	}
	want = strings.NewReplacer("<", "", ">", "", `"`, "").Replace(want)
	return placeStart + short(want) + placeEnd
}

// HasPlaceholder reports whether a call has a string that is a placeholder.
func HasPlaceholder(call string) bool {
	if !strings.Contains(call, placeStart) {
		return false
	}
	var has func(n *Node) bool
	has = func(n *Node) bool {
		if n.Kind == String && strings.HasPrefix(n.Text, placeStart) && strings.HasSuffix(n.Text, placeEnd) {
			return true
		}
		for _, m := range n.Members {
			if has(m.Value) {
				return true
			}
		}
		for _, item := range n.Items {
			if has(item) {
				return true
			}
		}
		return false
	}
	for _, root := range read(call).roots {
		if has(root) {
			return true
		}
	}
	return false
}

// fillIn puts a value at the end of steps in a copy of a tree, over a null if need be.
func fillIn(n *Node, steps []step, v *Node) *Node {
	if len(steps) == 0 {
		return v
	}
	st := steps[0]
	if n == nil || n.scalar() {
		n = &Node{Kind: Object}
		if st.index >= 0 {
			n.Kind = Array
		}
	}
	out := *n
	switch {
	case st.index >= 0 && n.Kind == Array && st.index <= len(n.Items):
		out.Items = append([]*Node(nil), n.Items...)
		if st.index == len(out.Items) {
			out.Items = append(out.Items, nil)
		}
		out.Items[st.index] = fillIn(out.Items[st.index], steps[1:], v)
	case st.index < 0 && n.Kind == Object:
		had := n.get(st.key)
		out.Members = append([]Member(nil), without(n, st.key).Members...)
		out.Members = append(out.Members, Member{st.key, fillIn(had, steps[1:], v)})
	}
	return &out
}
