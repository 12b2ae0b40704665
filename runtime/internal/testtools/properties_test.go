// Package testtools_test holds the repairs and hints of generated, compiled tools to what must hold of every call.
package testtools_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/internal/testtools/codertools"
	"github.com/toolgen/toolgen/runtime/internal/testtools/filetools"
	"github.com/toolgen/toolgen/runtime/internal/testtools/varianttools"
	"github.com/toolgen/toolgen/runtime/toolgentest"
)

// compiled are the tools.
func compiled() (tools []runtime.Tool) {
	for _, set := range []*runtime.Toolset{booktools.Tools, codertools.Tools, filetools.Tools, varianttools.Tools} {
		tools = append(tools, set.Tools()...)
	}
	return tools
}

// FuzzRepairsOfCompiledTools checks the properties for calls that are valid, spoiled, cut off, or anything at all.
func FuzzRepairsOfCompiledTools(f *testing.F) {
	tools := compiled()
	for i := range tools {
		for seed := range uint64(4) {
			f.Add(uint8(i), seed, "")
			f.Add(uint8(i), seed, `{"arguments":{"id":" 12 ","tags":"a,b","x":null}}`)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, seed uint64, text string) {
		tool := tools[int(which)%len(tools)]
		sound, err := toolgentest.Sample(tool, seed)
		if err != nil {
			t.Skip(err)
		}
		whole := string(sound.Args)
		check(t, tool, whole)
		prefixes(t, tool, whole, seed)
		if bad, ok := toolgentest.Spoil(sound, seed); ok {
			check(t, tool, string(bad.Args))
		}
		check(t, tool, misspelt(whole, seed))
		check(t, tool, text)
	})
}

// check reads a call strictly and leniently and builds its hint.
func check(t *testing.T, tool runtime.Tool, call string) {
	t.Helper()
	name := tool.Spec().Name
	strict, err := tool.Decode([]byte(call))
	var receipts []runtime.Receipt
	lenient, wrong := tool.Decode([]byte(call), runtime.Lenient(), runtime.CollectReceipts(&receipts))
	if err == nil {
		repaired := slices.ContainsFunc(receipts, func(r runtime.Receipt) bool { return r.Kind != runtime.ReceiptIgnored })
		if wrong != nil || repaired || jsonOf(t, strict) != jsonOf(t, lenient) {
			t.Fatalf("%s: a sound call is changed: %s: %v, %v", name, call, receipts, wrong)
		}
		return
	}
	if wrong == nil {
		if _, err := tool.Decode([]byte(jsonOf(t, lenient))); err != nil {
			t.Fatalf("%s: leniency accepts %s as what the strict decoder refuses: %v", name, call, err)
		}
	}
	h := runtime.BuildHint(tool, err, runtime.WithCall([]byte(call)), runtime.WithBudget(1<<20))
	certain := !slices.ContainsFunc(h.Changes, func(c runtime.Change) bool { return !c.Certain })
	if certain && h.CorrectedInput != nil && len(h.Ask)+len(h.Unplaced)+len(h.Rules)+h.Omitted == 0 && h.Action == runtime.Correct {
		if _, err := tool.Decode(h.CorrectedInput); err != nil {
			t.Fatalf("%s: of %s the strict decoder refuses what is called certain: %s: %v", name, call, h.CorrectedInput, err)
		}
	}
	var v any
	if json.Unmarshal([]byte(call), &v) != nil || h.Omitted > 0 || h.Action == runtime.Shrink {
		return
	}
	told := jsonOf(t, h) + h.Text()
	named := slices.Clone(h.Unplaced)
	for _, c := range h.Changes {
		named = append(named, c.Field, c.From)
	}
	words(v, "", func(place, word string) {
		within := func(outer string) bool { return outer != "" && strings.HasPrefix(place, outer) }
		if !strings.Contains(told, word) && !slices.ContainsFunc(named, within) {
			t.Fatalf("%s: %q at %s of the call is nowhere in the hint: %s\n%s", name, word, place, call, h.Text())
		}
	})
}

// words calls yield with the beginnings of the texts in a value that read the same in any JSON, and their places.
func words(v any, place string, yield func(place, word string)) {
	switch v := v.(type) {
	case string:
		odd := func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`"\<>&`, r) }
		if len(v) > 3 && !strings.ContainsFunc(v, odd) {
			yield(place, v[:min(len(v), 20)])
		}
	case []any:
		for i, item := range v {
			words(item, fmt.Sprintf("%s[%d]", place, i), yield)
		}
	case map[string]any:
		for key, item := range v {
			words(item, runtime.JoinKey(place, key), yield)
		}
	}
}

// prefixes cuts a valid call off: the beginning may be accepted only after a complete value, where nothing but closing
// brackets may be missing.
func prefixes(t *testing.T, tool runtime.Tool, whole string, seed uint64) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 3))
	for range 20 {
		if len(whole) < 2 {
			return
		}
		at := 1 + rnd.IntN(len(whole)-1)
		_, err := tool.Decode([]byte(whole[:at]), runtime.Lenient())
		if rest := strings.Trim(whole[at:], " \t\r\n]}"); err == nil && rest != "" && !strings.HasPrefix(strings.TrimLeft(whole[at:], " \n]}"), ",") {
			t.Fatalf("%s: the beginning %s of a call is accepted", tool.Spec().Name, whole[:at])
		}
		if _, err := tool.Decode([]byte(whole[:at]), runtime.EmptyIsObject(), runtime.NullIsAbsent(), runtime.CoerceScalars(), runtime.UnwrapStrings(),
			runtime.WrapSingletons(), runtime.MatchEnums(), runtime.MatchKeys()); err == nil && strings.TrimSpace(whole[at:]) != "" {
			t.Fatalf("%s: the beginning %s of a call is accepted without RepairSyntax", tool.Spec().Name, whole[:at])
		}
	}
}

// misspelt writes a key of a call in another way.
func misspelt(call string, seed uint64) string {
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(call), &members) != nil {
		return call
	}
	for key := range members {
		if rand.New(rand.NewPCG(seed, uint64(len(key)))).IntN(2) == 0 {
			return strings.Replace(call, fmt.Sprintf("%q:", key), fmt.Sprintf("%q:", strings.ToUpper(key)), 1)
		}
	}
	return `{"input":` + call + `}`
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}
