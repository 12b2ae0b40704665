package gencode_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// issuesOf lists issues in short form: "field constraint expected got".
func issuesOf(err error) []string {
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		if err == nil {
			return nil
		}
		return []string{"not a ValidationError: " + err.Error()}
	}
	var list []string
	for _, i := range invalid.Issues() {
		short := fmt.Sprintf("%s %s", i.Field, i.Constraint)
		if i.Expected != nil {
			short += fmt.Sprintf(" want %v", i.Expected)
		}
		if i.Got != nil {
			short += fmt.Sprintf(" got %v", i.Got)
		}
		list = append(list, strings.TrimSpace(short))
	}
	return list
}
