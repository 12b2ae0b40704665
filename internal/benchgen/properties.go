package benchgen

// property returns the schema of a named property.
func (s schemas) property(name string) string {
	switch name {
	case "id", "accountId", "customer_id", "externalId":
		return s.identifier()
	case "email", "dueDate", "created_at", "callbackUrl":
		return s.formatted()
	case "status", "priority", "currency", "sortBy":
		return s.choice()
	case "limit", "offset", "retries":
		return s.whole()
	case "amount", "total", "discount":
		return s.amount()
	case "urgent", "dryRun", "notify_owner":
		return s.flag()
	case "tags", "recipients", "warnings":
		return s.words()
	case "lines":
		return s.rows()
	case "address", "period", "contact":
		return s.nested()
	case "target":
		return s.union()
	default:
		return s.text()
	}
}

// arguments is an object of six to ten properties (eight on average) and one or two nested ones, the typical
// size of published tools.
func (s schemas) arguments() string {
	var names []string
	take := func(n int, from ...string) {
		s.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
		names = append(names, from[:n]...)
	}
	take(1, "id", "accountId", "customer_id", "externalId")
	take(1+s.IntN(2), "name", "title", "note", "description", "reference")
	take(1, "email", "dueDate", "created_at", "callbackUrl")
	take(1, "status", "priority", "currency", "sortBy")
	take(1, "limit", "offset", "retries")
	take(s.IntN(2), "amount", "total", "discount")
	take(s.IntN(2), "urgent", "dryRun", "notify_owner")
	take(1, "tags", "recipients")
	if s.oneIn(2) {
		take(1, "lines", "address", "period", "contact")
	}
	if s.oneIn(20) {
		take(1, "target")
	}
	s.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return s.object(names, s.oneIn(2))
}

// object is a schema with the named properties, a third of them required.
func (s schemas) object(names []string, closed bool) string {
	var properties, required []string
	for _, name := range names {
		properties = append(properties, member(name, s.property(name)))
		if s.oneIn(3) {
			required = append(required, quote(name))
		}
	}
	members := []string{`"type":"object"`, member("properties", object(properties))}
	if len(required) > 0 {
		members = append(members, member("required", array(required)))
	}
	if closed {
		members = append(members, `"additionalProperties":false`)
	}
	return object(members)
}

func (s schemas) identifier() string {
	return s.pick(
		`{"type":"string","description":"Identifier of the record, as the list call returns it.","pattern":"^[a-z]{3}_[A-Za-z0-9]{8,24}$"}`,
		`{"type":"string","description":"The id to work on.","minLength":1,"maxLength":64}`,
		`{"type":"string","format":"uuid","description":"The unique id."}`,
		`{"type":"string","description":"Key of the record."}`,
		`{"type":"string"}`,
		`{"type":["string","null"],"pattern":"^[0-9]{6}$","description":"Six digits, or null for the caller's own."}`,
	)
}

func (s schemas) text() string {
	return s.pick(
		`{"type":"string","description":"Text that people see.","minLength":1,"maxLength":200}`,
		`{"type":"string","description":"A short name in lower case.","pattern":"^[a-z0-9-]+$","maxLength":40}`,
		`{"type":"string","description":"Anything worth knowing; shown below the record."}`,
		`{"type":"string","description":"What to look for. Quotes keep words together."}`,
		`{"type":"string"}`,
		`{"type":["string","null"],"maxLength":2000,"description":"Null removes it."}`,
		`{"type":"string","maxLength":80,"default":""}`,
	)
}

func (s schemas) formatted() string {
	return s.pick(
		`{"type":"string","format":"date","description":"Day in the organisation's time zone."}`,
		`{"type":"string","format":"date-time","description":"Point in time, with its offset."}`,
		`{"type":"string","format":"email","description":"Where to write to."}`,
		`{"type":"string","format":"uri","description":"Absolute address.","maxLength":2048}`,
		`{"type":"string","description":"Day, or one of today and yesterday."}`,
		`{"type":["string","null"],"format":"date"}`,
	)
}

