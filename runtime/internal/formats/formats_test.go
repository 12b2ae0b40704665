package formats

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	tests := []struct {
		format    string
		good, bad []string
	}{
		{"date-time", []string{"2024-02-29T12:00:00Z", "1998-12-31T23:59:60Z", "1998-12-31T15:59:60.1-08:00", "2024-01-01t00:00:00.000z"},
			[]string{"", "2024-02-30T12:00:00Z", "2024-01-01", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z", "2024-01-01T00:00:60Z", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00.Z"}},
		{"date", []string{"2024-02-29", "0000-01-01", "2000-02-29"}, []string{"1900-02-29", "2024-2-9", "2024-00-10", "tomorrow", "２０２４-01-01"}},
		{"time", []string{"08:30:06Z", "08:30:06.5+05:30"}, []string{"08:30Z", "24:00:00Z", "08:30:06", "08:30:06+5:30"}},
		{"duration", []string{"P1Y2M3DT4H5M6S", "PT1H30S", "P1W", "P1Y2D"}, []string{"P", "PT", "P1", "P1M1Y", "PT1D", "P1W2D", "-P1D", "P1.5D", "PT1H1H"}},
		{"email", []string{"joe@example.com", "a+b@x.y.z", `"a b"@example.com`, "a@[127.0.0.1]", "a@[IPv6:::1]"},
			[]string{"joe", "joe@", "@x", "a..b@x.com", ".a@x.com", "a@-x.com", "a@b@c", "é@example.com", strings.Repeat("a", 65) + "@x.com", `"a"b"@x.com`}},
		{"idn-email", []string{"실례@실례.테스트", "é@example.com"}, []string{"실례", "a@-x"}},
		{"hostname", []string{"example.com", "a", "1host", "xn--nxasmq6b"}, []string{"", "a..b", "a.", "-a.com", "a_b", strings.Repeat("a", 64), "xn--X", "é.com"}},
		{"idn-hostname", []string{"실례.테스트", "example.com", "l·l"}, []string{"", "a..b", "l·a", "-a", "a\u0640b", "\u0301a"}},
		{"ipv4", []string{"192.168.0.1"}, []string{"192.168.0.01", "1.2.3", "256.1.1.1", "1.2.3.4.5", "::1"}},
		{"ipv6", []string{"::1", "1::d6:192.168.0.1"}, []string{"1.2.3.4", "fe80::a%eth1", "1:2", "::1/64"}},
		{"uri", []string{"https://example.com/a?b#c", "mailto:a@b.c", "urn:isbn:1", "http://[::1]:80/"}, []string{"//x", "a", "http://a b", "http://a:b/", "1http://x", "http://x/%zz", "http://[::1", `http://x\y`, "http://x/é", "http://[v1.%41]/"}},
		{"uri-reference", []string{"", "a", "/a", "?q", "#f", "../x"}, []string{"a b", "1:2", `\x`, ":x"}},
		{"iri", []string{"http://ƒøø.ßår/é"}, []string{"é", "http://a b", "http://x/\ufffe"}},
		{"iri-reference", []string{"é", "#é"}, []string{"é é"}},
		{"uri-template", []string{"/a/{b}", "{?x,y*}", "{+path:3}/x", "{a.b}"}, []string{"{", "}", "{}", "{a", "{a:0}", "{a:10000}", "{a b}", "a b", "{a..b}"}},
		{"uuid", []string{"2eb8aa08-AA98-11ea-b4aa-73b441d16380"}, []string{"2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g", ""}},
		{"json-pointer", []string{"", "/", "/a~0~1"}, []string{"a", "/~", "/~2", "#/a"}},
		{"relative-json-pointer", []string{"0", "1/a", "0#", "1+2/a"}, []string{"", "/a", "01", "-1", "0##"}},
		{"regex", []string{`^a(b|c)*$`, `(?<n>a)\k<n>`, `[a-z\d-]{2,3}?`, `(?=a)b(?!c)`, `(?<=a)b`, `a{`, `]`, `\u{1F600}`, `\p{L}`, `(?i:a)`, `[^]`, `\cA`, `x{0,99999999999999}`, `\p{scx=Grek}\P{gc=Lu}`, `\p{ASCII}`, `\1(a)`, `((((((((a))))))))\8`, `\0`},
			[]string{`(`, `)`, `[a`, `*a`, `a**`, `a{2,1}`, `[z-a]`, `\Z`, `\a`, `(?<n>a`, `\k<x>`, `(?P<n>a)`, `\`, `\x1`, `\p{`, `(?<=a)*`, `^*`, `\u{110000}`,
				`\p{Foo}`, `\P{letter}`, `\p{sc=Lu}`, `\p{Greek}`, `\8`, `(a)\2`, `(?:a)\1`, `[\1]`, `\01`, `\99999999999999999999`}},
	}
	for _, test := range tests {
		if formatCheck(test.format) == nil {
			t.Errorf("%s is not known", test.format)
		}
		for _, s := range test.good {
			if !Is(s, test.format) {
				t.Errorf("%s refuses %q", test.format, s)
			}
		}
		for _, s := range test.bad {
			if Is(s, test.format) {
				t.Errorf("%s accepts %q", test.format, s)
			}
		}
	}
	if formatCheck("int32") != nil || formatCheck("") != nil {
		t.Error("a name that is no asserted format is known")
	}
}

// TestLongFormats holds that a check of a text takes no more than a small part of a second for each megabyte,
// whatever the text: one that looked at all of it again for each character would take minutes.
func TestLongFormats(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	long := func(part string) string { return strings.Repeat(part, size/len(part)) }
	texts := map[string]string{
		"idn-hostname": long("\u0660"), // digits that must not stand beside others
		"idn-email":    "a@" + long("\u06f0"),
		"hostname":     long("xn--a-"),
		"regex":        long(`(?<a>)`) + long(`\k<a>`),
		"uri-template": long("{a,b}"),
		"iri":          "http://x/" + long("é%41"),
		"email":        long(`"\a`) + "@x",
		"json-pointer": long("/~0"),
		"duration":     "P" + long("1D"),
		"date-time":    "2024-01-01T00:00:00." + long("0") + "Z",
	}
	texts["idn-hostname "] = long("\u30fb") + "あ" // dots that need such a letter somewhere
	texts["idn-hostname  "] = "ا" + long("\u0300\u200c") + "ا"
	done := make(chan string, len(texts))
	for name, text := range texts {
		go func() {
			Is(text, strings.TrimSpace(name))
			done <- name
		}()
	}
	limit := time.After(20 * time.Second)
	for range len(texts) {
		select {
		case name := <-done:
			delete(texts, name)
		case <-limit:
			t.Fatalf("these take too long: %q", slices.Sorted(maps.Keys(texts)))
		}
	}
}

// FuzzFormats looks for texts that a check does not come back from.
func FuzzFormats(f *testing.F) {
	names := []string{"date-time", "duration", "email", "idn-email", "idn-hostname", "uri", "iri-reference", "uri-template", "regex", "relative-json-pointer"}
	for _, seed := range []string{"", "xn--a", "{a:1}", "(?<a>[b-c]{1,2})", `"\"@[IPv6:::1]`, "http://[v1.a]:1/%41", "P1Y", "a@é", "\u200c\u0628", `\u{1}\ud83d\ude00`, "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, name := range names {
			Is(s, name)
		}
	})
}
