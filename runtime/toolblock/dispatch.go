package toolblock

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/near"
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// target is what a block calls: a tool, or a variant of a union tool.
type target struct {
	name  string // value of "tool"
	tool  runtime.Tool
	whole bool // the tool's own schema has the member "tool"

	// spec is the tool as seen by blocks: with the target's name and the variant's fields.
	spec     *runtime.ToolSpec
	keys     []string // members of the object, except "tool"
	required []string
	path     string // member that holds the path, or ""
}

// directory looks up targets by name.
type directory struct {
	tools    *runtime.Toolset
	byName   map[string]*target
	names    []string
	folded   map[string]bool  // members of all targets, without case and separators
	unknowns *runtime.Toolset // placeholder tools with the names, for the message about unknown ones
}

func newDirectory(tools *runtime.Toolset) (*directory, error) {
	d := &directory{tools: tools, byName: map[string]*target{}, folded: map[string]bool{}}
	var named []runtime.Tool
	for _, tool := range tools.Tools() {
		for _, t := range targetsOf(tool) {
			if d.byName[t.name] != nil {
				return nil, fmt.Errorf("toolblock: two tools or variants are called by %q", t.name)
			}
			t.learn()
			for _, key := range t.keys {
				d.folded[near.Fold(key)] = true
			}
			d.byName[t.name] = t
			d.names = append(d.names, t.name)
			named = append(named, t)
		}
	}
	d.unknowns = runtime.NewToolset(named...)
	return d, nil
}

// targetsOf lists the targets of a tool: its variants, by the constant value of their member "tool", or the
// tool by its name.
func targetsOf(tool runtime.Tool) []*target {
	spec := tool.Spec()
	var targets []*target
	whole := false
	variants := spec.View().Root().Alternatives
	for _, variant := range variants {
		member := repair.Named(toolKey)(variant)
		if member == nil {
			continue
		}
		whole = true
		if !member.Required || len(variants) == 1 && len(member.Schema.Enum) != 1 {
			continue // an unrelated member with that name
		}
		for _, value := range member.Schema.Enum {
			if name := value.Text; value.Kind == repair.String && name != "" {
				targets = append(targets, &target{name: name, tool: tool, whole: true, spec: variantSpec(spec, name)})
			}
		}
	}
	if len(targets) == 0 {
		targets = append(targets, &target{name: spec.Name, tool: tool, whole: whole, spec: spec})
	}
	return targets
}

// variantSpec describes a variant of a union as a separate tool.
func variantSpec(spec *runtime.ToolSpec, name string) *runtime.ToolSpec {
	v := &runtime.ToolSpec{
		Name: name, Description: spec.Description, InputSchema: spec.InputSchema, FullSchema: spec.FullSchema, OutputSchema: spec.OutputSchema,
		ReadOnly: spec.ReadOnly, Destructive: spec.Destructive, Idempotent: spec.Idempotent, OpenWorld: spec.OpenWorld,
		Write: spec.Write, Confirm: spec.Confirm, Approval: spec.Approval, Remedies: spec.Remedies,
	}
	if schema, title, description, ok := variantSchema(spec.InputSchema, name); ok {
		v.InputSchema = schema
		v.Title = title
		v.Description = cmp.Or(description, v.Description)
	}
	if schema, _, _, ok := variantSchema(spec.FullSchema, name); ok {
		v.FullSchema = schema
	}
	return v
}

// learn computes the derived fields.
func (t *target) learn() {
	for _, member := range t.spec.View().Root().Properties() {
		if member.Name == toolKey || member.Schema.Marks.Injected {
			continue
		}
		t.keys = append(t.keys, member.Name)
		if member.Required {
			t.required = append(t.required, member.Name)
		}
	}
	for _, name := range pathKeys {
		i := slices.IndexFunc(t.keys, func(key string) bool { return near.Fold(key) == near.Fold(name) })
		if i >= 0 && t.path == "" && !t.isSecret(t.keys[i]) {
			t.path = t.keys[i]
		}
	}
}

// isSecret reports whether the value at a path is sensitive or contains a sensitive value.
func (t *target) isSecret(field string) bool {
	if !t.spec.Conceals() {
		return false
	}
	root := t.spec.View().Root()
	return root.Sensitive() || root.Key(firstKey(field)).Holds(func(m repair.Marks) bool { return m.Sensitive })
}

// arguments returns the arguments for the target's tool.
func (t *target) arguments(text []byte) []byte {
	if t.whole {
		return text
	}
	return rawjson.Value(bytes.TrimSpace(text)).Without(toolKey)
}

// familiar reports whether a key is a member of some tool.
func (d *directory) familiar(key string) bool { return d.folded[near.Fold(key)] }

// unknown returns the failure of a call with an unknown name, or nil.
func (d *directory) unknown(name string) *runtime.CallFailure {
	if d.byName[name] != nil {
		return nil
	}
	_, failures := d.unknowns.ConvertCalls([]runtime.ToolCall{{Name: name}})
	if len(failures) == 0 {
		return nil
	}
	return &failures[0]
}

// nearest lists up to n targets that a block with an unknown name may have meant: similar names first, then
// those with most of its members.
func (d *directory) nearest(name string, keys []string, n int) []*target {
	similar := near.Few(name, d.names, n)
	rank := func(name string) int {
		if i := slices.Index(similar, name); i >= 0 {
			return i - len(similar)
		}
		return d.byName[name].misfits(keys)
	}
	names := slices.Clone(d.names)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	var list []*target
	for _, name := range names[:min(n, len(names))] {
		list = append(list, d.byName[name])
	}
	return list
}

// misfits counts the members of a call that the target does not know, and those that the call lacks.
func (t *target) misfits(keys []string) (n int) {
	for _, key := range slices.Concat(keys, t.required) {
		if key != toolKey && (!slices.Contains(t.keys, key) || !slices.Contains(keys, key)) {
			n++
		}
	}
	return n
}

// instead returns the target that a block probably meant, if its own does not know all members and exactly one
// other target fits.
func (d *directory) instead(of *target, keys []string) *target {
	if !slices.ContainsFunc(keys, func(key string) bool { return key != toolKey && !slices.Contains(of.keys, key) }) {
		return nil
	}
	var found *target
	for _, name := range d.names {
		if t := d.byName[name]; t != of && t.misfits(keys) == 0 {
			if found != nil {
				return nil
			}
			found = t
		}
	}
	return found
}

// Spec implements [runtime.Tool], for messages about a target.
func (t *target) Spec() *runtime.ToolSpec { return t.spec }

// Decode is never called.
func (t *target) Decode([]byte, ...runtime.DecodeOption) (any, error) {
	return nil, errors.New("toolblock: this tool cannot be called")
}
