package approval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"

	"github.com/toolgen/toolgen/runtime"
)

// catalog answers questions about calls from the tools and the Authorizer: arguments, tiers, versions, what is sensitive,
// and who may decide.
type catalog struct {
	cfg    *Config
	strict *runtime.Toolset
	filled *runtime.Toolset // same, with the tools' injector
}

// sign sets the signature of a record.
func (s *catalog) sign(r *record, spec *runtime.ToolSpec, st stage) error {
	b, err := r.bound(st, s.version(spec))
	if err == nil {
		r.binding, err = s.cfg.Keys.sign(b)
	}
	if err != nil {
		return fmt.Errorf("approval: the call %s could not be signed: %w", quote(r.id), err)
	}
	return nil
}

// verify compares a record with its signature and with the current tool. The error is a reason of a
// [RefusedError], ErrUnfilled or errProgram.
func (s *catalog) verify(ctx context.Context, r *record, st stage) (runtime.Invocation, error) {
	none := runtime.Invocation{}
	signed, err := s.cfg.Keys.open(r.binding)
	if err != nil {
		return none, err
	}
	spec, version := s.specOf(r.name), ""
	if spec != nil {
		version = s.version(spec)
	}
	switch err := signed.differs(r, st, version); {
	case err == ErrToolChanged && spec == nil:
		return none, ErrToolGone
	case err != nil:
		return none, err
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
	defer recovered(&err, "the tier of the call "+quote(inv.Call.ID))
	return s.cfg.Tier(inv).Tier, nil
}

// recovered is deferred to turn a panic of a function of the program into errProgram.
func recovered(err *error, what string) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("%w: %s: %w", errProgram, what, &runtime.PanicError{Value: v, Stack: debug.Stack()})
	}
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
	return ok && s.cfg.Refill != nil && len(tool.Spec().View().Filled) > 0
}

// ownerOf returns the context of a thread's owner.
func (s *catalog) ownerOf(ctx context.Context, thread string) (owner context.Context, err error) {
	defer recovered(&err, "Config.Refill")
	owner, err = s.cfg.Refill(ctx, thread)
	if err == nil && owner == nil {
		err = errors.New("Config.Refill gave no context")
	}
	return owner, err
}

// version is a digest of everything known about a tool, since anything left out could change unnoticed.
func (s *catalog) version(spec *runtime.ToolSpec) string {
	return digest(appendStated(nil, reflect.ValueOf(spec)), []byte(s.cfg.RulesVersion))
}

// appendStated appends a value as JSON without zero members, and without the decoders, which are code. Members added by
// later versions of the runtime thus do not change the digest of tools that do not use them, and no open call becomes
// void by an upgrade.
func appendStated(text []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return append(text, "null"...)
		}
		return appendStated(text, v.Elem())
	case reflect.Struct:
		text = append(text, '{')
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() && f.Type.Kind() != reflect.Interface {
				text = append(appendStated(append(text, `"`+f.Name+`":`...), v.Field(i)), ',')
			}
		}
		return append(text, '}')
	case reflect.Slice:
		text = append(text, '[')
		for i := range v.Len() {
			text = append(appendStated(text, v.Index(i)), ',')
		}
		return append(text, ']')
	}
	value, _ := json.Marshal(v.Interface()) // text, a number or a truth value
	return append(text, value...)
}
