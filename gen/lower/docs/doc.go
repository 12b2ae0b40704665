// Package docs holds the documents that the schema of a tool consists of: the schema itself, the files that
// references lead to, and the published meta-schemas. It compiles them with the schema library, which checks
// each against its meta-schema and resolves references, and turns what the library finds into diagnostics
// with a position.
//
// It also has what concerns documents as text: the form in which models see a schema, and matching texts of a schema by
// its patterns.
package docs
