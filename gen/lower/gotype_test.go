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

	"github.com/toolgen/toolgen/gen/model"
)

// The table of what Go types hold is what package encoding/json makes of them.
func TestBasicTypesHold(t *testing.T) {
	t.Parallel()
	values := map[model.JSONTypes][]string{
		model.JSONString:  {`"2025-01-31T10:00:00Z"`, `"10.0.0.1"`, `"10.0.0.1:80"`, `"10.0.0.0/8"`, `"1.5"`},
		numeric:           {"1"},
		model.JSONObject:  {`{}`},
		model.JSONBoolean: {"true"},
	}
	types := map[string]func(text string) bool{
		"time.Time": reads[time.Time], "time.Duration": reads[time.Duration], "time.Month": reads[time.Month], "time.Weekday": reads[time.Weekday],
		"netip.Addr": reads[netip.Addr], "netip.AddrPort": reads[netip.AddrPort], "netip.Prefix": reads[netip.Prefix], "net.IP": reads[net.IP],
		"url.URL": reads[url.URL], "mail.Address": reads[mail.Address],
		"big.Int": reads[big.Int], "big.Float": reads[big.Float], "big.Rat": reads[big.Rat],
	}
	for name, held := range basicTypes {
		read := types[name]
		if read == nil {
			if strings.Contains(name, ".") && name != "json.Number" {
				t.Errorf("%s is not tried", name)
			}
			continue
		}
		for kind, list := range values {
			got := false
			for _, text := range list {
				got = got || read(text)
			}
			if got != (kind&held != 0) {
				t.Errorf("%s reads a value of the types %b: %v", name, kind, got)
			}
		}
	}
}

func reads[T any](text string) bool {
	var v T
	return json.Unmarshal([]byte(text), &v) == nil
}
