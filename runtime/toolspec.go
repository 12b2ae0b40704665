package runtime

import (
	"reflect"
	"time"
)

// ToolSpec describes a tool. Generated packages have one for each tool,
// as static data: a composite literal without function calls, so that importing thousands of
// tools costs nothing. What hints and dispatch need beyond it is computed at first use and kept.
//
// A ToolSpec must not be copied or changed after its first use.
type ToolSpec struct {
	Name        string // the name that models call it by
	Title       string // a name for people, "" for none
	Description string
	InputSchema string // JSON Schema of the arguments, compact
	// FullSchema is InputSchema with what models are not shown: the fields that the server fills, and, under
	// "x-toolgen", marks of fields that are sensitive, injected, or asked for by a question. It is "" where
	// there is nothing of the kind.
	FullSchema   string
	OutputSchema string // JSON Schema of the result, "" where none is known

	// The four annotations of MCP, see
	// https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations.
	ReadOnly, Destructive, Idempotent, OpenWorld Annotation

	// Write says that the tool changes something, so that its calls belong behind a gate.
	Write bool
	// Confirm is how a person is asked before the tool runs; the zero value does not ask.
	Confirm ConfirmSpec
	// Approval is who has to approve a call; nil means that no approval is needed.
	Approval *ApprovalSpec
	// Remedies are calls that supply what a field needs, checked at generation.
	Remedies []Remedy
	// Known says which fields take values that results of the conversation had; see [Known].
	Known []KnownSpec
	// Verify names a tool that reads, and tells whether a call whose outcome is unknown went through; nil
	// where the rules name none.
	Verify *Remedy
	// Retry says whether a failed call may be sent again.
	Retry RetryRule

	// Decoders read arguments and results. A [Tool] with a Decode of its own may do without.
	Decoders Decoders

	view lazyView
}

// clone copies what is public: the view of the schema is the copy's own. The clone of nil is empty.
func (s *ToolSpec) clone() *ToolSpec {
	c := new(ToolSpec)
	if s == nil {
		return c
	}
	from, to := reflect.ValueOf(s).Elem(), reflect.ValueOf(c).Elem()
	for i := range to.NumField() {
		if field := to.Field(i); field.CanSet() {
			field.Set(from.Field(i))
		}
	}
	return c
}

// RetryRule is what a tool's owner says about sending a failed call again.
type RetryRule string

const (
	// RetryUnsaid leaves it to the error: a write whose outcome is unknown is not sent again.
	RetryUnsaid RetryRule = ""
	// RetryAfter means that the same call may be sent again after a wait, also where its outcome is unknown.
	RetryAfter RetryRule = "after"
	// RetryNever means that a failed call is not sent again.
	RetryNever RetryRule = "never"
)

// KnownSpec says where the values of a field come from. Several of one field are alternatives.
type KnownSpec struct {
	Field string // path of the field, with "[]" for items and "{}" for members that no property names
	From  string // the tool whose results have the values
	At    string // where in a result they are, in the same form: contacts[].ContactId
}

// Annotation is the value of an annotation that a tool's author may leave out.
type Annotation uint8

const (
	// Unset means that the author left it out.
	Unset Annotation = iota
	// True means that the author affirms it.
	True
	// False means that the author denies it.
	False
)

// Pointer returns the annotation as JSON has it: nil if it is unset.
func (a Annotation) Pointer() *bool {
	if a == Unset {
		return nil
	}
	yes := a == True
	return &yes
}

// ConfirmSpec says how a person is asked before a write tool runs.
type ConfirmSpec struct {
	Tier   int    // 0 does not ask; 3 is the strictest
	Phrase string // what the person has to type at tier 3
	// Question is the sentence that the person is asked. A field's path in braces, as in
	// "Record a payment of {Amount}?", stands for the value of the call. "" leaves it to the gate.
	Question string
}

// ApprovalSpec says who has to approve a call before it runs, and for how long that is possible.
type ApprovalSpec struct {
	Roles []string
	TTL   time.Duration
}
