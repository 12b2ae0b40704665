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
	"github.com/toolgen/toolgen/runtime/internal/near"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Labelled is a wrong call with the conclusions that a careful reader can draw with certainty, a line of the
// file format of [ReadLabelled].
//
//	{"id": "m1", "tool": "create_payment", "call": "{\"amount\": \"12\", \"note\": \"x\"}",
//	 "gold": {"certain": {"Amount": 12}, "ask": ["method"], "unplaced": ["note"]}}
//
// Call is the text that a model wrote. certain, ask and unplaced are disjoint. In an array, null in certain is
// a placeholder for an item to ask for.
type Labelled struct {
	ID   string          `json:"id"`
	Tool json.RawMessage `json:"tool"` // a name, or an object with a name
	Call string          `json:"call"`
	Gold Gold            `json:"gold"`
}

// Gold is what is certain about a wrong call.
type Gold struct {
	Certain  json.RawMessage `json:"certain"`  // the repaired call, reduced to what is certain
	Ask      []string        `json:"ask"`      // fields whose values must be provided or chosen
	Unplaced []string        `json:"unplaced"` // paths of the call whose values belong to no field
	Tell     []string        `json:"tell"`     // further names that the text must contain
	Either   []string        `json:"either"`   // fields that may be present or absent
	Forbid   [][2]any        `json:"forbid"`   // pairs of a field and a value that must not be suggested
	Alt      []Gold          `json:"alt"`      // equally good readings; unset members are as in the first
}

// Name returns the name of the tool.
func (l *Labelled) Name() string {
	var name string
	if json.Unmarshal(l.Tool, &name) == nil {
		return name
	}
	var tool struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(l.Tool, &tool) // "" if it has no name
	return tool.Name
}

// ReadLabelled reads labelled calls, one JSON object per line.
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

// Fidelity compares a hint with the label of its call. The hint is faithful if all lists are empty.
type Fidelity struct {
	Wrong     []string // parts of the corrected call that are not certain
	Overasked []string // fields that need no question
	Invented  []string // values found in neither the call nor the label
	Forbidden []string // values that must not be suggested
	Untold    []string // fields and keys missing from the text
}

// Faithful reports whether the hint agrees with the label.
func (f *Fidelity) Faithful() bool { return f.count() == 0 }

func (f *Fidelity) count() int {
	return len(f.Wrong) + len(f.Overasked) + len(f.Invented) + len(f.Forbidden) + len(f.Untold)
}

// String lists the differences.
func (f *Fidelity) String() string {
	var parts []string
	for i, list := range [][]string{f.Overasked, f.Forbidden, f.Invented, f.Untold, f.Wrong} {
		if len(list) > 0 {
			name := [...]string{"asked for nothing", "forbidden", "invented", "not told", "wrong"}[i]
			parts = append(parts, name+": "+strings.Join(list, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// Compare builds the hint for a labelled call and compares it with the label. A call that the tool accepts is
// compared itself.
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

// AssertFaithful fails the test unless at least the given share of hints is faithful and no hint suggests a
// forbidden or invented value. find looks up a tool by name.
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

// compare returns the best result over the readings of a label.
func compare(l Labelled, hint []byte, text string) Fidelity {
	best := compareGold(l, l.Gold, hint, text)
	for _, alt := range l.Gold.Alt {
		gold := l.Gold
		if alt.Certain != nil {
			gold.Certain = alt.Certain
		}
		for to, from := range map[*[]string][]string{&gold.Ask: alt.Ask, &gold.Unplaced: alt.Unplaced, &gold.Tell: alt.Tell, &gold.Either: alt.Either} {
			if from != nil {
				*to = from
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
		if v, ok := show.Parse(text); ok && len(text) > 0 {
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
		if v, there := get(corrected, p); there && equal(v, no[1]) {
			f.Forbidden = append(f.Forbidden, field+" "+string(show.JSON(no[1])))
		}
	}
	unplaced := paths(gold.Unplaced)
	for _, p := range unplaced {
		if _, wanted := get(certain, p); !wanted {
			open = append(open, p) // may stay in the call if the hint names it
		}
	}
	left, _ := pruned(corrected, nil, append(asked, open...))
	want, _ := pruned(certain, nil, open)
	if !equal(left, want) {
		f.Wrong = []string{fmt.Sprintf("%s instead of %s", show.JSON(left), show.JSON(want))}
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

// invented lists values of a corrected call that are neither in the call nor certain.
func invented(call string, corrected, certain any, asked []path) (list []string) {
	plain := near.Fold(call)
	leaves(corrected, nil, func(p path, v any) {
		if want, ok := get(certain, p); ok && equal(v, want) || slices.ContainsFunc(asked, func(q path) bool { return overlap(p, q) }) {
			return
		}
		text, isText := v.(string)
		if _, isBool := v.(bool); isBool || v == nil {
			return
		} else if !isText {
			text = string(show.JSON(v))
		}
		if !strings.Contains(plain, near.Fold(text)) {
			list = append(list, p.String()+" "+text)
		}
	})
	return list
}
