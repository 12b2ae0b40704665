package gencode

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// RuleInt reads an integer from text.
func RuleInt(s string) (int64, bool) { return unlessError(strconv.ParseInt(s, 10, 64)) }

func unlessError[T any](v T, err error) (T, bool) { return v, err == nil }

// RuleFloat reads a number from text.
func RuleFloat(s string) (float64, bool) { return unlessError(strconv.ParseFloat(s, 64)) }

// RuleBool reads a bool from text, as strconv.ParseBool does.
func RuleBool(s string) (value, ok bool) { return unlessError(strconv.ParseBool(s)) }

// RuleTrunc is the number without its fraction; false where an int64 does not hold it.
func RuleTrunc(f float64) (int64, bool) {
	if math.IsNaN(f) || f <= math.MinInt64 || f >= math.MaxInt64 {
		return 0, false
	}
	return int64(f), true
}

// RuleUint is an unsigned integer as a rule computes with it.
func RuleUint(n uint64) (int64, bool) { return int64(n), n <= math.MaxInt64 }

// RuleNumber is a number that was kept as text.
func RuleNumber(n json.Number) (float64, bool) { return RuleFloat(string(n)) }

// RuleInteger is a whole number that was kept as text; 3.0 and 3e2 are whole.
func RuleInteger(n json.Number) (int64, bool) { return decimal.Parse(string(n)).Int64() }

// RuleFormat is a number as people write it: without an exponent, as long as that stays readable.
func RuleFormat(f float64) string {
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// The years of CEL's timestamps: from 0001 to 9999, in seconds since 1970.
const (
	firstSecond = -62135596800
	lastSecond  = 253402300799
)

// RuleTime reads an RFC 3339 timestamp.
func RuleTime(s string) (time.Time, bool) {
	if !ruleTimeShape(s) {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || t.Unix() < firstSecond || t.Unix() > lastSecond {
		return time.Time{}, false
	}
	return t, true
}

// RuleDuration reads a duration such as "1h30m".
func RuleDuration(s string) (time.Duration, bool) { return unlessError(time.ParseDuration(s)) }

// RuleSince is the time from b to a.
func RuleSince(a, b time.Time) (time.Duration, bool) {
	seconds, ok := RuleSub(a.Unix(), b.Unix())
	if !ok {
		return 0, false
	}
	if nanos, ok := RuleMul(seconds, int64(time.Second)); ok {
		nanos, ok = RuleAdd(nanos, int64(a.Nanosecond()-b.Nanosecond()))
		return time.Duration(nanos), ok
	}
	return 0, false
}

// RuleLater is the time d after t; false where that is beyond CEL's timestamps.
func RuleLater(t time.Time, d time.Duration) (time.Time, bool) {
	t = t.Add(d)
	return t, t.Unix() >= firstSecond && t.Unix() <= lastSecond
}

// ruleTimeShape is what time.Parse is lax about: two digits for the hour, a point before the
// fraction, and an offset within a day.
func ruleTimeShape(s string) bool {
	if len(s) < 20 || s[13] != ':' || s[19] == ',' {
		return false
	}
	if zone := s[len(s)-6:]; zone[0] == '+' || zone[0] == '-' {
		return zone[1:3] < "24" && zone[4:6] < "60"
	}
	return true
}

// RuleDurationText is a duration as text, in seconds.
func RuleDurationText(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
}

// RuleUnix is the timestamp that many seconds after 1970.
func RuleUnix(seconds int64) (time.Time, bool) {
	return time.Unix(seconds, 0).UTC(), seconds >= firstSecond && seconds <= lastSecond
}

// RuleEarlier is the time d before t.
func RuleEarlier(t time.Time, d time.Duration) (time.Time, bool) {
	if d == math.MinInt64 {
		return t, false
	}
	return RuleLater(t, -d)
}

// RuleLonger is the sum of two durations.
func RuleLonger(a, b time.Duration) (time.Duration, bool) {
	sum, ok := RuleAdd(int64(a), int64(b))
	return time.Duration(sum), ok
}

// RuleShorter is the difference of two durations.
func RuleShorter(a, b time.Duration) (time.Duration, bool) {
	difference, ok := RuleSub(int64(a), int64(b))
	return time.Duration(difference), ok
}

// RuleMillisecond is the millisecond within the second.
func RuleMillisecond(t time.Time) int { return t.Nanosecond() / 1e6 }

// RuleFinite reports whether a number is neither infinite nor NaN.
func RuleFinite(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) }
