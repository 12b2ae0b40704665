package eventstream

import (
	"crypto/rand"
	"encoding/hex"
	"strconv"
	"strings"
)

// position is what an event id says: a place in one life of a thread's history. Its text is the
// epoch, a dash and the number of the event; 0 is the place in front of the first.
type position struct {
	epoch string
	seq   int64
}

// epochBytes is the length of an epoch in bytes. It has to be hard to meet by chance only: that a
// reader may read a thread is settled before its id is looked at.
const epochBytes = 8

func newEpoch() string {
	var b [epochBytes]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}

func (p position) String() string { return p.epoch + "-" + strconv.FormatInt(p.seq, 10) }

// parsePosition reads what [position.String] writes, and nothing else: an id comes from the client.
func parsePosition(id string) (position, bool) {
	epoch, number, ok := strings.Cut(id, "-")
	if !ok || len(epoch) != 2*epochBytes || strings.Trim(epoch, "0123456789abcdef") != "" {
		return position{}, false
	}
	seq, err := strconv.ParseUint(number, 10, 63)
	p := position{epoch, int64(seq)}
	if err != nil || p.String() != id { // "007" and "+7"
		return position{}, false
	}
	return p, true
}
