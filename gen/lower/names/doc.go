// Package names settles the Go names of a package: of its tools, and of the types, fields, constants, variants and
// functions of each. Lowering gives the [Wishes] of each schema; a [Package] grants them, tool after tool, and
// reports those that it cannot grant.
package names
