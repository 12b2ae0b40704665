package lower

import (
	"fmt"

	"github.com/toolgen/toolgen/gen/internal/inorder"
	"github.com/toolgen/toolgen/gen/lower/check"
	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/lower/names"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/lower/secret"
	"github.com/toolgen/toolgen/gen/lower/shape"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Options steer what schemas become.
type Options struct {
	// Package is the name of the Go package.
	Package string
	// Closed makes every object that says nothing of additional properties closed.
	Closed bool
	// NoFormatAssertion makes format an annotation, unless a meta-schema requires the
	// format-assertion vocabulary.
	NoFormatAssertion bool
	// Refs say where remote references are read from, in place of the network.
	Refs []Ref
	// ReadFile reads the files of Refs; nil refuses all remote references. Several calls may run at
	// the same time.
	ReadFile func(name string) ([]byte, error)
}

// Ref maps a URL prefix to a file or a folder, so that remote references can be read without a network.
type Ref = docs.Ref

// Lower turns tool definitions into the model of one Go package. A tool with an Error diagnostic
// is left out of the package, and so is one that is broken already; the others are not touched by
// it.
func Lower(tools []*tooldef.Tool, opts Options) (*model.Package, model.Diagnostics) {
	p := &model.Package{Name: opts.Package}
	var diags model.Diagnostics
	names := names.New(tools)
	// A sixth of all the work of generating is done here, so it is shared among the processors. Names
	// depend on the tools before, and are given in order.
	inorder.Each(len(tools), func(i int) lowered {
		return lowerTool(tools[i], opts)
	}, func(i int, l lowered) {
		diags = append(diags, l.diags...)
		if !tools[i].Broken && !containsString(p.Sources, tools[i].Source) {
			p.Sources = append(p.Sources, tools[i].Source)
		}
		if l.tool == nil {
			return
		}
		names.NameTool(i, l.tool, l.wishes)
		p.Tools = append(p.Tools, l.tool)
	})
	return p, append(diags, names.Diags...)
}

// lowered is what one definition came to.
type lowered struct {
	tool   *model.Tool     // nil where it has an error
	wishes []*names.Wishes // for names, of its schemas
	diags  model.Diagnostics
}

// lowerer lowers the schemas of one tool.
type lowerer struct {
	*schema.Reader
	opts   Options
	memo   map[string]*model.Type
	checks *check.Checker
	wishes *names.Wishes
	// made are the schemas that types were made of.
	made map[*model.Type]schema.Conj
	// later runs when every type is filled: decisions that look into types, which recursion may
	// show half-made.
	later []func()
	// ruled are the schemas whose annotations ask something of values, with whether a type took that over.
	ruled map[*tooldef.Node]bool
	blank bool // blank text and null count as absent
	// collects says that the current schema is the scope of an unevaluated keyword: an if without then and else
	// counts there.
	collects bool
	// tests says that the current schema checks a value that another schema describes. It may describe only a
	// part of that, so --closed does not close it.
	tests bool
	// size bounds how many types there may be.
	size growth
}

func newLowerer(tool string, opts Options) *lowerer {
	r := schema.NewReader(tool, opts.Closed)
	return &lowerer{
		Reader: r,
		opts:   opts,
		checks: check.New(r),
		wishes: names.NewWishes(tool),
		memo:   map[string]*model.Type{},
		made:   map[*model.Type]schema.Conj{},
		ruled:  map[*tooldef.Node]bool{},
	}
}

// lowerTool lowers one definition.
func lowerTool(t *tooldef.Tool, opts Options) lowered {
	out := &model.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, Pos: t.Pos, Source: t.Source,
		Annotations: t.Annotations,
	}
	args := newLowerer(t.Name, opts)
	args.wishes.Bare, args.Broken = t.Envelope == tooldef.Schema, t.Broken
	out.Args, out.Secret = args.root(t.Input)
	diags := args.Diags
	out.InputSchema = docs.Advertised(docs.Shown(t))
	out.FullSchema = args.Lib.Full(t)
	asked := []*names.Wishes{args.wishes}
	asWritten(t.Input, diags)
	if t.Output != nil {
		result := newLowerer(t.Name, opts)
		result.Broken = t.Broken
		shape, _ := result.root(t.Output)
		asWritten(t.Output, result.Diags)
		diags = append(diags, result.Diags.OfResult()...)
		if !result.Diags.HasErrors() {
			out.Result, out.OutputSchema = shape, docs.Advertised(t.Output)
			asked = append(asked, result.wishes)
		}
	}
	if t.Broken || diags.HasErrors() {
		return lowered{diags: diags}
	}
	return lowered{out, asked, diags}
}

// asWritten makes diagnostics name the places that the source has, where keywords were renamed.
func asWritten(schema *tooldef.Node, diags model.Diagnostics) {
	for i := range diags {
		diags[i].Pointer = schema.Written(diags[i].Pointer)
	}
}

// root lowers the schema of a whole document, and finds what is sensitive in it. Its Go type always has a name.
func (l *lowerer) root(n *tooldef.Node) (*model.Type, *model.Secret) {
	if d := tooManySchemas(n, l.Tool); d != nil {
		l.Report(*d)
		return nil, nil
	}
	lib, diags := docs.Compile(n, docs.Files{Refs: l.opts.Refs, Read: l.opts.ReadFile})
	for _, d := range diags {
		l.Report(d)
		l.Broken = true
	}
	if lib == nil {
		return nil, nil
	}
	s := l.Open(lib, len(l.opts.Refs) > 0)
	l.wishes.Root = n
	l.blank = blankIsMissing(n)
	l.size = newGrowth(lib)
	whole := s.Enter(true)
	if flat := schema.One(whole).Expand(); len(flat) == 1 && flat[0].Doc == whole.Doc && flat[0].Node != n {
		l.wishes.Home = flat[0].Node.Pointer
	}
	t := l.lower(schema.Conj{whole}, asRoot)
	if l.size.over() {
		l.Report(l.size.diagnostic(l.Tool))
		l.checks.Keywords()
		return t, nil
	}
	for i := 0; i < len(l.later); i++ {
		l.later[i]()
	}
	l.checks.Keywords()
	shape.KeepWhatIsSeen(t)
	if t.Nullable() {
		t.Kind = model.Any // a named Go type has no place for null
	}
	shape.RefuseEndless(l.Findings, t)
	if !l.Broken {
		l.refuseUnenforced()
		shape.WarnEndlessValues(l.Findings, t)
		l.warnUnused(s)
	}
	l.wishes.Bases = l.bases()
	shape.BreakLoops(t, l.wishes.Bases)
	shape.RefuseCircles(l.Findings, t)
	hidden := secret.Of(whole, l.made)
	l.wishes.Types[t] = names.Wish{Exact: names.Given(n)}
	return t, hidden
}

func containsString(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// valueOf turns a JSON value of the schema into the model's form.
func valueOf(n *tooldef.Node) model.Value {
	v := model.Value{JSON: n.CanonicalJSON()}
	switch n.Kind {
	case tooldef.Bool:
		v.Kind, v.Text = model.BoolValue, fmt.Sprint(n.Bool)
	case tooldef.Number:
		v.Kind, v.Text = model.NumberValue, n.Text
	case tooldef.String:
		v.Kind, v.Text = model.StringValue, n.Text
	case tooldef.Array:
		v.Kind, v.Text = model.ArrayValue, v.JSON
	case tooldef.Object:
		v.Kind, v.Text = model.ObjectValue, v.JSON
	default:
		v.Kind, v.Text = model.NullValue, "null"
	}
	return v
}
