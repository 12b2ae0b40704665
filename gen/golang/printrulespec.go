package golang

import (
	"time"

	"github.com/dave/jennifer/jen"
)

// ruleSpec is what the rules say of the tool as a whole.
func (f *file) ruleSpec(m *members) {
	tool := f.tool
	m.flag("Write", tool.Write)
	if c := tool.Confirm; c.Tier > 0 {
		confirm := &members{}
		confirm.add("Tier", jen.Lit(c.Tier))
		confirm.str("Phrase", c.Phrase)
		confirm.str("Question", c.Question)
		m.add("Confirm", f.rt("ConfirmSpec").Values(confirm.list...))
	}
	if a := tool.Approval; a != nil {
		approval := &members{}
		if len(a.Roles) > 0 {
			approval.add("Roles", stringSlice(a.Roles))
		}
		if a.TTL > 0 {
			approval.add("TTL", duration(a.TTL))
		}
		m.add("Approval", jen.Op("&").Add(f.rt("ApprovalSpec")).Values(approval.list...))
	}
	if len(tool.Remedies) > 0 {
		list := make([]jen.Code, len(tool.Remedies))
		for i, r := range tool.Remedies {
			remedy := &members{}
			remedy.str("Field", r.Field)
			remedy.add("Call", text(r.Call))
			remedy.str("Fills", r.Fills)
			remedy.str("From", r.From)
			remedy.str("Text", r.Text)
			list[i] = jen.Values(remedy.list...)
		}
		m.add("Remedies", jen.Index().Add(f.rt("Remedy")).Add(tall(list)))
	}
}

// duration is a constant of type time.Duration in the largest unit that needs no fraction.
func duration(d time.Duration) jen.Code {
	for _, unit := range []struct {
		name string
		size time.Duration
	}{{"Hour", time.Hour}, {"Minute", time.Minute}, {"Second", time.Second}, {"Millisecond", time.Millisecond}} {
		if d%unit.size == 0 {
			return jen.Lit(int(d/unit.size)).Op("*").Qual("time", unit.name)
		}
	}
	return jen.Lit(int(d))
}
