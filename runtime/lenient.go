package runtime

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/limits"
	engine "github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/shown"
)

// Decoding is strict. Where leniency is allowed, what the strict decoder has refused is repaired, and the
// outcome is read strictly again. It counts only if that succeeds: else the issues are those of the text as
// it was written. A text that is sound is never changed.

// EmptyIsObject reads an empty text or null as {}, for the arguments as a whole. It never touches
// a field, and no null that the schema accepts.
func EmptyIsObject() DecodeOption { return lenient(engine.EmptyIsObject) }

// NullIsAbsent reads null as absence, for a field that is optional and does not accept null; where no
// string is allowed, the texts "null" and "None", too. It never touches a required field.
func NullIsAbsent() DecodeOption { return lenient(engine.NullIsAbsent) }

// CoerceScalars reads "42" as 42, "true" as true, and 42 as "42", where only that type is allowed
// and nothing is lost: a string must be one number as a whole. It never chooses between two
// allowed types.
func CoerceScalars() DecodeOption { return lenient(engine.CoerceScalars) }

// UnwrapStrings reads an object or array that came as a string of JSON. It never parses a value that may
// be a string.
func UnwrapStrings() DecodeOption { return lenient(engine.UnwrapStrings) }

// WrapSingletons reads x as [x] where only an array is allowed and x has the type of its items. It never
// does so where items may be arrays themselves, nor with a text that looks like a list, by its commas or
// lines.
func WrapSingletons() DecodeOption { return lenient(engine.WrapSingletons) }

// MatchEnums reads a string as that value of an enumeration which differs from it only in case and
// separators. It never breaks a tie between two values, which stays an issue.
func MatchEnums() DecodeOption { return lenient(engine.MatchEnums) }

// MatchKeys reads an undeclared key as the one absent field whose name differs from it only in case and
// separators, and takes the arguments out of an object around them, under a key such as "arguments" or the
// tool's name, where they fit and what is around them does not. It never takes a key for a field of another
// name.
func MatchKeys() DecodeOption { return lenient(engine.MatchKeys) }

// RepairSyntax reads a text that is not JSON only for a byte order mark, trailing commas, comments, keys
// without quotes, quotes of other kinds, True, False and None, raw control characters in strings, or one
// code fence or <tool_call> around the call. It closes objects and arrays at the end of a text that ends
// behind a whole value, unless the model is known to have run into its limit. It never searches prose for
// JSON without such a mark, and never completes a string or number.
func RepairSyntax() DecodeOption { return lenient(engine.RepairSyntax) }

// Lenient is all the lenient options together. What each of them never does, it never does either.
func Lenient() DecodeOption { return lenient(engine.AllAllowed) }

func lenient(a engine.Allowed) DecodeOption { return DecodeOption{kind: optionLenient, n: int(a)} }

// white is what JSON has as white space.
const white = " \t\r\n"

// highestLenientTier is the highest tier of confirmation at which arguments may be changed.
const highestLenientTier = 2

// DecodeArgs reads arguments of the tool with its decoders, for implementations of [Tool]. Leniency
// is limited to what the tool accepts: of a tool of tier 3 the arguments are read as they were written, and
// nothing is allowed but [EmptyIsObject]. Neither issues nor receipts show the values of sensitive fields.
func (s *ToolSpec) DecodeArgs(by Decoders, args []byte, opts ...DecodeOption) (any, error) {
	var v any
	var err error
	if len(opts) == 0 {
		v, err = by.DecodeArgs(args)
	} else {
		v, err = decodeBy(by, args, s.bound(opts, optionTool))
	}
	if err != nil {
		s.hideIssues(err)
		return nil, err
	}
	return v, nil
}

// DecodeResult reads a result of the tool with its decoders, as [ToolSpec.DecodeArgs] reads
// arguments; leniency follows the output schema.
func (s *ToolSpec) DecodeResult(by Decoders, data []byte, opts ...DecodeOption) (any, error) {
	if len(opts) == 0 {
		return by.DecodeResult(data)
	}
	return decodeBy(by, data, s.bound(opts, optionResult))
}

// bound are options for a text of the tool: its arguments, or a result. What is strict and gives no
// receipts needs no more than it has.
func (s *ToolSpec) bound(opts []DecodeOption, kind optionKind) []DecodeOption {
	if len(opts) == 0 {
		return nil
	}
	return append(opts[:len(opts):len(opts)], DecodeOption{kind: kind, spec: s})
}

// decodeBy reads a text strictly and, if that refuses it and the options allow it, leniently.
func decodeBy(by Decoders, data []byte, opts []DecodeOption) (any, error) {
	a := allowanceOf(opts)
	noted := 0
	if a.receipts != nil {
		noted = len(*a.receipts)
	}
	v, err := a.strictly(by, data, opts)
	if err == nil || a.edits == 0 {
		return v, err
	}
	if better, ok := a.leniently(by, data, opts, err, noted); ok {
		return better, nil
	}
	return nil, err
}

// longestEscape is the number of bytes that one byte may become.
const longestEscape = 6

// allowance is how the options of a call let a refused text be read.
type allowance struct {
	edits    engine.Allowed
	spec     *ToolSpec
	result   bool // the text is a result of the tool
	cutOff   bool // the model has run into its limit
	receipts *[]Receipt
	text     *json.RawMessage
}

