package gen

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/stubs"
)

// batchChecker type-checks the files of a package a batch at a time, each batch as a package of its
// own, while they are being printed. Beside one check of the whole, that takes a second parse away,
// uses all processors, and lets the syntax of each batch go: together half of the time of a run, and
// more than half of its memory.
//
// The files of tools refer to nothing of each other, so that what is sound in parts is sound as a
// whole, as long as names agree. suffice says when that is so. When it is not, or when a batch is
// faulty, nothing is concluded, and the whole package is checked at once.
type batchChecker struct {
	mu     sync.Mutex
	faulty bool
	names  *generatedNames
}

func newBatchChecker() *batchChecker { return &batchChecker{names: newGeneratedNames()} }

// check checks a batch. It is safe for concurrent use.
func (b *batchChecker) check(batch golang.Batch) {
	faulty := false
	config := types.Config{
		Importer: stubs.Shared(),
		Error: func(err error) {
			var fault types.Error
			if !errors.As(err, &fault) || !unresolvedImport(fault) {
				faulty = true
			}
		},
	}
	files := make([]*ast.File, len(batch.Tools), len(batch.Tools)+1)
	for i, file := range batch.Tools {
		files[i] = narrowed(file)
	}
	// The callback has already seen the error.
	_, _ = config.Check(batch.Common.Name.Name, batch.Fset, append(files, batch.Common), nil)

	b.mu.Lock()
	defer b.mu.Unlock()
	b.faulty = b.faulty || faulty
	for i, file := range batch.Tools {
		b.names.add(batch.Names[i], file)
	}
}

// suffice reports whether the batches answer for the package as a whole, with the files of c beside
// it. They do unless
//   - one of them is faulty, or two share a name;
//   - the code refers to types of the user's;
//   - a declaration hides a predeclared name, or an import of another file.
func (b *batchChecker) suffice(c *checker) bool {
	if b.faulty || b.names.twice || len(c.goTypes) > 0 {
		return false
	}
	hides := func(name string) bool { return types.Universe.Lookup(name) != nil }
	for name := range b.names.declared {
		if _, imported := b.names.imported[name]; imported || hides(name) {
			return false
		}
	}
	for _, file := range slices.Concat(c.kept, c.user) {
		for _, d := range declarations(file) {
			if hides(d.name) {
				return false
			}
		}
		for name := range importNames(file) {
			if _, declared := b.names.declared[name]; declared || name == "." {
				return false
			}
		}
	}
	return true
}

// addSource is add for an unparsed file.
func (g *generatedNames) addSource(name string, source []byte) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	g.add(name, file)
	return nil
}
