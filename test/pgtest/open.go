package pgtest

import (
	"context"

	"github.com/toolgen/toolgen/runtime/database"
	pg "github.com/toolgen/toolgen/runtime/database/postgres"
	"github.com/toolgen/toolgen/runtime/database/sqlite"
)

// Open opens the database at an address: a PostgreSQL URL or the path of a SQLite file.
func Open(ctx context.Context, address string) (*database.DB, error) {
	if pg.Is(address) {
		return pg.Open(ctx, address)
	}
	return sqlite.Open(ctx, address)
}
