package payload

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
)

// Form is a way of writing the same call.
type Form string

// The forms of a valid call. Each differs from Compact in one way.
const (
	Compact  Form = "compact"   // ASCII, no white space, keys in schema order
	Shuffled Form = "shuffled"  // keys of each object in random order
	Indented Form = "indented"  // by two spaces
	NonASCII Form = "non-ASCII" // strings with characters of two and three bytes
)

// Forms lists all forms.
var Forms = []Form{Compact, Shuffled, Indented, NonASCII}

// Text returns the valid call in the form f.
func (k Kind) Text(f Form) []byte {
	compact := k.Compact()
	switch f {
	case Shuffled:
		return shuffle(compact)
	case Indented:
		var b bytes.Buffer
		if err := json.Indent(&b, compact, "", "  "); err != nil {
			panic(err)
		}
		return b.Bytes()
	case NonASCII:
		return []byte(foreignLetters.Replace(string(compact)))
	default:
		return compact
	}
}

// foreignLetters puts non-ASCII characters into strings that only have a length limit.
var foreignLetters = strings.NewReplacer(
	"Deposit for order", "Anzahlung für Auftrag №",
	"Hafenstrasse", "Hafenstraße", "Nordwind Handels", "Nordwind Händler", "Steel bracket", "Stahlbügel",
	"thirty days", "dreißig Tagen", "Goods sold with delivery", "Erlöse für Güter, Lieferung",
)

// shuffle reorders the keys of each object independently. The order is deterministic.
func shuffle(text []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out bytes.Buffer
	shuffleValue(d, &out, rand.New(rand.NewPCG(1, 2)))
	return out.Bytes()
}

func shuffleValue(d *json.Decoder, out *bytes.Buffer, r *rand.Rand) {
	token, err := d.Token()
	if err != nil {
		panic(err)
	}
	switch token {
	case json.Delim('{'):
		members := members(d, r)
		r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		out.WriteString("{" + strings.Join(members, ",") + "}")
	case json.Delim('['):
		out.WriteByte('[')
		for i := 0; d.More(); i++ {
			if i > 0 {
				out.WriteByte(',')
			}
			shuffleValue(d, out, r)
		}
		closeDelim(d)
		out.WriteByte(']')
	default:
		out.WriteString(marshal(token))
	}
}

// members reads the members of an object including its closing brace.
func members(d *json.Decoder, r *rand.Rand) []string {
	var all []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			panic(err)
		}
		var value bytes.Buffer
		shuffleValue(d, &value, r)
		all = append(all, marshal(key)+":"+value.String())
	}
	closeDelim(d)
	return all
}

func closeDelim(d *json.Decoder) {
	if _, err := d.Token(); err != nil {
		panic(err)
	}
}

func marshal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}
