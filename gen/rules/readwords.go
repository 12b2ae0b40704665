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

// member is a key of a mapping. A required one has a fix for when it is missing.
type member struct {
	key   string
	check func(*tooldef.Node) bool
	fix   string
}

// mapping checks a mapping and its members.
func (r *reader) mapping(n *tooldef.Node, what string, members ...member) bool {
	if n.Kind != tooldef.Object {
		r.fail(n, what+" is "+n.Describe(), "write a mapping with "+members[0].key)
		return false
	}
	sound := true
	for _, m := range n.Members {
		i := slices.IndexFunc(members, func(known member) bool { return known.key == m.Key })
		if i < 0 {
			keys := make([]string, len(members))
			for i := range members {
				keys[i] = members[i].key
			}
			r.unknown(m, " in "+what, keys)
		}
		sound = i >= 0 && members[i].check(m.Value) && sound
	}
	for _, m := range members {
		if m.fix != "" && n.Get(m.key) == nil {
			r.fail(n, what+" has no "+m.key, m.fix)
			sound = false
		}
	}
	return sound
}

// expect reports a value that does not satisfy a condition.
func (r *reader) expect(ok bool, n *tooldef.Node, problem, fix string) bool {
	if !ok {
		r.fail(n, problem, fix)
	}
	return ok
}

// toolWord checks the value of a word of a tool.
func (r *reader) toolWord(word string, v *tooldef.Node) bool {
	switch word {
	case "confirm":
		return r.confirm(v)
	case "approval":
		return v.Kind == tooldef.Bool || r.mapping(v, word,
			member{"roles", func(n *tooldef.Node) bool { return r.names(n, "roles", "controller") }, ""}, member{"ttl", r.duration, ""})
	case "unchecked":
		return r.text(v)
	case "verify":
		return r.mapping(v, word, r.called(), member{"text", r.text, ""})
	case "retry":
		return r.expect(v.Kind == tooldef.String && (v.Text == "after" || v.Text == "never"), v, "retry must be after or never",
			"write after if the same call may be sent again after a wait")
	}
	return r.flag(v)
}

// confirm checks {tier: 1}, with an optional question, and a phrase for tier 3.
func (r *reader) confirm(n *tooldef.Node) bool {
	tier := func(n *tooldef.Node) bool {
		return r.expect(n.Kind == tooldef.Number && slices.Contains([]string{"0", "1", "2", "3"}, n.Text), n,
			"a tier is a number from 0 to 3", "write 0 for no confirmation, 3 for the strictest")
	}
	phrase := func(n *tooldef.Node) bool {
		return r.text(n) && r.expect(!strings.ContainsFunc(n.Text, unicode.IsControl), n,
			"the phrase has a line break or another character that cannot be typed", "write it in one line")
	}
	if !r.mapping(n, "confirm", member{"tier", tier, "add tier: 1, 2 or 3, or 0 for no confirmation"},
		member{"phrase", phrase, ""}, member{"question", r.text, ""}) {
		return false
	}
	level := n.Get("tier").Text
	typed, asked := n.Get("phrase"), n.Get("question")
	return r.expect(typed == nil || level == "3", typed, "a phrase is only used at tier 3", "remove it, or write tier: 3") &&
		r.expect(asked == nil || level != "0", asked, "no question is asked at tier 0", "remove the question, or write tier: 1")
}

func (r *reader) duration(n *tooldef.Node) bool {
	d, err := time.ParseDuration(n.Text)
	return r.expect(n.Kind == tooldef.String && err == nil && d > 0, n, "a ttl is a duration above zero", "write it as in 15m or 24h")
}

// called is the member that names a tool.
func (r *reader) called() member {
	return member{"call", r.text, "add call: and the name of a read-only tool"}
}

func (r *reader) remedy(n *tooldef.Node) bool {
	return r.mapping(n, "remedy", r.called(), member{"fills", r.text, ""}, member{"from", r.text, ""}, member{"text", r.text, ""},
		member{"known", r.flag, ""}) &&
		r.expect(!n.Get("known").True() || n.Get("from") != nil, n.Get("known"), "known: true needs the path of the known values",
			"add from:, as in $.invoices[*].InvoiceId")
}

