package preflight

import (
	"context"
	"sync/atomic"
	"time"
)

// keepTimeout is how long the answer to a call waits for its record to be kept.
const keepTimeout = 10 * time.Second

// keeper is a function that keeps records.
type keeper struct {
	keep   func(context.Context, Record) error
	failed atomic.Int64
}

// keep has a record kept by all who keep records, and waits for them. The context is not the caller's: what
// has happened has happened, whether somebody waits for the answer or not.
func (g *Gate) keep(r Record) {
	for _, k := range g.keepers {
		ctx, cancel := context.WithTimeout(context.Background(), keepTimeout)
		err, kept, caught := apart(g, ctx, func(ctx context.Context) error { return k.keep(ctx, r) })
		if err != nil || !kept || caught != nil {
			k.failed.Add(1)
		}
		cancel()
	}
}
