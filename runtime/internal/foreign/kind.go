package foreign

import "strings"

// Kind is the kind of failure that an error reports.
type Kind string

// The kinds. The first eleven are those of backend.Error. The others are finer; Broad gives the kind that they
// belong to.
const (
	NotFound        Kind = "not_found"
	Conflict        Kind = "conflict"
	RateLimited     Kind = "rate_limited"
	Unavailable     Kind = "unavailable"
	Timeout         Kind = "timeout"
	Forbidden       Kind = "forbidden"
	Unauthenticated Kind = "unauthenticated"
	TooLarge        Kind = "too_large"
	Invalid         Kind = "invalid"
	Unsupported     Kind = "unsupported"
	Internal        Kind = "internal"

	Exists    Kind = "exists"    // something else has the name
	Already   Kind = "already"   // what was wanted is so
	Stale     Kind = "stale"     // what the call refers to has changed since it was read
	Ambiguous Kind = "ambiguous" // several things match
	Lost      Kind = "lost"      // the connection broke: it is unknown what was done
	Down      Kind = "down"      // nothing is there to answer, or it is not set up
	SignIn    Kind = "sign_in"   // a person has to sign in, or to agree
	Exhausted Kind = "exhausted" // a quota or a balance that does not come back by itself
	Query     Kind = "query"     // an argument that is a query or a program does not parse
	State     Kind = "state"     // it is not in the state that the call needs
	Schema    Kind = "schema"    // such an argument names a table, column or field that is not there
	Missing   Kind = "missing"   // a value that the backend needs is not there
)

// broad are the kinds that the finer ones are of.
var broad = map[Kind]Kind{
	Exists: Conflict, Already: Conflict, Stale: Conflict, State: Conflict, Ambiguous: Invalid, Lost: Timeout, Down: Unavailable,
	SignIn: Unauthenticated, Exhausted: Forbidden, Query: Invalid, Schema: NotFound, Missing: Invalid,
}

// Broad is the kind as runtime.BackendError has it.
func (k Kind) Broad() Kind {
	if b, ok := broad[k]; ok {
		return b
	}
	return k
}

// httpKinds are the kinds of those status codes of HTTP that say more than their class.
var httpKinds = map[int]Kind{
	401: Unauthenticated, 402: Forbidden, 403: Forbidden, 404: NotFound, 405: Forbidden, 407: Unauthenticated, 408: Timeout,
	409: Conflict, 410: NotFound, 412: Conflict, 413: TooLarge, 414: TooLarge, 423: Unavailable, 425: Unavailable, 428: Missing,
	429: RateLimited, 431: TooLarge, 451: Forbidden, 501: Unsupported, 502: Lost, 503: Unavailable, 504: Timeout, 505: Unsupported,
	507: Exhausted, 511: Unauthenticated, 520: Lost, 521: Lost, 522: Lost, 523: Lost, 524: Timeout, 529: Unavailable,
}

// HTTPKind is the kind of a status code of HTTP (RFC 9110, section 15), "" for one that is no error.
func HTTPKind(status int) Kind {
	switch kind := httpKinds[status]; {
	case kind != "":
		return kind
	case status >= 500 && status < 600:
		return Internal
	case status >= 400 && status < 500:
		return Invalid
	}
	return ""
}

// grpcKinds are the kinds of the status codes of gRPC, by number, and their names; see
// https://grpc.io/docs/guides/status-codes/.
var grpcKinds = []struct {
	name string
	kind Kind
}{
	{"OK", ""}, {"CANCELLED", Lost}, {"UNKNOWN", Internal}, {"INVALID_ARGUMENT", Invalid}, {"DEADLINE_EXCEEDED", Timeout},
	{"NOT_FOUND", NotFound}, {"ALREADY_EXISTS", Exists}, {"PERMISSION_DENIED", Forbidden}, {"RESOURCE_EXHAUSTED", RateLimited},
	{"FAILED_PRECONDITION", Conflict}, {"ABORTED", Stale}, {"OUT_OF_RANGE", Invalid}, {"UNIMPLEMENTED", Unsupported},
	{"INTERNAL", Internal}, {"UNAVAILABLE", Unavailable}, {"DATA_LOSS", Internal}, {"UNAUTHENTICATED", Unauthenticated},
}

