package rules

import (
	"regexp"

	"github.com/toolgen/toolgen/gen/tooldef"
)

const kubernetesWord = "x-kubernetes-validations"

// kubernetes reads x-kubernetes-validations, whose rules have the same form as toolgen's. Transition rules
// (those with oldSelf) are skipped: a call has no stored object, and Kubernetes skips them as well when there
// is none.
func (r *reader) kubernetes(a *annotation, n *tooldef.Node) {
	if n.Kind != tooldef.Array {
		r.fail(n, kubernetesWord+" is "+n.Describe(), "write a list of rules")
	}
	for _, item := range n.Items {
		if !r.rule(item) {
			continue
		}
		if readsOldSelf(item) {
			r.warn(item.Get("rule"), "the rule is not enforced: it reads oldSelf, the stored object that an update replaces, and a call has no such object",
				"check it where the object is stored, or state as a rule of its own what has to hold of the new value")
			continue
		}
		item = item.Clone()
		item.Set("kubernetes", &tooldef.Node{Kind: tooldef.Bool, Bool: true, Pos: item.Pos, Pointer: item.Pointer})
		a.add(tooldef.Member{Key: "rules"}, asList(item))
	}
}

// celText matches the string literals of CEL, which are not searched for identifiers.
var celText = regexp.MustCompile(`(?s)[rR]?("""(\\.|[^\\])*?"""|'''(\\.|[^\\])*?'''|"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])*')`)

var oldSelfWord = regexp.MustCompile(`(^|[^.\w])oldSelf\b`)

// readsOldSelf reports whether a rule or its message uses the variable oldSelf.
func readsOldSelf(rule *tooldef.Node) bool {
	for _, word := range []string{"rule", "messageExpression"} {
		if e := rule.Get(word); e != nil && oldSelfWord.MatchString(celText.ReplaceAllString(e.Text, `""`)) {
			return true
		}
	}
	return false
}
