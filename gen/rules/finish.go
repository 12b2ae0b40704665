package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime/toolname"
)

// Finish completes the model of the applied tools: write flag, confirmation, rules and remedies. Remedies are
// checked against the tools they name. Tools with an error become broken.
func (a *Applied) Finish(pkg *model.Package) model.Diagnostics {
	r := &reader{}
	failed := map[*model.Tool]bool{}
	each := func(f func(*model.Tool)) {
		for _, t := range slices.Concat(pkg.Tools, pkg.Broken) {
			r.tool, r.failed = t.Name, false
			f(t)
			failed[t] = failed[t] || r.failed
		}
	}
	each(func(t *model.Tool) {
		said := a.sayings[t.Name]
		if said == nil {
			said = &saying{}
		}
		t.BlankIsMissing = said.tool.is("blankIsMissing")
		t.Advice = said.advice
		t.Unchecked, t.Retry = said.tool["unchecked"].Str(), said.tool["retry"].Str()
		r.writes(t, said)
		r.verifies(t, said)
		r.asks(t, said)
		r.collect(t)
	})
	c := &calls{reader: r, tools: map[string]*model.Tool{}, named: a.known}
	for _, t := range pkg.Tools {
		c.tools[t.Name] = t
	}
	each(c.known)
	each(c.remedies)
	pkg.Tools = slices.DeleteFunc(pkg.Tools, func(t *model.Tool) bool {
		if failed[t] {
			pkg.Broken = append(pkg.Broken, t)
		}
		return failed[t]
	})
	return r.diags
}

// writes sets the write flag from the rules, or else from MCP's hints.
func (r *reader) writes(t *model.Tool, said *saying) {
	hint, known := hintedWrite(t)
	write := said.tool["write"]
	if write == nil {
		t.Write, t.WriteKnown = hint, known
		return
	}
	t.Write, t.WriteKnown = write.Bool, true
	agreed := t.Annotations.ReadOnly != nil && *t.Annotations.ReadOnly != t.Write
	if known && hint != t.Write && !agreed {
		says := "readOnlyHint says that it is read-only"
		if hint {
			says = "its annotations say that it writes"
		}
		r.warn(write, fmt.Sprintf("the rules say write: %t, but %s", t.Write, says), "the rules take precedence; correct whichever is wrong")
	}
}

// verifies records the tool that verifies a write.
func (r *reader) verifies(t *model.Tool, said *saying) {
	if n := said.tool["verify"]; n != nil {
		t.Verify = &model.Remedy{Call: n.Get("call").Str(), Text: n.Get("text").Str(), Pos: n.Pos, Pointer: n.Pointer}
		r.forWrites(t, n, "verify")
	}
}

// forWrites warns of a word that is meant for writes, on a read-only tool.
func (r *reader) forWrites(t *model.Tool, n *tooldef.Node, word string) {
	if t.WriteKnown && !t.Write {
		r.warn(n, "the tool is read-only, and "+word+" is meant for writes", "remove "+word+", or set write: true")
	}
}

// hintedWrite derives the write flag from MCP's hints. destructiveHint and idempotentHint are meaningful only
// for tools that write, so destructiveHint: true implies a write. readOnlyHint is not trusted if the name of
// the tool has a destructive verb: a server could use it to bypass confirmation.
func hintedWrite(t *model.Tool) (write, known bool) {
	a := t.Annotations
	switch {
	case a.ReadOnly != nil && *a.ReadOnly && toolname.VerbOf(t.Name).Effect == toolname.Destroys:
		return true, true
	case a.ReadOnly != nil:
		return !*a.ReadOnly, true
	case a.Destructive != nil && *a.Destructive:
		return true, true
	}
	return false, false
}

