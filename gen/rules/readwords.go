package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// members checks the keys of a mapping and reports whether it is one without unknown keys.
func (r *reader) members(n *tooldef.Node, what string, words ...string) bool {
	if n.Kind != tooldef.Object {
		r.fail(n, what+" is "+n.Describe(), fmt.Sprintf("write a mapping with %s", words[0]))
		return false
	}
	ok := true
	for _, m := range n.Members {
		if !slices.Contains(words, m.Key) {
			r.unknown(m, "key of "+what, words)
			ok = false
		}
	}
	return ok
}

// confirm parses {tier: 1}, with an optional question, and a phrase for tier 3.
func (r *reader) confirm(n *tooldef.Node) bool {
	if !r.members(n, "confirm", "tier", "phrase", "question") {
		return false
	}
	tier := n.Get("tier")
	if tier == nil {
		r.fail(n, "confirm has no tier", "add tier: 1, 2 or 3, or 0 for no confirmation")
		return false
	}
	if tier.Kind != tooldef.Number || !slices.Contains([]string{"0", "1", "2", "3"}, tier.Text) {
		r.fail(tier, "a tier is a number from 0 to 3", "write 0 for no confirmation, 3 for the strictest")
		return false
	}
	if phrase := n.Get("phrase"); phrase != nil {
		if r.text(phrase) == nil {
			return false
		}
		if strings.ContainsFunc(phrase.Text, unicode.IsControl) {
			r.fail(phrase, "a person types the phrase, and cannot type a line break", "write one line")
			return false
		}
		if tier.Text != "3" {
			r.fail(phrase, "a phrase is asked for at tier 3 only", "drop it, or write tier: 3")
			return false
		}
	}
	if question := n.Get("question"); question != nil {
		if r.text(question) == nil {
			return false
		}
		if tier.Text == "0" {
			r.fail(question, "nobody is asked at tier 0", "drop the question, or write tier: 1")
			return false
		}
	}
	return true
}

// approval parses true, false, or {roles, ttl}.
func (r *reader) approval(n *tooldef.Node) bool {
	if n.Kind == tooldef.Bool {
		return true
	}
	if n.Kind != tooldef.Object {
		r.fail(n, "approval is "+n.Describe(), "write true, or {roles: [controller], ttl: 15m}")
		return false
	}
	ok := r.members(n, "approval", "roles", "ttl")
	if roles := n.Get("roles"); roles != nil {
		ok = len(r.nameList(roles, "roles", "controller")) > 0 && ok
	}
	if ttl := n.Get("ttl"); ttl != nil {
		if d, err := time.ParseDuration(ttl.Text); ttl.Kind != tooldef.String || err != nil || d <= 0 {
			r.fail(ttl, "a ttl is a duration above zero", "write it as in 15m or 24h")
			ok = false
		}
	}
	return ok
}

// remedies parses one remedy or a list.
func (r *reader) remedies(a *annotation, n *tooldef.Node) {
	list := []*tooldef.Node{n}
	if n.Kind == tooldef.Array {
		list = n.Items
	}
	for _, item := range list {
		if !r.call(item, "remedy", "call", "fills", "from", "text", "known") {
			continue
		}
		a.remedies = append(a.remedies, item)
		if known := item.Get("known"); known != nil && known.Bool {
			if item.Get("from") == nil {
				r.fail(known, "known needs to be told where known values are", "add from:, as in $.invoices[*].InvoiceId")
				continue
			}
			source := &tooldef.Node{Kind: tooldef.Object, Pos: item.Pos, Pointer: item.Pointer}
			source.Set("from", item.Get("call"))
			source.Set("at", item.Get("from"))
			if fills := item.Get("fills"); fills != nil {
				source.Set("fills", fills)
			}
			a.known = append(a.known, source)
		}
	}
}

// known parses {from: tool, at: path} or a list.
func (r *reader) known(a *annotation, n *tooldef.Node) {
	list := []*tooldef.Node{n}
	if n.Kind == tooldef.Array {
		list = n.Items
	}
	for _, item := range list {
		if !r.members(item, "known", "from", "at") {
			continue
		}
		sound := true
		for _, word := range []string{"from", "at"} {
			value := item.Get(word)
			if value == nil {
				r.fail(item, "known has no "+word, `write it as in {from: get_contacts, at: "$.contacts[*].ContactId"}`)
			}
			sound = value != nil && r.text(value) != nil && sound
		}
		if sound {
			a.known = append(a.known, item)
		}
	}
}

