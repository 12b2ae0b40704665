// Package pgtest runs a real PostgreSQL for tests: one server per package under test, on loopback, in a
// temporary folder.
package pgtest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"
)

// Require is the environment variable that makes tests fail, instead of being skipped, without PostgreSQL.
const Require = "TOOLGEN_REQUIRE_POSTGRES"

var (
	once   sync.Once
	server *postgres
	broken error
	count  atomic.Int64
)

// Run runs the tests of a package and stops the server, if one was started. Packages that use
// [URL] call it in TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Run(m)) }
func Run(m *testing.M) int {
	defer func() {
		if server != nil {
			server.stop()
		}
	}()
	return m.Run()
}

// URL returns the address of a new, empty database. The first call starts the server.
func URL(t testing.TB) string {
	t.Helper()
	once.Do(func() { server, broken = start() })
	if broken != nil {
		if os.Getenv(Require) == "" && errors.Is(broken, errMissing) {
			t.Skipf("%v; set %s to make this a failure", broken, Require)
		}
		t.Fatal(broken)
	}
	name := "test_" + strconv.FormatInt(count.Add(1), 10)
	db, err := sql.Open("pgx", server.url("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return server.url(name)
}

// postgres is a running server.
type postgres struct {
	dir    string
	port   int
	cmd    *exec.Cmd
	output *bytes.Buffer
}

func (p *postgres) url(name string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", p.port, name)
}

var errMissing = errors.New("PostgreSQL is not installed (Debian: apt-get install postgresql)")

func start() (p *postgres, err error) {
	initdb, err := program("initdb")
	if err != nil {
		return nil, err
	}
	serve, err := program("postgres")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	account, err := unprivileged(dir)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	// Tests need no durability, so the server does not sync to disk.
	initialise := exec.Command(initdb, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
	initialise.SysProcAttr, initialise.Dir = account, dir
	if out, err := initialise.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	p = &postgres{dir: dir, port: port, output: new(bytes.Buffer)}
	p.cmd = exec.Command(serve, "-D", data, "-p", strconv.Itoa(port), "-h", "127.0.0.1", "-k", dir, "-F", "-c", "max_connections=200")
	p.cmd.SysProcAttr, p.cmd.Dir = account, dir
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if err := p.wait(30 * time.Second); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// wait waits until the server accepts connections.
func (p *postgres) wait(limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	db, err := sql.Open("pgx", p.url("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	for {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL does not respond: %w", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// stop kills the server and removes its folder.
func (p *postgres) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGQUIT)
	_ = p.cmd.Wait()
	_ = os.RemoveAll(p.dir)
}

// program locates a PostgreSQL program; Debian does not put them into PATH.
func program(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(found) == 0 {
		return "", errMissing
	}
	return found[len(found)-1], nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
