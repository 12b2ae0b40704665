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

// backtrackPath holds the engine for patterns that RE2 cannot express; only code that needs it
// imports it.
const backtrackPath = runtimePath + "/backtrack"

// usedPattern is a pattern that generated code refers to by its name. Equal patterns are printed
// once for the whole package.
type usedPattern struct {
	name    string
	pattern model.Pattern
	program *ecma.Program // what a plain function does, nil where an engine runs the pattern
}

// use makes a pattern part of the package.
func (f *schemaPrinter) use(c model.Pattern) usedPattern {
	if program, ok := ecma.Linear(c.Source); ok && c.Engine == model.RE2 && worthStraightCode(program) {
		return f.notePattern("matches", c, &program)
	}
	return f.notePattern("pattern", c, nil)
}

// patternVar is the variable that holds a pattern for an engine, compiled when it is first used.
func (f *schemaPrinter) patternVar(c model.Pattern) string {
	return f.notePattern("pattern", c, nil).name
}

// notePattern notes that a pattern is used. Its name comes from its content, so that a change to one tool
// never renames what others refer to.
func (f *schemaPrinter) notePattern(prefix string, c model.Pattern, program *ecma.Program) usedPattern {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %q %q", c.Engine, c.Source, c.Expr))
	used := usedPattern{name: prefix + hex.EncodeToString(sum[:5]), pattern: c, program: program}
	if other, ok := f.patterns[used.name]; ok && !other.same(used) {
		f.fail("%w", sameName(other, used))
	}
	f.patterns[used.name] = used
	return used
}

// pattern compiles the pattern keyword on a text.
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

// matcher is the function that says whether a key matches a pattern, in code that checks by a checker.
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

// sameName refuses two patterns of one name, which would be taken for each other.
func sameName(a, b usedPattern) error {
	return fmt.Errorf("the patterns %q and %q would have one name; write one of them in another way", a.pattern.Source, b.pattern.Source)
}

// patternSet joins the patterns that the files of a package use.
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

// decl is the declaration of a pattern: a function, or static data that is compiled when it is
// first used.
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
