// Package dynamic implements tools whose schemas are known only at run time, such as those listed by an MCP
// server. It reads and lowers the schemas and plans them with the packages of the generator, and interprets
// the plan with the decoding primitives that generated code uses. Both therefore report the same issues.
//
//	set, diags := dynamic.Load("tools.json", data, dynamic.Options{})
//	for name, why := range set.Unavailable {
//		log.Printf("%s cannot be called: %s", name, why)
//	}
//	out := set.Toolset().Call(ctx, call)
//
// Decoded values are those of encoding/json for an any with UseNumber: nil, bool, [encoding/json.Number],
// string, []any and map[string]any. Unknown keys are dropped where generated code drops them.
//
// A tool with an unusable schema is never called unchecked: it is listed in [Set.Unavailable] with the
// reason.
package dynamic
