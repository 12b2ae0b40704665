package expr_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules/expr"
	"github.com/toolgen/toolgen/internal/gentest"
)

// Random rules with every function: accepted ones compile, do not panic, and agree with cel-go. Half are
// Kubernetes rules, which may read absent fields.
func TestRandomRulesAgreeWithCEL(t *testing.T) {
	var packages []*model.Package
	for n := range nightly(2, 12) {
		w := &ruleWriter{rand.New(rand.NewPCG(uint64(n), 31))}
		p := lowered(t, fmt.Sprintf("random%d", n), sample)
		tool := p.Tools[0]
		attach(tool, tool.Args, "", w.rules(tool, tool.Args, "r", 90)) // issues are capped at 100
		packages = append(packages, p)

		p = lowered(t, fmt.Sprintf("nested%d", n), sample)
		tool = p.Tools[0]
		for _, path := range [][]string{
			{"lines", "[]"}, {"lines", "[]", "parent"}, {"lines", "[]", "tags"}, {"address"}, {"billing"}, {"tags"}, {"labels"}, {"counts", "[]"},
			{"matrix", "[]"}, {"name"}, {"note"}, {"status"}, {"gaps"}, {"gaps", "[]"}, {"small"}, {"huge"}, {"single"}, {"text"}, {"ncodes"}, {"flag"},
		} {
			of := at(t, tool.Args, path...)
			attach(tool, of, strings.Join(path, "."), w.rules(tool, of, strings.Join(path, "-"), 4))
		}
		packages = append(packages, p)
	}
	// vet reports a || a, which random rules contain.
	differentialOf(t, packages, nightly(500, 3_000), gentest.Options{})
}

// rules generates rules on a type that the compiler accepts.
func (w *ruleWriter) rules(tool *model.Tool, of *model.Type, prefix string, count int) []model.Rule {
	self := []variable{{"self", model.ExprTypeOf(of)}}
	var list []model.Rule
	for len(list) < count {
		r := model.Rule{
			ID: fmt.Sprintf("%s-%d", prefix, len(list)+1), Source: w.expr(self, aBool, 1+w.IntN(4)), Kubernetes: w.percent(50),
			Pointer: "any", // some hold for all calls
		}
		if w.percent(15) {
			r.MessageSource = w.expr(self, aString, 1+w.IntN(3))
		}
		if len(r.Source) < 1500 && !expr.Rule(tool, of, &r).HasErrors() {
			r.Code = nil
			list = append(list, r)
		}
	}
	return list
}
