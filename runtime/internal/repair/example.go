package repair

import "strings"

// Example is the corrected call with a placeholder at each place that is asked for, nil where there is
// no call to show. [Placeholders] finds what comes back with one in it.
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
		n = fillIn(n, steps, &Node{Kind: String, Text: placeholder(steps, a.Schema)})
	}
	return n
}

// The form of placeholders. Nobody writes a value so.
const (
	placeStart = "<?"
	placeEnd   = ">"
)

// placeholder stands for a value and says what it must be: "<?dueDate: YYYY-MM-DD>".
func placeholder(steps []step, s *Schema) string {
	want := formatForms[s.Text.Format]
	if want == "" || !s.takes(String) {
		want = wants(s)
	}
	if want == "" && s.Types != anyKind {
		want = kindWords(s)
	}
	if want == "" {
		want = "a value"
	}
	text := want
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].key != "" {
			text = steps[i].key + ": " + want
			break
		}
	}
	text = strings.NewReplacer("<", "", ">", "", `"`, "").Replace(text)
	return placeStart + short(text) + placeEnd
}

// formatForms are the formats whose form says what to write.
var formatForms = map[string]string{"date": "YYYY-MM-DD", "date-time": "YYYY-MM-DDThh:mm:ssZ", "time": "hh:mm:ssZ"}

func isPlaceholder(n *Node) bool {
	return n.Kind == String && strings.HasPrefix(n.Text, placeStart) && strings.HasSuffix(n.Text, placeEnd)
}

// Placeholders gives the places of a call that have a placeholder of an example.
func Placeholders(call string) []string {
	if !strings.Contains(call, placeStart) {
		return nil
	}
	var found []string
	var walk func(n *Node, at string)
	walk = func(n *Node, at string) {
		if isPlaceholder(n) {
			found = append(found, at)
		}
		for _, m := range n.Members {
			walk(m.Value, joinKey(at, m.Key))
		}
		for i, item := range n.Items {
			walk(item, joinIndex(at, i))
		}
	}
	for _, root := range read(call).roots {
		walk(root, "")
	}
	return found
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
