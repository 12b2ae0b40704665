package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// TestPrintIsDeterministic prints a package of several tools many times.
func TestPrintIsDeterministic(t *testing.T) {
	t.Parallel()
	p := pkg("books", createPayment(), tool("file_op", "FileOpTool", fileOp()), tool("odd", "Odd", oddKeys()), tool("unknown", "Unknown", unknownKeys()))
	first, err := Print(p)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		again, err := Print(p)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(first, again) {
			t.Fatal("the same model was printed differently")
		}
	}
	for name, source := range first {
		formatted, err := format.Source(source)
		if err != nil || !bytes.Equal(formatted, source) {
			t.Errorf("%s is not formatted by gofmt: %v", name, err)
		}
	}
}

// TestSizeOfTypicalTool limits the output: builds and reviews pay for every line.
func TestSizeOfTypicalTool(t *testing.T) {
	t.Parallel()
	plain := createPayment()
	plain.Args.Fields[3].Type = list(str(size("minLength", 1)), size("minItems", 1))
	plain.Result, plain.ResultTypes, plain.OutputSchema = nil, nil, ""
	plain.Types = namedTypes(plain.Args)
	for _, c := range []struct {
		name string
		tool *model.Tool
		most int
	}{
		{"eight properties", plain, 220},
		{"eight properties, a nested object and a result of two objects", createPayment(), 300},
	} {
		files, err := Print(pkg("books", c.tool))
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.Count(files[c.tool.File], []byte("\n"))
		t.Logf("%s: %d lines", c.name, lines)
		if lines > c.most {
			t.Errorf("%s: %d lines, more than %d", c.name, lines, c.most)
		}
	}
}

// TestHostileModel puts hostile text into every place that takes text from schemas.
func TestHostileModel(t *testing.T) {
	t.Parallel()
	for i, hostile := range hostileTexts {
		args := object("HostileArgs",
			doc(may(hostile, def(str(enumValues("a"), pattern(hostile), constOf(jsonString("x"))), model.Value{Kind: model.StringValue, Text: hostile, JSON: strconv.Quote("x")})), hostile),
			doc(may("other", enumOf("HostileEnum", "a", "b")), hostile))
		args.Fields[0].Name, args.Fields[0].Getter = "Hostile", "GetHostile"
		args.Doc, args.Title = []string{hostile}, hostile
		args.Fields[1].Type.Doc = []string{hostile}
		args.Fields[1].Type.Consts[1].Value = hostile
		tl := tool(hostile, "Hostile", args)
		tl.Description, tl.Title, tl.InputSchema, tl.Source, tl.File = hostile, hostile, strconv.Quote(hostile), hostile, "hostile.go"
		p := pkg("hostile", tl)
		p.Sources = []string{hostile}
		files, err := Print(p)
		if err != nil {
			t.Errorf("%d %q: %v", i, hostile, err)
			continue
		}
		for name, source := range files {
			checkDeclarations(t, hostile, name, source)
		}
	}
}

// checkDeclarations requires exactly the declarations of the printer.
func checkDeclarations(t *testing.T, hostile, name string, source []byte) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments)
	if err != nil {
		t.Errorf("%q: %v", hostile, err)
		return
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if ok && !strings.HasPrefix(f.Name.Name, "Decode") && f.Name.Name != "hostileArgsFrom" && f.Recv == nil && !matcherName.MatchString(f.Name.Name) {
			t.Errorf("%q: %s declares func %s", hostile, name, f.Name.Name)
		}
	}
	for _, spec := range file.Imports {
		switch spec.Path.Value {
		case `"encoding/json"`, `"strings"`, `"unicode/utf8"`, strconv.Quote(runtimePath), strconv.Quote(gencodePath):
		default:
			t.Errorf("%q: %s imports %s", hostile, name, spec.Path.Value)
		}
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if !strings.HasPrefix(c.Text, "// ") && c.Text != "//" && c.Text != "//sumtype:decl" {
				t.Errorf("%q: %s has the comment %q", hostile, name, c.Text)
			}
		}
	}
	if again, err := format.Source(source); err != nil || !bytes.Equal(again, source) {
		t.Errorf("%q: gofmt changes %s: %v\n%s\n----\n%s", hostile, name, err, source, again)
	}
}

