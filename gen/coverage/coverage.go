// Package coverage finds write tools without protection: it lists every tool that changes something, the rules
// on its calls, and what is missing. It depends only on the model.
package coverage

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/toolname"
)

// Report is the result for a set of tools.
type Report struct {
	Tools []Tool `json:"tools"` // write tools, in source order
	Total int    `json:"total"` // number of all tools
	Gaps  int    `json:"gaps"`
}

// Tool is a write tool.
type Tool struct {
	Name     string   `json:"tool"`
	Source   string   `json:"source"`
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Writes   string   `json:"writes"`         // how it is known that the tool writes: "declared", by rules or annotations, or "name"
	Verb     string   `json:"verb,omitempty"` // from the tool's name
	Required []string `json:"required"`       // required arguments
	Rules    []string `json:"rules"`          // ids of CEL rules, and keywords of other rules
	Tier     int      `json:"tier"`
	Approval bool     `json:"approval"`
	Gaps     []Gap    `json:"gaps"`
	// Unchecked is the owner's reason for accepting the gaps in Accepted.
	Unchecked string `json:"unchecked,omitempty"`
	Accepted  []Gap  `json:"accepted,omitempty"`
}

// Gap is a missing protection.
type Gap struct {
	Kind    string `json:"kind"`
	Problem string `json:"problem"`
	Fix     string `json:"fix"`
}

// The kinds of gaps.
var (
	undeclared = Gap{"undeclared", "only the name says that the tool writes, so no gate protects it",
		"say write: true in the rules, or write: false if it does not"}
	noRequired      = Gap{"no-required", "a call without arguments is valid", "name the required fields: required: […]"}
	noIdentifier    = Gap{"no-identifier", "an update or delete does not require an identifier", "require the field that identifies it"}
	noConfirmation  = Gap{"no-confirmation", "a destructive call needs no confirmation", "add confirm: {tier: 2}, or tier 3 to require a typed phrase"}
	nothingAccepted = Gap{"nothing-accepted", "unchecked is set, but there are no gaps", "remove unchecked from the rules"}
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
			Name: t.Name, Source: t.Pos.File, Line: t.Pos.Line, Column: t.Pos.Column, Writes: "declared", Verb: verb.Word,
			Required: []string{}, Rules: []string{}, Tier: t.Confirm.Tier, Approval: t.Approval != nil, Gaps: []Gap{},
		}
		if !t.Write {
			row.Writes = "name"
		}
		row.Required = append(row.Required, required(t.Args)...)
		row.Rules = append(row.Rules, rulesOf(t)...)
		row.Gaps = append(row.Gaps, gaps(t, row, verb)...)
		row.accept(t.Unchecked)
		r.Tools = append(r.Tools, row)
		r.Gaps += len(row.Gaps)
	}
	return r
}

// accept moves the gaps of a tool to Accepted. A reason without gaps is a gap itself, because it would hide the
// next one.
func (row *Tool) accept(reason string) {
	switch {
	case reason == "":
	case len(row.Gaps) == 0:
		row.Gaps = append(row.Gaps, nothingAccepted)
	default:
		row.Unchecked, row.Accepted, row.Gaps = reason, row.Gaps, []Gap{}
	}
}

// gaps returns the gaps of a tool.
func gaps(t *model.Tool, row Tool, verb toolname.Verb) []Gap {
	var out []Gap
	if !t.Write {
		out = append(out, undeclared)
	}
	// A tool without arguments has none to require.
	if takesArguments(t.Args) {
		if len(row.Required) == 0 && !choosesFields(t.Args) {
			out = append(out, noRequired)
		}
		if aimsAtSomething(verb) && !identified(t.Args, identifierOf(t.Name)) {
			out = append(out, noIdentifier)
		}
	}
	destroys := verb.Effect == toolname.Destroys || t.Annotations.Destructive != nil && *t.Annotations.Destructive
	if destroys && row.Tier == 0 && !row.Approval {
		out = append(out, noConfirmation)
	}
	return out
}

// variants returns the variants of a union, or the type itself.
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

// required returns the keys that every variant requires, without injected ones.
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

// choosesFields reports whether a rule requires at least one of several fields.
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
	}
	return false
}

// updateVerbs are verbs, besides destructive ones, that act on an existing object.
var updateVerbs = []string{
	"update", "edit", "modify", "patch", "change", "rename", "archive", "unarchive", "close", "reopen", "approve", "finalize", "finalise",
	"resolve", "activate", "deactivate", "enable", "disable", "publish", "unpublish", "restore", "pause", "resume",
}

func aimsAtSomething(v toolname.Verb) bool {
	return v.Effect == toolname.Destroys || slices.Contains(updateVerbs, v.Word)
}

// identifierOf returns a predicate for keys that identify an object: keys such as Id, and the name of the
// tool's object, as dispute in update_dispute.
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

// identified reports whether every variant requires an identifying field, or one of several.
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

// identifies reports whether a field identifies an object, itself or by a required member.
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

// identifiers are the last words of identifying keys.
var identifiers = []string{
	"id", "ids", "uuid", "guid", "sid", "key", "keys", "name", "names", "slug", "number", "arn", "path", "paths", "uri", "url", "ref",
	"code", "sku", "handle", "email", "identifier", "selector", "filter", "query", "index", "account", "invoice", "customer", "user", "order",
	"subscription", "ticket", "repo", "branch", "sha", "tag", "domain", "resource", "target", "username", "title",
}

// rulesOf lists the rules of a tool: ids of CEL rules, then the keywords of the others.
func rulesOf(t *model.Tool) []string {
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
