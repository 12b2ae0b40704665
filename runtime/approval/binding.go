package approval

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
)

// stage distinguishes signatures: a signed request is never a signed approval.
type stage string

const (
	stageRequest  stage = "request"
	stageApproval stage = "approval"
)

// binding is the signed content. The signed text is stored with the row, so that differences can be named.
type binding struct {
	Stage   stage  `json:"stage"`
	Call    string `json:"call"`
	Tenant  string `json:"tenant,omitempty"`
	Thread  string `json:"thread"`
	Tool    string `json:"tool"`
	Args    string `json:"args"`    // SHA-256 of the canonical arguments
	Version string `json:"version"` // SHA-256 of the tool's schema, rules and terms
	Tier    int    `json:"tier"`
	Expires int64  `json:"expires"` // microseconds since 1970
	By      string `json:"by"`      // the approver
}

// catalog answers questions about calls from the tools: arguments, tiers, versions, and what is sensitive.
type catalog struct {
	cfg    *Config
	strict *runtime.Toolset
	filled *runtime.Toolset // same, with the tools' injector
}

// bind builds the binding of a record.
func (s *catalog) bind(r *record, spec *runtime.ToolSpec, st stage) (binding, error) {
	args, err := canon.JSON([]byte(r.arguments))
	if err != nil {
		return binding{}, err
	}
	version, err := s.version(spec)
	if err != nil {
		return binding{}, err
	}
	b := binding{
		Stage: st, Call: r.id, Tenant: r.tenant, Thread: r.thread, Tool: r.name, Args: digest(args),
		Version: version, Tier: r.tier, Expires: r.expires.UnixMicro(),
	}
	if st == stageApproval {
		b.By = string(r.deciderKind) + " " + r.decidedBy
	}
	return b, nil
}

// version distinguishes the call from others signed under its ID. It is derived from the signature, so it
// reveals nothing about the arguments.
func (r *record) version() string { return digest([]byte(r.binding))[:32] }

// digest is the SHA-256 of length-prefixed parts.
func digest(parts ...[]byte) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:", len(part))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// mac authenticates the parts with a key. purpose separates the uses of a key.
func (k *Keyring) mac(id, purpose string, parts ...string) ([]byte, bool) {
	secret, ok := k.secrets[id]
	if !ok {
		return nil, false
	}
	h := hmac.New(sha256.New, secret)
	for _, part := range append([]string{"toolgen approval 1", purpose, id}, parts...) {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return h.Sum(nil), true
}

// sign returns a binding as KEY.TEXT.SIGNATURE.
func (k *Keyring) sign(b binding) (string, error) {
	text, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	sum, ok := k.mac(k.current, "binding", string(text))
	if !ok {
		return "", ErrKeyRemoved
	}
	enc := base64.RawURLEncoding
	return k.current + "." + enc.EncodeToString(text) + "." + enc.EncodeToString(sum), nil
}

// open verifies and decodes the output of sign. It returns ErrForged or ErrKeyRemoved.
func (k *Keyring) open(token string) (binding, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return binding{}, ErrForged
	}
	enc := base64.RawURLEncoding.Strict()
	text, err1 := enc.DecodeString(parts[1])
	sum, err2 := enc.DecodeString(parts[2])
	if err1 != nil || err2 != nil {
		return binding{}, ErrForged
	}
	want, ok := k.mac(parts[0], "binding", string(text))
	if !ok {
		return binding{}, ErrKeyRemoved
	}
	var b binding
	if !hmac.Equal(want, sum) || json.Unmarshal(text, &b) != nil {
		return binding{}, ErrForged
	}
	return b, nil
}

