package lower

import (
	"encoding/json"
	"math/big"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/gen/lower/gotype"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// The table of JSON types by Go type agrees with package encoding/json.
func TestBasicTypesHold(t *testing.T) {
	t.Parallel()
	values := map[model.JSONTypes][]string{
		model.JSONString:  {`"2025-01-31T10:00:00Z"`, `"10.0.0.1"`, `"10.0.0.1:80"`, `"10.0.0.0/8"`, `"1.5"`},
		tooldef.Numeric:   {"1"},
		model.JSONObject:  {`{}`},
		model.JSONBoolean: {"true"},
	}
	types := map[string]func(text string) bool{
		"time.Time": reads[time.Time], "time.Duration": reads[time.Duration], "time.Month": reads[time.Month], "time.Weekday": reads[time.Weekday],
		"netip.Addr": reads[netip.Addr], "netip.AddrPort": reads[netip.AddrPort], "netip.Prefix": reads[netip.Prefix], "net.IP": reads[net.IP],
		"url.URL": reads[url.URL], "mail.Address": reads[mail.Address],
		"big.Int": reads[big.Int], "big.Float": reads[big.Float], "big.Rat": reads[big.Rat],
	}
	for name, held := range gotype.Basic {
		read := types[name]
		if read == nil {
			if strings.Contains(name, ".") && name != "json.Number" {
				t.Errorf("%s is not tested", name)
			}
			continue
		}
		for kind, list := range values {
			got := false
			for _, text := range list {
				got = got || read(text)
			}
			if got != (kind&held != 0) {
				t.Errorf("%s decodes a value of the types %b: %v", name, kind, got)
			}
		}
	}
}

func reads[T any](text string) bool {
	var v T
	return json.Unmarshal([]byte(text), &v) == nil
}

// A type without an import path must not be misspelt; others are left to the compiler.
func TestForeignGoTypes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ members, want string }{
		"there":             {`"x-go-type":"json.RawMessage"`, ""},
		"rare":              {`"x-go-type":"xml.Name","x-go-type-import":"encoding/xml"`, ""},
		"misspelt":          {`"x-go-type":"json.RawMesage"`, "the type json.RawMesage is not known; did you mean json.RawMessage? Otherwise name its import path with x-go-type-import"},
		"of the import":     {`"x-go-type":"json.RawMesage","x-go-type-import":"encoding/json"`, ""},
		"not common":        {`"x-go-type":"url.Userinfo"`, ""},
		"not exported":      {`"x-go-type":"json.number"`, "json.number is not exported, and no other package can name it; name a type that begins with an upper-case letter"},
		"not exported, far": {`"x-go-type":"money.amount","x-go-type-import":"example.com/money"`, "money.amount is not exported, and no other package can name it; name a type"},
		"on trust":          {`"x-go-type":"money.Amount","x-go-type-import":"example.com/money"`, ""},
		"with its path":     {`"x-go-type":"example.com/books/money.Amount"`, `"example.com/books/money.Amount" is not a Go type; write "x-go-type": "money.Amount", and "x-go-type-import": "example.com/books/money"`},
		"a path of nothing": {`"x-go-type":"a//money.Amount"`, `"a//money.Amount" is not a Go type; write Name or package.Name`},
		"module of a word":  {`"x-go-type":"money.Amount","x-go-type-import":"bank/money"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, diags := lowerSchema(t, `{"type":"object","properties":{"a":{`+tc.members+`}}}`)
			if got := strings.Join(diags, "\n"); tc.want == "" && got != "" || !strings.Contains(got, tc.want) || len(diags) > 1 {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}
