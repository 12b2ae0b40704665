package toolgentest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// Labelled is a wrong call with what a careful reader of the tool and the call is certain of: a line of a file
// that [ReadLabelled] reads.
//
//	{"id": "m1", "tool": "create_payment", "call": "{\"amount\": \"12\", \"note\": \"x\"}",
//	 "gold": {"certain": {"Amount": 12}, "ask": ["method"], "unplaced": ["note"]}}
//
// Call is the text that a model wrote. Nothing stands in two of certain, ask and unplaced. In an array, null in
// certain holds the place of an item that is asked for.
type Labelled struct {
	ID   string          `json:"id"`
	Tool json.RawMessage `json:"tool"` // a name, or an object that has one
	Call string          `json:"call"`
	Gold Gold            `json:"gold"`
}

// Gold is what is certain of a wrong call.
type Gold struct {
	Certain  json.RawMessage `json:"certain"`  // the call, repaired, with nothing but what is certain
	Ask      []string        `json:"ask"`      // fields whose values must still be given or chosen
	Unplaced []string        `json:"unplaced"` // places of the call whose values no field takes
	Tell     []string        `json:"tell"`     // what the text has to name besides
	Either   []string        `json:"either"`   // fields that may be there or not
	Forbid   [][2]any        `json:"forbid"`   // a field and a value that must not be suggested for it
	Alt      []Gold          `json:"alt"`      // other readings that are as good; what they lack is as in the first
}

// Name is the name of the tool.
func (l *Labelled) Name() string {
	var name string
	if json.Unmarshal(l.Tool, &name) == nil {
		return name
	}
	var tool struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(l.Tool, &tool) // without a name it has none
	return tool.Name
}

// ReadLabelled reads labelled calls, one JSON object a line.
func ReadLabelled(r io.Reader) ([]Labelled, error) {
	var list []Labelled
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 4<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var l Labelled
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		list = append(list, l)
	}
	return list, lines.Err()
}

// Fidelity says how a hint compares with the label of its call. A hint is faithful where all lists are empty.
type Fidelity struct {
	Wrong     []string // what of the corrected call is not what is certain
	Overasked []string // fields that nobody would ask for
	Invented  []string // values that neither the call nor the label has
	Forbidden []string // values that must not be suggested
	Untold    []string // fields and keys that the text does not name
}

// Faithful reports whether the hint is right in all that the label says.
func (f *Fidelity) Faithful() bool { return f.count() == 0 }

func (f *Fidelity) count() int {
	return len(f.Wrong) + len(f.Overasked) + len(f.Invented) + len(f.Forbidden) + len(f.Untold)
}

