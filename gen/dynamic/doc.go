// Package dynamic gives tools whose schemas are known only at run time, such as those that an
// MCP server lists, the same treatment that generated code gets: it reads the schemas, lowers
// them to the model that the generator uses, plans them as it does, and interprets the plan with the
// decode primitives of package runtime. Both therefore report the same issues.
//
//	set, diags := dynamic.Load("tools.json", data, dynamic.Options{})
//	for name, why := range set.Unavailable {
//		log.Printf("%s cannot be called: %s", name, why)
//	}
//	out := set.Toolset().Call(ctx, call)
//
// Decoded values are what encoding/json would give for an any with UseNumber: nil, bool,
// [encoding/json.Number], string, []any and map[string]any. Unknown keys are left out where
// generated code leaves them out.
//
// A tool whose schema cannot be used is never called without a check: it is unavailable, with
// the diagnostic that says why.
package dynamic
