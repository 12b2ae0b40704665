package gencode

import (
	"errors"
	"github.com/toolgen/toolgen/runtime"
	"strings"
	"testing"
)

// Lists compare their numbers as they were written, and one list says nothing of the next.
func TestRoundedNumbersAreToldApart(t *testing.T) {
	t.Parallel()
	read := func(text string) error {
		spec := ObjectSpec{Keys: []string{"a", "b"}}
		return DecodeWith([]byte(text), func(d *Decoder) {
			o := Object{Spec: &spec}
			for d.Next(&o) {
				var list []float64
				if Slice(d, &list, DecodeFloat64) {
					Unique(&d.Checker, list)
					Contains(&d.Checker, list, -1, 1, func(v *float64, c *Checker) { c.ConstFloat(*v, 9007199254740992) })
				}
			}
		})
	}
	for text, want := range map[string]string{
		`{"a":[9007199254740993,9007199254740992]}`:                                                       "",
		`{"a":[9007199254740993,9007199254740992],"b":[9007199254740992,1,1]}`:                            "b uniqueItems",
		`{"b":[9007199254740993],"a":[9007199254740992,9007199254740993]}`:                                "b contains",
		`{"a":[1e400,1e400,9007199254740992]}`:                                                            "a[0] range, a[1] range",
		`{"a":[9007199254740993,"x",9007199254740992]}`:                                                   "a[1] type",
		`{"a":[9007199254740992],"b":[9007199254740992,0.1000000000000000055511151231257827,0.1,0.10,1]}`: "b uniqueItems",
	} {
		var list []string
		if invalid := (*runtime.ValidationError)(nil); errors.As(read(text), &invalid) {
			for _, issue := range invalid.Issues() {
				list = append(list, issue.Field+" "+issue.Constraint)
			}
		}
		if got := strings.Join(list, ", "); got != want {
			t.Errorf("%s\n  got  %s\n  want %s", text, got, want)
		}
	}
}
