package plan

import (
	"reflect"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// A constraint waits for the fields whose values it looks at, and for required ones whose presence it
// asks for; where blank text is no value, presence is a matter of the value, too.
func TestReads(t *testing.T) {
	t.Parallel()
	anything := &model.Type{Accepts: model.JSONAll}
	date := text(model.Format{Name: "date"})
	fields := []*model.Field{{Key: "a", Type: date, Required: true}, {Key: "b", Type: date}, {Key: "c", Type: anything}}
	object := &model.Type{Kind: model.Struct, Accepts: model.JSONObject, Fields: fields}
	blank := &model.Type{Kind: model.Struct, Accepts: model.JSONObject, Fields: fields, Blank: true}
	asks := func(fields ...*model.Field) *model.Type {
		return &model.Type{Kind: model.Struct, Accepts: model.JSONAll, Fields: fields}
	}
	itself := asks(&model.Field{Key: "b", Type: date})
	itself.Constraints = []model.Constraint{model.Not{Type: itself}}
	for name, c := range map[string]struct {
		object     *model.Type
		constraint model.Constraint
		want       Reads
	}{
		"presence":             {object, model.DependentRequired{Key: "b", Keys: []string{"a", "c"}}, Reads{Needs: []int{0}}},
		"presence of no blank": {blank, model.DependentRequired{Key: "b", Keys: []string{"a"}}, Reads{Values: []int{0, 1}}},
		"value":                {object, model.Not{Type: asks(&model.Field{Key: "b", Type: date})}, Reads{Values: []int{1}}},
		"value and presence":   {object, model.Not{Type: asks(&model.Field{Key: "a", Type: date, Required: true})}, Reads{Values: []int{0}}},
		"key without a field":  {object, model.Not{Type: asks(&model.Field{Key: "z", Type: date})}, Reads{All: true}},
		"trivial":              {object, model.Not{Type: asks(&model.Field{Key: "z", Type: anything})}, Reads{}},
		"cycle":                {object, model.Not{Type: itself}, Reads{Values: []int{1}}},
		"every value":          {object, model.Unevaluated{Word: "unevaluatedProperties", Scope: anything, Type: date}, Reads{All: true}},
		"other JSON types":     {object, model.Bound{Word: "minimum", Limit: "1"}, Reads{}},
	} {
		got := readsOf(c.object, c.constraint)
		if len(got.Values)+len(c.want.Values) > 0 && !reflect.DeepEqual(got.Values, c.want.Values) ||
			len(got.Needs)+len(c.want.Needs) > 0 && !reflect.DeepEqual(got.Needs, c.want.Needs) || got.All != c.want.All {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
