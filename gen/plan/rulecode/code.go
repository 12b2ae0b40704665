package rulecode

import (
	"go/ast"
	"go/printer"
	"go/token"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// Names provides the names and literals of the generated package, as Go code.
type Names interface {
	// Type is the Go type of a schema.
	Type(t *model.Type) string
	// Pattern is the variable of a compiled pattern in the syntax of package regexp.
	Pattern(source string) string
	// Text is a string literal.
	Text(s string) string
}

// Mark surrounds the names of other packages in code: \x01strings.Contains\x01. The package gencode is the runtime's.
const Mark = "\x01"

// The functions below make Go syntax. Expressions are immutable, so statements may share them. Package go/printer adds
// the parentheses that operators need.

// name is a variable, or a name with its package.
func name(s string) *ast.Ident {
	if strings.Contains(s, ".") {
		s = Mark + s + Mark
	}
	return ast.NewIdent(s)
}

// lit is a constant: nil, bool, int, int64, float64, or a string of this package; see [body.literal] for others.
func lit(v any) ast.Expr {
	text, kind := "", token.INT
	switch v := v.(type) {
	case nil:
		return name("nil")
	case bool:
		return name(strconv.FormatBool(v))
	case string:
		text, kind = strconv.Quote(v), token.STRING
	case int:
		text = strconv.Itoa(v)
	case int64:
		text = strconv.FormatInt(v, 10)
	case float64:
		if v == 0 && math.Signbit(v) { // -0.0 in Go is 0.0
			return call("math.Copysign", lit(0), lit(-1))
		}
		text, kind = strconv.FormatFloat(v, 'g', -1, 64), token.FLOAT
		if !strings.ContainsAny(text, ".eIN") {
			text += ".0" // otherwise an integer in Go
		}
	}
	if text[0] == '-' {
		return unary("-", &ast.BasicLit{Kind: kind, Value: text[1:]})
	}
	return &ast.BasicLit{Kind: kind, Value: text}
}

// isConstant reports whether an expression is a number or text, which has no type in Go.
func isConstant(e ast.Expr) bool {
	if minus, ok := e.(*ast.UnaryExpr); ok {
		e = minus.X
	}
	_, ok := e.(*ast.BasicLit)
	return ok
}

func call(function string, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{Fun: name(function), Args: args}
}

func method(on ast.Expr, name string, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{Fun: selector(on, name), Args: args}
}

func selector(on ast.Expr, name string) *ast.SelectorExpr {
	return &ast.SelectorExpr{X: on, Sel: ast.NewIdent(name)}
}

func index(list, at ast.Expr) ast.Expr { return &ast.IndexExpr{X: list, Index: at} }

func unary(op string, x ast.Expr) ast.Expr {
	if op == "*" {
		return &ast.StarExpr{X: x}
	}
	return &ast.UnaryExpr{Op: operatorToken(op), X: x}
}

func binary(left ast.Expr, op string, right ast.Expr) *ast.BinaryExpr {
	return &ast.BinaryExpr{X: left, Op: operatorToken(op), Y: right}
}

func operatorToken(op string) token.Token {
	for t := token.ADD; ; t++ {
		if t.String() == op {
			return t
		}
	}
}

// converted converts a value to a basic type or a type with its package.
func converted(to string, x ast.Expr) ast.Expr { return call(to, x) }

// is reports whether an expression is true or false.
func is(e ast.Expr, v bool) bool {
	n, ok := e.(*ast.Ident)
	return ok && n.Name == strconv.FormatBool(v)
}

// canonical is equal only for equal expressions.
func canonical(e ast.Expr) string {
	var b strings.Builder
	_ = printer.Fprint(&b, token.NewFileSet(), e) // a Builder never fails
	return b.String()
}

// cheap reports whether an expression may be repeated.
func cheap(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		_, ofName := e.X.(*ast.Ident)
		return ofName
	case *ast.UnaryExpr:
		return cheap(e.X)
	case *ast.StarExpr:
		return cheap(e.X)
	case *ast.CallExpr:
		to, ok := e.Fun.(*ast.Ident)
		return ok && slices.Contains([]string{"bool", "float64", "int64", "string", "uint64"}, to.Name) && cheap(e.Args[0])
	}
	return false
}

// set assigns values to variables, or defines variables.
func set(how token.Token, variables []ast.Expr, values ...ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: variables, Tok: how, Rhs: values}
}

func variable(n string, t ast.Expr, values ...ast.Expr) ast.Stmt {
	spec := &ast.ValueSpec{Names: []*ast.Ident{name(n)}, Type: t, Values: values}
	return &ast.DeclStmt{Decl: &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{spec}}}
}

func giveBack(values ...ast.Expr) ast.Stmt { return &ast.ReturnStmt{Results: values} }

// branch is if test { then } else { otherwise }.
func branch(test ast.Expr, then []ast.Stmt, otherwise ...ast.Stmt) *ast.IfStmt {
	made := &ast.IfStmt{Cond: test, Body: &ast.BlockStmt{List: then}}
	if len(otherwise) > 0 {
		made.Else = &ast.BlockStmt{List: otherwise}
	}
	return made
}

// each is a loop over a list with an item, or the index of an item. A variable that the body does not read is omitted.
func each(list ast.Expr, at, item string, body []ast.Stmt) ast.Stmt {
	loop := &ast.RangeStmt{X: list, Body: &ast.BlockStmt{List: body}}
	switch isRead := readNames(body); {
	case !isRead[item]:
	case at == "":
		loop.Key, loop.Value, loop.Tok = name("_"), name(item), token.DEFINE
	default:
		loop.Key, loop.Tok = name(at), token.DEFINE
		place := set(token.DEFINE, []ast.Expr{name(item)}, unary("&", index(list, name(at))))
		loop.Body.List = slices.Insert(body, 0, ast.Stmt(place))
	}
	return loop
}
