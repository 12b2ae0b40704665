package expr

import (
	"fmt"
	"regexp"

	"cel.dev/cel-go/cel"
	celenv "cel.dev/cel-go/common/env"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/ext"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// newChecker creates the checker of rules on values of t.
func newChecker(t *model.Type) (*checker, error) {
	p := newProvider()
	base := types.NewEmptyRegistry()
	p.Provider = base
	env, err := cel.NewCustomEnv(
		// string(double) is replaced by our own.
		cel.StdLib(cel.StdLibSubset(&celenv.LibrarySubset{ExcludeFunctions: []*celenv.Function{
			celenv.NewFunction("string", celenv.NewOverload("double_to_string", nil, nil)),
		}})),
		cel.CustomTypeAdapter(base),
		cel.CustomTypeProvider(base),
		cel.EnableMacroCallTracking(),
		cel.EnableIdentifierEscapeSyntax(),
		cel.CrossTypeNumericComparisons(true),
		cel.DefaultUTCTimeZone(true),
		cel.OptionalTypes(cel.OptionalTypesVersion(1)),
		ext.Strings(ext.StringsVersion(4)),
		ext.Math(),
		ext.Bindings(),
		ext.Network(),
		cel.Lib(library{}),
		cel.CustomTypeProvider(p), // wraps base, which knows the types of the libraries
		cel.Variable("self", p.celType(t, 0)),
	)
	if err != nil {
		return nil, fmt.Errorf("the environment of rules: %w", err)
	}
	return &checker{env, p, t}, nil
}

// library declares the functions on lists, patterns and URLs that Kubernetes adds to cel-go's libraries.
type library struct{}

// CompileOptions implements cel.Library.
func (library) CompileOptions() []cel.EnvOption {
	opts := []cel.EnvOption{
		cel.Function("string", cel.Overload("double_to_decimal", []*cel.Type{cel.DoubleType}, cel.StringType,
			cel.UnaryBinding(func(v ref.Val) ref.Val { return types.String(gencode.RuleFormat(float64(v.(types.Double)))) }))),
	}
	return append(append(opts, listFunctions()...), textFunctions()...)
}

// ProgramOptions implements cel.Library.
func (library) ProgramOptions() []cel.ProgramOption { return nil }

func textFunctions() []cel.EnvOption {
	urlType := cel.ObjectType("rules.URL")
	text, pattern := cel.StringType, cel.StringType
	member := func(name string, get func(gencode.RuleURL) string) cel.EnvOption {
		return cel.Function(name, cel.MemberOverload("url_"+name, []*cel.Type{urlType}, text,
			cel.UnaryBinding(func(v ref.Val) ref.Val { return types.String(get(v.(urlValue).RuleURL)) })))
	}
	return []cel.EnvOption{
		cel.Function("url", cel.Overload("string_to_url", []*cel.Type{text}, urlType, cel.UnaryBinding(func(v ref.Val) ref.Val {
			u, ok := gencode.ParseRuleURL(string(v.(types.String)))
			if !ok {
				return types.NewErr("not a URL: %q", v)
			}
			return urlValue{RuleURL: u}
		}))),
		cel.Function("isURL", cel.Overload("is_url_string", []*cel.Type{text}, cel.BoolType,
			cel.UnaryBinding(func(v ref.Val) ref.Val { return types.Bool(gencode.IsRuleURL(string(v.(types.String)))) }))),
		member("getScheme", gencode.RuleURL.Scheme),
		member("getHost", gencode.RuleURL.Host),
		member("getHostname", gencode.RuleURL.Hostname),
		member("getPort", gencode.RuleURL.Port),
		member("getEscapedPath", gencode.RuleURL.EscapedPath),
		cel.Function("find", cel.MemberOverload("string_find_string", []*cel.Type{text, pattern}, text, cel.FunctionBinding(find))),
		cel.Function("findAll",
			cel.MemberOverload("string_find_all_string", []*cel.Type{text, pattern}, cel.ListType(text), cel.FunctionBinding(findAll)),
			cel.MemberOverload("string_find_all_string_int", []*cel.Type{text, pattern, cel.IntType}, cel.ListType(text), cel.FunctionBinding(findAll))),
	}
}

func find(args ...ref.Val) ref.Val {
	p, err := regexp.Compile(string(args[1].(types.String)))
	if err != nil {
		return types.WrapErr(err)
	}
	return types.String(p.FindString(string(args[0].(types.String))))
}

func findAll(args ...ref.Val) ref.Val {
	p, err := regexp.Compile(string(args[1].(types.String)))
	if err != nil {
		return types.WrapErr(err)
	}
	most := -1
	if len(args) > 2 {
		most = int(max(args[2].(types.Int), -1))
	}
	return types.NewStringList(types.DefaultTypeAdapter, p.FindAllString(string(args[0].(types.String)), most))
}
