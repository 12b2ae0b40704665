package runtime

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/canon"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/view"
)

// Redacted is what stands for the value of a sensitive field.
const Redacted = view.Redacted

// Redact is a tool's arguments as a person, a log or an event may see them: the values of sensitive
// fields are replaced by [Redacted], and the fields that the server fills are left out. If some field is
// sensitive and args are not JSON, all of them are replaced. If the tool has such fields, the order of keys
// is not kept.
func (s *ToolSpec) Redact(args []byte) json.RawMessage {
	switch hidden := s.Conceals() || s.injects(); {
	case !hidden && json.Valid(args):
		return bytes.Clone(args)
	case hidden:
		if v, ok := show.Parse(args); ok {
			return show.JSON(s.View().Redact(v, s.View().Root()))
		}
	}
	if s.Conceals() {
		return show.JSON(Redacted)
	}
	return show.JSON(string(args)) // as the model wrote it: without JSON there are no values of the server
}

// RedactUnfit is [ToolSpec.Redact] for arguments that the tool has refused, or, if s is nil, that no tool
// accepts. A sensitive value may be anywhere in them: under a key in another spelling, in an object around
// the arguments, or within text. If the tool has sensitive fields, only values at the places of other fields,
// which accept them, are shown, and nested keys only if the tool declares them.
func (s *ToolSpec) RedactUnfit(args []byte) json.RawMessage {
	if s != nil && !s.Conceals() {
		return s.Redact(args)
	}
	v, ok := show.Parse(args)
	switch {
	case !ok:
		return show.JSON(Redacted)
	case s == nil:
		return show.JSON((*view.View)(nil).RedactUnfit(v))
	}
	return show.JSON(s.View().RedactUnfit(v))
}

// Unredact restores, in arguments that a person edited after [ToolSpec.Redact], the values that Redact
// removed from stored. Fields that the server fills keep their stored values: an edit may leave them out but
// not change them. No value is restored within an edited list, because it is not known which item it belongs
// to; a list with fields that the server fills can therefore not be edited. The error, if any, is a
// [*ValidationError] that names the fields whose values must be written out or left unchanged. Edited text
// that is not a JSON object is returned unchanged, for decoding to refuse.
func (s *ToolSpec) Unredact(edited, stored []byte) (json.RawMessage, error) {
	to, _ := show.Parse(edited)
	if _, object := to.(map[string]any); !object {
		return bytes.Clone(edited), nil
	}
	from, _ := show.Parse(stored)
	u := unredaction{spec: s}
	whole := u.value(to, from, s.View().Root(), nil)
	if len(u.issues) > 0 {
		return nil, NewValidationError(u.issues, 0)
	}
	if !u.changed {
		return bytes.Clone(edited), nil
	}
	return show.JSON(whole), nil
}

type unredaction struct {
	spec    *ToolSpec
	issues  []ValidationIssue
	changed bool
}

// absent is the stored value of what is not stored.
type absent struct{}

// sameValue reports whether an edit has left a value unchanged. Web pages may write numbers in another form.
func sameValue(edited, stored any) bool {
	return stored != (absent{}) && canon.Text(edited) == canon.Text(stored)
}

func (u *unredaction) value(edited, stored any, in repair.Scope, at []fieldpath.Step) any {
	masked := in.Sensitive() && edited == Redacted
	switch {
	case !in.Known():
		return edited
	case in.Injected() && !sameValue(edited, stored):
		u.refuse(at, "The server fills this field; leave it out.")
		return edited
	case masked && stored == (absent{}):
		u.refuse(at, "The value is masked, and it is not known which one is meant; write it out or remove it.")
		return edited
	case masked:
		u.changed = true
		return stored
	}
	switch edited := edited.(type) {
	case map[string]any:
		return u.object(edited, stored, in, at)
	case []any:
		if items, ok := stored.([]any); ok {
			switch {
			case sameValue(edited, u.spec.View().Redact(items, in)), sameValue(edited, stored):
				u.changed = true
				return stored
			case u.filled(items, in):
				u.refuse(at, "The server fills fields of the items; leave the list as it is.")
				return edited
			}
		}
		for i, item := range edited {
			step := fieldpath.Step{Index: i, IsIndex: true}
			edited[i] = u.value(item, absent{}, in.Items(), append(at, step))
		}
	}
	return edited
}

func (u *unredaction) object(edited map[string]any, stored any, in repair.Scope, at []fieldpath.Step) any {
	known, _ := stored.(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(edited)) {
		item := edited[key]
		var before any = absent{}
		if v, ok := known[key]; ok {
			before = v
		}
		edited[key] = u.value(item, before, in.Key(key), append(at, fieldpath.Step{Key: key}))
	}
	for key, item := range known {
		if _, ok := edited[key]; ok {
			continue
		}
		if in.Key(key).Injected() {
			u.changed = true
			edited[key] = item
		}
	}
	return edited
}

// filled reports whether a list holds a field that the server fills.
func (u *unredaction) filled(items []any, at repair.Scope) bool {
	v, err := rawjson.Parse[struct{}](show.JSON(items))
	return err != nil || (&filler{spec: u.spec}).value(v, at, nil, nil)
}

func (u *unredaction) refuse(at []fieldpath.Step, message string) {
	u.issues = append(u.issues, ValidationIssue{Field: fieldpath.Join(at), Constraint: "rule", Message: message})
}
