package toolblock

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// keeps returns an error if a correction calls another tool, or changes a member that was valid. A block that
// writes one file must never be turned into one that writes another.
func (p *Processor) keeps(before, after *verdict, told string) error {
	if t := before.target; t != nil && after.target != t && after.target != p.dir.instead(t, keysOf(before.text)) {
		return fmt.Errorf("the correction calls %s instead of %s", strconv.Quote(after.target.name), strconv.Quote(t.name))
	}
	if before.values == nil {
		// If the block is unreadable, compare with the announced path.
		if path := after.path(told); told != "" && path != told && path != "" {
			return fmt.Errorf("the correction changes the path")
		}
		return nil
	}
	issues := before.issues
	if before.target != after.target {
		issues = after.target.faults(before.values)
	}
	for _, key := range after.target.keys {
		value, there := before.values[key]
		if !there || touched(issues, key) {
			continue
		}
		if now, still := after.values[key]; !still || !reflect.DeepEqual(now, value) {
			return fmt.Errorf("the correction changes %s, which was sound", key)
		}
	}
	return nil
}

// faults returns the issues of members for another target, or for none.
func (t *target) faults(values map[string]any) []Issue {
	call := make(map[string]any, len(values)+1)
	for key, v := range values {
		if !strings.EqualFold(key, toolKey) {
			call[key] = v
		}
	}
	if t.whole {
		call[toolKey] = t.name
	}
	text, err := json.Marshal(call)
	if err != nil {
		return nil
	}
	err = protect(func() error { _, err := t.tool.Decode(text); return err })
	var list interface {
		Issues() []runtime.ValidationIssue
	}
	if errors.As(err, &list) {
		return leveled(list.Issues())
	}
	return nil
}

// touched reports whether an issue concerns a member, or the call as a whole.
func touched(issues []Issue, key string) bool {
	return slices.ContainsFunc(issues, func(issue Issue) bool {
		if issue.Field == "" && len(issue.Fields) == 0 {
			return true
		}
		return issue.Field != "" && firstKey(issue.Field) == key ||
			slices.ContainsFunc(issue.Fields, func(f string) bool { return firstKey(f) == key })
	})
}

// maxChanges is the maximum number of receipts per correction.
const maxChanges = 50

// changes lists the values that a correction changed.
func changes(before, after *verdict) []runtime.Receipt {
	if before.values == nil {
		r := runtime.Receipt{Kind: ReceiptCorrected}
		if !after.target.spec.Conceals() {
			r.From, r.To = clip(string(before.text), maxShown), clip(string(after.text), maxShown)
		}
		return []runtime.Receipt{r}
	}
	d := differ{secret: after.target.isSecret}
	d.object("", before.values, after.values)
	return d.list
}

// differ compares two values.
type differ struct {
	secret func(field string) bool
	list   []runtime.Receipt
}

func (d *differ) object(path string, before, after map[string]any) {
	keys := make([]string, 0, len(before)+len(after))
	for key := range before {
		keys = append(keys, key)
	}
	for key := range after {
		if _, ok := before[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		from, was := before[key]
		to, is := after[key]
		field := runtime.JoinKey(path, key)
		x, okX := from.(map[string]any)
		y, okY := to.(map[string]any)
		switch {
		case was && is && reflect.DeepEqual(from, to):
		case okX && okY:
			d.object(field, x, y)
		case len(d.list) < maxChanges:
			r := runtime.Receipt{Field: field, Kind: ReceiptCorrected}
			if !d.secret(field) {
				r.From, r.To = shown(from, was), shown(to, is)
			}
			d.list = append(d.list, r)
		}
	}
}

// shown formats a value for a receipt: a scalar as it is, otherwise truncated JSON.
func shown(v any, there bool) any {
	switch v := v.(type) {
	case nil:
		if !there {
			return nil
		}
		return json.RawMessage("null")
	case string:
		return clip(v, maxShown)
	case bool, json.Number:
		return v
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return clip(string(text), maxShown)
}
