package peers

import (
	"encoding/json"
	"errors"
	"regexp"

	"github.com/go-playground/validator/v10"
)

// tagPatterns are the patterns of the schemas. The validator has no tag for patterns, but accepts named
// functions.
var tagPatterns = map[string]string{
	"account":        "^[A-Z]{2}-[0-9]{4}$",
	"invoice_number": "^INV-[0-9]+$",
	"customer_id":    "^cus_[0-9]+$",
	"sku":            "^SKU-[0-9]{5}$",
	"period":         "^[0-9]{4}-[0-9]{2}$",
	"ledger_account": "^[0-9]{4}-[0-9]{2}$",
}

func validatorTags() Contestant {
	v := validator.New(validator.WithRequiredStructEnabled())
	for tag, pattern := range tagPatterns {
		matches := regexp.MustCompile(pattern).MatchString
		err := v.RegisterValidation(tag, func(fl validator.FieldLevel) bool { return matches(fl.Field().String()) })
		if err != nil {
			panic(err)
		}
	}
	return Contestant{
		Name: "encoding/json + validator", Module: "github.com/go-playground/validator/v10", Work: Validate,
		Read: readers(func(text []byte, value any) error {
			if err := json.Unmarshal(text, value); err != nil {
				return err
			}
			return v.Struct(value)
		}),
		Faults: func(err error) int {
			var fields validator.ValidationErrors
			if errors.As(err, &fields) {
				return len(fields)
			}
			return first(err)
		},
	}
}
