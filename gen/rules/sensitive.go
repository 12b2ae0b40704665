package rules

import (
	"fmt"

	"github.com/toolgen/toolgen/gen/model"
)

// HideSensitive keeps sensitive values out of rule texts: a message computed from one is replaced by the fixed
// message, and a rule that is itself a string is an error. Call it after the rules are checked, which
// determines what they read.
func HideSensitive(t *model.Tool) model.Diagnostics {
	r := &reader{tool: t.Name}
	if t.Secret == nil {
		return nil
	}
	reported := map[model.Pos]bool{}
	walkValues(t.Args, func(v *model.Type, _ string) {
		for i := range v.Rules {
			rule := &v.Rules[i]
			if rule.Code == nil {
				continue
			}
			path, reads := readsSecret(rule, t.Secret)
			textual := rule.Code.Cond.Type != nil && rule.Code.Cond.Type.Kind == model.StringExpr
			computed := rule.MessageSource != ""
			if !reads || !textual && !computed {
				continue
			}
			rule.MessageSource, rule.Code.Text = "", nil
			switch {
			case reported[rule.Pos]:
			case textual:
				r.report(model.Error, rule.Pos, rule.Pointer, "rules",
					fmt.Sprintf("the rule returns a text and reads %s, which is sensitive", path), "write a rule that is true or false, with a message")
			default:
				r.report(model.Warning, rule.MessageSourcePos, rule.PointerTo("messageExpression"), "messageExpression",
					fmt.Sprintf("the rule reads %s, which is sensitive, so its messageExpression is not used", path), "write a message")
			}
			reported[rule.Pos] = true
		}
	})
	for i := range t.Rules {
		if reported[t.Rules[i].Pos] {
			t.Rules[i].MessageSource = ""
		}
	}
	return r.diags
}
