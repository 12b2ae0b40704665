// Package names assigns the Go names of a package: of its tools, and of their types, fields, constants,
// variants and functions. Lowering collects the [Wishes] of each schema; a Package resolves them tool by tool,
// and reports those that it cannot grant.
package names
