// Package tooldef reads tool definitions: JSON or YAML in any of the envelopes that providers and
// protocols use, into tools whose schemas are ordered trees with a position on every value.
//
// [Read] detects the envelope, collects the tools and normalises their schemas, so that later
// stages see one dialect of JSON Schema and no vendor spelling. Each change that the source did
// not plainly ask for is a warning; what has more than one reading is an error, and an error
// costs only the tool that it is in.
//
// [Keywords] is the table of JSON Schema's keywords; [Node.Schemas] and [SchemasIn] walk the subschemas of a tree.
//
// [ParseNode] gives the plain tree of a JSON or YAML file, for readers of other files.
package tooldef
