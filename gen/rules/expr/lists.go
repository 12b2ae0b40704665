package expr

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// listFunctions are the list functions of Kubernetes.
func listFunctions() []cel.EnvOption {
	ordered := map[string]*cel.Type{
		"int": cel.IntType, "double": cel.DoubleType, "string": cel.StringType,
		"timestamp": cel.TimestampType, "duration": cel.DurationType,
	}
	var isSorted, least, greatest []cel.FunctionOpt
	for _, name := range []string{"int", "double", "string", "timestamp", "duration"} {
		t := ordered[name]
		list := []*cel.Type{cel.ListType(t)}
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
		cel.Function("indexOf", cel.MemberOverload("list_index_of", of, cel.IntType, cel.BinaryBinding(indexOf))),
		cel.Function("lastIndexOf", cel.MemberOverload("list_last_index_of", of, cel.IntType, cel.BinaryBinding(lastIndexOf))),
	}
}

func sorted(list ref.Val) ref.Val {
	var last ref.Val
	for it := list.(traits.Lister).Iterator(); it.HasNext() == types.True; {
		v := it.Next()
		if last != nil {
			switch order := last.(traits.Comparer).Compare(v); order {
			case types.IntOne:
				return types.False
			case types.IntZero, types.IntNegOne:
			default:
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
		for it := list.(traits.Lister).Iterator(); it.HasNext() == types.True; {
			v := it.Next()
			if best == nil {
				best = v
				continue
			}
			switch order := best.(traits.Comparer).Compare(v); order {
			case worse:
				best = v
			case types.IntZero, types.IntOne, types.IntNegOne:
			default:
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
	for it := list.(traits.Lister).Iterator(); it.HasNext() == types.True; {
		n, ok := it.Next().(types.Int)
		if !ok {
			return types.NewErr("no such overload")
		}
		if sum = n.Add(sum); types.IsError(sum) {
			return sum
		}
	}
	return sum
}

func sumDoubles(list ref.Val) ref.Val {
	var sum gencode.Sum
	for it := list.(traits.Lister).Iterator(); it.HasNext() == types.True; {
		v, ok := it.Next().(types.Double)
		if !ok {
			return types.NewErr("no such overload")
		}
		sum.Add(float64(v))
	}
	return types.Double(sum.Value())
}

func indexOf(list, want ref.Val) ref.Val {
	i := types.IntZero
	for it := list.(traits.Lister).Iterator(); it.HasNext() == types.True; i++ {
		if it.Next().Equal(want) == types.True {
			return i
		}
	}
	return types.IntNegOne
}

func lastIndexOf(list, want ref.Val) ref.Val {
	items := list.(traits.Lister)
	for i := items.Size().(types.Int) - 1; i >= 0; i-- {
		if items.Get(i).Equal(want) == types.True {
			return i
		}
	}
	return types.IntNegOne
}
