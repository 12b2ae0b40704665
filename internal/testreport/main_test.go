package main

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
	_ "github.com/toolgen/toolgen/internal/update" // declares -update
)

func TestReport(t *testing.T) {
	t.Parallel()
	const in = `{"Action":"start","Package":"a"}
{"Action":"run","Package":"a","Test":"TestGood"}
{"Action":"output","Package":"a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"pass","Package":"a","Test":"TestGood"}
{"Action":"output","Package":"a","Test":"TestOne","Output":"    a_test.go:7: no database; set X\n"}
{"Action":"skip","Package":"a","Test":"TestOne"}
{"Action":"output","Package":"a","Test":"TestTwo","Output":"    a_test.go:9: no database; set X\n"}
{"Action":"skip","Package":"a","Test":"TestTwo"}
{"Action":"output","Package":"a","Output":"PASS\n"}
{"Action":"output","Package":"a","Output":"ok  \ta\t0.1s\n"}
{"Action":"pass","Package":"a"}
`
	const failing = `{"Action":"output","Package":"b","Test":"TestBad","Output":"    b_test.go:3: wrong\n"}
{"Action":"output","Package":"b","Test":"TestBad","Output":"--- FAIL: TestBad\n"}
{"Action":"fail","Package":"b","Test":"TestBad"}
{"Action":"output","Package":"b","Output":"FAIL\n"}
{"Action":"fail","Package":"b"}
go: not JSON
`
	const skips = "skipped, no database; set X: a TestOne and 1 more\n"
	for _, test := range []struct {
		in, out string
		code    int
	}{
		{in, "ok  \ta\t0.1s\n" + skips, 0},
		{in + failing, "ok  \ta\t0.1s\n    b_test.go:3: wrong\n--- FAIL: TestBad\nFAIL\ngo: not JSON\n" + skips, 1},
	} {
		var out strings.Builder
		if code := report(strings.NewReader(test.in), &out); code != test.code {
			t.Errorf("exit code %d, want %d", code, test.code)
		}
		if diff := testdiff.Diff(test.out, out.String()); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}
