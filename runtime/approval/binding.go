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
	"slices"
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

// catalog is what the tools say about calls: their arguments, tiers, versions, and what must not be shown.
type catalog struct {
	cfg    *Config
	strict *runtime.Toolset
	filled *runtime.Toolset // the same, with the injector of the tools
}

// bind is the binding of a record as it stands.
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

// version tells the call apart from others that were signed under its ID. It is made of the
// signature, so that it says nothing of the arguments.
func (r *record) version() string { return digest([]byte(r.binding))[:32] }

// digest is a SHA-256 of the parts, of which each has its length in front.
func digest(parts ...[]byte) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:", len(part))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// mac authenticates the parts under a key. purpose keeps the uses of one key apart.
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

// sign writes a binding as KEY.TEXT.SIGNATURE.
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

// open reads what sign wrote: ErrForged or ErrKeyRemoved where it cannot be trusted.
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

// verify checks a record against what was signed and against the tool as it is today. The error is
// one of those that a [RefusedError] gives as its reason, or a fault of the program.
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
	if err == nil && now.Version != signed.Version {
		if first, err := s.firstVersion(tool.Spec()); err == nil && first == signed.Version {
			now.Version = first
		}
	}
	switch {
	case err != nil || now.Args != signed.Args:
		return none, ErrArgumentsChanged
	case now.Version != signed.Version:
		return none, ErrToolChanged
	case now != signed: // no approval was signed, or not this one
		return none, ErrForged
	}
	inv, err := s.decode(ctx, r, []byte(r.arguments))
	switch {
	case errors.Is(err, ErrUnfilled):
		return none, err
	case err != nil:
		// What was valid when it was signed is not any more, though the spec has not changed.
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

// tierOf is the tier of a call, or what is wrong with the program that should say it.
func (s *catalog) tierOf(inv runtime.Invocation) (tier int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: the tier of the call %s: %w", errProgram, quote(inv.Call.ID), &runtime.PanicError{Value: v, Stack: debug.Stack()})
		}
	}()
	return s.cfg.Tier(inv).Tier, nil
}

// errProgram says that a function of the program has panicked; nothing is wrong with the call.
var errProgram = errors.New("approval: a fault of the program")

// passing reports whether what keeps a call from being verified is nothing that settles it.
func passing(err error) bool { return errors.Is(err, ErrUnfilled) || errors.Is(err, errProgram) }

// decode reads the arguments of a call strictly, as they were stored: what the server has filled is in
// them, or is filled now. The error is the decoder's, with issues where they are at fault, or ErrUnfilled.
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

// unfit is why a call could not be filled. What the injector gave and the tool does not take is no fault of
// anybody's arguments, and may be a secret: only its place is told.
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

// refills reports whether calls of a tool are kept without what the server fills.
func (s *catalog) refills(name string) bool {
	tool, ok := s.strict.Lookup(name)
	return ok && s.cfg.Refill != nil && slices.ContainsFunc(tool.Spec().AllFields(), func(f runtime.FieldSpec) bool { return f.Injected })
}

// ownerOf is the context of who has made the calls of a thread.
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
