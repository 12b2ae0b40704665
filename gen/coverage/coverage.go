// Package coverage answers which write tools are not protected: it lists every tool that changes
// something, what is asked of its calls, and what is missing. It reads the model and nothing else.
package coverage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/toolname"
)

// Report is what one set of tools comes to.
type Report struct {
	Tools []Tool `json:"tools"` // the tools that write, in source order
	Total int    `json:"total"` // all tools
	Gaps  int    `json:"gaps"`
}

// Tool is one tool that writes.
type Tool struct {
	Name     string    `json:"tool"`
	Source   string    `json:"source"`
	Line     int       `json:"line,omitempty"`
	Column   int       `json:"column,omitempty"`
	Writes   Knowledge `json:"writes"`         // who says that it writes
	Verb     string    `json:"verb,omitempty"` // of its name
	Required []string  `json:"required"`       // required arguments
	Rules    []string  `json:"rules"`          // ids of CEL rules, and the words of other rules
	Tier     int       `json:"tier"`
	Approval bool      `json:"approval"`
	Gaps     []Gap     `json:"gaps"`
	// Unchecked is why the owner accepts the gaps in Accepted, which do not count.
	Unchecked string `json:"unchecked,omitempty"`
	Accepted  []Gap  `json:"accepted,omitempty"`
}

// Knowledge is where it is known from that a tool writes.
type Knowledge string

const (
	// ByWord says that the rules or the tool's annotations say so.
	ByWord Knowledge = "declared"
	// ByName says that nothing but the verb in its name does.
	ByName Knowledge = "name"
)

// Gap is something that is missing.
type Gap struct {
	Kind    Kind   `json:"kind"`
	Problem string `json:"problem"`
	Fix     string `json:"fix"`
}

// Kind names a gap.
type Kind string

const (
	// Undeclared writes are behind no gate: only the name tells that the tool writes.
	Undeclared Kind = "undeclared"
	// NoRequired says that a call without any argument passes.
	NoRequired Kind = "no-required"
	// NoIdentifier says that an update or a delete does not need to say of what.
	NoIdentifier Kind = "no-identifier"
	// NoConfirmation says that something is destroyed and nobody is asked.
	NoConfirmation Kind = "no-confirmation"
	// NothingAccepted says that gaps are accepted and there is none.
	NothingAccepted Kind = "nothing-accepted"
)

// Of reports on the tools of a package.
func Of(pkg *model.Package) Report {
	r := Report{Tools: []Tool{}, Total: len(pkg.Tools)}
	for _, t := range pkg.Tools {
		verb := toolname.VerbOf(t.Name)
		if !t.Write && (t.WriteKnown || !verb.Writes()) {
			continue
		}
		row := Tool{
			Name: t.Name, Source: t.Pos.File, Line: t.Pos.Line, Column: t.Pos.Column, Writes: ByWord, Verb: verb.Word,
			Required: []string{}, Rules: []string{}, Tier: t.Confirm.Tier, Approval: t.Approval != nil, Gaps: []Gap{},
		}
		if !t.Write {
			row.Writes = ByName
		}
		row.Required = append(row.Required, required(t.Args)...)
		row.Rules = append(row.Rules, asked(t)...)
		row.Gaps = append(row.Gaps, gaps(t, row, verb)...)
		row.accept(t.Unchecked)
		r.Tools = append(r.Tools, row)
		r.Gaps += len(row.Gaps)
	}
	return r
}

// accept moves the gaps of a tool to those that its owner accepts, for a reason. A reason that outlives its
// gaps would accept the next one unseen, and so is a gap of its own.
func (row *Tool) accept(reason string) {
	switch {
	case reason == "":
	case len(row.Gaps) == 0:
		row.Gaps = append(row.Gaps, Gap{NothingAccepted, "unchecked accepts gaps, and there is none", "remove unchecked from the rules"})
	default:
		row.Unchecked, row.Accepted, row.Gaps = reason, row.Gaps, []Gap{}
	}
}

// gaps lists what a tool lacks.
func gaps(t *model.Tool, row Tool, verb toolname.Verb) []Gap {
	var out []Gap
	if row.Writes == ByName {
		out = append(out, Gap{Undeclared, fmt.Sprintf("only its name (%s) says that it writes", verb.Word), "say write: true in the rules, or write: false if it does not"})
	}
	// A tool that takes no arguments has none that could be required.
	if takesArguments(t.Args) {
		if len(row.Required) == 0 && !choosesFields(t.Args) {
			out = append(out, Gap{NoRequired, "a call without any argument passes", "name the fields that a call needs: required: […]"})
		}
		if aimsAtSomething(verb) && !identified(t.Args, identifierOf(t.Name)) {
			out = append(out, Gap{NoIdentifier, fmt.Sprintf("%s does not have to say what it is about", verb.Word), "require the field that identifies it"})
		}
	}
	destroys := verb.Effect == toolname.Destroys || t.Annotations.Destructive != nil && *t.Annotations.Destructive
	if destroys && row.Tier == 0 && !row.Approval {
		out = append(out, Gap{NoConfirmation, "it destroys something and nobody is asked", "add confirm: {tier: 2}, or 3 to have a word typed"})
	}
	return out
}

