package near

import "testing"

func TestName(t *testing.T) {
	t.Parallel()
	candidates := []string{"sources", "out", "package", "no-format-assertion", "create_payment", "create_invoice"}
	for word, want := range map[string]string{
		"source":            "sources",
		"Out":               "out",
		"pakcage":           "package",
		"noFormatAssertion": "no-format-assertion",
		"createPayment":     "create_payment",
		"create_payments":   "create_payment",
		"output":            "",
		"zzz":               "",
		"":                  "",
	} {
		if got := Name(word, candidates); got != want {
			t.Errorf("Name(%q) = %q, want %q", word, got, want)
		}
	}
}
