package hint

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// A field that the schema has no words for is called by its key, in words: "AccountId" is the
// account ID. What cannot be read as a noun is quoted, as the key that it is: "isActive", "from", "x".

// Bounds of a key that is read as words.
const (
	maxWordsInKey = 5
	maxKeyInWords = 40 // runes of a key that is quoted
)

// fieldInWords names the field at a path for a person, with its article, and with what it is part of:
// "the city of the address", "the amount of item 3 of the lines".
func fieldInWords(steps []fieldpath.Step) string {
	var parts []string
	for keys := 0; len(steps) > 0 && keys < 2; steps = steps[:len(steps)-1] {
		switch last := steps[len(steps)-1]; {
		case !last.IsIndex:
			parts, keys = append(parts, keyInWords(last.Key)), keys+1
		case last.Index >= 0:
			parts = append(parts, "item "+strconv.Itoa(last.Index+1))
		case len(parts) == 0:
			parts = append(parts, "each item")
		}
	}
	if len(parts) == 0 {
		return "the whole value"
	}
	return clip(strings.Join(parts, " of "), maxLabel)
}

// keyInWords is a key as a noun with its article, or in quotes: a key of very many words may be a sentence, and
// others ask something or lead to something.
func keyInWords(key string) string {
	list := near.Words(key)
	foreign := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./ ", r)
	}
	long := slices.ContainsFunc(list, func(w string) bool { return len(w) > 2 || spoken[w] != "" })
	if !long || len(key) > maxLabel || len(list) > maxWordsInKey || strings.ContainsFunc(key, foreign) ||
		strings.Contains(asking, " "+list[0]+" ") || strings.Contains(leading, " "+list[len(list)-1]+" ") {
		return show.Quote(show.Clean(key, maxKeyInWords), maxKeyInWords)
	}
	for i, word := range list {
		if as := spoken[word]; as != "" {
			list[i] = as
		}
	}
	return "the " + show.Clean(strings.Join(list, " "), maxLabel)
}

// asking are the words with which keys begin whose value is yes or no, or that say when something holds; leading are
// those that are no noun by themselves, but lead to one. Each stands between blanks.
const (
	asking  = " is are has have can should does do will was allow enable disable include exclude use with without no on per "
	leading = asking + "from to by for at in of after before since until as and or not if then else when where why how who what which "
)

// spoken are words of keys as people say or write them.
var spoken = map[string]string{
	"id": "ID", "url": "URL", "uri": "URI", "uuid": "UUID", "api": "API", "iban": "IBAN", "ip": "IP", "sid": "SID", "uid": "UID", "ttl": "TTL",
	"ssl": "SSL", "sql": "SQL", "html": "HTML", "json": "JSON", "csv": "CSV", "pdf": "PDF", "ids": "IDs", "urls": "URLs", "uris": "URIs",
	"max": "maximum", "min": "minimum", "num": "number", "qty": "quantity", "amt": "amount", "desc": "description",
}
