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
