package approval

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/canon"
)

// MinKey is the minimum size of a key, in bytes.
const MinKey = 32

// Key is a signing key with its name in the database.
type Key struct {
	ID     string // letters, digits, "_" and "-", at most 64; never reused for another secret
	Secret []byte // at least MinKey random bytes
}

// Keyring holds the keys: the current one signs, older ones still verify.
//
// To add a key, give it to every replica as an older key before any replica signs with it: a replica refuses
// calls signed with an unknown key for good. To remove a key, wait until its calls have expired and the audit
// was anchored after its last row: pending and approved calls that it signed can no longer run, and its audit
// rows can only be skipped, from an anchored head on (see [Service.VerifyAudit]). Use separate keys for each
// database; otherwise an approval in one would be valid in another.
type Keyring struct {
	current string
	secrets map[string][]byte
}

var keyID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// NewKeyring returns a keyring.
func NewKeyring(current Key, older ...Key) (*Keyring, error) {
	ring := &Keyring{current: current.ID, secrets: map[string][]byte{}}
	for _, key := range append([]Key{current}, older...) {
		switch {
		case !keyID.MatchString(key.ID):
			return nil, fmt.Errorf("approval: a key has the ID %.80q; it must be 1 to 64 letters, digits, _ and -", key.ID)
		case len(key.Secret) < MinKey:
			return nil, fmt.Errorf("approval: the key %s has %d bytes; it needs at least %d", key.ID, len(key.Secret), MinKey)
		case ring.secrets[key.ID] != nil:
			return nil, fmt.Errorf("approval: two keys have the ID %s", key.ID)
		case bytes.Count(key.Secret, key.Secret[:1]) == len(key.Secret):
			return nil, errors.New("approval: the key " + key.ID + " repeats a single byte")
		}
		ring.secrets[key.ID] = bytes.Clone(key.Secret)
	}
	return ring, nil
}

// String does not reveal the secrets.
func (k *Keyring) String() string { return fmt.Sprintf("keyring of %d keys", len(k.secrets)) }

// Format ignores the verb, so that no form of printing reveals a secret.
func (k Keyring) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, k.String()) }

// stage distinguishes signatures: a signed request is never a signed approval.
type stage string

const (
	stageRequest  stage = "request"
	stageApproval stage = "approval"
)

// binding is the signed content. The signed text is stored with the row, so that differences can be named.
type binding struct {
	Stage   stage  `json:"stage"`
	Call    string `json:"call"`
	Tenant  string `json:"tenant,omitempty"`
	Thread  string `json:"thread"`
	Tool    string `json:"tool"`
	Args    string `json:"args"`    // SHA-256 of the canonical arguments
	Version string `json:"version"` // SHA-256 of the tool's schema, rules and terms
	Tier    int    `json:"tier"`
	Expires int64  `json:"expires"` // microseconds since 1970
	By      string `json:"by"`      // the approver
}

// bound returns what the signature of a record covers, given the version of its tool.
func (r *record) bound(st stage, version string) (binding, error) {
	args, err := canon.JSON([]byte(r.arguments))
	b := binding{
		Stage: st, Call: r.id, Tenant: r.tenant, Thread: r.thread, Tool: r.name, Args: digest(args),
		Version: version, Tier: r.tier, Expires: r.expires.UnixMicro(),
	}
	if st == stageApproval {
		b.By = r.decider()
	}
	return b, err
}

// differs returns how a record differs from the signed content: a reason of a [RefusedError], or nil.
func (b binding) differs(r *record, st stage, version string) error {
	now, err := r.bound(st, version)
	switch {
	case b.Call != now.Call:
		return ErrWrongCall
	case b.Tenant != now.Tenant || b.Thread != now.Thread:
		return ErrWrongThread
	case b.Tool != now.Tool:
		return ErrWrongTool
	case b.Tier != now.Tier:
		return ErrTierChanged
	case err != nil || b.Args != now.Args:
		return ErrArgumentsChanged
	case b.Expires != now.Expires:
		return ErrExpiryChanged
	case b.Version != now.Version:
		return ErrToolChanged
	case b != now: // the approval was not signed, or by another approver
		return ErrForged
	}
	return nil
}

// version distinguishes the call from others signed under its ID. It is derived from the signature, so it
// reveals nothing about the arguments.
func (r *record) version() string { return digest([]byte(r.binding))[:32] }

// digest is the SHA-256 of length-prefixed parts.
func digest(parts ...[]byte) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:", len(part))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// mac authenticates the parts with a key. purpose separates the uses of a key.
func (k *Keyring) mac(id, purpose string, parts ...string) ([]byte, bool) {
	secret, ok := k.secrets[id]
	if !ok {
		return nil, false
	}
	h := hmac.New(sha256.New, secret)
	for _, part := range append([]string{"toolgen approval 1", purpose, id}, parts...) {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return h.Sum(nil), true
}

// sign returns a binding as KEY.TEXT.SIGNATURE.
func (k *Keyring) sign(b binding) (string, error) {
	text, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	sum, ok := k.mac(k.current, "binding", string(text))
	if !ok {
		return "", ErrKeyRemoved
	}
	enc := base64.RawURLEncoding
	return k.current + "." + enc.EncodeToString(text) + "." + enc.EncodeToString(sum), nil
}

// open verifies and decodes the output of sign. It returns ErrForged or ErrKeyRemoved.
func (k *Keyring) open(token string) (binding, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return binding{}, ErrForged
	}
	enc := base64.RawURLEncoding.Strict()
	text, err1 := enc.DecodeString(parts[1])
	sum, err2 := enc.DecodeString(parts[2])
	if err1 != nil || err2 != nil {
		return binding{}, ErrForged
	}
	want, ok := k.mac(parts[0], "binding", string(text))
	if !ok {
		return binding{}, ErrKeyRemoved
	}
	var b binding
	if !hmac.Equal(want, sum) || json.Unmarshal(text, &b) != nil {
		return binding{}, ErrForged
	}
	return b, nil
}
