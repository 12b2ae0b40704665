package known

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	goruntime "runtime"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// TestAgainstModel adds random values to random sources, and compares with plain sets.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 24))
		most := 1 + r.IntN(40)
		s, plain := New([]byte("secret"), most), map[string]map[string]bool{}
		for range r.IntN(120) {
			from, value := fmt.Sprint("s", r.IntN(4)), fmt.Sprint("v", r.IntN(30))
			s.Add(from, value)
			if plain[from] == nil {
				plain[from] = map[string]bool{}
			}
			plain[from][value] = true
		}
		if r.IntN(2) == 0 {
			again := New([]byte("secret"), most)
			if err := again.Load(s.Save()); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(again.Save(), s.Save()) {
				t.Fatal("what was loaded is saved otherwise")
			}
			s = again
		}
		if s.size > most {
			t.Errorf("seed %d: %d values, the bound is %d", seed, s.size, most)
		}
		for from, values := range plain {
			open := s.sources[from] == nil
			for i := range 30 {
				value := fmt.Sprint("v", i)
				// What was added is known; what was not is unknown, unless values of the source were dropped.
				if got, want := s.Has(value, from), values[value] || open; got != want {
					t.Errorf("seed %d: %s in %s is %t, want %t", seed, value, from, got, want)
				}
			}
			if dropped := len(values) > most; dropped && !open {
				t.Errorf("seed %d: values of %s were dropped, and others are refused", seed, from)
			}
		}
		if s.Has("v1") || s.Has("v1", "elsewhere") {
			t.Error("a value is known without a source")
		}
	}
}

// TestSmall counts the memory of a long conversation: 10,000 results with 100 values each.
func TestSmall(t *testing.T) {
	s := New(nil, 1_000_000)
	var before, after goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&before)
	for result := range 10_000 {
		for i := range 100 {
			s.Add("list "+fmt.Sprint(result%8), fmt.Sprint("id-", result, "-", i))
		}
	}
	goruntime.GC()
	goruntime.ReadMemStats(&after)
	taken := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("%d KiB for %d values, %d KiB saved", taken>>10, s.size, len(s.Save())>>10)
	if taken > 64<<20 {
		t.Errorf("%d MiB for a million values", taken>>20)
	}
	if s.size != 1_000_000 || !s.Has("id-9999-99", "list 7") || s.Has("id-9999-99", "list 6") {
		t.Error("values are missing, or in the wrong source")
	}
	s.Add("list 0", "one too many")
	if !s.Has("never seen", "list 0") || s.Has("never seen", "list 1") {
		t.Error("beyond the bound, one source is given up, and the others are kept")
	}
}

// BenchmarkHas shows that a look-up takes the same time among many values.
func BenchmarkHas(b *testing.B) {
	for _, n := range []int{1_000, 1_000_000} {
		s := New(nil, n)
		for i := range n {
			s.Add("list", fmt.Sprint("id-", i))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s.Has("id-500", "", "list")
			}
		})
	}
}

func TestHashesOnly(t *testing.T) {
	t.Parallel()
	s, other := New([]byte("one"), 10), New([]byte("two"), 10)
	s.Add("list", "4929-1234-5678")
	other.Add("list", "4929-1234-5678")
	s.Add("list", "42.0")
	if !s.Has("42", "list") || s.Has("042", "list") {
		t.Error("a number is another value as a text")
	}
	if bytes.Contains(s.Save(), []byte("4929")) || s.hash("4929-1234-5678") == other.hash("4929-1234-5678") {
		t.Error("values are kept as they are, or under hashes without a key")
	}
	if err := other.Load(s.Save()); err == nil {
		t.Error("what was saved under one secret is loaded under another")
	}
}

// TestLoadBroken loads saved text that was cut or changed: an error or other hashes, and never a panic.
func TestLoadBroken(t *testing.T) {
	t.Parallel()
	s := New(nil, 100)
	for i := range 20 {
		s.Add(fmt.Sprint("list ", i%3), fmt.Sprint(i))
	}
	saved := s.Save()
	whole := 0
	for n := range saved {
		if New(nil, 100).Load(saved[:n]) == nil {
			whole++ // the text ends between two sources
		}
		for _, b := range []byte{0, 1, 0x7f, 0xff} {
			broken := bytes.Clone(saved)
			broken[n] = b
			_ = New(nil, 5).Load(broken)
		}
	}
	if whole > 3 {
		t.Errorf("%d texts that were cut are loaded", whole)
	}
}

func TestEach(t *testing.T) {
	t.Parallel()
	const doc = `{"page":1,"items":[{"id":"a","refs":[{"to":1},{"to":2.50}]},{"id":null},{"id":{"x":1},"refs":[]},{"id":"b"}],
		"by":{"k1":{"id":"c"},"k2":{"id":"d"}},"a.b":"odd","list":["x","y",["z"]],"flag":true}`
	var v any
	dec := json.NewDecoder(bytes.NewReader([]byte(doc)))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]string{
		"items[].id":        {"items[0].id a", "items[3].id b"},
		"items[].refs[].to": {"items[0].refs[0].to 1", "items[0].refs[1].to 2.50"},
		"items[3].id":       {"items[3].id b"},
		"by{}.id":           {"by.k1.id c", "by.k2.id d"},
		`["a.b"]`:           {`["a.b"] odd`},
		"list[]":            {"list[0] x", "list[1] y"},
		"page":              {"page 1"},
		"":                  nil,
		"flag":              nil,
		"items.id":          nil,
		"by[].id":           nil,
		"none[].x":          nil,
	} {
		var got []string
		Each(v, path, func(at []fieldpath.Step, value any) { got = append(got, fieldpath.Join(at)+" "+Text(value)) })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestPhrases finds values wherever a person may write them.
func TestPhrases(t *testing.T) {
	t.Parallel()
	said := map[string]bool{}
	Phrases("Void INV-002, and \"Acme & Sons Ltd\" (acc_7) pays; see https://x.example/c/cus_9?tab=1 or mail jo@acme.example. 42!",
		func(v string) { said[v] = true })
	for _, want := range []string{"INV-002", "Acme & Sons Ltd", "acc_7", "cus_9", "jo@acme.example", "42", "Void"} {
		if !said[want] {
			t.Errorf("%q is missing", want)
		}
	}
	for _, never := range []string{"INV-00", "NV-002", "acme"} {
		if said[never] {
			t.Errorf("%q is a part of a word", never)
		}
	}
}
