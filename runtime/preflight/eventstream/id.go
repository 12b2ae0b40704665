package eventstream

import (
	"crypto/rand"
	"encoding/hex"
	"strconv"
	"strings"
)

// position is the decoded event id: an epoch, which names one history of a thread, and the number of the event.
// Number 0 is the position before the first event. The text form is epoch-number.
type position struct {
	epoch string
	seq   int64
}

// epochBytes is the length of an epoch. Epochs only need to be unlikely to collide; they are not secrets, since
// access to the thread is checked before the id is used.
const epochBytes = 8

func newEpoch() string {
	var b [epochBytes]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

func (p position) String() string { return p.epoch + "-" + strconv.FormatInt(p.seq, 10) }

// parsePosition parses the output of [position.String]. It is strict, since ids come from clients.
func parsePosition(id string) (position, bool) {
	epoch, number, ok := strings.Cut(id, "-")
	if !ok || len(epoch) != 2*epochBytes || strings.Trim(epoch, "0123456789abcdef") != "" {
		return position{}, false
	}
	seq, err := strconv.ParseUint(number, 10, 63)
	p := position{epoch, int64(seq)}
	if err != nil || p.String() != id { // rejects "007" and "+7"
		return position{}, false
	}
	return p, true
}
