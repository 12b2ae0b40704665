// Package formats checks the formats of strings that JSON Schema names.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3.
package formats

// IsKnown reports whether there is a check of the format that has this name.
func IsKnown(name string) bool { return formatCheck(name) != nil }

// formatCheck is the check of a format. It is a switch and not a map, so that a program that
// never checks formats pays nothing for them at its start.
func formatCheck(name string) func(string) bool {
	switch name {
	case "date-time":
		return IsDateTime
	case "date":
		return isDate
	case "time":
		return isTime
	case "duration":
		return isDuration
	case "email":
		return isEmail
	case "idn-email":
		return isIDNEmail
	case "hostname":
		return isHostname
	case "idn-hostname":
		return isIDNHostname
	case "ipv4":
		return isIPv4
	case "ipv6":
		return isIPv6
	case "uri":
		return isURI
	case "uri-reference":
		return isURIReference
	case "iri":
		return isIRI
	case "iri-reference":
		return isIRIReference
	case "uri-template":
		return isURITemplate
	case "uuid":
		return isUUID
	case "json-pointer":
		return isJSONPointer
	case "relative-json-pointer":
		return isRelativeJSONPointer
	case "regex":
		return isRegex
	}
	return nil
}

// Is reports whether s has the format of this name; an unknown name is no obstacle.
func Is(s, name string) bool {
	check := formatCheck(name)
	return check == nil || check(s)
}
