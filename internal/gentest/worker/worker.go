// Package worker is the main function of the programs that package gentest builds.
package worker

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/toolgen/toolgen/runtime"
)

// Question requests the verdict on a call.
type Question struct {
	Package, Tool, Args string
	Lenient             bool `json:",omitempty"` // decode leniently
	Defaults            bool `json:",omitempty"` // apply defaults
	Hint                bool `json:",omitempty"` // build the hint, which is slow
	Built               bool `json:",omitempty"` // validate a value built in Go, without decoding
	// Vary is the number of Go values to build and check. They depend only on Seed and Args.
	Vary int    `json:",omitempty"`
	Seed uint64 `json:",omitempty"`
	// Lax allows Validate to reject more than decoding: with blankIsMissing, a null inside a value of type any
	// is dropped when marshaling.
	Lax bool `json:",omitempty"`
}

// Verdict is the result of the generated code for a call.
type Verdict struct {
	Valid  bool
	Issues []runtime.ValidationIssue `json:",omitempty"`
	// Value is the decoded value, marshaled.
	Value string `json:",omitempty"`
	// Validate are the issues of Validate on the decoded value; there should be none.
	Validate []runtime.ValidationIssue `json:",omitempty"`
	Receipts []runtime.Receipt         `json:",omitempty"`
	Hint     *runtime.RetryHint        `json:",omitempty"`
	Varied   []Varied                  `json:",omitempty"`
	// Failure is any other error: a panic, an unknown tool, a marshaling error.
	Failure string `json:",omitempty"`
}

// Main answers questions, one per line, until its input ends.
func Main(sets map[string]*runtime.Toolset) {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var q Question
		var v Verdict
		if err := json.Unmarshal(line, &q); err != nil {
			v.Failure = err.Error()
		} else {
			v = answer(sets, q)
		}
		reply, err := json.Marshal(v)
		if err != nil {
			reply, _ = json.Marshal(Verdict{Failure: err.Error()})
		}
		_, _ = out.Write(append(reply, '\n'))
		if err := out.Flush(); err != nil {
			return
		}
	}
}

func answer(sets map[string]*runtime.Toolset, q Question) (v Verdict) {
	defer func() {
		if r := recover(); r != nil {
			v.Failure = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	set := sets[q.Package]
	if set == nil {
		return Verdict{Failure: "no package " + q.Package}
	}
	tool, ok := set.Lookup(q.Tool)
	if !ok {
		return Verdict{Failure: "no tool " + q.Tool}
	}
	switch {
	case q.Built:
		return check(tool, q)
	case q.Vary > 0:
		return varyAll(tool, q)
	}
	return Judge(tool, q)
}

// Judge decodes a call with a tool.
func Judge(tool runtime.Tool, q Question) (v Verdict) {
	opts := []runtime.DecodeOption{runtime.CollectReceipts(&v.Receipts)}
	if q.Lenient {
		opts = append(opts, runtime.Lenient())
	}
	if q.Defaults {
		opts = append(opts, runtime.ApplyDefaults())
	}
	value, err := tool.Decode([]byte(q.Args), opts...)
	if err != nil {
		var invalid *runtime.ValidationError
		if !errors.As(err, &invalid) {
			v.Failure = err.Error()
			return v
		}
		v.Issues = invalid.Issues()
		if q.Hint {
			v.Hint = runtime.BuildHint(tool, err, runtime.WithCall([]byte(q.Args)))
		}
		return v
	}
	v.Valid = true
	if checked, ok := value.(interface{ Validate() error }); ok {
		if err := checked.Validate(); err != nil {
			var invalid *runtime.ValidationError
			if errors.As(err, &invalid) {
				v.Validate = invalid.Issues()
			} else {
				v.Failure = err.Error()
			}
		}
	}
	text, err := json.Marshal(value)
	if err != nil {
		v.Failure = err.Error()
	}
	v.Value = string(text)
	return v
}
