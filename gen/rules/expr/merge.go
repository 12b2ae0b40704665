package expr

import "github.com/toolgen/toolgen/gen/model"

// merge returns the type of a value that has one of two types: the branches of a conditional, an optional and
// its default, the items of a list. If no Go type represents both, problem says why.
//
// Lists and maps read from the arguments keep the Go type of their schema if both have it; otherwise they become
// lists of the types that rules compute with: a []ZzState and a []string become a []string.
func merge(a, b *model.ExprType) (t *model.ExprType, problem string) {
	switch {
	case a.Kind != b.Kind:
		return noType, "are " + kindName(a.Kind) + " and " + kindName(b.Kind)
	case a.Kind == model.OptionalExpr:
		x, y := a.Item(), b.Item()
		if x == noType || y == noType { // optional.none()
			if x == noType {
				x = y
			}
			return optionalOf(x), ""
		}
		item, problem := merge(x, y)
		return optionalOf(item), problem
	case a.Kind == model.ListExpr:
		return mergeLists(a, b)
	case a.Kind == model.AnyExpr:
		return noType, "may be of any type"
	case a.Kind == model.ObjectExpr && a.Model != b.Model:
		return noType, "are objects of different types"
	case a.Kind == model.MapExpr && a.Model != b.Model:
		return noType, "are maps of different types"
	}
	return computed(a), ""
}

func mergeLists(a, b *model.ExprType) (*model.ExprType, string) {
	x, y := a.Item(), b.Item()
	switch {
	case a.Model != nil && (a.Model == b.Model || y == noType):
		return computed(a), ""
	case b.Model != nil && x == noType: // []
		return computed(b), ""
	case x.Nullable || y.Nullable:
		return noType, "are lists whose items may be null"
	case y == noType:
		return computed(a), ""
	case x == noType:
		return computed(b), ""
	}
	item, problem := merge(x, y)
	if problem != "" {
		return noType, "are lists whose items " + problem
	}
	return listOf(item), ""
}
