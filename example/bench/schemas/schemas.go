// Package schemas has the schemas of the three calls, for what reads them at run time.
package schemas

import "embed"

// Files has one file per schema: its title and the ending .json.
//
//go:embed *.json
var Files embed.FS
