package runtime

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/known"
	"github.com/toolgen/toolgen/runtime/internal/limits"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Known remembers which values the results of one conversation had at the places that the rules name by known.
// A [Toolset] whose context has one, see [WithKnown], notes what its results have there, and refuses a call with
// a value that none of them had before anything runs: the model has made it up. Values are kept as keyed hashes
// only. The zero value is ready; make one for each conversation, since nothing that it knows counts in another.
// It may be used by many goroutines at once, and must not be copied after its first use.
type Known struct {
	// Secret keys the hashes. What was saved can be loaded with the same secret only, so keep it elsewhere.
	Secret []byte
	// MaxValues is how many values are kept; 0 is a million, for which 64 MiB are enough. Beyond it, the values
	// of the source that has the most are dropped, and nothing of that source is refused any more.
	MaxValues int

	set lazySet
}

// lazySet is the set of a Known, made at its first use.
type lazySet struct {
	once sync.Once
	*known.Set
}

const maxKnownValues = 1_000_000

func (k *Known) values() *known.Set {
	k.set.once.Do(func() { k.set.Set = known.New(k.Secret, limitOr(k.MaxValues, maxKnownValues)) })
	return k.set.Set
}

// told is the source of the values that the program has handed over. They count for every field.
const told = ""

// Add hands over values that the program knows to be right, such as the account of the session.
func (k *Known) Add(values ...string) {
	for _, v := range values {
		k.values().Add(told, v)
	}
}

// AddText hands over what the user has written: each word of it counts, and up to four words in a row.
func (k *Known) AddText(text string) {
	known.Phrases(text, func(v string) { k.values().Add(told, v) })
}

// MarshalBinary saves what is known, for a conversation that goes on in another process. It has the names of
// tools and hashes of values.
func (k *Known) MarshalBinary() ([]byte, error) { return k.values().Save(), nil }

// UnmarshalBinary adds what MarshalBinary has saved under the same secret, up to MaxValues.
func (k *Known) UnmarshalBinary(saved []byte) error { return k.values().Load(saved) }

type knownKey struct{}

// WithKnown puts what is known in a conversation into the context of its calls, for [Toolset.ConvertCallsContext],
// [Toolset.Call], [Toolset.Run] and all that is built on them.
func WithKnown(ctx context.Context, k *Known) context.Context {
	return context.WithValue(ctx, knownKey{}, k)
}

func knownIn(ctx context.Context) *Known {
	k, _ := ctx.Value(knownKey{}).(*Known)
	return k
}

// sourceOf names the place of values in the results of a tool.
func sourceOf(k *KnownSpec) string { return k.From + " " + k.At }

// unknownValues is the error of arguments with unknown values, nil if there are none.
func (k *Known) unknownValues(spec *ToolSpec, args json.RawMessage) error {
	v, _ := show.Parse(args)
	var issues []ValidationIssue
	var done []string
	for i := range spec.Known {
		field := spec.Known[i].Field
		if slices.Contains(done, field) {
			continue
		}
		done = append(done, field)
		from := []string{told}
		for j := range spec.Known {
			if spec.Known[j].Field == field {
				from = append(from, sourceOf(&spec.Known[j]))
			}
		}
		known.Each(v, field, func(at []fieldpath.Step, value any) {
			text := known.Text(value) // blank text names nothing
			if text == "" || k.values().Has(text, from...) || spec.View().Injected(fieldpath.Join(at)) || spec.declares(at, field) {
				return
			}
			issue := ValidationIssue{Field: fieldpath.Join(at), Constraint: constraint.Known}
			if !spec.View().Sensitive(fieldpath.Join(at)) {
				issue.Got = show.Scalar(value)
			}
			issues = append(issues, issue)
		})
	}
	if len(issues) == 0 {
		return nil
	}
	kept := min(len(issues), limits.MaxIssues)
	return NewValidationError(issues[:kept], len(issues)-kept)
}

// declares reports whether a key of a place that "{}" in a path has led to is one that the schema names.
func (s *ToolSpec) declares(at []fieldpath.Step, path string) bool {
	for i, step := range fieldpath.Pattern(path) {
		if step.Key != fieldpath.Rest {
			continue
		}
		if s.View().Root().At(fieldpath.Join(at[:i])).Declares(at[i].Key) {
			return true
		}
	}
	return false
}

// checkKnown refuses an invocation with unknown values, if the context has a [Known].
func (s *Toolset) checkKnown(ctx context.Context, call ToolCall, inv Invocation) *CallFailure {
	spec := specOf(inv.Tool)
	if len(spec.Known) == 0 {
		return nil
	}
	k := knownIn(ctx)
	if k == nil {
		return nil
	}
	err := k.unknownValues(spec, inv.Raw)
	if err == nil {
		return nil
	}
	read := call // the hint is about the call as it was repaired
	read.Arguments = string(spec.WithoutInjected(inv.Raw))
	failure := failedCall(nil, read, inv.Tool, FailureValidation, err, spec.bound(s.decode, optionTool)...)
	failure.Call = call
	return failure
}

// Learn notes the values of a result that fields of the tools may take, if the context has a [Known]. [Toolset.Run]
// does it by itself; this is for results that come in another way, such as those of calls that were approved.
func (s *Toolset) Learn(ctx context.Context, tool string, result json.RawMessage) {
	places := s.sources()[tool]
	if len(places) == 0 {
		return
	}
	k := knownIn(ctx)
	if k == nil {
		return
	}
	v, _ := show.Parse(result)
	if text, isText := v.(string); isText { // of a server that has no other results
		if inner, ok := show.Parse([]byte(text)); ok {
			v = inner
		}
	}
	for i := range places {
		known.Each(v, places[i].At, func(_ []fieldpath.Step, value any) { k.values().Add(sourceOf(&places[i]), known.Text(value)) })
	}
}

// sources are the places in the results of each tool that some field takes its values from. A set that was made
// by [Toolset.Only] has those of the whole set: what is listed while a tool is disabled counts when it is enabled.
func (s *Toolset) sources() map[string][]KnownSpec {
	if s.whole != nil {
		s = s.whole
	}
	s.index()
	return s.known
}

// sourcesOf are the sources that the rules of tools name, by the tool whose results have the values.
func sourcesOf(tools []Tool) map[string][]KnownSpec {
	var sources map[string][]KnownSpec
	for _, t := range tools {
		for _, k := range specOf(t).Known {
			if sources == nil {
				sources = map[string][]KnownSpec{}
			}
			if !slices.ContainsFunc(sources[k.From], func(o KnownSpec) bool { return o.At == k.At }) {
				sources[k.From] = append(sources[k.From], k)
			}
		}
	}
	return sources
}
