package runtime

import "bytes"

// earlier is what the earlier readings of a text leave for the one that is going on. Leniency that
// changes the text as a whole reads it strictly first, then changes it, then reads the result.
type earlier struct {
	sink    *[]Receipt
	kept    []Receipt
	spent   leniency // what has changed the text already
	refusal error    // the outcome if the changed text turns out to be no better
	emptied bool     // EmptyIsObject has put {} in the place of the text
}

// changed makes the next reading ready, if a leniency can change the text that was refused, and
// reports whether there is to be one.
func (d *Decoder) changed(data []byte) bool {
	switch {
	case d.fault == nil && d.total == 0 && d.leaned && len(d.patches) > 0:
		// What leniency has made of a union's value is read strictly: dropping a null can make it
		// fit a second variant.
		text := rewrite(d.src, 0, d.end, d.patches, false)
		receipts := d.receipts
		d.restart(text, everyLeniency, receipts)
		d.cfg.receipts = nil // they are noted already
		return true
	case d.fault == nil && d.total == 0 && !d.may(matchEnums):
		return false
	case d.may(emptyIsObject) && (d.fault != nil || d.total > 0):
		if text := string(bytes.Trim(data, white)); text == "" || text == "null" {
			d.earlier.refusal = d.refused()
			d.restart("{}", everyLeniency, []Receipt{{Kind: ReceiptEmpty, From: text, To: "{}"}})
			d.earlier.emptied = true
			return true
		}
	}
	switch {
	case d.may(repairSyntax) && d.fault != nil && d.fault.Constraint == constraintJSON:
		return d.repaired(string(data))
	case d.may(matchEnums) && d.fault == nil && hasMatches(d.patches):
		text := rewrite(d.src, 0, d.end, d.patches, true)
		receipts := d.receipts
		d.restart(text, matchEnums, receipts)
		d.cfg.receipts = nil // what the readings have in common is noted already
		return true
	}
	return false
}

// endsEarly says that a text is truncated where offsets are those of another text.
const endsEarly = "the text ends before the value does"

// repaired makes a reading of the repaired text ready.
func (d *Decoder) repaired(text string) bool {
	fixed, receipts, ok, early := repair(text, d.cfg.maxDepth)
	switch {
	case early:
		d.fault = nil
		d.stop(constraintTruncated, endsEarly)
	case ok:
		d.earlier.refusal = d.refused()
		d.restart(fixed, repairSyntax|emptyIsObject, receipts)
	}
	return ok && !early
}

// refused is the error for the reading that has ended.
func (d *Decoder) refused() error {
	if d.fault != nil {
		return newValidationError([]ValidationIssue{*d.fault}, 0)
	}
	return d.result()
}

// restart begins a reading of another text, which was changed by means of a leniency.
func (d *Decoder) restart(text string, by leniency, receipts []Receipt) {
	cfg, before, spent := d.cfg, d.earlier, d.matching.spent
	d.reset()
	d.cfg, d.earlier, d.matching.spent = cfg, before, spent
	d.earlier.spent |= by
	if before.sink != nil {
		d.earlier.kept = append(d.earlier.kept, receipts...)
	}
	d.prepare()
	d.src, d.end = []byte(text+padding), len(text)
	d.pos = d.space(0)
}

// inVain reports whether changing the text has not helped: it is still no JSON, or {} has the
// wrong type, too. The first outcome is the right one then.
func (d *Decoder) inVain() bool {
	if d.fault != nil {
		return d.fault.Constraint == constraintJSON
	}
	return d.earlier.emptied && len(d.issues) > 0 && d.issues[0].Constraint == "type" && d.issues[0].Field == ""
}
