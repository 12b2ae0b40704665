package runtime

import "strings"

// rewritten is a date or a time as its format has it, where the text that came means just that one: the
// year comes first, and the numbers are not as wide or not set off as they should be; a day is given as its
// midnight; a clock lacks its seconds. Which number of 01/02/2026 is the day, and where a clock without an
// offset is, nobody can tell.
func (b *hintBuilder) rewritten(issue *hintIssue) (text string, ok bool) {
	came, isText := issue.Got.(string)
	if issue.Constraint != "format" || issue.row == nil || !isText || len(came) > maxGotInHint {
		return "", false
	}
	row := issue.place()
	switch day, clock := cutDay(strings.TrimSpace(came)); {
	case row.Format == "time":
		text = inFull(strings.TrimSpace(came))
	case day == "":
	case row.Format == "date" && isMidnight(clock):
		text = day
	case row.Format == "date-time" && clock != "":
		text = day + "T" + inFull(clock)
	}
	return text, text != "" && text != came && b.spec.allows(row, text)
}

// inSomeZone gives a time that came without an offset, or a day that came without a clock, as it would
// be in UTC. That is a sample: which offset is meant only the model or the user knows. One of another
// day would hide what is wrong with the text, and break rules about the order of times.
func (b *hintBuilder) inSomeZone(issue *hintIssue) (text string, ok bool) {
	came, isText := issue.Got.(string)
	if issue.Constraint != "format" || issue.row == nil || !isText || len(came) > maxGotInHint {
		return "", false
	}
	row := issue.place()
	came = strings.TrimSpace(came)
	switch day, clock := cutDay(came); {
	case row.Format == "time":
		text = inFull(came) + "Z"
	case row.Format != "date-time" || day == "":
		return "", false
	case clock == "":
		text = day + "T00:00:00Z"
	default:
		text = day + "T" + inFull(clock) + "Z"
	}
	return text, b.spec.allows(row, text)
}

// cutDay gives the day that a text begins with as RFC 3339 has it, and what follows without what sets it
// off. The day is "" where there is none, or none that the year comes first of.
func cutDay(s string) (day, clock string) {
	if len(s) < len("2026-1-5") || strings.IndexByte("-/.", s[4]) < 0 {
		return "", ""
	}
	separator := s[4]
	day, s = s[:4], s[4:]
	for range 2 {
		n := 0
		for 1+n < len(s) && isDigit(s[1+n]) {
			n++
		}
		if s == "" || s[0] != separator || n == 0 || n > 2 {
			return "", ""
		}
		day += "-0"[:3-n] + s[1:1+n]
		s = s[1+n:]
	}
	if !isDate(day) || s != "" && strings.IndexByte("Tt ", s[0]) < 0 {
		return "", ""
	}
	return day, strings.TrimLeft(s, "Tt ")
}

// isMidnight reports whether a clock adds nothing to the day: it says that the day begins, or there is none.
func isMidnight(clock string) bool {
	rest, ok := strings.CutPrefix(inFull(clock), "00:00:00")
	if rest = strings.TrimLeft(rest, ".0"); ok && rest != "" {
		_, ok = offsetMinutes(rest)
	}
	return ok || clock == ""
}

// inFull adds to a clock the seconds that it lacks, and to its offset the colon.
func inFull(clock string) string {
	offset := ""
	if at := strings.IndexAny(clock, "Zz+-"); at >= 0 {
		clock, offset = strings.TrimSpace(clock[:at]), clock[at:]
	}
	if len(clock) == len("10:00") {
		clock += ":00"
	}
	if len(offset) == len("+0200") {
		offset = offset[:3] + ":" + offset[3:]
	}
	return clock + offset
}