// call parses a mapping that names a tool; values are strings, except known.
func (r *reader) call(n *tooldef.Node, what string, words ...string) bool {
	if !r.members(n, what, words...) {
		return false
	}
	sound := true
	for _, m := range n.Members {
		if m.Key == "known" {
			sound = r.flag(m.Value) != nil && sound
		} else {
			sound = r.text(m.Value) != nil && sound
		}
	}
	if n.Get("call") == nil {
		r.fail(n, what+" names no tool", "add call: and the name of a tool that reads")
		sound = false
	}
	return sound
}

// ruleList parses CEL rules. Expressions are checked later.
func (r *reader) ruleList(n *tooldef.Node) []*tooldef.Node {
	if n.Kind != tooldef.Array || len(n.Items) == 0 {
		r.fail(n, "rules is "+n.Describe(), "write a list, as in - rule: self.Start <= self.End")
		return nil
	}
	var rules []*tooldef.Node
	for _, item := range n.Items {
		if r.rule(item) {
			rules = append(rules, item)
		}
	}
	return rules
}

func (r *reader) rule(n *tooldef.Node) bool {
	if !r.members(n, "rule", append([]string{"rule"}, ruleWords...)...) {
		return false
	}
	ok := true
	for _, m := range n.Members {
		switch {
		case m.Key == "optionalOldSelf":
			ok = r.flag(m.Value) != nil && ok
		case r.text(m.Value) == nil:
			ok = false
		case m.Key == "reason":
			r.reason(m.Value)
		}
	}
	if n.Get("rule") == nil {
		r.fail(n, "the rule has no expression", "add rule: and what has to hold, in CEL")
		return false
	}
	return ok
}

// reasons are the values of reason in Kubernetes. They select an API error there and have no effect here, but a
// misspelled one is still rejected.
var reasons = []string{"FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"}

func (r *reader) reason(n *tooldef.Node) {
	if slices.Contains(reasons, n.Text) {
		return
	}
	fix := "write one of " + strings.Join(reasons, ", ") + ", or say it in message"
	if guess := near.Name(n.Text, reasons); guess != "" {
		fix = "did you mean " + guess + "?"
	}
	r.warn(n, fmt.Sprintf("%q is none of Kubernetes' reasons", n.Text), fix)
}

// group parses exactlyOneOf and related words: a list of fields, or several.
func (r *reader) group(a *annotation, m tooldef.Member) {
	n := m.Value
	lists := []*tooldef.Node{n}
	if n.Kind == tooldef.Array && len(n.Items) > 0 && n.Items[0].Kind == tooldef.Array {
		lists = n.Items
	}
	for _, list := range lists {
		keys := r.keyList(list)
		if keys == nil {
			continue
		}
		if len(keys) < 2 && m.Key != "atLeastOneOf" {
			r.fail(list, fmt.Sprintf("%s of one field says nothing", m.Key), "name two fields or more")
			continue
		}
		a.sugar = append(a.sugar, tooldef.Member{Key: m.Key, KeyPos: m.KeyPos, Value: list})
	}
}

// pairs parses requires and excludes: a mapping of fields to fields.
func (r *reader) pairs(a *annotation, m tooldef.Member) {
	n := m.Value
	if n.Kind != tooldef.Object || len(n.Members) == 0 {
		r.fail(n, m.Key+" is "+n.Describe(), fmt.Sprintf("write a mapping, as in %s: {Discount: [Reason]}", m.Key))
		return
	}
	out := &tooldef.Node{Kind: tooldef.Object, Pos: n.Pos, Pointer: n.Pointer}
	for _, pair := range n.Members {
		list := pair.Value
		if list.Kind == tooldef.String {
			list = &tooldef.Node{Kind: tooldef.Array, Pos: list.Pos, Pointer: list.Pointer, Items: []*tooldef.Node{list}}
		}
		keys := r.keyList(list)
		if slices.ContainsFunc(keys, func(k *tooldef.Node) bool { return k.Text == pair.Key }) {
			r.report(model.Error, pair.KeyPos, list.Pointer, m.Key, fmt.Sprintf("%q stands on both sides", cut(pair.Key)), "remove it from the list")
			continue
		}
		if keys != nil {
			out.Members = append(out.Members, tooldef.Member{Key: pair.Key, KeyPos: pair.KeyPos, Value: list})
		}
	}
	a.sugar = append(a.sugar, tooldef.Member{Key: m.Key, KeyPos: m.KeyPos, Value: out})
}
