package payload

import (
	"fmt"
	"strings"
)

// SizedJournal returns a valid compact journal of about size bytes.
func SizedJournal(size int) []byte {
	const block = 100
	lines := journalLines(block)
	perLine := len(lines) / block
	return journalOf(lines, block, max(size/perLine, 2))
}

// FaultyJournal returns a compact journal with the given number of lines. In the first of them, as many as
// faulty says, the account violates its pattern.
func FaultyJournal(lines, faulty int) []byte {
	sound := journalLines(1)
	wrong := strings.Replace(sound, `"4000-00"`, `"4000/00"`, 1)
	text := strings.Repeat(wrong+",", faulty) + strings.Repeat(sound+",", lines-faulty)
	return []byte(journalHead + strings.TrimSuffix(text, ",") + journalTail)
}

// journalOf returns a journal of n lines, repeating a text of block lines.
func journalOf(lines string, block, n int) []byte {
	text := strings.Repeat(lines+",", n/block)
	for i := range n % block {
		text += journalLine(i) + ","
	}
	return []byte(journalHead + strings.TrimSuffix(text, ",") + journalTail)
}

const (
	journalHead = `{"id":"2eb8aa08-aa98-11ea-b4aa-73b441d16380","period":"2026-01","lines":[`
	journalTail = `]}`
)

// journalLines returns n comma-separated lines.
func journalLines(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = journalLine(i)
	}
	return strings.Join(all, ",")
}

func journalLine(i int) string {
	sides := []string{"debit", "credit"}
	return fmt.Sprintf(`{"date":"2026-01-%02d","account":"%04d-%02d","side":"%s","amount":%d.25,`+
		`"cost_center":%d,"reversal":false,"memo":"Goods sold with delivery %d"}`,
		1+i%31, 4000+i, i%100, sides[i%2], 100+i, 100+i%900, 70000+i)
}
