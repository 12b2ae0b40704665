// Package schemas holds the tool definitions of the examples and tests.
package schemas

import _ "embed" // for the files below

// BooksTools is the tools/list result of a bookkeeping server, without the rules of
// books.rules.yaml.
//
//go:embed books.tools.json
var BooksTools []byte
