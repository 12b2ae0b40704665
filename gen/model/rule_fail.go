package model

import "slices"

// CanFail reports whether the expression may have no value: division by zero, overflow, index out of range,
// absent value.
func (e *Expr) CanFail() bool {
	switch e.Op {
	case Bind:
		return e.Args[1].CanFail()
	case IsNull:
		v := e.Args[0]
		return v.Bound != nil && !v.Bound.Sure
	}
	if slices.ContainsFunc(e.Args, (*Expr).CanFail) {
		return true
	}
	switch e.Op {
	case MaybeField, MaybeKey, MaybeIndex:
		return e.Type.Elem.Model != nil && unfit(e.Type.Elem.Model)
	case ReadField, ReadKey:
		return !e.Guarded || unfit(e.Type.Model)
	case ReadIndex, TakeValue:
		return true
	case Var:
		return e.Bound != nil && !e.Bound.Sure || e.Type.Nullable && !e.Guarded || e.Type.Model != nil && unfit(e.Type.Model)
	case Call:
		parses := e.Args[0].Type.Kind == CIDRExpr && len(e.Args) > 1 && e.Args[1].Type.Kind == StringExpr
		return parses || e.CallFails()
	}
	return false
}

// Absorbs reports whether the expression may have a value although an operand has none: && and ||, all and
// exists.
func (e *Expr) Absorbs() bool {
	return e.Op == And || e.Op == Or || e.Op == All || e.Op == Exists
}

// unfit reports whether a value of the type may not be representable in rules.
func unfit(t *Type) bool {
	return t != nil && (t.Kind == Number || t.Kind == Int && t.BeyondInt64())
}

// CallFails reports whether the function of a call may have no value for its arguments.
func (e *Expr) CallFails() bool {
	first := e.Args[0].Type.Kind
	switch e.Text {
	case "+", "-", "*", "neg":
		return first == IntExpr || first == TimestampExpr || first == DurationExpr
	case "/", "%", "sum":
		return e.Type.Kind == IntExpr
	case "math.min", "math.max":
		return slices.ContainsFunc(e.Args, (*Expr).MaybeNaN)
	case "isSorted":
		return e.Args[0].MaybeNaN()
	case "int":
		return first == DoubleExpr || first == StringExpr
	case "double", "bool":
		return first == StringExpr
	case "timestamp":
		return first != TimestampExpr
	case "duration":
		return first != DurationExpr
	case "indexOf", "lastIndexOf":
		return len(e.Args) == 3
	case "math.abs":
		return first == IntExpr
	case "charAt", "substring", "min", "max", "math.bitShiftLeft", "math.bitShiftRight", "url", "ip", "cidr", "ip.isCanonical":
		return true
	}
	return false
}

// MaybeNaN reports whether a double, or an item of a list of doubles, may be NaN, which cannot be ordered.
// Numbers in arguments never are.
func (e *Expr) MaybeNaN() bool {
	kind := e.Type.Kind
	if kind == ListExpr && e.Type.Item() != nil {
		kind = e.Type.Item().Kind
	}
	return kind == DoubleExpr && !e.ordered(false)
}

// ordered reports whether a double, or those of a list or an optional, cannot be NaN, nor infinite if finite is set.
func (e *Expr) ordered(finite bool) bool {
	args := e.Sources()
	switch e.Op {
	case Literal, None:
		return true
	case ReadField, ReadKey, ReadIndex, Var:
		return e.Type.Model != nil
	case MaybeField, MaybeKey, MaybeIndex:
		return e.Type.Item().Model != nil
	case Call:
		switch {
		case finite:
			return false
		case e.Text == "double":
			return e.Args[0].Type.Kind != StringExpr
		case e.Type.Kind == DoubleExpr && (e.Text == "+" || e.Text == "-" || e.Text == "*"):
			args, finite = e.Args, true // the result may be infinite
		}
	}
	return len(args) > 0 && !slices.ContainsFunc(args, func(arg *Expr) bool { return !arg.ordered(finite) })
}

// Sources lists the parts that a value comes from, but for its sign, or that the items of a list come from.
func (e *Expr) Sources() []*Expr {
	switch e.Op {
	case List, Some, OrOptional, OrValue, TakeValue:
		return e.Args
	case FilterItems:
		return e.Args[:1]
	case MapItems:
		return e.Args[1:2]
	case If, Bind:
		return e.Args[1:]
	case Call:
		if e.Text == "+" && e.Type.Kind == ListExpr ||
			slices.Contains([]string{"math.abs", "neg", "math.min", "math.max", "sum", "min", "max"}, e.Text) {
			return e.Args
		}
	}
	return nil
}