// matcherName matches the names of functions for patterns.
var matcherName = regexp.MustCompile(`^matches[0-9a-f]{10}(At|Branch[0-9])?$`)

// TestBadModel requires an error without output for a model that the lowerer must not create.
func TestBadModel(t *testing.T) {
	t.Parallel()
	withField := func(name string) *model.Tool {
		f := may("k", str())
		f.Name = name
		return tool("t", "T", object("TArgs", f))
	}
	file := func(name string) *model.Tool {
		tl := withField("K")
		tl.File = name
		return tl
	}
	foreign := func(goType, goImport string) *model.Tool {
		s := str()
		s.GoType, s.GoImport = goType, goImport
		return tool("t", "T", object("TArgs", may("k", s)))
	}
	for name, p := range map[string]*model.Package{
		"package keyword":    pkg("func", withField("K")),
		"package path":       pkg("a/b", withField("K")),
		"field":              pkg("p", withField("a b")),
		"field with code":    pkg("p", withField("K int; func init() {}")),
		"lower type":         pkg("p", tool("t", "T", object("tArgs"))),
		"no name":            pkg("p", tool("t", "T", object(""))),
		"tool variable":      pkg("p", tool("t", "t t", object("TArgs"))),
		"test file":          pkg("p", file("x_test.go")),
		"file path":          pkg("p", file("../x.go")),
		"hidden file":        pkg("p", file("_x.go")),
		"common file":        pkg("p", file("toolgen.go")),
		"two of one file":    pkg("p", withField("K"), withField("K")),
		"go type":            pkg("p", foreign("time.Ti me", "time")),
		"go type w/o import": pkg("p", foreign("time.Time", "")),
		"union":              pkg("p", tool("t", "T", &model.Type{Kind: model.Union, Name: "TArgs", Union: &model.UnionInfo{Interface: "I"}})),
	} {
		if files, err := Print(p); err == nil || files != nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"CreateFoo": "createFoo", "URLFetchArgs": "urlFetchArgs", "URL": "url", "A": "a", "IDs": "iDs", "HTTP2Get": "http2Get", "Éa": "éa",
	} {
		if got := lowerInitialism(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	n := newNames(pkg("p", tool("a", "A", object("URLFetch")), tool("b", "B", object("UrlFetch"))))
	if a, b := n.of("URLFetch", "Object"), n.of("UrlFetch", "Object"); a == b {
		t.Errorf("both are %s", a)
	}
}

// TestTags compares the printer's handling of keys with encoding/json.
func TestTags(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"a", "A", "a b", "-", "a,b", "", `"`, `\`, "`", "é", "日本", "a.b", "$ref", "<&>", "a:b", "~", "x/y", "'", "a\tb", "\x00", "😀", "à", "_"} {
		field := may(key, str())
		raw := tag(field)
		unquoted := strings.Trim(raw, "`")
		name, _, _ := strings.Cut(reflect.StructTag(unquoted).Get("json"), ",")
		switch {
		case taggable(key) && name != key:
			t.Errorf("%q: the tag %s has the name %q", key, raw, name)
		case !taggable(key) && raw != "`json:\"-\"`":
			t.Errorf("%q: the tag is %s", key, raw)
		}
	}
}

func FuzzLiteral(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s)
	}
	f.Add("a`b\"c\\d")
	f.Fuzz(func(t *testing.T, s string) {
		lit := literal(s)
		got, err := strconv.Unquote(lit)
		if err != nil || got != s {
			t.Errorf("%q became %s", s, lit)
		}
		if strings.ContainsAny(lit, "\n\r\u2028\u202e") {
			t.Errorf("%q became %s", s, lit)
		}
		if _, err := parser.ParseExpr(lit); err != nil {
			t.Errorf("%s: %v", lit, err)
		}
	})
}

func BenchmarkPrint(b *testing.B) {
	for _, n := range []int{1, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := &model.Package{Name: "books"}
			for i := range n {
				t := createPayment()
				t.File = fmt.Sprintf("tool%d.go", i)
				t.GoName += strconv.Itoa(i)
				for _, typ := range t.Types {
					typ.Name += strconv.Itoa(i)
				}
				p.Tools = append(p.Tools, t)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Print(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
