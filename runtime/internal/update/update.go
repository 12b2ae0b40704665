// Package update declares the -update flag of the tests, once for all packages, so that
// "go test ./... -update" is accepted everywhere. Packages without expected files import it for
// its name only.
package update

import "flag"

// Expected says whether tests rewrite their expected files instead of comparing with them.
var Expected = flag.Bool("update", false, "rewrite the expected files of the tests")