// knownOf returns the source of known values that a remedy declares, or nil.
func knownOf(remedy *tooldef.Node) *tooldef.Node {
	if !remedy.Get("known").True() {
		return nil
	}
	source := &tooldef.Node{Kind: tooldef.Object, Pos: remedy.Pos, Pointer: remedy.Pointer}
	source.Set("from", remedy.Get("call"))
	source.Set("at", remedy.Get("from"))
	if fills := remedy.Get("fills"); fills != nil {
		source.Set("fills", fills)
	}
	return source
}

func (r *reader) known(n *tooldef.Node) bool {
	const example = `write it as in {from: get_contacts, at: "$.contacts[*].ContactId"}`
	return r.mapping(n, "known", member{"from", r.text, example}, member{"at", r.text, example})
}

// ruleList checks CEL rules, nil after an error. Expressions are checked later.
func (r *reader) ruleList(n *tooldef.Node) *tooldef.Node {
	if n.Kind != tooldef.Array || len(n.Items) == 0 {
		r.fail(n, "rules is "+n.Describe(), "write a list, as in - rule: self.Start <= self.End")
		return nil
	}
	return listOf(n, r.rule)
}

func (r *reader) rule(n *tooldef.Node) bool {
	members := make([]member, len(ruleWords))
	for i, word := range ruleWords {
		members[i] = member{word, r.text, ""}
		switch word {
		case "rule":
			members[i].fix = "add rule: and a CEL expression"
		case "fieldPath":
			members[i].check = r.fieldPathText
		case "reason":
			members[i].check = r.reason
		case "optionalOldSelf":
			members[i].check = r.flag
		}
	}
	return r.mapping(n, "the rule", members...)
}

// fieldPathText checks the path of a rule's field, and normalises Kubernetes' syntax, which has a leading dot and
// single-quoted keys.
func (r *reader) fieldPathText(n *tooldef.Node) bool {
	if !r.text(n) {
		return false
	}
	steps, err := parsePath(strings.NewReplacer("['", `["`, "']", `"]`).Replace(strings.TrimPrefix(n.Text, ".")))
	if err == nil && slices.ContainsFunc(steps, func(s step) bool { return s.kind == toRest }) {
		err = fmt.Errorf("{} stands for any key, which no issue can name")
	}
	if err != nil {
		r.fail(n, fmt.Sprintf("invalid path %q: %s", model.Cut(n.Text, 80), err), "write it as in Lines[].Amount")
		return false
	}
	n.Text = joinPath(steps)
	return true
}

// reasons are the values of reason in Kubernetes. They select an API error there and have no effect here, but a
// misspelled one is still reported.
var reasons = []string{"FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"}

func (r *reader) reason(n *tooldef.Node) bool {
	if !r.text(n) {
		return false
	}
	if !slices.Contains(reasons, n.Text) {
		fix := suggest(n.Text, reasons, "write one of "+strings.Join(reasons, ", ")+", or say it in message")
		r.warn(n, fmt.Sprintf("%q is not a reason of Kubernetes", n.Text), fix)
	}
	return true
}

// suggest returns the fix for a misspelled name.
func suggest(name string, known []string, otherwise string) string {
	if guess := near.Name(name, known); guess != "" {
		return "did you mean " + guess + "?"
	}
	return otherwise
}

// unknown reports an unknown key, with the nearest known one.
func (r *reader) unknown(m tooldef.Member, where string, words []string) {
	fix := "it is neither a key of the rules nor a keyword of JSON Schema"
	switch {
	case len(words) == 1:
		fix = "write " + words[0]
	case len(words) <= 14:
		fix = "use one of " + strings.Join(words, ", ")
	}
	r.failAt(m, fmt.Sprintf("unknown key %q%s", model.Cut(m.Key, 80), where), suggest(m.Key, words, fix))
}

// failAt reports an error at a key.
func (r *reader) failAt(m tooldef.Member, problem, fix string) {
	r.report(model.Error, m.KeyPos, m.Value.Pointer, m.Key, problem, fix)
}
