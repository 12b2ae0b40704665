package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// leniency lists the options of --lenient under their Go names, from the safest to the most permissive.
var leniency = []struct {
	name   string
	option func() runtime.DecodeOption
}{
	{"EmptyIsObject", runtime.EmptyIsObject},
	{"NullIsAbsent", runtime.NullIsAbsent},
	{"CoerceScalars", runtime.CoerceScalars},
	{"UnwrapStrings", runtime.UnwrapStrings},
	{"WrapSingletons", runtime.WrapSingletons},
	{"MatchEnums", runtime.MatchEnums},
	{"MatchKeys", runtime.MatchKeys},
	{"RepairSyntax", runtime.RepairSyntax},
	{"Lenient", runtime.Lenient},
}

func leniencyNames() []string {
	var names []string
	for _, l := range leniency {
		names = append(names, l.name)
	}
	return names
}

// decodeOptions converts the names given to --lenient to options.
func decodeOptions(names []string) ([]runtime.DecodeOption, error) {
	var opts []runtime.DecodeOption
	for _, name := range names {
		i := slices.Index(leniencyNames(), name)
		if i < 0 {
			return nil, usageFault{fmt.Errorf("--lenient: there is no %q, only %s", name, strings.Join(leniencyNames(), ", "))}
		}
		opts = append(opts, leniency[i].option())
	}
	return opts, nil
}