func allowanceOf(opts []DecodeOption) (a allowance) {
	for _, opt := range opts {
		switch opt.kind {
		case optionLenient:
			a.edits |= engine.Allowed(opt.n)
		case optionTool, optionResult:
			a.spec, a.result = opt.spec, opt.kind == optionResult
		case optionCutOff:
			a.cutOff = true
		case optionReceipts:
			a.receipts = opt.receipts
		case optionText:
			a.text = opt.text
		}
	}
	if a.spec != nil && !a.result && a.spec.Confirm.Tier > highestLenientTier {
		a.edits &= engine.EmptyIsObject
	}
	return a
}

// repaired is the text as leniency accepts it, with a receipt for each change; check is the strict decoder.
// It is not ok where no change, or none that is allowed, makes the text a valid call.
func (a *allowance) repaired(data []byte, err error, check func([]byte) error) (text []byte, receipts []Receipt, ok bool) {
	if a.edits == 0 || isEndless(err) {
		return nil, nil, false
	}
	tool := a.tool()
	tool.Check = func(text []byte) []engine.Fault { return engineFaults(check(text)) }
	outcome := engine.Repair(string(data), tool)
	fixed := outcome.Accepted(a.edits, a.cutOff)
	if fixed == nil {
		return nil, nil, false
	}
	text = []byte(fixed.JSON())
	if outcome.Blank {
		receipts = []Receipt{{Kind: ReceiptEmpty, From: strings.Trim(string(data), white), To: "{}"}}
	}
	for _, e := range outcome.Edits {
		receipts = append(receipts, receiptOf(e))
	}
	if a.spec != nil && !a.result {
		a.spec.hideReceipts(receipts)
	}
	return text, receipts, len(receipts) > 0
}

// isEndless reports whether a text was refused for its size or depth, which no repair changes.
func isEndless(err error) bool {
	issues, _, _ := issuesOf(err)
	return slices.ContainsFunc(issues, func(i ValidationIssue) bool {
		return i.Field == "" && (i.Constraint == constraint.Size || i.Constraint == constraint.Depth)
	})
}

// tool is the tool as the repair engine takes it. Where none is known, any JSON is taken.
func (a *allowance) tool() engine.Tool {
	switch {
	case a.spec == nil:
		return engine.Tool{Schema: new(ToolSpec).schema()}
	case a.result:
		schema, err := engine.ParseSchema(a.spec.OutputSchema)
		if err != nil {
			schema = new(ToolSpec).schema()
		}
		return engine.Tool{Schema: schema}
	}
	return a.spec.repairTool()
}

// strictly reads the text with the decoder for its kind.
func (a *allowance) strictly(by Decoders, data []byte, opts []DecodeOption) (any, error) {
	if a.result {
		return by.DecodeResult(data, opts...)
	}
	return by.DecodeArgs(data, opts...)
}

// leniently reads a text that was refused with err, if a repair that is allowed makes it one that the
// strict decoder takes. noted is the number of receipts from before the text was refused: what was noted of
// the text as it was written comes again.
func (a *allowance) leniently(by Decoders, data []byte, opts []DecodeOption, err error, noted int) (any, bool) {
	strict := append(strictly(opts), MaxBytes(max(limits.MaxBytes, longestEscape*len(data)))) // the input was within the limit
	text, receipts, ok := a.repaired(data, err, func(text []byte) error {
		_, err := a.strictly(by, text, strict)
		return err
	})
	if !ok {
		return nil, false
	}
	var more []Receipt
	last := append(strict, CollectReceipts(&more))
	if !a.result {
		last = a.spec.bound(last, optionTool)
	}
	v, err := a.strictly(by, text, last)
	if err != nil {
		return nil, false
	}
	if a.receipts != nil {
		*a.receipts = append(append((*a.receipts)[:noted], receipts...), more...)
	}
	if a.text != nil {
		*a.text = text
	}
	return v, true
}

// receiptOf is the receipt for an edit.
func receiptOf(e engine.Edit) Receipt {
	r := Receipt{Field: pathOf(e.Field)}
	switch e.Kind {
	case engine.Syntax:
		r.Kind, r.From = ReceiptRepaired, e.To
	case engine.Close:
		r.Kind, r.From = ReceiptRepaired, "closing brackets missing"
	case engine.Rename:
		r.Kind, r.From, r.To = ReceiptKey, shown.String(pathOf(e.From)), strings.Clone(e.To)
	case engine.Unwrap:
		r.Kind, r.From = ReceiptKey, shown.String(pathOf(e.From))
	case engine.Remove:
		r.Kind, r.From = ReceiptNull, receiptValue(e.From)
	case engine.Parse:
		r.Kind, r.From, r.To = ReceiptUnwrap, receiptValue(e.From), "object"
		if strings.HasPrefix(e.To, "[") {
			r.To = "array"
		}
	case engine.Wrap:
		r.Kind, r.From, r.To = ReceiptWrap, receiptValue(e.From), "array"
	case engine.Match:
		r.Kind, r.From, r.To = ReceiptEnum, receiptValue(e.From), receiptValue(e.To)
	default:
		r.Kind, r.From, r.To = ReceiptScalar, receiptValue(e.From), receiptValue(e.To)
	}
	return r
}

// pathOf is a place of the repair engine as the path of an issue.
func pathOf(place string) string { return fieldpath.Join(fieldpath.Split(place)) }

// receiptValue is a value, given as JSON, as a receipt shows it: scalars as they are, strings and other
// JSON cut.
func receiptValue(text string) any {
	if text == "" {
		return nil
	}
	if c := text[0]; c == '{' || c == '[' {
		return shown.String(text)
	}
	v, _ := show.Parse([]byte(text))
	return shown.Scalar(v)
}
