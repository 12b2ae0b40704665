package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/internal/suite"
	"github.com/toolgen/toolgen/runtime"
)

// perPackage is the number of schemas per package: the go command builds a few large packages faster than many
// small ones.
const perPackage = 25

// floor is the required pass rate of each level in percent; failures are listed in suite.Known.
var floor = map[string]float64{"required": 100, "optional": 96, "format": 95}

// Every required case of every draft gets the suite's result from generated code, and decoded values pass their
// own Validate and marshal to an equal document.
func TestSuite(t *testing.T) {
	t.Parallel()
	var all []*suite.Group
	var packages []*model.Package
	where := map[*suite.Group]string{}
	refused := map[*suite.Group]model.Diagnostics{}
	for _, level := range suite.Levels {
		groups := suite.Load(t, level)
		all = append(all, groups...)
		for n := 0; len(groups) > 0; n++ {
			batch := groups[:min(perPackage, len(groups))]
			groups = groups[len(batch):]
			p, diags := suite.Lower(fmt.Sprintf("%s%d", level, n), batch)
			if len(p.Tools) > 0 {
				packages = append(packages, p)
			}
			for _, g := range batch {
				if slices.ContainsFunc(p.Tools, func(m *model.Tool) bool { return m.Name == g.Tool }) {
					where[g] = p.Name
				} else {
					refused[g] = diags
				}
			}
		}
	}
	program := gentest.Build(t, packages, gentest.Options{})
	tables := map[string]suite.Table{}
	for _, g := range all {
		if tables[g.Level] == nil {
			tables[g.Level] = suite.Table{}
		}
		for _, c := range g.Cases {
			problem := ""
			if where[g] == "" {
				problem = fmt.Sprintf("the schema is rejected: %v", refused[g])
			} else {
				problem = judge(c, program.Ask(worker.Question{Package: where[g], Tool: g.Tool, Args: string(c.Data)}))
			}
			reason, known := suite.Known[g.Name(c)]
			switch {
			case problem == "" && known:
				t.Errorf("%s passes now: remove it from the list of known failures", g.Name(c))
			case problem != "" && known:
				t.Logf("%s: known: %s", g.Name(c), reason)
			case problem != "":
				t.Errorf("%s: %s\n%s\n%s", g.Name(c), problem, g.Schema, c.Data)
			}
			tables[g.Level].Add(g, problem == "")
		}
	}
	publish(t, tables)
	for _, level := range suite.Levels {
		t.Logf("%s\n%s", level, tables[level])
		if s := tables[level].All(); float64(s.Passed)*100 < floor[level]*float64(s.Total) {
			t.Errorf("%s: %d of %d cases pass, less than %v %%", level, s.Passed, s.Total, floor[level])
		}
	}
}

// judge describes a wrong verdict, "" if it is right.
func judge(c suite.Case, got worker.Verdict) string {
	switch {
	case got.Failure != "":
		return got.Failure
	case got.Valid != c.Valid:
		return fmt.Sprintf("valid is %t, generated code says %v", c.Valid, gentest.Fields(got))
	case !got.Valid && len(got.Issues) == 0:
		return "refused without an issue"
	case len(got.Validate) > 0:
		return fmt.Sprintf("decoded, but Validate rejects the value: %v", got.Validate)
	}
	for _, i := range got.Issues {
		if strings.Contains(runtime.Pointer(i.Field), "\x00") {
			return "a field that cannot be told: " + i.Field
		}
	}
	return ""
}
