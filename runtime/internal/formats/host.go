package formats

import (
	"net/netip"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// isHostname checks a host name, RFC 1123, section 2.1. A label with the Punycode prefix must be valid
// Punycode.
func isHostname(s string) bool {
	if s == "" || len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if !isHostLabel(label) {
			return false
		}
	}
	return true
}

func isHostLabel(label string) bool {
	if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
		return false
	}
	for i := range len(label) {
		if c := label[i]; !isAlphanumeric(c) && c != '-' {
			return false
		}
	}
	return !hasPunycodePrefix(label) || isPunycodeLabel(label)
}

func isAlphanumeric(c byte) bool { return decimalDigit(c) || isLetter(c) }

func isLetter(c byte) bool { return c|0x20-'a' <= 25 }

func isHex(c byte) bool { return decimalDigit(c) || c|0x20-'a' <= 5 }

// isIPv4 checks a dotted-quad, RFC 2673, section 3.2, without leading zeros, which some parsers read as octal.
func isIPv4(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is4()
}

// isIPv6 checks an address without a zone, RFC 4291, section 2.2.
func isIPv6(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is6() && addr.Zone() == ""
}

// isEmail checks a Mailbox, RFC 5321, section 4.1.2.
func isEmail(s string) bool {
	local, domain, ok := splitMailbox(s)
	return ok && isLocalPart(local, false) && (isHostname(domain) || isAddressLiteral(domain))
}

// isIDNEmail checks a Mailbox as extended by RFC 6531, section 3.3.
func isIDNEmail(s string) bool {
	local, domain, ok := splitMailbox(s)
	return ok && isLocalPart(local, true) && (isIDNHostname(domain) || isAddressLiteral(domain))
}

func splitMailbox(s string) (local, domain string, ok bool) {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 || len(s)-at-1 > 255 {
		return "", "", false
	}
	return s[:at], s[at+1:], true
}

// isLocalPart checks Dot-string or Quoted-string.
func isLocalPart(s string, international bool) bool {
	if s[0] == '"' {
		return (international || isASCII(s)) && quotedLocalPart().MatchString(s)
	}
	for atom := range strings.SplitSeq(s, ".") {
		if atom == "" {
			return false
		}
		for i := range len(atom) {
			c := atom[i]
			if c >= 0x80 {
				if !international {
					return false
				}
				continue
			}
			if !isAlphanumeric(c) && strings.IndexByte("!#$%&'*+-/=?^_`{|}~", c) < 0 {
				return false
			}
		}
	}
	return true
}

// quotedLocalPart is Quoted-string, with characters beyond ASCII as in RFC 6531.
var quotedLocalPart = lazy.Pattern(`^"(?:[^\x00-\x1f\x7f"\\]|\\[ -~])*"$`)

// isAddressLiteral checks an address in brackets in place of a domain.
func isAddressLiteral(s string) bool {
	if len(s) < 2 || s[0] != '[' || s[len(s)-1] != ']' {
		return false
	}
	s = s[1 : len(s)-1]
	if v6, ok := strings.CutPrefix(s, "IPv6:"); ok {
		return isIPv6(v6)
	}
	return isIPv4(s)
}

func decimalDigit(c byte) bool { return c-'0' <= 9 }
