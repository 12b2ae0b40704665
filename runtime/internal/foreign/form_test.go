package foreign

import (
	"testing"
	"time"
)

// TestForms holds that errors in the forms that public APIs and libraries document are of the right kind.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want Kind
	}{
		// Google Cloud (AIP-193), Anthropic, Kubernetes, FastAPI, Intercom, PagerDuty.
		{`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"Quota exceeded for reads per minute"}}`, RateLimited},
		{`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, Unavailable},
		{`services "db" is forbidden: User "bot" cannot get resource "services"`, Forbidden},
		{`{"detail":"Could not validate credentials"}`, ""},
		{`{"type":"error.list","errors":[{"code":"token_expired","message":"The token is expired"}]}`, Unauthenticated},
		{`{"error":{"message":"Not Found","code":2100}}`, NotFound},
		// A proxy around another server.
		{`{"error":{"message":"Upstream: {\"error\":{\"code\":\"token_expired\",\"message\":\"see the log\"}}"}}`, Unauthenticated},
		// RFC 9457, RFC 6749, JSON:API, OData, SOAP.
		{`{"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.","status":403}`, Forbidden},
		{`{"error":"invalid_grant","error_description":"The authorization code has expired"}`, Unauthenticated},
		{`{"errors":[{"status":"409","title":"Conflict"}]}`, Stale},
		// POSIX, Go, Node, Java, Rust, Python.
		{"mkdir /data: file exists", Exists},
		{"open /etc/shadow: permission denied", Forbidden},
		{"read tcp 10.0.0.1:4->10.0.0.2:5: read: connection reset by peer", Lost},
		{"connect ECONNREFUSED 127.0.0.1:6379", Down},
		{"java.net.SocketTimeoutException: Read timed out", Timeout},
		{"AttributeError: 'list' object has no attribute 'items'", Internal},
		{"<!DOCTYPE html><html><head><title>502</title>", Internal},
		// PostgreSQL, MySQL, Snowflake, Cassandra, DynamoDB.
		{`ERROR: relation "t" does not exist (SQLSTATE 42P01)`, Schema},
		{`ERROR: could not serialize access due to concurrent update (SQLSTATE 40001)`, Unavailable},
		{"ERROR 1062 (23000): Duplicate entry 'a' for key 'PRIMARY'", Exists},
		{"The conditional request failed: version mismatch", Stale},
		// Stripe, Braintree, Plaid, Google OAuth.
		{`{"error":{"type":"card_error","code":"card_declined","message":"Your card was declined."}}`, SignIn},
		// A quota or billing code says more than the type of its envelope.
		{`{"error":{"code":"billing_hard_limit_reached","type":"invalid_request_error","message":"Billing hard limit has been reached","param":null}}`, Exhausted},
		{`{"error":{"code":"billing_not_active","type":"invalid_request_error","message":"Please check the details on our website."}}`, Exhausted},
		{`{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API."}}`, Exhausted},
		{`{"error_code":"ITEM_LOGIN_REQUIRED","error_message":"the login details of this item have changed"}`, SignIn},
		// S3, GitLab, Jenkins, Terraform, OpenAI.
		{"Your proposed upload exceeds the maximum allowed size", TooLarge},
		{"This merge request cannot be merged", State},
		{"The branch is already merged", Already},
		{"Error acquiring the state lock: resource is locked", Unavailable},
		{"This model's maximum context length is 4097 tokens", TooLarge},
		{"Multiple records match the name", Ambiguous},
		{"Unsupported media type: image/bmp", Unsupported},
		{"Missing required parameter: name", Missing},
		{"Storage quota exceeded", Exhausted},
		{"syntax error at or near \"FORM\"", Query},
		// What says nothing.
		{"It did not work out", ""},
	} {
		if r := ReadError(tt.text); r.Kind != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, r.Kind, tt.want)
		}
	}
}

// TestWaits holds that waits are read in the units in which they are stated.
func TestWaits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"Retry-After: 120": 2 * time.Minute, `{"error":{"code":"SLOW","retry_after_ms":1500}}`: 1500 * time.Millisecond,
		"Please try again in 6m0s.": 6 * time.Minute, "Please wait 20 seconds before the next call": 20 * time.Second, "retry after 1.5s": 1500 * time.Millisecond,
		"Retry-After: Wed": 0, "wait for it": 0, "retry 3 times": 0, "try again in 2 hours": 2 * time.Hour, "retry_after: 99999999": maxWait,
	} {
		if r := ReadError(text); r.Wait != want {
			t.Errorf("%s: %v, want %v", text, r.Wait, want)
		}
	}
	if got := RetryAfter("Wed, 21 Oct 2026 07:28:30 GMT", "Wed, 21 Oct 2026 07:28:00 GMT"); got != 30*time.Second {
		t.Errorf("a date: %v", got)
	}
}

// TestAllowed holds that lists of values are read, and that sentences are none.
func TestAllowed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"unit must be one of: metric, imperial": 2, "Supported formats are csv, json and xml.": 3, `Did you mean "stable"?`: 1,
		"Expected one of 'a', 'b'": 2, "must be a number": 0, "It must be clear that this is wrong": 0,
	} {
		if r := ReadError(text); len(r.Allows) != want {
			t.Errorf("%s: %q", text, r.Allows)
		}
	}
}

// TestHidden holds that a result is an error only where its form leaves no doubt.
func TestHidden(t *testing.T) {
	t.Parallel()
	for result, want := range map[string]bool{
		`{"ok":false,"error":"no_such_subtype"}`: true, `{"success":false,"message":"Rejected"}`: true, `{"error":{"code":404,"message":"Not Found"}}`: true,
		`"Error: the city is not known"`: true, `{"detail":"Not found."}`: true, `"{\"error\":\"bad\"}"`: true,
		`{"id":7,"status":"failed","error":"exit status 1"}`: false, `{"success":true,"error":"none"}`: false, `{"errors":[],"data":1}`: false,
		`{"ok":false,"error":"no_such_subtype","a":{},"b":{},"c":{},"d":{},"e":{},"f":{},"g":{}}`: true,
		`"Errors found: none"`: false, `"2026-01-01 ERROR payment failed"`: false, `[{"error":"x"}]`: false, `{"error":null}`: false, `17`: false, `{"message":"Hi","from":"Lea"}`: false,
	} {
		if got := Hidden([]byte(result)) != ""; got != want {
			t.Errorf("%s: %v", result, got)
		}
	}
}

// TestFaulty holds how arguments at fault are found.
func TestFaulty(t *testing.T) {
	t.Parallel()
	schema := view(t, `{"type":"object","properties":{"order_id":{"type":"string"},"warehouse":{"type":"string"},"note":{"type":"string"},"options":{"type":"object"}}}`)
	call := map[string]any{"order_id": "SO-77", "warehouse": "north", "note": "fast", "options": map[string]any{"carrier": "DHX"}}
	for text, want := range map[string]string{
		"Order not found": "order_id", "No such location: north": "warehouse", "GET https://api.example.com/v1/orders/SO-77: 404 Not Found": "order_id",
		`{"errors":{"carrier":["is unknown"]}}`: "carrier", `{"error":{"message":"Bad value","param":"options.carrier"}}`: "carrier",
		"options.carrier must be known": "carrier", `{"error":{"name":"Error","message":"Rate limit exceeded"}}`: "",
	} {
		r := ReadError(text)
		got := ""
		if list := r.Faulty("ship", schema, call); len(list) > 0 {
			got = list[0].Name()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
