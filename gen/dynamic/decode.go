package dynamic

import (
	"encoding/json"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// decoder decodes the next value into *v.
type decoder func(v *any, d *gencode.Decoder)

// typ is a type prepared for decoding.
type typ struct {
	of     *model.Type
	plan   *plan.Type
	shape  bool
	object *gencode.ObjectSpec
	union  *gencode.UnionSpec
	read   decoder // decodes a non-null value

	null, counts, checks, rest []check
	rules                      []celRule
}

// typ prepares a type and everything it refers to.
func (p *program) typ(t *model.Type) *typ {
	if made, ok := p.types[t]; ok {
		return made
	}
	of := p.plan.Type(t, p.shape)
	made := &typ{of: t, plan: of, shape: p.shape, object: of.Object, union: of.Union}
	p.types[t] = made
	made.null, made.counts, made.checks = p.all(of.Null), p.all(of.Own.Counts), p.all(of.Own.Checks)
	if of.Rest != nil {
		made.rest = []check{p.schema(of.Rest)}
	}
	if !p.shape {
		made.rules = celRules(t)
	}
	made.read = p.reader(made)
	return made
}

// decoder returns the decoder of a type below a keyword, which is named in the issue of a false schema.
func (p *program) decoder(t *model.Type, holder string) decoder {
	switch {
	case t.Never && p.shape: // a false schema has no shape
		return gencode.DecodeAny
	case t.Never:
		return func(_ *any, d *gencode.Decoder) {
			d.Skip()
			d.Issue(plan.Blamed(t, holder), nil, nil)
		}
	}
	made := p.typ(t)
	if !t.Nullable() {
		return func(v *any, d *gencode.Decoder) { made.read(v, d) }
	}
	return func(v *any, d *gencode.Decoder) {
		if !d.Null() {
			made.read(v, d)
			return
		}
		*v = nil
		run(made.null, &d.Checker, nil)
	}
}

// reader returns the decoder of a type.
func (p *program) reader(t *typ) decoder {
	switch {
	case t.of.GoType != "":
		return p.foreign(t)
	case t.of.Kind == model.Struct:
		return p.structReader(t)
	case t.of.Kind == model.Union:
		return p.unionReader(t)
	}
	read := p.shapeReader(t)
	if t.of.Implied == "" || p.shape {
		return read
	}
	implied, allowed, values := gencode.JSONType(t.of.Accepts), gencode.JSONType(t.plan.Allowed), impliedValues(t.of)
	return func(v *any, d *gencode.Decoder) {
		if d.Declared(allowed) && d.Implied(t.of.Implied, implied, values...) {
			read(v, d)
		}
	}
}

// shapeReader returns the decoder of a value whose JSON type is implied by enum or const.
func (p *program) shapeReader(t *typ) decoder {
	switch t.of.Kind {
	case model.Bool:
		return scalar(t, (*gencode.Decoder).Bool)
	case model.Int, model.Float, model.Number:
		return t.readNumber
	case model.String:
		return scalar(t, (*gencode.Decoder).String)
	case model.Slice:
		return p.sliceReader(t)
	case model.Map:
		return p.mapReader(t)
	}
	return func(v *any, d *gencode.Decoder) {
		if mark := d.Mark(); t.readAny(v, d) {
			t.finish(d, *v, mark)
		}
	}
}

// scalar returns the decoder of a bool or a string.
func scalar[T any](t *typ, read func(*gencode.Decoder, *T) bool) decoder {
	return func(v *any, d *gencode.Decoder) {
		var x T
		if mark := d.Mark(); read(d, &x) {
			*v = x
			t.finish(d, *v, mark)
		}
	}
}

// asks reports whether a value has constraints beyond its shape.
func (t *typ) asks() bool { return len(t.counts)+len(t.checks)+len(t.rules) > 0 }

// finish checks a value of the right shape, and then its rules.
func (t *typ) finish(d *gencode.Decoder, v any, mark int) {
	run(t.counts, &d.Checker, v)
	run(t.checks, &d.Checker, v)
	if len(t.rules) > 0 && v != nil && d.SoundSince(mark) {
		runRules(t.rules, &d.Checker, plain(v), soundValue)
	}
}

func (t *typ) readAny(v *any, d *gencode.Decoder) bool {
	if t.plan.Allowed == model.JSONAll {
		return d.Any(v)
	}
	return d.AnyOf(v, gencode.JSONType(t.plan.Allowed))
}

// readNumber decodes a number into the Go type of the schema, so that the range matches generated code, and
// keeps its source text.
func (t *typ) readNumber(v *any, d *gencode.Decoder) {
	from, mark := d.Offset(), d.Mark()
	n, ok := goNumber(d, t.of)
	if !ok {
		return
	}
	text := d.Reread(from)
	if *v = text; t.asks() {
		n.text, _ = text.(json.Number)
		t.finish(d, n, mark)
	}
}

// goNumber decodes a number as generated code does.
func goNumber(d *gencode.Decoder, t *model.Type) (n number, ok bool) {
	n.kind = t.Kind
	switch {
	case t.Kind == model.Number && t.Accepts&model.JSONNumber == 0 && t.Accepts&model.JSONInteger != 0:
		ok = d.Integer(&n.text)
	case t.Kind == model.Number:
		ok = d.Number(&n.text)
	case t.Kind == model.Float && t.Bits == 32:
		var f float32
		ok = d.Float32(&f)
		n.float = gencode.Widen(f)
	case t.Kind == model.Float:
		ok = d.Float64(&n.float)
	case t.Narrow():
		ok = d.IntOfSize(&n.int, t.Bits, t.Unsigned)
	case t.Unsigned:
		n.big, ok = true, d.Uint64(&n.uint)
	default:
		ok = d.Int64(&n.int)
	}
	return n, ok
}

// impliedValues returns the expected values for an issue of an implied enum or const.
func impliedValues(t *model.Type) []any {
	var values []any
	for _, v := range t.ImpliedValues() {
		values = append(values, valueOf(v))
	}
	return values
}

// valueOf converts a schema value for an issue.
func valueOf(v model.Value) any {
	switch v.Kind {
	case model.NullValue:
		return nil
	case model.StringValue:
		return v.Text
	case model.ArrayValue, model.ObjectValue:
		return json.RawMessage(v.JSON)
	}
	return plainValue(v.JSON)
}

// plainValue decodes JSON from the schema.
func plainValue(text string) (v any) {
	err := gencode.DecodeWith([]byte(text), func(d *gencode.Decoder) { d.Any(&v) },
		runtime.MaxBytes(len(text)+1), runtime.MaxDepth(maxBuiltDepth))
	if err != nil {
		panic("dynamic: " + text + " is no JSON value: " + err.Error())
	}
	return v
}
