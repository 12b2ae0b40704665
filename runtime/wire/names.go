package wire

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// Restore maps provider-safe tool names and argument keys of calls back to the names in the set (see
// [OpenAIChatTools]). Unknown names and keys are kept. The functions that write calls and answers apply the
// safe names again, so the conversation stays consistent with the offered tools. Use [Offered.Restore] for
// tools offered with [Strict].
func Restore(set *runtime.Toolset, calls []runtime.ToolCall) []runtime.ToolCall {
	own := map[string]string{}
	for _, name := range set.Names() {
		for _, target := range []projection.Target{projection.OpenAI, projection.Anthropic, projection.Gemini} {
			offered := target.ToolName(name)
			if other, twice := own[offered]; twice && other != name {
				name = "" // ambiguous
			}
			own[offered] = name
		}
	}
	restored := append([]runtime.ToolCall(nil), calls...)
	for i := range restored {
		call := &restored[i]
		tool, known := set.Lookup(call.Name)
		if name := own[call.Name]; !known && name != "" {
			call.Name = name
			tool, known = set.Lookup(name)
		}
		if known { // only Anthropic restricts keys
			call.Arguments = projection.Of(tool.Spec().InputSchema, projection.Anthropic).Back(call.Arguments)
		}
	}
	return restored
}