// String lists what is not right.
func (f *Fidelity) String() string {
	var parts []string
	for name, list := range map[string][]string{"wrong": f.Wrong, "asked for nothing": f.Overasked, "invented": f.Invented, "forbidden": f.Forbidden, "not told": f.Untold} {
		if len(list) > 0 {
			parts = append(parts, name+": "+strings.Join(list, ", "))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "; ")
}

// Compare builds the hint for a labelled call and compares it with the label. A call that the tool takes as it
// is compares as itself.
func Compare(tool runtime.Tool, l Labelled, opts ...runtime.HintOption) Fidelity {
	_, err := forModel(tool).Decode([]byte(l.Call))
	if err == nil {
		return compare(l, []byte(`{"corrected_input":`+l.Call+`}`), "")
	}
	hint := runtime.BuildHint(tool, err, append([]runtime.HintOption{runtime.WithCall([]byte(l.Call))}, opts...)...)
	text, marshalErr := json.Marshal(hint)
	if marshalErr != nil {
		return Fidelity{Wrong: []string{marshalErr.Error()}}
	}
	return compare(l, text, hint.Text())
}

// AssertFaithful fails the test unless at least a share of the hints for labelled calls is faithful, and no hint
// suggests what is forbidden or invented. Find gives the tool of a name.
func AssertFaithful(t testing.TB, find func(name string) (runtime.Tool, bool), calls []Labelled, share float64) {
	t.Helper()
	good, tried := 0, 0
	for _, l := range calls {
		tool, ok := find(l.Name())
		if !ok {
			t.Errorf("%s: there is no tool %s", l.ID, l.Name())
			continue
		}
		tried++
		f := Compare(tool, l)
		switch {
		case f.Faithful():
			good++
		case len(f.Forbidden)+len(f.Invented) > 0:
			t.Errorf("%s: %s", l.ID, &f)
		default:
			t.Logf("%s: %s", l.ID, &f)
		}
	}
	if float64(good) < share*float64(tried) {
		t.Errorf("%d of %d hints are faithful, less than %.0f %%", good, tried, 100*share)
	}
}

// compare takes the best of the readings of a label.
func compare(l Labelled, hint []byte, text string) Fidelity {
	best := compareGold(l, l.Gold, hint, text)
	for _, alt := range l.Gold.Alt {
		gold := l.Gold
		if alt.Certain != nil {
			gold.Certain = alt.Certain
		}
		for _, list := range []struct{ to, from *[]string }{{&gold.Ask, &alt.Ask}, {&gold.Unplaced, &alt.Unplaced}, {&gold.Tell, &alt.Tell}, {&gold.Either, &alt.Either}} {
			if *list.from != nil {
				*list.to = *list.from
			}
		}
		if other := compareGold(l, gold, hint, text); other.count() < best.count() {
			best = other
		}
	}
	return best
}

func compareGold(l Labelled, gold Gold, hint []byte, text string) Fidelity {
	var h struct {
		Corrected json.RawMessage `json:"corrected_input"`
		Ask       []string        `json:"ask"`
	}
	var f Fidelity
	if err := json.Unmarshal(hint, &h); err != nil {
		f.Wrong = []string{err.Error()}
		return f
	}
	object := func(text json.RawMessage) any {
		if v, err := parse(text); err == nil && len(text) > 0 {
			return v
		}
		return map[string]any{}
	}
	corrected, certain := object(h.Corrected), object(gold.Certain)
	asked, open := paths(h.Ask), paths(append(slices.Clone(gold.Ask), gold.Either...))
	for _, p := range asked {
		_, sure := get(certain, p)
		if len(p) > 0 && !sure && !slices.ContainsFunc(open, func(q path) bool { return overlap(p, q) }) {
			f.Overasked = append(f.Overasked, p.String())
		}
	}
	f.Invented = invented(l.Call, corrected, certain, asked)
	for _, no := range gold.Forbid {
		field, _ := no[0].(string)
		p, _ := parsePath(field)
		value, _ := json.Marshal(no[1])
		if v, there := get(corrected, p); there && sameJSON(v, value) {
			f.Forbidden = append(f.Forbidden, field+" "+string(value))
		}
	}
	unplaced := paths(gold.Unplaced)
	for _, p := range unplaced {
		if _, wanted := get(certain, p); !wanted {
			open = append(open, p) // a hint may leave it in the call but must name it
		}
	}
	left, want := without(corrected, append(asked, open...)), without(certain, open)
	if !equal(left, want) {
		f.Wrong = []string{fmt.Sprintf("%s instead of %s", write(left), write(want))}
	}
	prose := prose(text)
	for _, p := range append(paths(append(slices.Clone(gold.Tell), gold.Ask...)), unplaced...) {
		if text != "" && !names(prose, p) {
			f.Untold = append(f.Untold, p.String())
		}
	}
	slices.Sort(f.Untold)
	f.Untold = slices.Compact(f.Untold)
	return f
}

// invented lists the values of a corrected call that were neither in the call nor are certain.
func invented(call string, corrected, certain any, asked []path) (list []string) {
	plain := fold(call)
	leaves(corrected, nil, func(p path, v any) {
		if want, ok := get(certain, p); ok && equal(v, want) || slices.ContainsFunc(asked, func(q path) bool { return overlap(p, q) }) {
			return
		}
		text, isText := v.(string)
		if !isText {
			text = string(write(v))
		}
		switch v.(type) {
		case nil, bool:
		default:
			if folded := fold(text); folded != "" && !strings.Contains(plain, folded) {
				list = append(list, p.String()+" "+text)
			}
		}
	})
	return list
}