// variants are the types that arguments may have: those of a union, or the type itself.
func variants(t *model.Type) []*model.Type {
	if t == nil {
		return nil
	}
	if t.Union == nil {
		return []*model.Type{t}
	}
	var list []*model.Type
	for _, v := range t.Union.Variants {
		list = append(list, v.Type)
	}
	return list
}

func takesArguments(t *model.Type) bool {
	return slices.ContainsFunc(variants(t), func(v *model.Type) bool { return len(v.Fields) > 0 })
}

// required are the keys that every variant requires. What the server fills does not count.
func required(t *model.Type) []string {
	var keys []string
	for i, v := range variants(t) {
		var own []string
		for _, f := range v.Fields {
			if f.Required && !f.Type.Injected {
				own = append(own, f.Key)
			}
		}
		if i == 0 {
			keys = own
			continue
		}
		keys = slices.DeleteFunc(keys, func(k string) bool { return !slices.Contains(own, k) })
	}
	return keys
}

// choosesFields reports whether some choice asks for at least one field.
func choosesFields(t *model.Type) bool {
	all := variants(t)
	return len(all) > 0 && !slices.ContainsFunc(all, func(v *model.Type) bool {
		own := slices.ContainsFunc(v.Fields, func(f *model.Field) bool { return f.Required && !f.Type.Injected })
		return !own && !slices.ContainsFunc(v.Constraints, asksForOne)
	})
}

func asksForOne(c model.Constraint) bool {
	switch c := c.(type) {
	case model.FieldGroup:
		return c.Word != "atMostOneOf"
	case model.Choice:
		return !slices.ContainsFunc(c.Branches, func(b *model.Type) bool {
			return !slices.ContainsFunc(b.Fields, func(f *model.Field) bool { return f.Required })
		})
	case model.Size:
		return c.Word == "minProperties" && c.Limit > 0
	case model.RequiredKeys:
		return len(c.Keys) > 0
	}
	return false
}

// aiming are the verbs, beside those that destroy, that change something that is there already.
var aiming = []string{
	"update", "edit", "modify", "patch", "change", "rename", "archive", "unarchive", "close", "reopen", "approve", "finalize", "finalise",
	"resolve", "activate", "deactivate", "enable", "disable", "publish", "unpublish", "restore", "pause", "resume",
}

func aimsAtSomething(v toolname.Verb) bool {
	return v.Effect == toolname.Destroys || slices.Contains(aiming, v.Word)
}

// identifierOf tells keys that name a thing from others: keys such as Id, and those that bear the
// name of what the tool is about, as dispute does in update_dispute.
func identifierOf(tool string) func(key string) bool {
	about := toolname.Words(tool)
	return func(key string) bool {
		words := toolname.Words(key)
		if len(words) == 0 {
			return false
		}
		last := words[len(words)-1]
		named := !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(about, w) })
		return named || slices.Contains(identifiers, last) || strings.HasSuffix(last, "id") && len(last) > 2
	}
}

// identified reports whether every variant requires a field, or one of some fields, that says what
// the call is about.
func identified(t *model.Type, identifying func(string) bool) bool {
	return !slices.ContainsFunc(variants(t), func(v *model.Type) bool {
		required := slices.ContainsFunc(v.Fields, func(f *model.Field) bool { return f.Required && identifies(f, identifying) })
		chosen := slices.ContainsFunc(v.Constraints, func(c model.Constraint) bool {
			g, ok := c.(model.FieldGroup)
			return ok && asksForOne(c) && slices.ContainsFunc(g.Keys, identifying)
		})
		return !required && !chosen
	})
}

// identifies reports whether a field names a thing, itself or by a member that it requires.
func identifies(f *model.Field, identifying func(string) bool) bool {
	if identifying(f.Key) {
		return true
	}
	t := f.Type
	if item := t.Element(); item != nil {
		t = item
	}
	return slices.ContainsFunc(t.Fields, func(inner *model.Field) bool { return inner.Required && identifying(inner.Key) })
}

// identifiers are the last words of keys that name a thing.
var identifiers = []string{
	"id", "ids", "uuid", "guid", "sid", "key", "keys", "name", "names", "slug", "number", "arn", "path", "paths", "uri", "url", "ref",
	"code", "sku", "handle", "email", "identifier", "selector", "filter", "query", "index", "account", "invoice", "customer", "user", "order",
	"subscription", "ticket", "repo", "branch", "sha", "tag", "domain", "resource", "target", "username", "title",
}

// asked lists the rules of a tool: ids of CEL rules, then the words of the sugar.
func asked(t *model.Tool) []string {
	var list []string
	for _, r := range t.Rules {
		list = append(list, r.ID)
	}
	for _, typ := range t.Types {
		for _, c := range typ.Constraints {
			switch c := c.(type) {
			case model.FieldGroup, model.FieldPairs:
				if !slices.Contains(list, c.Keyword()) {
					list = append(list, c.Keyword())
				}
			}
		}
	}
	return list
}
