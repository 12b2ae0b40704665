package rules

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// HideSensitive keeps the values of sensitive fields out of what checked rules say: a message that
// is computed from one gives way to the fixed message, and a rule that is itself a text is an
// error. It goes after the rules are checked, which is when it is known what they read.
func HideSensitive(t *model.Tool) model.Diagnostics {
	r := &reader{tool: t.Name}
	var hidden []string
	for _, f := range t.Fields {
		if f.Sensitive {
			hidden = append(hidden, f.Path)
		}
	}
	if len(hidden) == 0 {
		return nil
	}
	told := map[model.Pos]bool{}
	walkValues(t.Args, func(v *model.Type, _ string) {
		for i := range v.Rules {
			rule := &v.Rules[i]
			if rule.Code == nil {
				continue
			}
			path, reads := readsHidden(rule, hidden)
			textual := rule.Code.Cond.Type != nil && rule.Code.Cond.Type.Kind == model.StringExpr
			computed := rule.MessageSource != ""
			if computed && reads {
				rule.MessageSource, rule.Code.Text = "", nil
			}
			if !reads || told[rule.Pos] || !textual && !computed {
				continue
			}
			told[rule.Pos] = true
			if textual {
				r.report(model.Error, rule.Pos, rule.Pointer, "rules", fmt.Sprintf("the rule gives a text and reads %s, which is sensitive", path), "write a rule that is true or false, with a message")
				continue
			}
			r.report(model.Warning, rule.MessageSourcePos, rule.PointerTo("messageExpression"), "messageExpression",
				fmt.Sprintf("the rule reads %s, which is sensitive, so that its messageExpression is left out", path), "write a message")
		}
	})
	for i := range t.Rules {
		if told[t.Rules[i].Pos] {
			t.Rules[i].MessageSource = ""
		}
	}
	return r.diags
}

// readsHidden finds a field that a rule reads and that is, holds or is held by a sensitive one.
func readsHidden(rule *model.Rule, hidden []string) (path string, ok bool) {
	reads := rule.Code.Reads
	if rule.Code.All {
		reads = append([]string{""}, reads...)
	}
	for _, read := range reads {
		at := rule.At
		switch {
		case read == "":
		case at == "" || strings.HasPrefix(read, "["):
			at += read
		default:
			at += "." + read
		}
		for _, p := range hidden {
			if below(p, at) || below(at, p) {
				return p, true
			}
		}
	}
	return "", false
}

// below reports whether a path is another one or leads on from it.
func below(path, above string) bool {
	rest, ok := strings.CutPrefix(path, above)
	return ok && (above == "" || rest == "" || strings.ContainsRune(".[{", rune(rest[0])))
}
