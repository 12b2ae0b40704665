package wire

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// Restore gives the calls with the names and keys that the tools have in the set, where a provider was offered others, since it does
// not take all characters (see [OpenAIChatTools] and its like). Other names and keys are left as they are. The functions that write
// calls and answers change the names again, so that a conversation has those that were offered. What was offered with [Strict] is
// restored by [Offered.Restore].
func Restore(set *runtime.Toolset, calls []runtime.ToolCall) []runtime.ToolCall {
	own := map[string]string{}
	for _, name := range set.Names() {
		for _, target := range []projection.Target{projection.OpenAI, projection.Anthropic, projection.Gemini} {
			offered := target.ToolName(name)
			if other, twice := own[offered]; twice && other != name {
				name = "" // it is not known whose it is
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
		if known { // Anthropic alone refuses keys
			call.Arguments = projection.Of(tool.Spec().InputSchema, projection.Anthropic).Back(call.Arguments)
		}
	}
	return restored
}
