package lower

import "testing"

// TestAdvertisedSaysNothingOfGo checks that advertised schemas omit the keywords for toolgen, but nothing else, including
// keys that look like such keywords.
func TestAdvertisedSaysNothingOfGo(t *testing.T) {
	t.Parallel()
	tool, diags := lowerSchema(t, `{"type":"object","x-go-name":"Pay","x-vendor":{"x-go-name":"kept"},"properties":{
		"x-go-type":{"type":"string"},
		"due":{"x-go-type":"time.Time","type":"string","format":"date-time"},
		"parts":{"type":"array","items":{"$ref":"#/$defs/part"}}
	},"default":{"x-go-type":"kept"},"$defs":{"part":{"x-go-type":"money.Part","x-go-type-import":"example.com/books/money","type":"object"}}}`)
	if tool == nil {
		t.Fatal(diags)
	}
	want := `{"type":"object","default":{"x-go-type":"kept"},"properties":{` +
		`"x-go-type":{"type":"string"},` +
		`"due":{"type":"string","format":"date-time"},` +
		`"parts":{"type":"array","items":{"$ref":"#/$defs/part"}}` +
		`},"$defs":{"part":{"type":"object"}},"x-vendor":{"x-go-name":"kept"}}`
	if tool.InputSchema != want {
		t.Errorf("advertised\n%s\nwant\n%s", tool.InputSchema, want)
	}
}
