package toolgentest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// row is a line of the table of results.
type row struct {
	tried, mended, asked int
	meant                int   // mended to what the call was meant to be
	text, json, notes    []int // bytes of hints
}

// outcome is how a spoiled call fared.
type outcome struct {
	hints int // how many it took; 0: it was not mended
	asked int
	text  []int
	json  []int
	notes []int
	meant bool
	last  []byte
	hint  []byte
}

// follow lets a repairer mend a call with at most some hints.
func follow(t *testing.T, tool runtime.Tool, call Call, most int) outcome {
	t.Helper()
	var o outcome
	r := Repairer{Ask: Answers(call.Truth)}
	args := call.Args
	for i := 0; ; i++ {
		_, err := tool.Decode(args)
		if err == nil {
			o.hints, o.last, o.asked = i, args, len(r.Asked)
			mended, _ := parse(args)
			truth, _ := parse(call.Truth)
			o.meant = same(mended, truth)
			return o
		}
		if i == most {
			o.last, o.asked = args, len(r.Asked)
			return o
		}
		h := runtime.BuildHint(tool, err, runtime.WithCall(args))
		o.hint, _ = json.Marshal(h)
		again, _ := json.Marshal(runtime.BuildHint(tool, err, runtime.WithCall(args)))
		if string(again) != string(o.hint) {
			t.Errorf("two hints of one fault differ:\n%s\n%s", o.hint, again)
		}
		namesOnlyFields(t, tool, h, args)
		text, notes := h.Text(), h.Annotated(args)
		for _, n := range []int{len(o.hint), len(text), len(notes)} {
			if n > runtime.DefaultBudget {
				t.Errorf("a hint takes %d bytes: %s", n, o.hint)
			}
		}
		o.text, o.json, o.notes = append(o.text, len(text)), append(o.json, len(o.hint)), append(o.notes, len(notes))
		args = r.Repair(args, o.hint)
	}
}

// namesOnlyFields holds that a hint names no field that neither the call nor the schema has.
func namesOnlyFields(t *testing.T, tool runtime.Tool, h *runtime.RetryHint, args []byte) {
	t.Helper()
	fields := slices.Clone(h.MissingFields)
	for _, c := range h.Constraints {
		if c.Constraint != "additionalProperties" {
			fields = append(fields, c.Field)
		}
	}
	doc, err := parse(args)
	for _, field := range fields {
		p, ok := parsePath(field)
		if _, there := get(doc, p); ok && err == nil && there || len(p) == 0 {
			continue
		}
		if key := p[len(p)-1].key; !ok || !strings.Contains(tool.Spec().InputSchema, string(write(key))) {
			t.Errorf("a hint names %s, which %s does not have", field, tool.Spec().Name)
		}
	}
}

