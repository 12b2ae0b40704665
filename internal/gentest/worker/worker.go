// Package worker is the body of the programs that package gentest builds around generated code.
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

// Question asks for the verdict on one call.
type Question struct {
	Package, Tool, Args string
	Lenient             bool `json:",omitempty"` // decode with every leniency
	Defaults            bool `json:",omitempty"` // give absent fields their defaults
	Hint                bool `json:",omitempty"` // build the hint, which takes longer than all else
	Built               bool `json:",omitempty"` // validate a value that is built in Go, without decoding
	// Vary asks for so many Go values of the type that the arguments decode to, and for what becomes of
	// each; they depend on Seed and on Args only.
	Vary int    `json:",omitempty"`
	Seed uint64 `json:",omitempty"`
	// Lax says that Validate may refuse more than decoding does: where blank is missing, a null that a
	// value of any type holds in some other guise is dropped in its JSON.
	Lax bool `json:",omitempty"`
}

// Verdict is what the generated code says of a call.
type Verdict struct {
	Valid  bool
	Issues []runtime.ValidationIssue `json:",omitempty"`
	// Value is the decoded value, marshalled again.
	Value string `json:",omitempty"`
	// Validate are the issues that Validate reports of the decoded value; there should be none.
	Validate []runtime.ValidationIssue `json:",omitempty"`
	Receipts []runtime.Receipt         `json:",omitempty"`
	Hint     *runtime.RetryHint        `json:",omitempty"`
	Varied   []Varied                  `json:",omitempty"`
	// Failure is an error that is neither: a panic, an unknown tool, a value that does not marshal.
	Failure string `json:",omitempty"`
}

// Main answers one question a line until its input ends.
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

// Judge decodes one call with a tool, whatever made it.
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
