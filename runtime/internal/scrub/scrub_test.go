package scrub_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/scrub"
)

func TestSecrets(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"dial tcp 10.0.0.5:443: password=hunter2":                                                  "dial tcp •••: password=•••",
		"connect postgres://bob:s3cret@db.internal/app failed":                                     "connect postgres://•••@db.internal/app failed",
		"connect postgres://bob:p@ss:w0rd@db.internal/app failed":                                  "connect postgres://•••@db.internal/app failed",
		"PUT https://a.blob.example.net/b?sv=2024-01-01&sig=abc%2Bdef&x=1: 403":                    "PUT https://a.blob.example.net/b?sv=2024-01-01&sig=•••&x=1: 403",
		"Authorization: Bearer abcdefghijklmnopqrstuvwx":                                           "Authorization: Bearer •••",
		"GET https://api.example.com/?api_key=abc123&page=2: 403":                                  "GET https://api.example.com/?api_key=•••&page=2: 403",
		`{"password": "hunter2", "user": "bob"}`:                                                   `{"password": •••, "user": "bob"}`,
		"Authorization: Bearer abcDEF123456":                                                       "Authorization: Bearer •••",
		"Authorization: Basic dXNlcjpwYXNzd29yZA==":                                                "Authorization: Basic •••",
		"token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl expired":                          "token ••• expired",
		"key AKIAIOSFODNN7EXAMPLE is disabled":                                                     "key ••• is disabled",
		"nil map at &{0xc000123456}":                                                               "nil map at &{•••}",
		"bad key -----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc":                                       "bad key •••",
		"boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:3 +0x1d":                      "boom",
		"Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: no such invoice": "ValueError: no such invoice",
		"Error: no such user\n    at find (/srv/app.js:10:5)\n    at main (/srv/app.js:2:1)":       "Error: no such user",
		"DB_PASSWORD=hunter2 is wrong":                                                             "DB_PASSWORD=••• is wrong",
		"lookup db.internal on 10.0.0.2:53: no such host":                                          "lookup db.internal on 10.0.0.2:53: no such host",
	} {
		if got := scrub.Text(in); got != want {
			t.Errorf("%q:\n got %q\nwant %q", in, got, want)
		}
	}
}

// TestSentences keeps what a backend says about the call.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"invoice 42 was already paid", "token count exceeds 4096", "password must be at least 8 characters",
		"the field secret: is required", "token: invalid", "basic authentication is required", "bearer certificates are not accepted",
		"see https://docs.example.com/errors#404", "the colour 0xff00ff is not allowed", "write to bob@example.com",
		"max_tokens = 4096 is too many", "unknown host 10.0.0.5", "look at file.go:12 for the limit", "tokens=5 is above 3",
		"mail a@b.example, or see https://b.example/users/@me", "the signature: is missing", "design=modern is unknown",
		"0x52908400098527886E0F7030069857D2E4169EE7 is no contract",
	} {
		if got := scrub.Text(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}

// TestBound truncates long texts.
func TestBound(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("password=a ", 1<<20)
	if got := scrub.Text(long); len(got) > 1<<18 || strings.Contains(got, "=a") {
		t.Errorf("%d bytes", len(got))
	}
}