// GRPCKind is the kind of a status code of gRPC.
func GRPCKind(code int) Kind {
	if code < 0 || code >= len(grpcKinds) {
		return ""
	}
	return grpcKinds[code].kind
}

// jsonRPCKinds are the kinds of the error codes of JSON-RPC 2.0 (section 5.1), and of those that the SDKs of MCP add.
var jsonRPCKinds = map[int]Kind{
	-32602: Invalid, -32601: Unsupported, -32700: Internal, -32600: Internal, -32603: Internal, -32000: Lost, -32001: Timeout,
	-32002: NotFound, -32042: SignIn,
}

// JSONRPCKind is the kind of an error code of JSON-RPC.
func JSONRPCKind(code int) Kind { return jsonRPCKinds[code] }

// sqlKinds are the kinds of codes and, in two characters, of classes of SQLSTATE, as the SQL standard and
// PostgreSQL have them.
var sqlKinds = map[string]Kind{
	"02": NotFound, "08": Lost, "0A": Unsupported, "21": Query, "22": Invalid, "23": Conflict, "25": Forbidden, "28": Unauthenticated, "2B": Conflict,
	"34": NotFound, "38": Internal, "3D": Down, "3F": Schema, "40": Unavailable, "42": Query, "44": Invalid, "53": Unavailable, "54": TooLarge, "55": Conflict, "57": Unavailable,
	"58": Internal, "F0": Internal, "XX": Internal,
	"08001": Down, "08004": Down, "22001": TooLarge, "23502": Missing, "23503": Invalid, "23505": Exists, "23514": Invalid,
	"25P03": Timeout, "40003": Lost, "42501": Forbidden, "42703": Schema, "42883": Query, "42P01": Schema, "42P07": Exists, "42701": Exists, "42710": Exists,
	"42S02": Schema, "42S22": Schema, "42S01": Exists, "53100": Exhausted, "55P03": Unavailable, "57014": Timeout, "57P03": Unavailable,
}

// SQLKind is the kind of a SQLSTATE.
func SQLKind(state string) Kind {
	if k, ok := sqlKinds[state]; ok {
		return k
	}
	return sqlKinds[state[:min(2, len(state))]]
}

// errnoKinds are the kinds of the error numbers of POSIX, and of those that libuv and c-ares add.
var errnoKinds = map[string]Kind{
	"ENOENT": NotFound, "ENOTDIR": NotFound, "EISDIR": NotFound, "EEXIST": Exists, "ENOTEMPTY": Conflict, "EACCES": Forbidden, "EPERM": Forbidden, "EROFS": Forbidden,
	"ENOSPC": Exhausted, "EDQUOT": Exhausted, "EFBIG": TooLarge, "E2BIG": TooLarge, "ENAMETOOLONG": TooLarge, "EMSGSIZE": TooLarge,
	"EINVAL": Invalid, "EBUSY": Unavailable, "EAGAIN": Unavailable, "EMFILE": Unavailable, "ENFILE": Unavailable, "ETXTBSY": Unavailable,
	"ETIMEDOUT": Timeout, "ESOCKETTIMEDOUT": Timeout, "ECONNRESET": Lost, "ECONNABORTED": Lost, "EPIPE": Lost, "ENETRESET": Lost,
	"ECONNREFUSED": Down, "EHOSTUNREACH": Down, "ENETUNREACH": Down, "ENOTFOUND": Down, "EAI_AGAIN": Unavailable, "ENOSYS": Unsupported, "ENOTSUP": Unsupported, "ENOTCONN": Down,
}

// NotDone reports whether a failure of the kind says that nothing was done: it was refused before it began, or
// undone.
func (k Kind) NotDone() bool {
	switch k.Broad() {
	case Timeout, Internal, "":
		return false
	}
	return true
}

// named reads a name of a status of gRPC or of an error number.
func named(word string) Kind {
	if k, ok := errnoKinds[word]; ok {
		return k
	}
	plain := strings.ToUpper(strings.ReplaceAll(word, "_", ""))
	for _, g := range grpcKinds {
		if strings.ReplaceAll(g.name, "_", "") == plain {
			return g.kind
		}
	}
	return ""
}
