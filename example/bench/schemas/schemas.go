// Package schemas embeds the schemas of the three calls, for programs that read them at run time.
package schemas

import "embed"

// Files has one file per schema, named by its title with the extension .json.
//
//go:embed *.json
var Files embed.FS
