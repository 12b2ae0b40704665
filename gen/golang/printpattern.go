package golang

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/model"
)

// backtrackPath is the engine for patterns that RE2 does not support. Only code that needs it imports it.
const backtrackPath = runtimePath + "/backtrack"

// usedPattern is a pattern referred to by name. Equal patterns are printed once per package.
type usedPattern struct {
	name    string
	pattern model.Pattern
	program *ecma.Program // the program of a plain function; nil if an engine runs the pattern
}

// use adds a pattern to the package.
func (f *schemaPrinter) use(c model.Pattern) usedPattern {
	if program, ok := ecma.Linear(c.Source); ok && c.Engine == model.RE2 && worthStraightCode(program) {
		return f.notePattern("matches", c, &program)
	}
	return f.notePattern("pattern", c, nil)
}

// patternVar returns the variable of a pattern that an engine runs, compiled on first use.
func (f *schemaPrinter) patternVar(c model.Pattern) string {
	return f.notePattern("pattern", c, nil).name
}

// notePattern records the use of a pattern. Its name is derived from its content, so that changing one tool
// never renames the patterns of others.
func (f *schemaPrinter) notePattern(prefix string, c model.Pattern, program *ecma.Program) usedPattern {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %q %q", c.Engine, c.Source, c.Expr))
	used := usedPattern{name: prefix + hex.EncodeToString(sum[:5]), pattern: c, program: program}
	if other, ok := f.patterns[used.name]; ok && !other.same(used) {
		f.fail("%w", sameName(other, used))
	}
	f.patterns[used.name] = used
	return used
}

// pattern prints the pattern keyword on a text.
func (f *schemaPrinter) pattern(c model.Pattern, value *jen.Statement, at *target) *jen.Statement {
	used := f.use(c)
	switch {
	case used.program != nil:
		return at.call("MatchPattern", value, jen.Id(used.name).Call(value.Clone()), text(c.Source))
	case c.Engine == model.Backtracking:
		return jen.Id(used.name).Dot("Check").Call(at.checker(), value)
	}
	return at.call("Pattern", value, jen.Op("&").Id(used.name))
}

// matcher prints the function that matches keys, in code with a checker.
func (f *schemaPrinter) matcher(c model.Pattern, checker *jen.Statement) *jen.Statement {
	used := f.use(c)
	switch {
	case used.program != nil:
		return jen.Id(used.name)
	case c.Engine == model.Backtracking:
		return jen.Id(used.name).Dot("Keys").Call(checker)
	}
	return jen.Id(used.name).Dot("Match")
}

func (p usedPattern) same(other usedPattern) bool {
	return p.pattern.Source == other.pattern.Source && p.pattern.Expr == other.pattern.Expr && p.pattern.Engine == other.pattern.Engine
}

// sameName rejects two patterns with one name.
func sameName(a, b usedPattern) error {
	return fmt.Errorf("the patterns %q and %q would have one name; write one of them in another way", a.pattern.Source, b.pattern.Source)
}

// patternSet merges the patterns of the files of a package.
func patternSet(files []map[string]usedPattern) ([]usedPattern, error) {
	byName := map[string]usedPattern{}
	for _, patterns := range files {
		for _, used := range patterns {
			if other, ok := byName[used.name]; ok && !other.same(used) {
				return nil, sameName(other, used)
			}
			byName[used.name] = used
		}
	}
	list := make([]usedPattern, 0, len(byName))
	for _, used := range byName {
		list = append(list, used)
	}
	slices.SortFunc(list, func(a, b usedPattern) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

// decl prints the declaration of a pattern: a function, or static data compiled on first use.
func (p usedPattern) decl() jen.Code {
	if p.program != nil {
		return printProgram(p.name, p.pattern.Source, *p.program)
	}
	of := jen.Qual(gencodePath, "Pattern")
	if p.pattern.Engine == model.Backtracking {
		of = jen.Qual(backtrackPath, "Pattern")
	}
	return jen.Var().Id(p.name).Op("=").Add(of).Values(
		jen.Id("Source").Op(":").Add(text(p.pattern.Source)), jen.Id("Expr").Op(":").Add(text(p.pattern.Expr))).Line()
}
