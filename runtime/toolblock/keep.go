package toolblock

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
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
			return fmt.Errorf("the correction changes %s, which was valid", key)
		}
	}
	return nil
}

// faults returns the issues of members for another target, or for none.
func (t *target) faults(values map[string]any) []Issue {
	call := maps.Clone(values)
	maps.DeleteFunc(call, func(key string, _ any) bool { return strings.EqualFold(key, toolKey) })
	if t.whole {
		call[toolKey] = t.name
	}
	err := protect(func() error { _, err := t.tool.Decode(show.JSON(call)); return err })
	if list, ok := errors.AsType[faulty](err); ok {
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
			r.From, r.To = show.Clip(string(before.text), maxShown), show.Clip(string(after.text), maxShown)
		}
		return []runtime.Receipt{r}
	}
	return changesOf(nil, "", before.values, after.values, after.target.isSecret)
}

// changesOf appends receipts for the differences between two objects at a path.
func changesOf(list []runtime.Receipt, path string, before, after map[string]any, secret func(field string) bool) []runtime.Receipt {
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		from, was := before[key]
		to, is := after[key]
		field := runtime.JoinKey(path, key)
		x, okX := from.(map[string]any)
		y, okY := to.(map[string]any)
		switch {
		case was && is && reflect.DeepEqual(from, to):
		case okX && okY:
			list = changesOf(list, field, x, y, secret)
		case len(list) < maxChanges:
			r := runtime.Receipt{Field: field, Kind: ReceiptCorrected}
			if !secret(field) {
				r.From, r.To = receiptValue(from, was), receiptValue(to, is)
			}
			list = append(list, r)
		}
	}
	return list
}

// receiptValue formats a value for a receipt: a scalar as it is, otherwise truncated JSON.
func receiptValue(v any, there bool) any {
	switch v := v.(type) {
	case nil:
		if there {
			return json.RawMessage("null")
		}
	case string:
		return show.Clip(v, maxShown)
	case map[string]any, []any:
		return show.Clip(string(show.JSON(v)), maxShown)
	}
	return v
}