// verify compares a record with its signature and with the current tool. The error is a reason of a
// [RefusedError], or errProgram.
func (s *catalog) verify(ctx context.Context, r *record, st stage) (runtime.Invocation, error) {
	none := runtime.Invocation{}
	signed, err := s.cfg.Keys.open(r.binding)
	if err != nil {
		return none, err
	}
	switch {
	case signed.Call != r.id:
		return none, ErrWrongCall
	case signed.Tenant != r.tenant || signed.Thread != r.thread:
		return none, ErrWrongThread
	case signed.Tool != r.name:
		return none, ErrWrongTool
	case signed.Tier != r.tier:
		return none, ErrTierChanged
	case signed.Expires != r.expires.UnixMicro():
		return none, ErrExpiryChanged
	}
	tool, ok := s.strict.Lookup(r.name)
	if !ok {
		return none, ErrToolGone
	}
	now, err := s.bind(r, tool.Spec(), st)
	switch {
	case err != nil || now.Args != signed.Args:
		return none, ErrArgumentsChanged
	case now.Version != signed.Version:
		return none, ErrToolChanged
	case now != signed: // the signature is missing or differs
		return none, ErrForged
	}
	inv, err := s.decode(ctx, r, []byte(r.arguments))
	switch {
	case errors.Is(err, ErrUnfilled):
		return none, err
	case err != nil:
		// The arguments were valid when they were signed, although the spec is unchanged.
		return none, ErrToolChanged
	}
	switch tier, err := s.tierOf(inv); {
	case err != nil:
		return none, err
	case tier > r.tier:
		return none, ErrTierChanged
	}
	return inv, nil
}

// tierOf returns the tier of a call, or errProgram.
func (s *catalog) tierOf(inv runtime.Invocation) (tier int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: the tier of the call %s: %w", errProgram, quote(inv.Call.ID), &runtime.PanicError{Value: v, Stack: debug.Stack()})
		}
	}()
	return s.cfg.Tier(inv).Tier, nil
}

// errProgram means that a function of the program panicked; the call is not at fault.
var errProgram = errors.New("approval: a fault of the program")

// passing reports whether a verification error is temporary and does not settle the call.
func passing(err error) bool { return errors.Is(err, ErrUnfilled) || errors.Is(err, errProgram) }

// decode strictly decodes the stored arguments, which include the injected fields unless they are filled now.
// It returns the decoder's error or ErrUnfilled.
func (s *catalog) decode(ctx context.Context, r *record, args []byte) (runtime.Invocation, error) {
	none := runtime.Invocation{}
	call := runtime.ToolCall{ID: r.id, Name: r.name, Arguments: string(args)}
	if !s.refills(r.name) {
		inv, failure := s.strict.Restore(call)
		if failure != nil {
			return none, failure.Error.Cause
		}
		return inv, nil
	}
	ctx, err := s.ownerOf(ctx, r.thread)
	if err != nil {
		return none, fmt.Errorf("%w: the call %s: %w", ErrUnfilled, quote(r.id), err)
	}
	made, failures := s.filled.ConvertCallsContext(ctx, []runtime.ToolCall{call})
	if len(failures) == 0 {
		return made[0], nil
	}
	cause := failures[0].Error.Cause
	if failures[0].Error.Kind == runtime.FailureInternal {
		return none, fmt.Errorf("%w: the call %s: %w", ErrUnfilled, quote(r.id), s.unfit(r.name, cause))
	}
	return none, cause
}

// unfit explains why a call could not be filled. An injected value that does not match the schema is not the
// caller's fault and may be secret, so only its path is reported.
func (s *catalog) unfit(name string, cause error) error {
	var invalid *runtime.ValidationError
	if !errors.As(cause, &invalid) {
		return cause
	}
	for _, issue := range invalid.Issues() {
		if s.specOf(name).IsInjected(issue) {
			return fmt.Errorf("what the injector gave for %s violates %s", quote(issue.Field), quote(issue.Constraint))
		}
	}
	return errors.New("what the injector gave does not fit")
}

// refills reports whether calls of a tool are stored without injected fields.
func (s *catalog) refills(name string) bool {
	tool, ok := s.strict.Lookup(name)
	return ok && s.cfg.Refill != nil && len(tool.Spec().Filled()) > 0
}

// ownerOf returns the context of a thread's owner.
func (s *catalog) ownerOf(ctx context.Context, thread string) (owner context.Context, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &runtime.PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	owner, err = s.cfg.Refill(ctx, thread)
	if err == nil && owner == nil {
		err = errors.New("Config.Refill gave no context")
	}
	return owner, err
}
