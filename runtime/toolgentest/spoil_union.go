package toolgentest

import "encoding/json"

// understood returns the schema that describes a value, with references and unions resolved. A schema that was
// chosen or merged is not plain.
func (w *spoiler) understood(schema, v any, p *place) (m map[string]any, nullable, ok bool) {
	for range 8 {
		m, ok = w.resolve(schema).(map[string]any)
		if !ok {
			return nil, false, false
		}
		word := ""
		for _, u := range []string{"anyOf", "oneOf", "allOf"} {
			if _, has := m[u].([]any); has {
				word = u
			}
		}
		if word == "" {
			break
		}
		list, _ := m[word].([]any)
		rest := withoutKey(m, word)
		var branches []any
		for _, b := range list {
			branch := objectOf(w.resolve(b))
			if kinds := typesOf(branch); word != "allOf" && len(kinds) == 1 && kinds[0] == "null" {
				nullable = true
				continue
			}
			branches = append(branches, b)
		}
		if word == "allOf" {
			p.plain = false
			next := any(rest)
			for _, b := range branches {
				next = merge(next, w.resolve(b))
			}
			schema = next
			continue
		}
		if len(branches) > 1 {
			w.branches(branches, v, *p)
			w.noBranch(branches, nullable, *p)
			p.plain = false
		}
		found := false
		for _, b := range branches {
			if branch := objectOf(w.resolve(b)); w.fits(branch, v) {
				schema, found = merge(branch, rest), true
				break
			}
		}
		if !found {
			return nil, false, false
		}
	}
	p.plain = p.plain && plain(m)
	for _, t := range typesOf(m) {
		nullable = nullable || t == "null"
	}
	return m, nullable, true
}

// fits reports whether a value may match a branch of a union, by its type, required keys and constant
// properties.
func (w *spoiler) fits(branch map[string]any, v any) bool {
	if kinds := typesOf(branch); len(kinds) > 0 {
		match := false
		for _, kind := range kinds {
			match = match || isOf(v, kind)
		}
		if !match {
			return false
		}
	}
	if list, ok := branch["enum"].([]any); ok && !contains(list, v) {
		return false
	}
	object, ok := v.(map[string]any)
	if !ok {
		return true
	}
	list, _ := branch["required"].([]any)
	for _, key := range list {
		if s, _ := key.(string); object[s] == nil {
			return false
		}
	}
	for key, p := range objectOf(branch["properties"]) {
		prop := objectOf(w.resolve(p))
		have, there := object[key]
		if want, ok := prop["const"]; ok && there && !same(want, have) {
			return false
		}
		if list, ok := prop["enum"].([]any); ok && there && !contains(list, have) {
			return false
		}
	}
	return true
}

// noBranch adds values of JSON types that no branch accepts.
func (w *spoiler) noBranch(list []any, nullable bool, p place) {
	accepts := map[string]bool{"null": nullable}
	for _, b := range list {
		branch := objectOf(w.resolve(b))
		kinds := typesOf(branch)
		if len(kinds) == 0 {
			return
		}
		for _, kind := range kinds {
			accepts[kind] = true
			accepts["integer"] = accepts["integer"] || kind == "number"
		}
	}
	for _, v := range []any{"neither", json.Number("7"), true, []any{}, map[string]any{"neither": true}, nil} {
		if len(p.at) > 0 && !accepts[typeName(v)] {
			w.replace(WrongBranch, p, v, "", false)
		}
	}
}

// branches adds mutations that make a value match no variant, or mix two: a constant property gets the value of
// another branch, or of none.
func (w *spoiler) branches(list []any, v any, p place) {
	object, ok := v.(map[string]any)
	if !ok {
		return
	}
	for _, b := range list {
		for _, key := range keysOf(objectOf(objectOf(w.resolve(b))["properties"])) {
			prop := objectOf(w.resolve(objectOf(objectOf(w.resolve(b))["properties"])[key]))
			want, isConst := prop["const"]
			if values, ok := prop["enum"].([]any); ok && len(values) == 1 {
				want, isConst = values[0], true
			}
			have, there := object[key]
			if !isConst || !there || same(want, have) {
				continue
			}
			at := place{at: p.at.key(key)}
			w.replace(WrongBranch, at, want, "", false)
			w.replace(WrongBranch, at, "no_such_variant", "", false)
		}
	}
}
