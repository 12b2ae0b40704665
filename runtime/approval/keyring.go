package approval

import (
	"errors"
	"fmt"
	"io"
	"regexp"
)

// MinKey is the minimum size of a key, in bytes.
const MinKey = 32

// Key is a signing key with its name in the database.
type Key struct {
	ID     string // letters, digits, "_" and "-", at most 64; never reused for another secret
	Secret []byte // at least MinKey random bytes
}

// Keyring holds the keys: the current one signs, and the older ones still verify. Once a key is
// removed, no pending or approved call that it signed can be run any more, and the rows of the
// audit that it signed can only be skipped, from an anchored head on (see
// [Service.VerifyAudit]). A key is thus retired when its calls have expired, and removed when
// the audit has been anchored after it. A new key comes the other way round: every replica gets it as
// an older one before any of them signs with it, since a replica that does not know a key refuses
// the calls that it signed, for good. Every database has keys of its own: what was approved in
// one would hold in another that shares its keys.
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
			return nil, fmt.Errorf("approval: a key has the ID %.80q; it takes 1 to 64 letters, digits, _ and -", key.ID)
		case len(key.Secret) < MinKey:
			return nil, fmt.Errorf("approval: the key %s has %d bytes; it needs %d at least", key.ID, len(key.Secret), MinKey)
		case ring.secrets[key.ID] != nil:
			return nil, fmt.Errorf("approval: two keys have the ID %s", key.ID)
		case allEqual(key.Secret):
			return nil, errors.New("approval: the key " + key.ID + " is one byte over and over")
		}
		ring.secrets[key.ID] = append([]byte(nil), key.Secret...)
	}
	return ring, nil
}

func allEqual(b []byte) bool {
	for _, c := range b {
		if c != b[0] {
			return false
		}
	}
	return true
}

// String does not reveal the secrets.
func (k *Keyring) String() string { return fmt.Sprintf("keyring of %d keys", len(k.secrets)) }

// Format ignores the verb, so that no form of printing reveals a secret.
func (k Keyring) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, k.String()) }
