package check

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// warnIdle warns about a keyword that has no effect in its draft and position.
func (c *Checker) warnIdle(s schema.Source, m tooldef.Member) {
	draft := tooldef.DraftNames[s.Draft]
	r := tooldef.Ranges[m.Key]
	switch with := tooldef.Companions[m.Key]; {
	case s.RefOnly():
		if lostBesideRef(m.Key) {
			c.Warn(m.Value, m.Key, fmt.Sprintf("%s has no effect beside $ref in draft %s", m.Key, draft),
				"put the $ref into an allOf, or name draft 2019-09 or later in $schema")
		}
	case !mayBeIdle(m.Key):
	case s.Draft < r.Since:
		c.Warn(m.Value, m.Key, fmt.Sprintf("%s has no effect in draft %s", m.Key, draft),
			fmt.Sprintf("name draft %s in $schema, or use keywords of draft %s", tooldef.DraftNames[r.Since], draft))
	case r.Until != 0 && s.Draft > r.Until:
		fix := map[string]string{"additionalItems": `write "items" beside "prefixItems"`, "$recursiveRef": `write "$dynamicRef"`}[m.Key]
		c.Warn(m.Value, m.Key, fmt.Sprintf("%s has no effect in draft %s", m.Key, draft),
			fix+", or name draft "+tooldef.DraftNames[r.Until]+" in $schema")
	case m.Key == "additionalItems" && !s.Node.Get("items").Is(tooldef.Array):
		c.Warn(m.Value, m.Key, "additionalItems has no effect without a list under items",
			`write "items", which holds for each item, or remove additionalItems`)
	case s.Doc.Ignored[m.Key]:
		c.Warn(m.Value, m.Key, m.Key+" has no effect: the meta-schema lists its vocabularies, and none has it",
			"add the vocabulary to the meta-schema")
	case with != "" && s.Node.Get(with) == nil:
		c.Warn(m.Value, m.Key, fmt.Sprintf("%s has no effect without %s", m.Key, with), "add "+with+", or remove "+m.Key)
	}
}

// lostBesideRef reports whether a keyword is lost because its draft ignores siblings of $ref. Descriptions are
// still used.
func lostBesideRef(key string) bool {
	return key != "$ref" && mayBeIdle(key) || key == "default" || key == "x-go-type"
}

// mayBeIdle reports whether a keyword constrains values and is therefore reported if it has no effect.
func mayBeIdle(key string) bool {
	return tooldef.Keywords[key].Effect != tooldef.Annotates || tooldef.Companions[key] != ""
}

// Keywords checks the keywords of all visited schemas. Comparing branches visits more.
func (c *Checker) Keywords() {
	for i := 0; i < len(c.Visited); i++ {
		s := c.Visited[i]
		c.checkKeywords(s)
		if oneOf := s.Get("oneOf"); oneOf != nil {
			c.warnShadowed(s, oneOf)
		}
	}
}

// checkKeywords warns about keywords unknown to all drafts, or to the schema's draft.
func (c *Checker) checkKeywords(s schema.Source) {
	n := s.Node
	set, declared := schema.TypeSet(n.Get("type"))
	for _, m := range n.Members {
		k, ok := tooldef.Keywords[m.Key]
		if ok && k.Effect == tooldef.Asserts && k.On != 0 && declared != nil && set != 0 && set&k.On == 0 {
			c.Warn(m.Value, m.Key, fmt.Sprintf("%s has no effect on a value of type %s", m.Key, strings.Join(declared, " or ")),
				"remove it, or correct type")
		}
		if (m.Key == "x-go-name" || m.Key == "x-go-type") && m.Value.Kind != tooldef.String {
			c.Fail(m.Value, m.Key, fmt.Sprintf("%s has to be a string, this is %s", m.Key, model.Cut(m.Value.JSON(), 60)),
				"put it in quotes, or remove it")
		}
		c.warnIdle(s, m)
		if ok || strings.HasPrefix(m.Key, "x-") {
			continue
		}
		fix := guess(m.Key, m.Value, set)
		if m.Value.Get("type") != nil || m.Value.Get("enum") != nil || m.Value.Get("$ref") != nil {
			fix += ` (a property belongs under "properties")`
		}
		d := tooldef.ErrorAt(m.Value, m.Key, fmt.Sprintf("unknown keyword %q has no effect", model.Cut(m.Key, 60)), fix)
		d.Severity, d.Tool, d.Pos = model.Warning, c.Tool, m.KeyPos
		c.Report(d)
	}
}
