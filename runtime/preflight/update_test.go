package preflight

// Declares the flag -update, so that it can be passed to all packages of the module.
import _ "github.com/toolgen/toolgen/runtime/internal/update"