func (s schemas) choice() string {
	return s.pick(
		`{"type":"string","enum":["draft","open","paid","void"],"description":"State of the record."}`,
		`{"type":"string","enum":["low","normal","high"],"default":"normal","description":"How soon it is wanted."}`,
		`{"type":"string","enum":["EUR","USD","GBP","INR","JPY"]}`,
		`{"type":"string","enum":["json","csv"]}`,
		`{"type":"string","enum":["name","-name","created","-created"],"default":"-created","description":"Order of the result; a minus reverses it."}`,
		`{"type":["string","null"],"enum":["small","medium","large",null]}`,
	)
}

func (s schemas) whole() string {
	return s.pick(
		`{"type":"integer","minimum":1,"maximum":100,"default":20,"description":"How many to return at most."}`,
		`{"type":"integer","minimum":0,"description":"How many to skip."}`,
		`{"type":"integer"}`,
		`{"type":"integer","description":"Page of the result, from 1."}`,
		`{"type":["integer","null"],"minimum":0,"maximum":10}`,
	)
}

func (s schemas) amount() string {
	return s.pick(
		`{"type":"number","exclusiveMinimum":0,"maximum":1000000,"description":"Amount in the organisation's currency."}`,
		`{"type":"number","minimum":0,"multipleOf":0.01}`,
		`{"type":"number","description":"May be negative for a refund."}`,
		`{"type":"number","minimum":0,"maximum":1,"default":0.5,"description":"A share between 0 and 1."}`,
	)
}

func (s schemas) flag() string {
	return s.pick(`{"type":"boolean","default":false,"description":"Only say what would happen."}`, `{"type":"boolean"}`)
}

func (s schemas) words() string {
	return s.pick(
		`{"type":"array","items":{"type":"string","minLength":1},"maxItems":20,"uniqueItems":true,"description":"Labels, in any order."}`,
		`{"type":"array","items":{"type":"string","format":"email"},"minItems":1,"maxItems":50,"description":"Who gets a copy."}`,
		`{"type":"array","items":{"type":"string","enum":["read","write","admin"]}}`,
		`{"type":"array","items":{"type":"integer","minimum":1},"maxItems":10}`,
		`{"type":"array","items":{"type":"string"}}`,
	)
}

func (s schemas) rows() string {
	return `{"type":"array","minItems":1,"maxItems":100,"description":"The lines, in order.","items":` +
		s.object([]string{"accountId", "amount", "note"}, true) + `}`
}

func (s schemas) nested() string {
	return s.pick(
		`{"type":"object","description":"Where it goes.","properties":{"street":{"type":"string","minLength":1},"city":{"type":"string","minLength":1},"zip":{"type":"string","pattern":"^[0-9]{5}$"},"country":{"type":"string","minLength":2,"maxLength":2,"default":"DE"}},"required":["street","city"],"additionalProperties":false}`,
		`{"type":"object","description":"From and to, both included.","properties":{"from":{"type":"string","format":"date"},"to":{"type":"string","format":"date"}},"required":["from"]}`,
		`{"type":"object","properties":{"name":{"type":"string","minLength":1},"email":{"type":"string","format":"email"},"phone":{"type":["string","null"],"pattern":"^\\+[0-9 ]{6,20}$"}},"required":["name"]}`,
	)
}

// union is a discriminated union.
func (s schemas) union() string {
	return `{"oneOf":[` +
		`{"type":"object","title":"File","properties":{"kind":{"const":"file"},"path":{"type":"string","minLength":1}},"required":["kind","path"]},` +
		`{"type":"object","title":"Link","properties":{"kind":{"const":"link"},"url":{"type":"string","format":"uri"}},"required":["kind","url"]}` +
		`],"description":"What it is attached to."}`
}
