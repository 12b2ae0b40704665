package wire

import (
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// Restore maps provider-safe tool names and argument keys of calls back to the names in the set (see
// [OpenAIChatTools]). Unknown names and keys are kept. The functions that write calls and answers apply the
// safe names again, so the conversation stays consistent with the offered tools. Use [Offered.Restore] for
// tools offered with [Strict].
func Restore(set *runtime.Toolset, calls []runtime.ToolCall) []runtime.ToolCall {
	offered := []projection.Target{projection.OpenAI, projection.Anthropic, projection.Gemini}
	restored := slices.Clone(calls)
	for i := range restored {
		call := &restored[i]
		tool, known := set.Lookup(call.Name)
		if !known {
			names := slices.DeleteFunc(slices.Clone(set.Names()), func(name string) bool {
				return !slices.ContainsFunc(offered, func(t projection.Target) bool { return t.ToolName(name) == call.Name })
			})
			if len(names) == 1 { // otherwise unknown or ambiguous
				call.Name = names[0]
				tool, known = set.Lookup(call.Name)
			}
		}
		if known { // only Anthropic restricts keys
			call.Arguments = projection.Of(tool.Spec().InputSchema, projection.Anthropic).Back(call.Arguments)
		}
	}
	return restored
}
