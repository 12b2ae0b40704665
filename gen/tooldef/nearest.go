package tooldef

// nearest returns the candidate that a misspelt word most likely means, "" where none is near.
func nearest(word string, candidates []string) string {
	const longest = 40 // nobody misspells a keyword into this
	if len(word) > longest {
		return ""
	}
	best, distance := "", len(word)/3+1
	for _, c := range candidates {
		if d := editDistance(word, c); d <= distance && (best == "" || d < distance) {
			best, distance = c, d
		}
	}
	return best
}

// editDistance is the Levenshtein distance of two short words, in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
