package approval_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestHTTPBodies sends bodies that are not decisions. None may be interpreted as one, least of all as a rejection.
func TestHTTPBodies(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("c1")
	nested := func(open, shut string) string {
		n := (approval.MaxBody - 200) / (len(open) + len(shut))
		return `{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":` + strings.Repeat(open, n) + "1" + strings.Repeat(shut, n) + `}}`
	}
	for _, test := range []struct {
		name   string
		body   string
		issues string // "" for any
	}{
		{"empty", "", ""},
		{"null", "null", ""},
		{"text", "approve", ""},
		{"a list", `[{"toolCallId":"c1","isValidated":true}]`, " type"},
		{"two decisions", approveC1 + approveC1, ""},
		{"cut off", approveC1[:len(approveC1)-1], ""},
		{"no call", `{"isValidated":true}`, "toolCallId required"},
		{"an empty call", `{"toolCallId":"","isValidated":true}`, "toolCallId minLength"},
		{"a long call", `{"toolCallId":"` + strings.Repeat("c", 513) + `","isValidated":true}`, "toolCallId maxLength"},
		{"no verdict", `{"toolCallId":"c1"}`, "isValidated required"},
		{"null for a verdict", `{"toolCallId":"c1","isValidated":null}`, ""},
		{"a verdict as text", `{"toolCallId":"c1","isValidated":"true"}`, "isValidated type"},
		{"a verdict as a number", `{"toolCallId":"c1","isValidated":0}`, "isValidated type"},
		{"a misspelt verdict", `{"toolCallId":"c1","isvalidated":true}`, "isValidated required, isvalidated additionalProperties"},
		{"a misspelt verdict beside one", `{"toolCallId":"c1","isValidated":false,"is_validated":true}`, "is_validated additionalProperties"},
		{"two verdicts", `{"toolCallId":"c1","isValidated":false,"isValidated":true}`, "isValidated duplicateKey"},
		{"two verdicts that agree", `{"toolCallId":"c1","isValidated":true,"isValidated":true}`, "isValidated duplicateKey"},
		{"two calls", `{"toolCallId":"c1","toolCallId":"c1","isValidated":true}`, "toolCallId duplicateKey"},
		{"misspelt inputs", `{"toolCallId":"c1","isValidated":true,"validatedInput":{"To":"ada","Amount":1}}`,
			"validatedInput additionalProperties"},
		{"inputs as text", `{"toolCallId":"c1","isValidated":true,"validatedInputs":"{}"}`, "validatedInputs type"},
		{"inputs as a list", `{"toolCallId":"c1","isValidated":true,"validatedInputs":[]}`, "validatedInputs type"},
		{"inputs with a key twice", `{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"ada","Amount":1,"Amount":2}}`, ""},
		{"a long reason", `{"toolCallId":"c1","isValidated":false,"reason":"` + strings.Repeat("r", 1001) + `"}`, "reason maxLength"},
		{"a version of nothing", `{"toolCallId":"c1","isValidated":true,"version":""}`, "version minLength"},
		{"always", `{"toolCallId":"c1","isValidated":true,"always":true}`, "always additionalProperties"},
		{"a mebibyte of lists", nested("[", "]"), ""},
		{"a mebibyte of objects", nested(`{"a":`, "}"), ""},
		{"a long key", `{"toolCallId":"c1","isValidated":true,"` + strings.Repeat("k", 1<<19) + `":1}`, ""},
		{"many keys", `{"toolCallId":"c1","isValidated":true` + strings.Repeat(`,"k":1`, 1<<16) + `}`, ""},
		{"a huge number", `{"toolCallId":"c1","isValidated":1e999999999}`, "isValidated type"},
		{"not UTF-8", "{\"toolCallId\":\"c1\xff\",\"isValidated\":true}", ""},
		{"a batch", `{"decisions":[` + approveC1 + `]}`, ""},
	} {
		a := s.post(test.body)
		o := s.expect(test.name, a, http.StatusBadRequest, "malformed", "")
		if len(o.Issues) == 0 || test.issues != "" && fields(o.Issues) != test.issues {
			t.Errorf("%s: issues %s; want %s", test.name, fields(o.Issues), test.issues)
		}
		if len(a.body) > 64<<10 {
			t.Errorf("%s: the answer has %d bytes", test.name, len(a.body))
		}
	}
	if s.status("c1") != approval.Pending || s.runs() != 0 {
		t.Errorf("the call is %s", s.status("c1"))
	}
}

// TestHTTPBodySize accepts bodies up to the limit.
func TestHTTPBodySize(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("c1")
	fill := func(n int) string { return approveC1 + strings.Repeat(" ", n-len(approveC1)) }
	s.expect("too large", s.post(fill(approval.MaxBody+1)), http.StatusRequestEntityTooLarge, "too_large", "")
	if s.status("c1") != approval.Pending {
		t.Errorf("the call is %s", s.status("c1"))
	}
	s.expect("as large as can be", s.post(fill(approval.MaxBody)), http.StatusOK, "", approval.Done)
}

// TestHTTPContentType rejects every content type that a form can send.
func TestHTTPContentType(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("c1")
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
		"text/json", "application/json;", "application/jsonp", "application/json; charset"} {
		a := s.post(approveC1, "Content-Type: "+kind)
		if kind == "application/json;" { // an empty parameter is allowed
			s.expect(kind, a, http.StatusOK, "", approval.Done)
			continue
		}
		s.expect(kind, a, http.StatusUnsupportedMediaType, "not_json", "")
	}
	s.request("c2")
	s.expect("with a character set", s.post(`{"toolCallId":"c2","isValidated":true}`,
		"Content-Type: Application/JSON; charset=utf-8"), http.StatusOK, "", approval.Done)
}

// TestHTTPBrokenBody sends a body with invalid chunks, which must not be answered as a success.
func TestHTTPBrokenBody(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("c1")
	u, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", u.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\n%s: grace\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\nzz\r\n",
		approval.DecidePath, u.Host, userHeader, len(approveC1), approveC1)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	s.expect("broken chunks", reply{resp.StatusCode, resp.Header, string(text)}, http.StatusBadRequest, "malformed", "")
	if s.status("c1") != approval.Pending {
		t.Errorf("the call is %s", s.status("c1"))
	}
}
