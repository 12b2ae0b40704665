// Package formats checks the string formats of JSON Schema. See
// https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3.
package formats

// formatCheck returns the check of a format. A switch, unlike a map, costs nothing at program start, and with plain
// functions as its results it is inlined into [Is], which is on the path of valid values.
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
		return isRelativePointer
	case "regex":
		return isRegex
	}
	return nil
}

// Is reports whether s has the named format. Every string has an unknown format.
func Is(s, name string) bool {
	check := formatCheck(name)
	return check == nil || check(s)
}
