package expr

import (
	"iter"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// listFunctions are the list functions of Kubernetes.
func listFunctions() []cel.EnvOption {
	var isSorted, least, greatest []cel.FunctionOpt
	for _, t := range []*cel.Type{cel.IntType, cel.DoubleType, cel.StringType, cel.TimestampType, cel.DurationType} {
		name, list := t.TypeName(), []*cel.Type{cel.ListType(t)}
		isSorted = append(isSorted, cel.MemberOverload("list_"+name+"_is_sorted", list, cel.BoolType, cel.UnaryBinding(sorted)))
		least = append(least, cel.MemberOverload("list_"+name+"_min", list, t, cel.UnaryBinding(extreme(types.IntOne))))
		greatest = append(greatest, cel.MemberOverload("list_"+name+"_max", list, t, cel.UnaryBinding(extreme(types.IntNegOne))))
	}
	item := cel.TypeParamType("T")
	of := []*cel.Type{cel.ListType(item), item}
	return []cel.EnvOption{
		cel.Function("isSorted", isSorted...),
		cel.Function("min", least...),
		cel.Function("max", greatest...),
		cel.Function("sum",
			cel.MemberOverload("list_int_sum", []*cel.Type{cel.ListType(cel.IntType)}, cel.IntType, cel.UnaryBinding(sumInts)),
			cel.MemberOverload("list_double_sum", []*cel.Type{cel.ListType(cel.DoubleType)}, cel.DoubleType, cel.UnaryBinding(sumDoubles))),
		cel.Function("indexOf", cel.MemberOverload("list_index_of", of, cel.IntType, cel.BinaryBinding(position(false)))),
		cel.Function("lastIndexOf", cel.MemberOverload("list_last_index_of", of, cel.IntType, cel.BinaryBinding(position(true)))),
	}
}

// items iterates over a list.
func items(list ref.Val) iter.Seq[ref.Val] {
	return func(yield func(ref.Val) bool) {
		for it := list.(traits.Lister).Iterator(); it.HasNext() == types.True && yield(it.Next()); {
		}
	}
}

// isOrder reports whether a comparison gave an order rather than an error.
func isOrder(v ref.Val) bool { return v == types.IntZero || v == types.IntOne || v == types.IntNegOne }

func sorted(list ref.Val) ref.Val {
	var last ref.Val
	for v := range items(list) {
		if last != nil {
			switch order := last.(traits.Comparer).Compare(v); {
			case order == types.IntOne:
				return types.False
			case !isOrder(order):
				return order
			}
		}
		last = v
	}
	return types.True
}

// extreme finds the item for which no other compares as worse.
func extreme(worse types.Int) func(ref.Val) ref.Val {
	return func(list ref.Val) ref.Val {
		var best ref.Val
		for v := range items(list) {
			order := ref.Val(worse)
			if best != nil {
				order = best.(traits.Comparer).Compare(v)
			}
			switch {
			case order == worse:
				best = v
			case !isOrder(order):
				return order
			}
		}
		if best == nil {
			return types.NewErr("the list is empty")
		}
		return best
	}
}

func sumInts(list ref.Val) ref.Val {
	var sum ref.Val = types.IntZero
	for v := range items(list) {
		n, ok := v.(types.Int)
		if !ok {
			return types.NewErr("no such overload")
		}
		if sum = n.Add(sum); types.IsError(sum) {
			break
		}
	}
	return sum
}

func sumDoubles(list ref.Val) ref.Val {
	var sum gencode.Sum
	for v := range items(list) {
		f, ok := v.(types.Double)
		if !ok {
			return types.NewErr("no such overload")
		}
		sum.Add(float64(f))
	}
	return types.Double(sum.Value())
}

// position finds the first or last item that is equal to another.
func position(last bool) func(list, want ref.Val) ref.Val {
	return func(list, want ref.Val) ref.Val {
		found, i := types.IntNegOne, types.IntZero
		for v := range items(list) {
			if v.Equal(want) == types.True {
				found = i
				if !last {
					break
				}
			}
			i++
		}
		return found
	}
}
