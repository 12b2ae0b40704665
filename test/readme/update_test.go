package readme

// The flag -update is declared here too, so that the whole module can be tested with it.
import _ "github.com/toolgen/toolgen/internal/update"