// asks sets confirmation and approval.
func (r *reader) asks(t *model.Tool, said *saying) {
	t.Confirm = hintedConfirm(t)
	if c := said.tool["confirm"]; c != nil {
		tier, _ := strconv.Atoi(c.Get("tier").Text)
		hinted := t.Confirm.Tier
		t.Confirm = model.Confirm{Tier: tier, Phrase: c.Get("phrase").Str(), Question: c.Get("question").Str()}
		r.placeholders(t, c.Get("question"))
		destroys := t.Annotations.Destructive != nil && *t.Annotations.Destructive
		if tier > 0 {
			r.forWrites(t, c, "confirm")
		} else if hinted > 0 && destroys {
			r.warn(c, "destructiveHint says that the tool is destructive, but it runs without confirmation", "write tier: 2 or 3")
		}
	}
	if t.Confirm.Tier == 3 && t.Confirm.Phrase == "" {
		t.Confirm.Phrase = phrase(t.Name)
	}
	if n := said.tool["approval"]; n != nil && (n.Kind != tooldef.Bool || n.Bool) {
		t.Approval = approvalOf(n)
		r.forWrites(t, n, "approval")
	}
	if !t.WriteKnown && (t.Confirm.Tier > 0 || t.Approval != nil) {
		t.Write, t.WriteKnown = true, true // matches the gate, which never asks about read-only tools
	}
}

// hintedConfirm derives the tier from MCP's hints: 1 for additive tools, 2 for destructive ones (the default of
// MCP for writes), 3 for destructive ones that are not idempotent. A destructive verb in the name means at
// least tier 2, whatever the hints.
func hintedConfirm(t *model.Tool) model.Confirm {
	is := func(hint *bool, want bool) bool { return hint != nil && *hint == want }
	switch {
	case !t.Write:
		return model.Confirm{}
	case is(t.Annotations.Destructive, true) && is(t.Annotations.Idempotent, false):
		return model.Confirm{Tier: 3}
	case is(t.Annotations.Destructive, false) && toolname.VerbOf(t.Name).Effect != toolname.Destroys:
		return model.Confirm{Tier: 1}
	case t.Annotations.ReadOnly == nil && t.Annotations.Destructive == nil:
		return model.Confirm{} // no hints: only the rules declare the write
	}
	return model.Confirm{Tier: 2}
}

