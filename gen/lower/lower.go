package lower

import (
	"slices"

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

// Options configure lowering.
type Options struct {
	// Package is the name of the Go package.
	Package string
	// Closed closes every object that does not mention additional properties.
	Closed bool
	// NoFormatAssertion makes format an annotation, unless a meta-schema requires the
	// format-assertion vocabulary.
	NoFormatAssertion bool
	// Refs map remote references to files, since the network is not used.
	Refs []Ref
	// ReadFile reads the files of Refs, possibly concurrently; nil rejects all remote references.
	ReadFile func(name string) ([]byte, error)
}

// Ref maps a URL prefix to a file or a folder.
type Ref = docs.Ref

// Lower converts tool definitions to the model of one Go package. Tools with an error are left out and do not
// affect the others.
func Lower(tools []*tooldef.Tool, opts Options) (*model.Package, model.Diagnostics) {
	p := &model.Package{Name: opts.Package}
	var diags model.Diagnostics
	names := names.New(tools)
	// Lowering is a sixth of the work of generating, so it runs concurrently. Names depend on preceding tools
	// and are assigned in order.
	inorder.Each(len(tools), func(i int) lowered {
		return lowerTool(tools[i], opts)
	}, func(i int, l lowered) {
		diags = append(diags, l.diags...)
		if !tools[i].Broken && !slices.Contains(p.Sources, tools[i].Source) {
			p.Sources = append(p.Sources, tools[i].Source)
		}
		switch {
		case l.tool == nil:
		case tools[i].Broken:
			p.Broken = append(p.Broken, l.tool)
		default:
			names.NameTool(i, l.tool, l.wishes)
			p.Tools = append(p.Tools, l.tool)
		}
	})
	return p, append(diags, names.Diags...)
}

// lowered is the result for one definition.
type lowered struct {
	tool   *model.Tool     // nil after an error
	wishes []*names.Wishes // wanted names of its schemas
	diags  model.Diagnostics
}

// lowerer lowers the schemas of one tool.
type lowerer struct {
	*schema.Reader
	opts   Options
	memo   map[string]*model.Type
	checks *check.Checker
	wishes *names.Wishes
	// made maps types to the schemas they were made of.
	made map[*model.Type]schema.Conj
	// later runs after all types are filled: decisions that inspect types, which may be incomplete in recursive
	// schemas.
	later []func()
	// ruled are the schemas with rules, and whether a type took them over.
	ruled map[*tooldef.Node]bool
	blank bool // blankIsMissing
	// collects reports that the current schema is the scope of an unevaluated keyword, where an if without then
	// and else counts.
	collects bool
	// tests reports that the current schema checks a value that another schema describes. It may be partial, so
	// --closed does not close it.
	tests bool
	// size limits the number of types.
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
	if t.Output != nil {
		result := newLowerer(t.Name, opts)
		result.Broken = t.Broken
		shape, _ := result.root(t.Output)
		diags = append(diags, result.Diags.OfResult()...)
		if !result.Diags.HasErrors() {
			out.Result, out.OutputSchema = shape, docs.Advertised(t.Output)
			asked = append(asked, result.wishes)
		}
	}
	if diags.HasErrors() {
		return lowered{diags: t.AsWritten(diags)}
	}
	return lowered{out, asked, t.AsWritten(diags)}
}

// root lowers a whole document and finds its sensitive values. Its Go type is always named.
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
		t.Kind = model.Any // a named Go type cannot represent null
	}
	l.checks.Endless()
	if !l.Broken {
		l.refuseUnenforced()
		shape.WarnEndlessValues(l.Findings, t)
	}
	l.wishes.Bases = l.bases()
	shape.BreakLoops(t, l.wishes.Bases)
	shape.RefuseCircles(l.Findings, t)
	hidden := secret.Of(whole, l.made)
	l.wishes.Types[t] = names.Wish{Exact: names.Given(n)}
	return t, hidden
}

// valueOf converts a JSON value of the schema to the model.
func valueOf(n *tooldef.Node) model.Value {
	v := model.Value{Kind: n.Kind, JSON: n.CanonicalJSON()}
	if v.Text = v.JSON; n.Kind == tooldef.String || n.Kind == tooldef.Number {
		v.Text = n.Text
	}
	return v
}
