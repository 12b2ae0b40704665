package payload

import (
	"fmt"
	"strings"
)

// Lapse is an invoice with one fault that parsers and validators often miss.
type Lapse struct {
	Name string
	Text []byte
}

// Lapses returns all of them.
func Lapses() []Lapse {
	text := string(Invoice.Compact())
	broken := func(name, sound, faulty string) Lapse {
		if strings.Count(text, sound) != 1 {
			panic(fmt.Sprintf("%s: %q does not occur exactly once", name, sound))
		}
		return Lapse{name, []byte(strings.Replace(text, sound, faulty, 1))}
	}
	return []Lapse{
		broken("a missing number", `"unit_price":12.95,`, ``),
		broken("an unknown key", `"status":`, `"state":1,"status":`),
		broken("a duplicate key", `"status":"open"`, `"status":"open","status":"open"`),
		broken("a bad UUID", `2eb8aa08-aa98`, `2eb8aa08_aa98`),
		broken("a bad e-mail address", `billing@`, `billing_`),
		broken("a bad date", `2026-01-17`, `2026-02-30`),
		broken("invalid UTF-8", `Nordwind Handels`, "Nordwind\xffHandels"),
		{"text after the value", []byte(text + "x")},
	}
}
