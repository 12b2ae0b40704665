package approval_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestKeyringIsNotPrinted checks that no verb and no log shows a secret or its bytes.
func TestKeyringIsNotPrinted(t *testing.T) {
	keys := ring(t, key1, key2)
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("made", "keys", keys, "by value", *keys)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("made", "keys", keys, "by value", *keys)
	text, err := json.Marshal([]any{keys, *keys})
	if err != nil {
		t.Fatal(err)
	}
	shown := []string{log.String(), string(text)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%X", "%o", "%b", "%c", "%U", "%z"} {
		shown = append(shown, fmt.Sprintf(verb, keys), fmt.Sprintf(verb, *keys), fmt.Sprintf(verb, struct{ Keys approval.Keyring }{*keys}))
	}
	for _, s := range shown {
		for _, secret := range [][]byte{key1.Secret, key2.Secret} {
			for _, form := range []string{"%s", "%x", "%X", "%d", "%o", "%b", "%c", "%U", "%#v"} {
				if part := strings.Trim(fmt.Sprintf(form, secret[:4]), "[]byte{}"); strings.Contains(s, part) {
					t.Errorf("%q shows %q", s, part)
				}
			}
		}
	}
}
