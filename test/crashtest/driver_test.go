package crashtest

import (
	"os"
	"sync/atomic"

	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/test/pgtest"
)

// openKilling opens a database whose driver kills the process at the nth step, which is before or after a statement or
// commit; 0 disables it.
func openKilling(address string, n int64) *database.DB {
	var left atomic.Int64
	left.Store(n)
	return pgtest.OpenHooked(address, func(bool, bool) error {
		if left.Add(-1) == 0 {
			die()
		}
		return nil
	})
}

// die ends the process like a power failure.
func die() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {}
}
