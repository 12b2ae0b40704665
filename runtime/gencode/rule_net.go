package gencode

import (
	"net/netip"
	"net/url"
)

// RuleIP is an IP address within a rule.
type RuleIP struct{ addr netip.Addr }

// ParseRuleIP reads an IP address: without a zone, and not an IPv4 address written as IPv6.
func ParseRuleIP(s string) (RuleIP, bool) {
	a, err := netip.ParseAddr(s)
	return RuleIP{a}, err == nil && a.Zone() == "" && !a.Is4In6()
}

// IsRuleIP reports whether s is an IP address.
func IsRuleIP(s string) bool {
	_, ok := ParseRuleIP(s)
	return ok
}

// RuleIPCanonical reports whether an address is spelt as addresses are printed.
func RuleIPCanonical(s string) (canonical, ok bool) {
	ip, ok := ParseRuleIP(s)
	return ok && ip.String() == s, ok
}

// String is the canonical spelling.
func (ip RuleIP) String() string { return ip.addr.String() }

// Family is 4 or 6.
func (ip RuleIP) Family() int64 {
	if ip.addr.Is4() {
		return 4
	}
	return 6
}

// IsUnspecified reports whether it is 0.0.0.0 or ::.
func (ip RuleIP) IsUnspecified() bool { return ip.addr.IsUnspecified() }

// IsLoopback reports whether it is a loopback address.
func (ip RuleIP) IsLoopback() bool { return ip.addr.IsLoopback() }

// IsLinkLocalMulticast reports whether it is a link-local multicast address.
func (ip RuleIP) IsLinkLocalMulticast() bool { return ip.addr.IsLinkLocalMulticast() }

// IsLinkLocalUnicast reports whether it is a link-local unicast address.
func (ip RuleIP) IsLinkLocalUnicast() bool { return ip.addr.IsLinkLocalUnicast() }

// IsGlobalUnicast reports whether it is a global unicast address.
func (ip RuleIP) IsGlobalUnicast() bool { return ip.addr.IsGlobalUnicast() }

// RuleCIDR is an address prefix within a rule.
type RuleCIDR struct{ prefix netip.Prefix }

// ParseRuleCIDR reads an address prefix, under the conditions of [ParseRuleIP].
func ParseRuleCIDR(s string) (RuleCIDR, bool) {
	p, err := netip.ParsePrefix(s)
	return RuleCIDR{p}, err == nil && p.Addr().Zone() == "" && !p.Addr().Is4In6()
}

// IsRuleCIDR reports whether s is an address prefix.
func IsRuleCIDR(s string) bool {
	_, ok := ParseRuleCIDR(s)
	return ok
}

// String is the canonical spelling.
func (c RuleCIDR) String() string { return c.prefix.String() }

// IP is the address that the prefix was written with.
func (c RuleCIDR) IP() RuleIP { return RuleIP{c.prefix.Addr()} }

// Masked is the prefix with all bits after it set to zero.
func (c RuleCIDR) Masked() RuleCIDR { return RuleCIDR{c.prefix.Masked()} }

// PrefixLength is the number of bits of the prefix.
func (c RuleCIDR) PrefixLength() int64 { return int64(c.prefix.Bits()) }

// ContainsIP reports whether the address is among those of the prefix.
func (c RuleCIDR) ContainsIP(ip RuleIP) bool { return c.prefix.Contains(ip.addr) }

// ContainsCIDR reports whether all addresses of inner are.
func (c RuleCIDR) ContainsCIDR(inner RuleCIDR) bool {
	return c.prefix.Overlaps(inner.prefix) && c.prefix.Bits() <= inner.prefix.Bits()
}

// RuleURL is a URL within a rule. The zero value stands for text that is none, and has no parts: the
// steps of a rule go on with it until the rule is known to be broken.
type RuleURL struct{ url url.URL }

// ParseRuleURL reads an absolute URL or an absolute path.
func ParseRuleURL(s string) (RuleURL, bool) {
	u, err := url.ParseRequestURI(s)
	if err != nil {
		return RuleURL{}, false
	}
	return RuleURL{*u}, true
}

// IsRuleURL reports whether s is an absolute URL or an absolute path.
func IsRuleURL(s string) bool {
	_, ok := ParseRuleURL(s)
	return ok
}

// Scheme is "" where there is none, as for all other parts.
func (u RuleURL) Scheme() string { return u.url.Scheme }

// Host is the host with its port, and with the brackets of an IPv6 address.
func (u RuleURL) Host() string { return u.url.Host }

// Hostname is the host alone.
func (u RuleURL) Hostname() string { return u.url.Hostname() }

// Port is the port.
func (u RuleURL) Port() string { return u.url.Port() }

// EscapedPath is the path as a URL spells it.
func (u RuleURL) EscapedPath() string { return u.url.EscapedPath() }

// Equal reports whether two URLs are spelt alike.
func (u RuleURL) Equal(v RuleURL) bool { return u.url.String() == v.url.String() }

// RuleFind is what a pattern matches first, "" for nothing.
func RuleFind(p *Pattern, s string) string { return p.regexp().FindString(s) }

// RuleFindAll is all that a pattern matches; at most n, if n is not negative.
func RuleFindAll(p *Pattern, s string, n int64) []string {
	return p.regexp().FindAllString(s, int(max(n, -1)))
}
