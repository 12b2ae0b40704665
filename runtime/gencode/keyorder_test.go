package gencode

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestKeysInAnyOrder checks that every key is found once wherever it is, among others with the same prefix or suffix.
func TestKeysInAnyOrder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, count := range []int{1, 3, 16, 17, 64, 70} {
		spec := &ObjectSpec{Closed: true}
		for i := range count {
			key := strings.Repeat("k", i%21) + string(rune('a'+i%26))
			if i >= 26 {
				key = fmt.Sprintf("%s%d", key, i)
			}
			spec.Keys = append(spec.Keys, key)
		}
		for range 200 {
			var b strings.Builder
			wrong := map[string]int{}
			want := make([]int, count)
			seen := map[string]bool{}
			for n, i := range r.Perm(count) {
				key := spec.Keys[i]
				switch r.IntN(12) {
				case 0: // another key in between
					fmt.Fprintf(&b, `"%sx": 1,`, key)
					if !slices.Contains(spec.Keys, key+"x") {
						wrong["additionalProperties"]++
					} else if seen[key+"x"] {
						wrong["duplicateKey"]++
					}
				case 1: // twice
					fmt.Fprintf(&b, `"%s":%d,`, key, n)
					wrong["duplicateKey"]++
				}
				space := []string{"", "", "", " ", "\n  "}[r.IntN(5)]
				fmt.Fprintf(&b, `%s"%s"%s:%s%d,`, space, key, space, space, n)
				seen[key] = true
				want[i] = n
			}
			text := "{" + strings.TrimSuffix(b.String(), ",") + "}"
			got := make([]int, count)
			err := DecodeWith([]byte(text), func(d *Decoder) {
				o := Object{Spec: spec}
				for d.Next(&o) {
					var v int64
					d.Int64(&v)
					got[o.Index] = int(v)
				}
				if o.Len() != len(seen)+wrong["additionalProperties"] {
					t.Errorf("%s: %d members", text, o.Len())
				}
			}, runtime.MaxIssues(1000))
			have := map[string]int{}
			if err != nil {
				for _, issue := range err.(*runtime.ValidationError).Issues() {
					have[issue.Constraint]++
				}
			}
			if !slices.Equal(got, want) || fmt.Sprint(have) != fmt.Sprint(wrong) {
				t.Fatalf("%s:\n got %v, %v\nwant %v, %v", text, got, have, want, wrong)
			}
			if !json.Valid([]byte(text)) {
				t.Fatalf("%s is not JSON", text)
			}
		}
	}
}