// phrase returns the text a person types to confirm a call: the tool's verb.
func phrase(name string) string {
	if verb := toolname.VerbOf(name); verb.Word != "" {
		return strings.ToUpper(verb.Word)
	}
	return strings.ToUpper(strings.Join(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_-./: ", r) }), " "))
}

func approvalOf(n *tooldef.Node) *model.Approval {
	approval := &model.Approval{}
	if roles := n.Get("roles"); roles != nil {
		approval.Roles = roles.Strings()
	}
	approval.TTL, _ = time.ParseDuration(n.Get("ttl").Str())
	return approval
}

// placeholder matches a reference to an argument in a question.
var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// placeholders checks that the fields in a question exist in the arguments.
func (r *reader) placeholders(t *model.Tool, question *tooldef.Node) {
	for _, m := range placeholder.FindAllStringSubmatch(question.Str(), -1) {
		if len(fieldAt(t.Args, m[1])) == 0 {
			fix := suggest(m[1], paths(t), "write the path of an argument between the braces, as in {Amount}")
			r.fail(question, fmt.Sprintf("the question mentions %q, which the arguments do not have", model.Cut(m[1], 80)), fix)
		}
	}
}

// collect lists the rules, remedies and known values of a tool with their paths in the arguments. Rules without an id are
// numbered by their position, as in generated code.
func (r *reader) collect(t *model.Tool) {
	first := map[string]model.Pos{}
	seen := map[model.Pos]string{}
	hasKnown := false
	walkValues(t.Args, func(v *model.Type, path string) {
		for i := range v.Rules {
			rule := &v.Rules[i]
			rule.At = path
			id, again := seen[rule.Pos]
			switch {
			case again: // the same rule on another variant of a union
				rule.ID = id
				continue
			case rule.ID == "":
				rule.ID = fmt.Sprintf("rule-%d", len(t.Rules)+1)
			}
			seen[rule.Pos] = rule.ID
			r.fieldPath(rule, v)
			if other, taken := first[rule.ID]; taken {
				r.report(model.Error, rule.Pos, rule.Pointer, "id",
					fmt.Sprintf("two rules have the id %q; the other is at %s", model.Cut(rule.ID, 80), other), "give each a unique id, since issues name rules by it")
				continue
			}
			first[rule.ID] = rule.Pos
			t.Rules = append(t.Rules, *rule)
		}
		for _, remedy := range v.Remedies {
			remedy.Field = path
			if remedy.Fills == "" {
				remedy.Fills = path
			}
			t.Remedies = append(t.Remedies, remedy)
		}
		hasKnown = hasKnown || len(v.Known) > 0
	})
	if hasKnown {
		t.Known = r.knownOf(t.Args)
	}
}

// fieldPath checks that the field of a rule exists below the value of the rule.
func (r *reader) fieldPath(rule *model.Rule, of *model.Type) {
	if rule.FieldPath == "" {
		return
	}
	steps, _ := parsePath(rule.FieldPath)
	if missing := lookUp(of, steps); missing.types == nil {
		r.report(model.Error, rule.Pos, rule.PointerTo("fieldPath"), "fieldPath",
			fmt.Sprintf("there is no field %q", joinPath(missing.steps)), missing.suggest())
	}
}

// knownOf lists the fields with known values under every path: the rule of a definition applies wherever the
// definition is used.
func (r *reader) knownOf(args *model.Type) []model.Known {
	var found []model.Known
	var way []*model.Type
	within := map[*model.Type]bool{} // whether a type contains fields with known values
	refused := map[*model.Type]bool{}
	var walk func(t *model.Type, path string)
	walk = func(t *model.Type, path string) {
		has, done := within[t]
		if !done {
			walkValues(t, func(in *model.Type, _ string) { has = has || len(in.Known) > 0 })
			within[t] = has
		}
		switch {
		case !has || len(found) > maxKnown || refused[t]:
			return
		case slices.Contains(way, t):
			refused[t] = true
			r.report(model.Error, t.Pos, "", "known", fmt.Sprintf("known values are in a schema that contains itself, at %s", path),
				"declare them for a field outside of it")
			return
		}
		way = append(way, t)
		for _, known := range t.Known {
			if known.Field == "" {
				known.Field = path
			}
			if !slices.Contains(found, known) { // the same field on another variant of a union
				found = append(found, known)
			}
		}
		inside(t, path, walk)
		way = way[:len(way)-1]
	}
	walk(args, "")
	if len(found) > maxKnown {
		r.report(model.Error, found[0].Pos, found[0].Pointer, "known",
			fmt.Sprintf("known values have more than %d places in the arguments", maxKnown), "declare them for fewer fields")
	}
	return found
}

// maxKnown bounds the paths with known values: recursive definitions may have exponentially many.
const maxKnown = 1000

// walkValues visits the types of a value and everything in it, each once, with the first path that reaches it.
func walkValues(t *model.Type, f func(t *model.Type, path string)) {
	seen := map[*model.Type]bool{}
	var walk func(t *model.Type, path string)
	walk = func(t *model.Type, path string) {
		if !seen[t] {
			seen[t] = true
			f(t, path)
			inside(t, path, walk)
		}
	}
	walk(t, "")
}

// inside visits the direct parts of a value at a path, and the variants of a union.
func inside(t *model.Type, path string, f func(t *model.Type, path string)) {
	visit := func(t *model.Type, path string) {
		if t != nil {
			f(t, path)
		}
	}
	for _, field := range t.Fields {
		visit(field.Type, model.JoinKey(path, field.Key))
	}
	visit(t.Items, path+"[]")
	visit(t.Each, path+"[]")
	visit(t.Additional, path+"{}")
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			visit(v.Type, path)
		}
	}
	for i, item := range t.Prefix { // annotations do not apply here; their paths are rejected
		visit(item, fmt.Sprintf("%s[%d]", path, i))
	}
}
