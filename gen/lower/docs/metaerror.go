package docs

import (
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// explain converts an error of the schema library to faults with positions: the keywords that violate the
// meta-schema, the unresolvable references, or schemas with the same name.
func (l *Library) explain(root *tooldef.Node, err error) []fault {
	var verr *jsonschema.ValidationError
	if invalid, ok := errors.AsType[*jsonschema.SchemaValidationError](err); ok && errors.As(invalid.Err, &verr) {
		return l.invalid(root, invalid.URL, verr)
	}
	if anchors, ok := errors.AsType[*jsonschema.DuplicateAnchorError](err); ok {
		return []fault{l.duplicate(root, anchors.URL, anchors.Anchor, anchors.Ptr1, anchors.Ptr2, "$anchor", "$dynamicAnchor", "$id", "id")}
	}
	if ids, ok := errors.AsType[*jsonschema.DuplicateIDError](err); ok {
		return []fault{l.duplicate(root, ids.URL, ids.ID, ids.Ptr1, ids.Ptr2, "$id", "id")}
	}
	if faults := l.badRefs(root); len(faults) > 0 {
		return faults
	}
	return []fault{{diagnostic: tooldef.ErrorAt(root, "", err.Error(), "correct the schema")}}
}

// explainLeaf describes a violation of the meta-schema; n is the keyword's value.
func explainLeaf(n *tooldef.Node, leaf *jsonschema.ValidationError) model.Diagnostic {
	keyword := ""
	if len(leaf.InstanceLocation) > 0 {
		keyword = leaf.InstanceLocation[len(leaf.InstanceLocation)-1]
	}
	what := localized(leaf)
	switch k := leaf.ErrorKind.(type) {
	case *kind.Type:
		what = fmt.Sprintf("must be of type %s, not %s", strings.Join(k.Want, " or "), k.Got)
	case *kind.ExclusiveMinimum:
		what = "must be greater than " + k.Want.RatString()
	case *kind.Minimum:
		what = "must be at least " + k.Want.RatString()
	case *kind.MinItems:
		what = "must not be empty"
	case *kind.Pattern:
		what = fmt.Sprintf("has to match %s", k.Want)
	}
	return tooldef.ErrorAt(n, keyword, fmt.Sprintf("not a valid schema: %s %s", strings.Join(leaf.InstanceLocation, "/"), what),
		"correct the keyword as its JSON Schema draft defines it")
}

// localized renders an error of the schema library in English.
func localized(e *jsonschema.ValidationError) string {
	return e.ErrorKind.LocalizedString(message.NewPrinter(language.English))
}
