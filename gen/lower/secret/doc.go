// Package secret finds the sensitive values of a schema, wherever a schema that applies to them says that they are
// sensitive.
package secret
