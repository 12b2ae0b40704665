package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// The help of validate says which members a hint may have. Repeated is none of them: it takes more
// calls than one.
func TestHelpNamesTheMembersOfHints(t *testing.T) {
	t.Parallel()
	help := new(cli).validateCommand().Long
	hint := reflect.TypeFor[runtime.RetryHint]()
	for i := range hint.NumField() {
		member, _, _ := strings.Cut(hint.Field(i).Tag.Get("json"), ",")
		if member != "repeated" && member != "-" && !strings.Contains(help, member) {
			t.Errorf("the help says nothing of %s", member)
		}
	}
}
