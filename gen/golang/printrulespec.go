package golang

import (
	"time"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// ruleSpec prints the rules of the tool as a whole.
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
			list[i] = remedy(r)
		}
		m.add("Remedies", jen.Index().Add(f.rt("Remedy")).Add(tall(list)))
	}
	if len(tool.Known) > 0 {
		list := make([]jen.Code, len(tool.Known))
		for i, k := range tool.Known {
			known := &members{}
			known.str("Field", k.Field)
			known.add("From", text(k.From))
			known.str("At", k.At)
			list[i] = jen.Values(known.list...)
		}
		m.add("Known", jen.Index().Add(f.rt("KnownSpec")).Add(tall(list)))
	}
	if tool.Verify != nil {
		m.add("Verify", jen.Op("&").Add(f.rt("Remedy")).Add(remedy(*tool.Verify)))
	}
	m.str("Retry", tool.Retry)
}

func remedy(r model.Remedy) jen.Code {
	m := &members{}
	m.str("Field", r.Field)
	m.add("Call", text(r.Call))
	m.str("Fills", r.Fills)
	m.str("From", r.From)
	m.str("Text", r.Text)
	return jen.Values(m.list...)
}

// duration prints a time.Duration constant in the largest unit without a fraction.
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
