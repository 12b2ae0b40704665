package main

import (
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/example/bench/benchtools"
	"github.com/toolgen/toolgen/example/bench/payload"
	"github.com/toolgen/toolgen/example/bench/peers"
	"github.com/toolgen/toolgen/runtime"
)

// Names of tasks that the report looks up.
const (
	yardstick   = "encoding/json Valid"
	ours        = "toolgen"
	strongest   = "ogen"
	decodeSound = "decode, valid"
	issues      = "decode, three faults, Issues"
	hint        = "BuildHint, Text"
	wholeHint   = "decode, three faults, BuildHint, Text"
	validate    = "Validate a Go value"
)

// comparison is everything that is measured.
type comparison struct {
	contestants []peers.Contestant
	valid       map[payload.Kind]map[payload.Form]*group // all contestants, on a valid call
	faulty      map[payload.Kind]*group                  // contestants that validate, on a faulty call
	own         map[payload.Kind]*group                  // toolgen's work besides decoding
}

// newComparison sets up the work. A contestant that rejects a valid call is an error: only correct results are
// worth measuring.
func newComparison() (*comparison, error) {
	c := &comparison{
		contestants: peers.All(),
		valid:       map[payload.Kind]map[payload.Form]*group{},
		faulty:      map[payload.Kind]*group{},
		own: map[payload.Kind]*group{
			payload.Deposit: ownGroup(payload.Deposit, benchtools.DepositTool, (*benchtools.Deposit).Validate),
			payload.Invoice: ownGroup(payload.Invoice, benchtools.InvoiceTool, (*benchtools.Invoice).Validate),
			payload.Journal: ownGroup(payload.Journal, benchtools.JournalTool, (*benchtools.Journal).Validate),
		},
	}
	for _, kind := range payload.Kinds {
		c.valid[kind] = map[payload.Form]*group{}
		for _, form := range payload.Forms {
			g := &group{name: fmt.Sprintf("%s, %s", kind, form)}
			text := kind.Text(form)
			for _, peer := range c.contestants {
				read := peer.Read[kind]
				if err := read(text); err != nil {
					return nil, fmt.Errorf("%s rejects %s: %w", peer.Name, g.name, err)
				}
				g.add(peer.Name, func() { _ = read(text) })
			}
			c.valid[kind][form] = g
		}
		g := &group{name: fmt.Sprintf("%s, faulty", kind)}
		text := kind.Faulty()
		for _, peer := range c.contestants {
			if read := peer.Read[kind]; peer.Work == peers.Validate {
				g.add(peer.Name, func() { _ = read(text) })
			}
		}
		c.faulty[kind] = g
	}
	return c, nil
}

// groups returns all groups in the order in which they are measured.
func (c *comparison) groups() []*group {
	var all []*group
	for _, kind := range payload.Kinds {
		for _, form := range payload.Forms {
			all = append(all, c.valid[kind][form])
		}
		all = append(all, c.faulty[kind], c.own[kind])
	}
	return all
}

// ownGroup is toolgen's work besides decoding, for one kind of call.
func ownGroup[A, R any](kind payload.Kind, tool *runtime.TypedTool[A, R], check func(*A) error) *group {
	g := &group{name: string(kind)}
	sound, faulty := kind.Compact(), kind.Faulty()
	value, err := tool.DecodeArgs(sound)
	if err != nil {
		panic(err)
	}
	_, refusal := tool.DecodeArgs(faulty)
	if found := len(issuesOf(refusal)); found != payload.Faults {
		panic(fmt.Sprintf("%s: found %d faults: %v", kind, found, refusal))
	}
	g.add(decodeSound, func() { _, _ = tool.DecodeArgs(sound) })
	g.add(issues, func() {
		_, err := tool.DecodeArgs(faulty)
		_ = issuesOf(err)
	})
	g.add(hint, func() {
		_ = runtime.BuildHint(tool, refusal, runtime.WithCall(faulty)).Text()
	})
	g.add(wholeHint, func() {
		_, err := tool.DecodeArgs(faulty)
		_ = runtime.BuildHint(tool, err, runtime.WithCall(faulty)).Text()
	})
	g.add(validate, func() { _ = check(value) })
	return g
}

func issuesOf(err error) []runtime.ValidationIssue {
	if invalid, ok := errors.AsType[*runtime.ValidationError](err); ok {
		return invalid.Issues()
	}
	return nil
}
