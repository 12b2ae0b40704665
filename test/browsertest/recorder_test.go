package browsertest_test

import (
	"fmt"
	"runtime"
	"testing"
)

// recorder is a fake test that records its outcome.
type recorder struct {
	*testing.T
	alone    bool // the real test must not be skipped with this one
	errors   []string
	ended    string // skip or fatal
	message  string
	cleanups []func()
}

func (r *recorder) Helper()          {}
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Failed() bool     { return len(r.errors) > 0 }

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *recorder) Skipf(format string, args ...any) {
	if !r.alone {
		r.T.Skipf(format, args...)
	}
	r.end("skip", format, args...)
}

func (r *recorder) Fatalf(format string, args ...any) {
	if !r.alone {
		r.T.Fatalf(format, args...)
	}
	r.end("fatal", format, args...)
}

func (r *recorder) end(how, format string, args ...any) {
	r.ended, r.message = how, fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// finish ends the test.
func (r *recorder) finish() {
	for i := len(r.cleanups) - 1; i >= 0; i-- {
		r.cleanups[i]()
	}
}
