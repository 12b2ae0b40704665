// Package schemas holds the tool definitions that the examples and tests use, so that programs can
// serve them as their owners wrote them.
package schemas

import _ "embed" // for the files below

// BooksTools is a bookkeeping server's answer to tools/list, as that server gives it: without the
// rules of books.rules.yaml.
//
//go:embed books.tools.json
var BooksTools []byte