// TestMechanicalRepair measures how often a hint can be followed: over recorded calls and sampled
// ones of the tools beside the module, spoiled once and three times. With TOOLGEN_NIGHTLY=1 it
// takes all of them.
func TestMechanicalRepair(t *testing.T) {
	every, perFile := 7, 40
	if nightly() {
		every, perFile = 1, 10_000
	}
	bySource := corpusTools(t, 1)
	calls := corpusCalls(t, bySource, perFile)
	recorded := len(calls)
	sources := make([]string, 0, len(bySource))
	for name := range bySource {
		sources = append(sources, name)
	}
	sort.Strings(sources)
	n, sampled, unsampled := 0, 0, 0
	for _, name := range sources {
		for _, tool := range bySource[name] {
			if n++; n%every != 0 {
				continue
			}
			call, err := Sample(tool, uint64(n))
			if err != nil {
				unsampled++
				if testing.Verbose() && unsampled < 5 {
					t.Logf("%v", err)
				}
				continue
			}
			sampled++
			calls = append(calls, call)
		}
	}
	calls = append(calls, schoolCalls(t, 40)...)
	t.Logf("%d recorded calls, samples of %d tools (%d tools cannot be sampled)", recorded, sampled, unsampled)
	if sampled < 500 {
		t.Errorf("samples of %d tools are less than 500", sampled)
	}
	single, triple := map[Kind]*row{}, &row{}
	misses := 0
	for i, call := range calls {
		all, doc, err := mutations(call, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, unbalance(call)...)
		rnd := rand.New(rand.NewPCG(uint64(i), 11))
		byKind := map[Kind][]mutation{}
		for _, m := range all {
			byKind[m.kind] = append(byKind[m.kind], m)
		}
		for _, kind := range sortedKinds(byKind) {
			list := byKind[kind]
			m := list[rnd.IntN(len(list))]
			spoiled := apply(call, doc, []mutation{m})
			if _, err := call.tool.Decode(spoiled.Args); err == nil {
				continue // the schema allows it after all
			}
			if single[kind] == nil {
				single[kind] = &row{}
			}
			if o := follow(t, call.tool, spoiled, 1); single[kind].enter(o) {
				continue
			} else if misses++; misses <= missesShown() {
				_, err := call.tool.Decode(o.last)
				t.Logf("%s of %s at %s\n  call: %.300s\n  hint: %s\n  then: %.300s\n  %v", kind, call.tool.Spec().Name, m.place, spoiled.Args, o.hint, o.last, err)
			}
		}
		three := choose(rnd, all, 3, true)
		if len(three) < 3 {
			continue
		}
		spoiled := apply(call, doc, three)
		if _, err := call.tool.Decode(spoiled.Args); err == nil {
			continue
		}
		if o := follow(t, call.tool, spoiled, 2); !triple.enter(o) {
			if misses++; misses <= missesShown() {
				_, err := call.tool.Decode(o.last)
				t.Logf("triple, %s\n  call: %.300s\n  hint: %s\n  then: %.300s\n  %v", call.tool.Spec().Name, spoiled.Args, o.hint, o.last, err)
			}
		}
	}
	total := &row{}
	lines := []string{fmt.Sprintf("%-16s %6s %7s %8s %6s  %-11s %-11s %-11s", "kind", "calls", "valid", "as meant", "asked", "text p50/95", "JSON p50/95", "notes p50/95")}
	for _, kind := range sortedKinds(single) {
		total.add(single[kind])
		lines = append(lines, single[kind].line(string(kind)))
	}
	lines = append(lines, total.line("single faults"), triple.line("triple faults"))
	t.Logf("after one hint, and after two for triple faults:\n%s", strings.Join(lines, "\n"))
	if total.mended*100 < total.tried*99 {
		t.Errorf("%d of %d single faults are mended by one hint, less than 99 %%", total.mended, total.tried)
	}
	if triple.mended*100 < triple.tried*98 {
		t.Errorf("%d of %d triple faults are mended by two hints, less than 98 %%", triple.mended, triple.tried)
	}
}

func nightly() bool { return os.Getenv("TOOLGEN_NIGHTLY") == "1" }

// missesShown is how many failures the test prints.
func missesShown() int {
	n := 5
	_, _ = fmt.Sscan(os.Getenv("TOOLGEN_MISSES"), &n)
	return n
}

func sortedKinds[T any](m map[Kind]T) []Kind {
	kinds := make([]Kind, 0, len(m))
	for kind := range m {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	return kinds
}

// enter counts an outcome and reports whether the call was mended.
func (r *row) enter(o outcome) bool {
	r.tried++
	r.text, r.json, r.notes = append(r.text, o.text...), append(r.json, o.json...), append(r.notes, o.notes...)
	if o.asked > 0 {
		r.asked++
	}
	if o.hints > 0 {
		r.mended++
	}
	if o.meant {
		r.meant++
	}
	return o.hints > 0
}

func (r *row) add(o *row) {
	r.tried += o.tried
	r.mended += o.mended
	r.asked += o.asked
	r.meant += o.meant
	r.text, r.json, r.notes = append(r.text, o.text...), append(r.json, o.json...), append(r.notes, o.notes...)
}

func (r *row) line(name string) string {
	return fmt.Sprintf("%-16s %6d %6.2f%% %7.2f%% %6d  %-11s %-11s %-11s", name, r.tried, 100*float64(r.mended)/float64(max(r.tried, 1)), 100*float64(r.meant)/float64(max(r.tried, 1)), r.asked,
		spread(r.text), spread(r.json), spread(r.notes))
}

// spread is the median and the 95th percentile.
func spread(list []int) string {
	if len(list) == 0 {
		return ""
	}
	list = slices.Clone(list)
	slices.Sort(list)
	return fmt.Sprintf("%d/%d", list[len(list)/2], list[len(list)*95/100])
}
