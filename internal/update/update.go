// Package update declares the -update flag of the tests, so that "go test ./... -update" works for all
// packages. Packages without expected files import it only to accept the flag.
package update

import "flag"

// Expected tells tests to rewrite their expected files instead of comparing.
var Expected = flag.Bool("update", false, "rewrite the expected files of the tests")
