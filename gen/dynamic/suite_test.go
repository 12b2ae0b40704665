package dynamic

import (
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/internal/suite"
)

// TestSuite runs the official JSON-Schema-Test-Suite, for Decode and for Validate.
func TestSuite(t *testing.T) {
	t.Parallel()
	for _, level := range suite.Levels {
		t.Run(level, func(t *testing.T) {
			table := suite.Table{}
			for _, g := range suite.Load(t, level) {
				p, diags := suite.Lower("suite", []*suite.Group{g})
				for _, c := range g.Cases {
					problem := fmt.Sprintf("the schema is refused: %v", diags)
					if len(p.Tools) == 1 {
						problem = judge(NewTool(p.Tools[0]), c)
					}
					reason, known := suite.Known[g.Name(c)]
					switch {
					case problem == "" && known:
						t.Errorf("%s passes now: remove it from the list of known failures", g.Name(c))
					case problem != "" && known:
						t.Logf("%s: known: %s", g.Name(c), reason)
					case problem != "":
						t.Errorf("%s: %s", g.Name(c), problem)
					}
					table.Add(g, problem == "")
				}
			}
			t.Logf("\n%s", table)
		})
	}
}

// judge describes what is wrong with a verdict, "" if nothing is.
func judge(tool *Tool, c suite.Case) string {
	_, err := tool.Decode(c.Data)
	checked := tool.Validate(c.Data)
	switch {
	case (err == nil) != c.Valid:
		return fmt.Sprintf("valid is %t, decoding says: %v", c.Valid, err)
	case (checked == nil) != c.Valid:
		return fmt.Sprintf("valid is %t, validating says: %v", c.Valid, checked)
	}
	return ""
}
