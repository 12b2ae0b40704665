// Package lower turns tool definitions into the model: it decides everything that the printer
// only prints. References are resolved, allOf is merged, Go shapes, names and the home of every
// constraint are chosen, and what cannot be done becomes a diagnostic with a position.
//
// The schema library checks a schema against its meta-schema and resolves references; keywords,
// annotations and order are read from the positioned tree, since the library's compiled form
// does not keep them.
package lower
