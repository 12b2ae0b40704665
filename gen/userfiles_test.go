package gen_test

import (
	"strings"
	"testing"
)

func TestClashesWithTheUsersFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"variable": {
			"var Tools int\n",
			"mine.go:3:5: this file declares Tools, which the generated nettools/toolgen.go declares too; rename yours,",
		},
		"method": {
			"func (a *PingArgs) Validate() error { return nil }\n",
			"mine.go:3:20: this file declares PingArgs.Validate, which the generated nettools/ping_toolgen.go declares too; rename yours,",
		},
		"method and field": {
			"func (a PingArgs) Host() string { return \"\" }\n",
			"mine.go:3:19: this file declares Host, which the generated nettools/ping_toolgen.go declares too; rename yours,",
		},
		"import": {
			"func runtime() {}\n",
			"mine.go:3:6: this file declares runtime, which the generated nettools/",
		},
		"import of the user's": {
			"import pingSpec \"errors\"\n\nvar _ = pingSpec.New\n",
			"the generated code does not compile beside the other files of the package: pingSpec already declared through import of package",
		},
		"predeclared": {
			"type string struct{}\n",
			"the generated code does not compile beside the other files of the package:",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProject(t, pingTool)
			p.write("nettools/mine.go", "package nettools\n\n"+c.text)
			if got := p.blocked(); !strings.Contains(got, c.want) {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestUserFilesThatDoNotMatter(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"own errors":     {"mine.go": "package nettools\n\nvar x int = \"text\"\n\nfunc f() { undefined() }\n"},
		"syntax errors":  {"mine.go": "package nettools\n\nfunc {\n"},
		"foreign import": {"mine.go": "package nettools\n\nimport \"example.com/other\"\n\nvar X = other.Make(PingArgs{})\n"},
		"cgo":            {"mine.go": "package nettools\n\n// int x;\nimport \"C\"\n\nvar X = C.x\n"},
		"build tag":      {"mine.go": "//go:build never\n\npackage other\n\nvar Tools int\n"},
		"test file":      {"mine_test.go": "package nettools_test\n\nvar Tools int\n"},
		"other system":   {"mine_plan9.go": "package nettools\n\nvar Tools int\n"},
		"extra method":   {"mine.go": "package nettools\n\nfunc (a *PingArgs) Address() string { return a.Host }\n"},
		"init":           {"mine.go": "package nettools\n\nfunc init() {}\n\nvar _ = 1\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProject(t, pingTool)
			for file, text := range files {
				p.write("nettools/"+file, text)
			}
			p.generate()
		})
	}
}
